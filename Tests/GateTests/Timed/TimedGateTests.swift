import Answers
import Foundation
import Gate
import Harness
import ScenarioModel
import Synchronization
import TestSupport
import Testing

/// The gate over workers whose times are known: scripts that report given times.
@Suite struct TimedGateTests {
  init() {
    // As the tool does: a worker that dies while it is written to must not take the rest with it.
    signal(SIGPIPE, SIG_IGN)
  }

  /// The values that a scripted worker reports for each frame and build.
  private struct Answers {
    var frame = "100000"
    var build = "100000"
    /// The time that each slice waits for a processor.
    var wait = "0"
    var frames = 20
    /// The command that the worker runs before it greets.
    var first = ":"
    /// The command that the worker runs when it is asked to step.
    var beforeStep = ":"

    var program: WorkerProgram {
      WorkerProgram(
        executable: "/bin/sh",
        arguments: [
          "-c",
          """
          \(first)
          \(WorkerScript.greeting); read -r line; \(WorkerScript.prepared(frames: "\(frames)"))
          while read -r line; do
            \(WorkerScript.count)
            case $line in
              '{"build"'*) \(WorkerScript.built(time: "$((count * \(build)))"));;
              '{"step"'*) \(beforeStep)
                \(WorkerScript.stepped(time: "$((count * (\(frame)) + \(wait)))", wait: "\(wait)"));;
              *) exit 0;;
            esac
          done
          """, "sh",
        ])
    }
  }

  private func pairedCase(
    _ name: String, base: Answers = Answers(), head: Answers, folder: TemporaryFolder
  ) -> PairedCase {
    PairedCase(
      scenarioCase: Case(scenario: "scripted", variant: "", size: 1, strategy: name),
      scenario: ScenarioText(file: "scripted.yaml", text: ""), seed: nil,
      base: .init(program: base.program, sharedFolder: folder.path),
      head: .init(program: head.program, sharedFolder: folder.path))
  }

  private final class Events: Sendable {
    let words = Mutex<[String]>([])
    /// The seconds of the first case that is decided.
    let seconds = Mutex<Double?>(nil)
  }

  /// Sixteen pairs a case, and 32 to confirm, where a case has no more seconds.
  ///
  /// - Parameter leaving: what is left of a budget after the first case, in times of its duration.
  private func gate(
    _ cases: [(String, base: Answers, head: Answers)], order: [Int]? = nil,
    touched: [String] = [], budget: GateBudget = GateBudget(seconds: 0), leaving: Double? = nil,
    secondsPerCase: Double = 0.001
  ) async throws -> (results: [TimedCaseResult], events: [String]) {
    let folder = try TemporaryFolder()
    var options = TimedGateOptions()
    options.secondsPerCase = secondsPerCase
    // Few threads run all tests, so that this one may wait long for its turn.
    options.limits = WorkerLimits(seconds: 600, memory: 1 << 30)
    let events = Events()
    let short = leaving.map { factor in
      GateBudget(seconds: 600) {
        events.seconds.withLock { $0.map { 600 - factor * $0 } ?? 0 }
      }
    }
    let paired = cases.map { pairedCase($0.0, base: $0.base, head: $0.head, folder: folder) }
    let results = try await TimedGate(options: options).run(
      paired, order: order,
      touched: Set(paired.map(\.scenarioCase).filter { touched.contains($0.strategy) }),
      budget: short ?? budget
    ) { event in
      if case .decided(let result, _, _) = event {
        events.seconds.withLock { $0 = $0 ?? result.seconds }
      }
      events.words.withLock {
        switch event {
        case .started(let scenarioCase, let number, let count):
          $0.append("\(scenarioCase.strategy) \(number)/\(count)")
        case .decided(let result, _, _):
          $0.append("decided \(result.comparison.scenarioCase.strategy) \(result.pairs)")
        case .confirming(let scenarioCase, let metric, let pairs):
          $0.append("confirming \(scenarioCase.strategy) \(metric.name) \(pairs)")
        case .confirmed(let result):
          $0.append("confirmed \(result.comparison.scenarioCase.strategy)")
        }
      }
    }
    return (results, events.words.withLock { $0 })
  }

