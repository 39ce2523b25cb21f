import Foundation
import Harness
import ScenarioModel
import Support
import TestSupport
import Testing

/// Two real workers at a time.
@Suite struct ProcessPairTests {
  init() {
    // As the tool does: a worker that dies while it is written to must not take the rest with it.
    signal(SIGPIPE, SIG_IGN)
  }

  /// A strategy of two programs; by default, both are the one next to the tests.
  private struct Revisions {
    var strategy = "plain"
    var programs: [Revision: WorkerProgram] = [:]

    func pair(limits: WorkerLimits = .ofTests(memory: 300_000_000)) throws -> (
      pair: ProcessPair, folders: [TemporaryFolder]
    ) {
      let scenario = SmallScenario(strategies: [strategy])
      let folders = [try TemporaryFolder(), try TemporaryFolder()]
      return (
        ProcessPair(
          PairedCase(
            scenarioCase: scenario.scenarioCase(strategy),
            scenario: ScenarioText(file: "small.yaml", text: scenario.text), seed: nil,
            base: .init(program: programs[.base] ?? .test, sharedFolder: folders[0].path),
            head: .init(program: programs[.head] ?? .test, sharedFolder: folders[1].path)),
          limits: limits), folders
      )
    }
  }

  /// Both programs are workers without a fault, but one is another program.
  private func revisions(_ revision: Revision, _ program: WorkerProgram) -> Revisions {
    var revisions = Revisions(programs: [.base: worker(), .head: worker()])
    revisions.programs[revision] = program
    return revisions
  }

  private func plans(frames: Int = 12) throws -> [SlicePlan] {
    let costs = SliceCosts(
      start: 0, frameCount: frames, framesAreIndependent: true, build: 100_000,
      frames: Array(repeating: 2_000_000, count: frames))
    return [
      try #require(SlicePlan.builds(base: costs, head: costs)),
      try #require(SlicePlan.frames(costs)),
    ]
  }

  private func run(
    _ revisions: Revisions, limits: WorkerLimits = .ofTests(memory: 300_000_000), seed: UInt64 = 1
  ) async throws -> PairOutcome<PairRecord> {
    let (pair, folders) = try revisions.pair(limits: limits)
    defer { withExtendedLifetime(folders) {} }
    var generator = SplitMix64(seed: seed)
    return try await pair.run(try plans(), using: &generator)
  }

  private func completed<Value: Sendable>(_ outcome: PairOutcome<Value>) throws -> Value {
    guard case .completed(let value) = outcome else { throw OtherCase(outcome) }
    return value
  }

  @Test(arguments: TestTier.select([1], exhaustive: [1, 2, 3, 4]))
  func bothDoEverySliceInWhateverOrder(seed: UInt64) async throws {
    let record = try completed(await run(Revisions(), seed: seed))
    let plans = try plans()
    #expect(record.parts.map(\.plan) == plans)
    for part in record.parts {
      #expect(part.base.count == part.plan.timedCount)
      #expect(part.head.count == part.plan.timedCount && part.slices == part.plan.slices)
      #expect((part.base + part.head).reduce(0, +) > 0)
    }
    // And each says what the case costs.
    let (pair, folders) = try Revisions().pair()
    defer { withExtendedLifetime(folders) {} }
    for revision in Revision.allCases {
      let costs = try completed(await pair.costs(of: revision))
      #expect(costs.frameCount == 12 && costs.frames.count == 12)
      // On a busy machine a single frame can be nothing but waiting, which is left out.
      #expect(costs.frames.reduce(0, +) > 0 && costs.start > 0)
    }
  }

  /// One that greets, prepares and answers some slices before it does something else.
  private func worker(
    frames: Int = 12, answers: Int = 1_000, starting: String = ":", preparing: String = ":",
    then: String = "exit 0",
    steps: String = WorkerScript.stepped(time: "1000"),
    builds: String = WorkerScript.built(time: "1000")
  ) -> WorkerProgram {
    .script(
      """
      \(starting)
      \(WorkerScript.greeting); read -r line
      \(preparing)
      \(WorkerScript.prepared(frames: "\(frames)"))
      n=0
      while [ $n -lt \(answers) ] && read -r line; do
        n=$((n + 1)); \(WorkerScript.count)
        case $line in
          '{"build"'*) \(builds);;
          '{"step"'*) \(steps);;
          *) exit 0;;
        esac
      done
      \(then)
      """)
  }

  /// Each is prepared only when the other has started.
  @Test func oneStartsWhileTheOtherPrepares() async throws {
    let folder = try TemporaryFolder()
    func waiting(_ own: Revision) -> WorkerProgram {
      worker(
        starting: ": > '\(folder.file(own.rawValue))'",
        preparing: "until [ -e '\(folder.file(own.other.rawValue))' ]; do sleep 0.01; done")
    }
    let record = try completed(
      await run(Revisions(programs: [.base: waiting(.base), .head: waiting(.head)])))
    #expect(record.parts.count == 2)
  }

  private static let revisionsAndSeeds: [(Revision, UInt64)] = TestTier.select(
    [(.base, 1), (.head, 2)],
    exhaustive: [(.base, 1), (.base, 2), (.base, 3), (.head, 1), (.head, 2), (.head, 3)])

