import Foundation
import Harness
import Measurement
import RegressionGate
import ScenarioModel
import Synchronization
import TestSupport
import Testing
import Verdicts

/// The gate over workers whose times are known: scripts that answer with the times they are told.
@Suite struct TimedGateTests {
  init() {
    // As the tool does: a worker that dies while it is written to must not take the rest with it.
    signal(SIGPIPE, SIG_IGN)
  }

  /// What a scripted worker says of each frame and build.
  private struct Answers {
    var frame = "100000"
    var build = "100000"
    /// How long each slice waits for a processor.
    var wait = "0"
    var frames = 20
    /// What it does before it greets.
    var first = ":"
    /// What it does when it is to step.
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
  }

  /// Sixteen pairs a case, and 32 to confirm.
  private func gate(
    _ cases: [(String, base: Answers, head: Answers)]
  ) async throws -> (results: [TimedCaseResult], events: [String]) {
    let folder = try TemporaryFolder()
    var options = TimedGateOptions()
    options.secondsPerCase = 0.001
    options.limits = WorkerLimits(seconds: 60, memory: 1 << 30)
    let events = Events()
    let results = try await TimedGate(options: options).run(
      cases.map { pairedCase($0.0, base: $0.base, head: $0.head, folder: folder) }
    ) { event in
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

  private func outcome(
    _ answers: (inout Answers) -> Void, base: (inout Answers) -> Void = { _ in }
  ) async throws -> TimedCaseResult {
    var (one, other) = (Answers(), Answers())
    base(&one)
    answers(&other)
    return try #require(try await gate([("case", base: one, head: other)]).results.first)
  }

  private func verdict(_ result: TimedCaseResult, _ metric: Metric) throws -> MetricVerdict {
    try #require(result.comparison.metrics.first { $0.metric == metric })
  }

  @Test func aSuiteIsJudgedAndConfirmedTogether() async throws {
    var slower = Answers()
    slower.frame = "110000"
    var faster = Answers()
    faster.frame = "90000"
    faster.build = "101000"
    let (results, events) = try await gate([
      ("same", base: Answers(), head: Answers()), ("slower", base: Answers(), head: slower),
      ("faster", base: Answers(), head: faster),
    ])
    #expect(results.map(\.comparison.scenarioCase.strategy) == ["same", "slower", "faster"])
    #expect(results.map(\.comparison.status) == [.compared, .compared, .compared])
    let outcomes = results.map { $0.comparison.metrics.map(\.outcome) }
    #expect(outcomes == [[.pass, .pass], [.pass, .regression], [.pass, .improvement]])
    #expect(results.map(\.pairs) == [16, 16, 16])
    #expect(results.map(\.confirmingPairs) == [0, 32, 0])
    #expect(results.map(\.isSuspected) == [false, true, false])
    #expect(
      events == [
        "same 1/3", "decided same 16", "slower 2/3", "decided slower 16", "faster 3/3",
        "decided faster 16", "confirming slower frame-time 32", "confirmed slower",
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
            framesOfCase: 20, waiting: 0)))
  }

  /// On a busy machine both wait, one more than the other: that is not theirs, and it is said.
  @Test func waitingForAProcessorDecidesNothing() async throws {
    let result = try await outcome({ $0.wait = "300000" }, base: { $0.wait = "100000" })
    let times = try verdict(result, .frameTime)
    #expect(times.outcome == .pass)
    guard case .pairedSequential(let test) = times.method else {
      Issue.record("\(times.method)")
      return
    }
    let waiting = try #require(test.waiting)
    #expect(waiting > 0.05 && waiting < 0.7)
    // Slower by itself, it is found beneath the waiting.
    let slower = try await outcome(
      {
        $0.frame = "110000"
        $0.wait = "100000"
      }, base: { _ in })
    #expect(try verdict(slower, .frameTime).outcome == .regression)
  }

  @Test func aSlowerBuildIsARegressionToo() async throws {
    let result = try await outcome { $0.build = "104000" }
    #expect(try verdict(result, .buildTime).outcome == .regression)
    #expect(try verdict(result, .frameTime).outcome == .pass)
  }