  /// The outcomes of the builds and of all frames.
  private func outcomes(_ result: TimedCaseResult) -> [MetricVerdict.Outcome] {
    result.comparison.metrics.filter { [.buildTime, .frameTime].contains($0.metric) }.map(\.outcome)
  }

  private func verdict(_ result: TimedCaseResult, _ metric: Metric) throws -> MetricVerdict {
    try #require(result.comparison.metrics.first { $0.metric == metric })
  }

  /// Lines of a shell that count the starts of a program in `$n`.
  private func counting(in folder: TemporaryFolder) -> String {
    "echo >> '\(folder.file("starts"))'; n=$(wc -l < '\(folder.file("starts"))')"
  }

  @Test func aSuiteIsJudgedAndConfirmedTogether() async throws {
    let folders = try (0..<3).map { _ in try TemporaryFolder() }
    defer { withExtendedLifetime(folders) {} }
    let same = Answers()
    let (results, events) = try await gate([
      ("same", base: same, head: same),
      ("slower", base: same, head: Answers(frame: "110000")),
      ("faster", base: same, head: Answers(frame: "90000", build: "101000")),
      // On a busy machine both wait, one more than the other: not their fault, but reported.
      ("waiting", base: Answers(wait: "100000"), head: Answers(wait: "300000")),
      // Every other process is 6 % slower: 3 % on average, and no saying whether above the margin.
      (
        "noisy", base: same,
        head: Answers(frame: "(100000 + n % 2 * 6000)", first: counting(in: folders[0]))
      ),
      // Slower in the sixteen pairs after the one that is thrown away, and never again.
      (
        "once", base: same,
        head: Answers(frame: "(100000 + (n > 17 ? 0 : 6000))", first: counting(in: folders[1]))
      ),
      ("no-build", base: Answers(build: "200"), head: Answers(build: "300")),
      (
        "breaks", base: same,
        head: Answers(
          first: counting(in: folders[2]),
          beforeStep: "if [ $n -eq 9 ]; then echo broken >&2; exit 4; fi")
      ),
      ("base-breaks", base: Answers(first: "exit 4"), head: same),
      ("other-frames", base: same, head: Answers(frames: 21)),
    ])
    let names = [
      "same", "slower", "faster", "waiting", "noisy", "once", "no-build", "breaks", "base-breaks",
      "other-frames",
    ]
    #expect(results.map(\.comparison.scenarioCase.strategy) == names)
    #expect(
      results.map(\.comparison.status) == Array(repeating: .compared, count: 7) + [
        .broken(why: "crashed: exit code 4: broken"), .baseBroken(why: "crashed: exit code 4"),
        .notComparable(why: "the base replays 20 frames, the head 21"),
      ])
    let outcomes = results.map(outcomes)
    #expect(
      outcomes == [
        [.pass, .pass], [.pass, .regression], [.pass, .improvement], [.pass, .pass],
        [.pass, .inconclusive(why: "not decided")],
        [.pass, .inconclusive(why: "suspected in 16 pairs, and not confirmed in 32 fresh ones")],
        [
          .notGated(why: "both builds take less than 20 µs: there is nothing to time"), .pass,
        ], [], [], [],
      ])
    // The first start of the one that breaks was thrown away.
    #expect(results.map(\.pairs) == [16, 16, 16, 16, 16, 16, 16, 7, 0, 0])
    #expect(results.map(\.confirmingPairs) == [0, 32, 0, 0, 0, 32, 0, 0, 0, 0])
    #expect(results.indices.filter { results[$0].isSuspected } == [1, 5])
    let decisions = zip(names, results).enumerated().flatMap { index, found in
      ["\(found.0) \(index + 1)/10", "decided \(found.0) \(found.1.pairs)"]
    }
    #expect(
      events == decisions + [
        "confirming slower frame-time 32", "confirming once frame-time 32", "confirmed slower",
        "confirmed once",
      ])
    let regression = try verdict(results[1], .frameTime)
    #expect(regression.base == 100_000 && regression.head == 110_000)
    let effect = try #require(regression.effect)
    #expect(abs(effect.change - 0.1) < 1e-9 && abs(effect.low - 0.1) < 1e-9)
    #expect(
      regression.method
        == .pairedSequential(
          .init(
            margin: 0.02, pairs: 16, confirmingPairs: 32, confidence: 0.99, frames: 20,
            framesOfCase: 20, waiting: 0,
            suspicion: MetricVerdict.Suspicion(.total, pValue: 0), statistic: .total)))
    guard case .pairedSequential(let test) = try verdict(results[3], .frameTime).method
    else { throw OtherCase(results[3]) }
    let waiting = try #require(test.waiting)
    #expect(waiting > 0.05 && waiting < 0.7)
    #expect(try verdict(results[5], .frameTime).effect.map { abs($0.change) < 1e-9 } == true)
  }

  /// One slice of sixteen takes twice as long: typical frames do not, the slowest one does.
  @Test func fewSlowFramesAreAFindingOfTheirOwn() async throws {
    let (results, events) = try await gate([
      (
        "hitches", base: Answers(),
        head: Answers(frame: "(100000 + (s % 16 == 0 ? 100000 : 0))", beforeStep: "s=$((s + 1))")
      )
    ])
    #expect(events.contains("confirming hitches frame-time 32"))
    let metrics = results[0].comparison.metrics
    #expect(
      metrics.map(\.outcome) == [.pass, .regression, .pass, .regression, .regression], "\(metrics)")
    let slowest = try verdict(results[0], .frameTimeMax)
    #expect(slowest.base == 100_000 && slowest.head == 200_000)
    #expect(slowest.effect.map { abs($0.change - 1) < 1e-9 } == true)
    guard case .pairedSequential(let test) = slowest.method else { throw OtherCase(slowest) }
    #expect(test.statistic == .longest && test.margin == 0.2)
  }

  /// A budget by a clock that has used nothing until the given number of looks at it, and then all.
  private func budget(endsAfter looks: Int) -> GateBudget {
    let clock = Events()
    return GateBudget(seconds: 600) {
      clock.words.withLock {
        $0.append("look")
        return $0.count > looks ? 601 : 0
      }
    }
  }

  @Test func whatTheBudgetDoesNotReachIsNotJudged() async throws {
    let same = Answers()
    let (results, events) = try await gate(
      [("last", base: same, head: same), ("first", base: same, head: same)], order: [1, 0],
      budget: budget(endsAfter: 1))
    #expect(events == ["first 1/2", "decided first 16"])
    #expect(results.map(\.comparison.scenarioCase.strategy) == ["last", "first"])
    let why = "not reached within the budget of 10 min"
    #expect(
      results.map(outcomes) == [
        [.notJudged(why: why), .notJudged(why: why)], [.pass, .pass],
      ])
    #expect(
      results[0].comparison.metrics.map(\.metric) == [
        .buildTime, .frameTime, .typicalFrameTime, .frameTimeP95, .frameTimeMax,
      ])
    #expect(results[0].comparison.metrics.allSatisfy { $0.outcome == .notJudged(why: why) })
    #expect(results[0].pairs == 0)
  }

  /// Fresh pairs of a suspicion push no touched case out, and what they leave is for the others.
  @Test(arguments: [true, false])
  func everyTouchedCaseIsLookedAtBeforeOneIsConfirmed(isTouched: Bool) async throws {
    let same = Answers()
    let (results, events) = try await gate(
      [
        ("slower", base: same, head: Answers(frame: "110000")),
        ("other", base: same, head: same),
      ], touched: isTouched ? ["other"] : [], leaving: 2.5)
    let confirmation = "confirming slower frame-time 32"
    #expect(
      events
        == (isTouched
          ? ["other 1/2", "decided other 16", "slower 2/2", "decided slower 16", confirmation]
          : ["slower 1/2", "decided slower 16", confirmation, "other 2/2", "decided other 16"])
        + ["confirmed slower"])
    #expect(results.map { outcomes($0)[1] } == [.regression, .pass])
  }

  /// After the first looks, in their order, the case with the widest interval comes first.
  @Test func theWidestIntervalHasTheNextLook() async throws {
    let folders = try (0..<2).map { _ in try TemporaryFolder() }
    defer { withExtendedLifetime(folders) {} }
    let (results, events) = try await gate(
      [("narrow", 1_700), ("wide", -12_000)].enumerated().map { number, change in
        (
          change.0, base: Answers(),
          head: Answers(
            frame: "(100000 + n % 2 * \(change.1))", first: counting(in: folders[number]))
        )
      }, touched: ["narrow", "wide"], secondsPerCase: 1e6)
    // Sixteen pairs decide neither, and 24 both: the intervals are 3 and 24 % wide.
    #expect(events == ["narrow 1/2", "wide 2/2", "decided wide 24", "decided narrow 24"])
    #expect(results.map(outcomes) == [[.pass, .pass], [.pass, .pass]])
  }

  /// The exact tier of a change that touches cases leaves their times half of the budget.
  @Test(arguments: [(100.0, 600.0), (300, 600), (400, 700), (900, 1_200)])
  func timesHaveHalfOfTheBudget(used: Double, seconds: Double) {
    #expect(GateBudget(seconds: 600) { used }.withHalfLeft.seconds == seconds)
    #expect(GateBudget(seconds: 0) { used }.withHalfLeft.seconds == .infinity)
  }

  /// No pass, and no regression either.
  @Test func aSuspicionThatTheBudgetLeavesUnconfirmedStaysOne() async throws {
    let (results, events) = try await gate(
      [("slower", base: Answers(), head: Answers(frame: "110000"))],
      budget: budget(endsAfter: 1))
    #expect(events == ["slower 1/1", "decided slower 16", "confirmed slower"])
    #expect(
      outcomes(results[0]) == [
        .pass,
        .inconclusive(why: "suspected in 16 pairs, and not confirmed within the budget of 10 min"),
      ])
    #expect(results[0].isSuspected)
  }

  @Test func whatIsNotInTheOrderIsNotTimed() async throws {
    let same = Answers()
    let (results, events) = try await gate(
      [("left", base: same, head: same), ("timed", base: same, head: same)], order: [1])
    #expect(events == ["timed 1/1", "decided timed 16"])
    #expect(results.map(\.comparison.scenarioCase.strategy) == ["timed"])
  }

  @Test(.exhaustive) func aSuiteOfFurtherCasesIsJudged() async throws {
    let folders = try (0..<3).map { _ in try TemporaryFolder() }
    defer { withExtendedLifetime(folders) {} }
    let same = Answers()
    /// Breaks in one of its starts.
    func breaking(_ start: Int, in folder: TemporaryFolder, frame: String = "100000") -> Answers {
      Answers(
        frame: frame, first: counting(in: folder),
        beforeStep: "if [ $n -eq \(start) ]; then exit 4; fi")
    }
    let (results, _) = try await gate([
      ("slower-beneath-waiting", base: same, head: Answers(frame: "110000", wait: "100000")),
      ("slower-build", base: same, head: Answers(build: "120000")),
      ("breaks-confirming", base: same, head: breaking(30, in: folders[0], frame: "110000")),
      ("base-breaks", base: breaking(9, in: folders[1]), head: same),
      (
        "base-breaks-confirming", base: breaking(30, in: folders[2]), head: Answers(frame: "110000")
      ),
    ])
    #expect(try verdict(results[0], .frameTime).outcome == .regression)
    #expect(outcomes(results[1]) == [.regression, .pass])
    #expect(results[2].comparison.status == .broken(why: "crashed: exit code 4"))
    // A base that breaks leaves open what is not decided.
    let open = "then the base broke: crashed: exit code 4"
    #expect(results[3].comparison.status == .compared)
    #expect(
      outcomes(results[3])
        == Array(repeating: .inconclusive(why: "not decided; \(open)"), count: 2))
    // A suspicion that it leaves unconfirmed is not forgotten.
    #expect(results[4].isSuspected)
    #expect(
      outcomes(results[4]) == [
        .pass, .inconclusive(why: "suspected in 16 pairs, and not confirmed; \(open)"),
      ])
  }

  @Test(.exhaustive) func aProgramOfAnotherProtocolIsRefused() async throws {
    await #expect(throws: HarnessError.otherProtocol(found: "hello 3")) {
      try await gate([("other", base: Answers(), head: Answers(first: "echo 'hello 3'"))])
    }
  }
}