  /// Before it greets, in its strategy or between two slices, and whichever starts first.
  @Test(arguments: revisionsAndSeeds)
  func theProgramThatBreaksIsNamed(revision: Revision, seed: UInt64) async throws {
    var beside = Revisions()
    beside.programs[revision] = .script("echo 'final message' >&2; exit 3")
    #expect(
      try await run(beside, seed: seed)
        == .broken(revision, .crashed(ending: "exit code 3", standardError: "final message")))
    var throwing = Revisions(strategy: "throws")
    throwing.programs[revision.other] = worker()
    #expect(
      try await run(throwing, seed: seed)
        == .broken(revision, .failed(reason: "the strategy refused <b>loudly</b> | with a pipe")))
    let between = revisions(revision, worker(answers: 7, then: "echo gone >&2; kill -SEGV $$"))
    let outcome = try await run(between, seed: seed)
    guard case .broken(revision, .crashed(_, "gone")) = outcome else { throw OtherCase(outcome) }
  }

  @Test(
    .exhaustive,
    arguments: [("traps", "crashed"), ("exits", "crashed"), ("eats-memory", "out-of-memory")])
  func aFaultyStrategyBreaksThePair(strategy: String, word: String) async throws {
    let outcome = try await run(Revisions(strategy: strategy))
    guard case .broken(_, let status) = outcome else { throw OtherCase(outcome) }
    #expect(status.identifier == word)
  }

  /// Both wait for the one that hangs; it is the one to blame, whichever started first.
  @Test(arguments: zip(Revision.allCases, [1, 2] as [UInt64]))
  func whoHangsIsToBlame(revision: Revision, seed: UInt64) async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let limits = WorkerLimits.ofTests()
    let hangs = folder.file("hangs")
    // It has read a request, so that it is the one that the pair waits for.
    let revisions = revisions(
      revision, worker(answers: 7, then: "read -r line; : > '\(hangs)'; exec sleep 300"))
    let waiting = Task { try await limits.end(atFile: hangs) }
    defer { waiting.cancel() }
    #expect(
      try await run(revisions, limits: limits, seed: seed)
        == .broken(revision, .timedOut(seconds: 60)))
  }

  /// The time that a program waited for a processor is not counted as its own.
  @Test func waitingForAProcessorIsLeftOut() async throws {
    var revisions = Revisions()
    revisions.programs[.base] = worker(
      steps: WorkerScript.stepped(time: "5000"), builds: WorkerScript.built(time: "7000"))
    revisions.programs[.head] = worker(
      steps: WorkerScript.stepped(time: "9000", wait: "4000"),
      builds: WorkerScript.built(time: "8000", wait: "1000"))
    let record = try completed(await run(revisions))
    #expect(record.parts.flatMap(\.base).allSatisfy { [5_000, 7_000].contains($0) })
    #expect(record.parts.flatMap(\.head) == record.parts.flatMap(\.base))
    #expect(
      record.parts.map(\.waited)
        == record.parts.map { Int64($0.head.count) * ($0.plan.part == .builds ? 1_000 : 4_000) })
    // Where one of the two does not say, the wait in all is not known.
    revisions.programs[.head] = worker(
      steps: WorkerScript.stepped(time: "9000", wait: nil),
      builds: WorkerScript.built(time: "8000", wait: nil))
    let unknown = try completed(await run(revisions))
    #expect(unknown.parts.flatMap(\.head).allSatisfy { [8_000, 9_000].contains($0) })
    #expect(unknown.parts.map(\.waited) == [nil, nil])
  }

  @Test func otherWorkIsNotComparableAndAnotherProgramIsRefused() async throws {
    #expect(
      try await run(revisions(.head, worker(frames: 13)))
        == .notComparable(why: "the base replays 12 frames, the head 13"))
    // The real one begins its twelve frames again in the untimed slice's place; the other never
    // does.
    let realBegins = try await run(revisions(.head, .test))
    #expect("\(realBegins)".hasPrefix("notComparable(") && "\(realBegins)".contains("0 builds"))
    for (revision, seed) in Self.revisionsAndSeeds {
      var other = Revisions()
      other.programs[revision] = .script("echo 'hello 3'; read line; sleep 60")
      await #expect(throws: HarnessError.otherProtocol(found: "hello 3")) {
        try await run(other, seed: seed)
      }
    }
    await #expect(throws: HarnessError.self) { try await run(revisions(.head, .missing)) }
  }

  @Test func cancellationEndsBothProcesses() async throws {
    let folder = try TemporaryFolder()
    let alive = worker(answers: 5, then: "echo $$ >> '\(folder.file("processes"))'; exec sleep 60")
    let (pair, folders) = try Revisions(programs: [.base: alive, .head: alive]).pair()
    defer { withExtendedLifetime(folders) {} }
    let plans = try plans()
    let task = Task {
      // A pair that ends by itself must not leave the test waiting.
      defer { _ = try? folder.write("", to: "ended") }
      var generator = SplitMix64(seed: 1)
      return try await pair.run(plans, using: &generator)
    }
    while ((try? folder.read("processes")) ?? "").isEmpty, !folder.exists("ended") {
      try await Task.sleep(for: .milliseconds(5))
    }
    task.cancel()
    await #expect(throws: (any Error).self) { try await task.value }
    let processes = try folder.read("processes").split(separator: "\n").compactMap { Int32($0) }
    #expect(!processes.isEmpty)
    #expect(processes.allSatisfy { kill($0, 0) != 0 })
  }
}