  @Test func whatThePairsDoNotAgreeOnIsInconclusive() async throws {
    // Every other process is 6 % slower: 3 % on average, and no saying whether above the margin.
    let folder = try TemporaryFolder()
    let result = try await outcome {
      $0.first = """
        echo >> \(folder.path)/starts; n=$(($(wc -l < \(folder.path)/starts) % 2))
        """
      $0.frame = "(100000 + n * 6000)"
    }
    #expect(
      try verdict(result, .frameTime).outcome == .inconclusive(why: "not decided"))
    #expect(try verdict(result, .buildTime).outcome == .pass)
    #expect(!result.isSuspected)
  }

  @Test func aSuspicionThatFreshPairsDoNotShareIsInconclusive() async throws {
    // Slower in the sixteen pairs after the one that is thrown away, and never again.
    let folder = try TemporaryFolder()
    let result = try await outcome {
      $0.first = """
        echo >> \(folder.path)/starts
        n=$(($(wc -l < \(folder.path)/starts) > 17 ? 0 : 1))
        """
      $0.frame = "(100000 + n * 6000)"
    }
    let verdict = try verdict(result, .frameTime)
    #expect(
      verdict.outcome
        == .inconclusive(why: "suspected in 16 pairs, and not confirmed in 32 fresh ones"))
    #expect(verdict.effect.map { abs($0.change) < 1e-9 } == true)
    #expect(result.isSuspected)
  }

  @Test func buildsOfNothingAreNotGated() async throws {
    let result = try await outcome({ $0.build = "300" }, base: { $0.build = "200" })
    #expect(
      try verdict(result, .buildTime).outcome
        == .notGated(
          why: "neither program's build takes 20 µs: there is nothing to time"))
    #expect(try verdict(result, .frameTime).outcome == .pass)
  }

  @Test func aHeadThatBreaksInAnyPairIsBroken() async throws {
    let folder = try TemporaryFolder()
    let result = try await outcome {
      $0.first = "echo >> \(folder.path)/starts; n=$(wc -l < \(folder.path)/starts)"
      $0.beforeStep = "if [ $n -eq 9 ]; then echo broken >&2; exit 4; fi"
    }
    #expect(result.comparison.status == .broken(why: "crashed: exit code 4: broken"))
    #expect(result.comparison.metrics.isEmpty)
    // The first start was thrown away.
    #expect(result.pairs == 7)
  }

  @Test func aHeadThatBreaksWhileItIsConfirmedIsBroken() async throws {
    let folder = try TemporaryFolder()
    let result = try await outcome {
      $0.frame = "110000"
      $0.first = "echo >> \(folder.path)/starts; n=$(wc -l < \(folder.path)/starts)"
      $0.beforeStep = "if [ $n -eq 30 ]; then exit 4; fi"
    }
    #expect(result.comparison.status == .broken(why: "crashed: exit code 4"))
  }

  @Test func aBaseThatBreaksInAPairLeavesOpenWhatIsNotDecided() async throws {
    let folder = try TemporaryFolder()
    let result = try await outcome(
      { _ in },
      base: {
        $0.first = "echo >> \(folder.path)/starts; n=$(wc -l < \(folder.path)/starts)"
        $0.beforeStep = "if [ $n -eq 9 ]; then exit 4; fi"
      })
    #expect(result.comparison.status == .compared)
    #expect(
      result.comparison.metrics.map(\.outcome)
        == Array(
          repeating: .inconclusive(
            why: "not decided; then the base broke: crashed: exit code 4"), count: 2))
  }

  /// A suspicion that a broken base leaves unconfirmed is not forgotten.
  @Test func aBaseThatBreaksWhileTheHeadIsConfirmedLeavesASuspicion() async throws {
    let folder = try TemporaryFolder()
    let result = try await outcome(
      { $0.frame = "110000" },
      base: {
        $0.first = "echo >> \(folder.path)/starts; n=$(wc -l < \(folder.path)/starts)"
        $0.beforeStep = "if [ $n -eq 30 ]; then exit 4; fi"
      })
    #expect(result.isSuspected)
    #expect(
      try verdict(result, .frameTime).outcome
        == .inconclusive(
          why: "suspected in 16 pairs, and not confirmed; then the base broke: crashed: exit code 4"
        ))
    #expect(try verdict(result, .buildTime).outcome == .pass)
  }

  @Test func aBaseThatBreaksIsNotTheHeadsFault() async throws {
    let result = try await outcome({ _ in }, base: { $0.first = "exit 4" })
    #expect(result.comparison.status == .baseBroken(why: "crashed: exit code 4"))
    #expect(result.pairs == 0)
  }

  @Test func otherFramesAreNotComparable() async throws {
    let result = try await outcome { $0.frames = 21 }
    #expect(
      result.comparison.status
        == .notComparable(why: "the base replays 20 frames, the head 21"))
  }

  @Test func aProgramOfAnotherProtocolIsRefused() async throws {
    await #expect(throws: HarnessError.otherProtocol(found: "hello 3")) {
      try await outcome { $0.first = "echo 'hello 3'" }
    }
  }
}
