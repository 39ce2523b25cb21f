import Foundation
import Harness
import ScenarioModel
import Statistics
import TestSupport
import Testing

/// Two real workers at a time.
@Suite struct ProcessPairTests {
  private static let limits = WorkerLimits(seconds: 60, memory: 2_000_000_000)
  private static let strategies = [
    "grid-clusters", "empty", "traps", "throws", "exits", "loops", "eats-memory",
  ]

  init() {
    // As the tool does: a worker that dies while it is written to must not take the rest with it.
    signal(SIGPIPE, SIG_IGN)
  }

  /// A program of the given arguments against the one beside the tests.
  private struct Arms {
    var scenario = SmallScenario(strategies: strategies)
    var strategy = "grid-clusters"
    var program: [PairArm: WorkerProgram] = [:]

    func pair(limits: WorkerLimits = ProcessPairTests.limits) throws -> (
      pair: ProcessPair, folders: [TemporaryFolder]
    ) {
      let folders = [try TemporaryFolder(), try TemporaryFolder()]
      let worker = WorkerProgram(executable: BuiltProduct.faultyStrategies, arguments: ["worker"])
      return (
        ProcessPair(
          PairedCase(
            scenarioCase: scenario.scenarioCase(strategy),
            scenario: ScenarioText(file: "small.yaml", text: scenario.text),
            seed: nil,
            base: .init(program: program[.base] ?? worker, sharedFolder: folders[0].path),
            head: .init(program: program[.head] ?? worker, sharedFolder: folders[1].path)),
          limits: limits), folders
      )
    }
  }

  /// A program that is no worker, or one of another time.
  private func script(_ commands: String) -> WorkerProgram {
    WorkerProgram(executable: "/bin/sh", arguments: ["-c", commands, "sh"])
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
    _ arms: Arms, limits: WorkerLimits = limits, seed: UInt64 = 1
  ) async throws -> PairOutcome<PairRecord> {
    let (pair, folders) = try arms.pair(limits: limits)
    defer { withExtendedLifetime(folders) {} }
    var generator = SplitMix64(seed: seed)
    return try await pair.run(try plans(), using: &generator)
  }

  @Test(arguments: [1, 2, 3, 4])
  func bothDoEverySliceInWhateverOrder(seed: UInt64) async throws {
    guard case .completed(let record) = try await run(Arms(), seed: seed) else {
      Issue.record("not completed")
      return
    }
    let plans = try plans()
    #expect(record.parts.map(\.plan) == plans)
    for part in record.parts {
      #expect(part.base.count == part.plan.timedCount)
      #expect(part.head.count == part.plan.timedCount)
      #expect(part.slices == part.plan.slices)
      #expect((part.base + part.head).reduce(0, +) > 0)
    }
  }

  @Test func saysWhatACaseCosts() async throws {
    let (pair, folders) = try Arms().pair()
    defer { withExtendedLifetime(folders) {} }
    guard case .completed(let base) = try await pair.costs(of: .base),
      case .completed(let head) = try await pair.costs(of: .head)
    else {
      Issue.record("not completed")
      return
    }
    #expect(base.frameCount == 12 && base.frames.count == 12)
    // On a busy machine a single frame can be nothing but waiting, which is left out.
    #expect(base.frames.reduce(0, +) > 0 && base.start > 0)
    #expect(head.frameCount == 12 && head.frames.count == 12)
  }

  /// Both arms run the same faulty strategy; the program beside it never gets there.
  @Test(arguments: PairArm.allCases, [1, 2] as [UInt64])
  func theProgramThatFailsIsNamed(arm: PairArm, seed: UInt64) async throws {
    var arms = Arms()
    arms.program[arm] = script("echo 'last words' >&2; exit 3")
    #expect(
      try await run(arms, seed: seed)
        == .broken(arm, .crashed(ending: "exit code 3", standardError: "last words")))
  }

  @Test(arguments: [
    ("traps", "crashed"), ("throws", "failed"), ("exits", "crashed"),
    ("eats-memory", "out-of-memory"),
  ])
  func aFaultyStrategyBreaksThePair(strategy: String, word: String) async throws {
    var arms = Arms()
    arms.strategy = strategy
    // The warm-up has fewer frames than the trial: the fault comes in it or in a slice.
    let limits = WorkerLimits(seconds: 60, memory: 300_000_000)
    guard case .broken(_, let status) = try await run(arms, limits: limits) else {
      Issue.record("not broken")
      return
    }
    #expect(status.identifier == word)
  }

  /// One that greets, prepares and answers some slices before it does something else.
  private func worker(frames: Int = 12, answers: Int, then: String) -> WorkerProgram {
    script(
      """
      \(WorkerScript.greeting); read -r line
      \(WorkerScript.prepared(frames: "\(frames)"))
      n=0
      while [ $n -lt \(answers) ] && read -r line; do
        n=$((n + 1)); \(WorkerScript.count)
        case $line in
          '{"build"'*) \(WorkerScript.built(time: "1000"));;
          '{"step"'*) \(WorkerScript.stepped(time: "1000"));;
          *) exit 0;;
        esac
      done
      \(then)
      """)
  }

  @Test(arguments: PairArm.allCases, [1, 2, 3] as [UInt64])
  func aDeathBetweenSlicesIsNoticed(arm: PairArm, seed: UInt64) async throws {
    var arms = Arms()
    arms.program[.base] = worker(answers: 1_000, then: "exit 0")
    arms.program[.head] = arms.program[.base]
    arms.program[arm] = worker(answers: 7, then: "echo gone >&2; kill -SEGV $$")
    guard case .broken(arm, .crashed(_, "gone")) = try await run(arms, seed: seed) else {
      Issue.record("not broken")
      return
    }
  }

  /// Both wait for the one that hangs; it is the one to blame, whichever started first. The
  /// limit leaves the other one time enough on a machine that is busy with all tests at once.
  @Test(arguments: zip(PairArm.allCases, [1, 2] as [UInt64]))
  func whoHangsIsToBlame(arm: PairArm, seed: UInt64) async throws {
    var arms = Arms()
    arms.program[.base] = worker(answers: 1_000, then: "exit 0")
    arms.program[.head] = arms.program[.base]
    arms.program[arm] = worker(answers: 7, then: "exec sleep 300")
    let limits = WorkerLimits(seconds: 40, memory: 2_000_000_000)
    let outcome = try await run(arms, limits: limits, seed: seed)
    #expect(outcome == .broken(arm, .timedOut(seconds: 40)))
  }

  /// What a program waited for a processor is none of its time.
  @Test func waitingForAProcessorIsLeftOut() async throws {
    func worker(_ steps: String, _ builds: String) -> WorkerProgram {
      script(
        """
        \(WorkerScript.greeting); read -r line
        \(WorkerScript.prepared(frames: "12"))
        while read -r line; do
          \(WorkerScript.count)
          case $line in
            '{"build"'*) \(builds);;
            '{"step"'*) \(steps);;
            *) exit 0;;
          esac
        done
        """)
    }
    var arms = Arms()
    arms.program[.base] = worker(
      WorkerScript.stepped(time: "5000"), WorkerScript.built(time: "7000"))
    arms.program[.head] = worker(
      WorkerScript.stepped(time: "9000", wait: "4000"),
      WorkerScript.built(time: "8000", wait: "1000"))
    guard case .completed(let record) = try await run(arms) else {
      Issue.record("not completed")
      return
    }
    #expect(record.parts.flatMap(\.base).allSatisfy { [5_000, 7_000].contains($0) })
    #expect(record.parts.flatMap(\.head) == record.parts.flatMap(\.base))
    #expect(
      record.parts.map(\.waited)
        == record.parts.map { Int64($0.head.count) * ($0.plan.part == .builds ? 1_000 : 4_000) })
    // Where one of the two does not say, the wait in all is not known.
    arms.program[.head] = worker(
      WorkerScript.stepped(time: "9000", wait: nil), WorkerScript.built(time: "8000", wait: nil))
    guard case .completed(let unknown) = try await run(arms) else {
      Issue.record("not completed")
      return
    }
    #expect(unknown.parts.flatMap(\.head).allSatisfy { [8_000, 9_000].contains($0) })
    #expect(unknown.parts.map(\.waited) == [nil, nil])
  }

  @Test func otherFramesAreNotComparable() async throws {
    var arms = Arms()
    arms.program[.base] = worker(frames: 12, answers: 1_000, then: "exit 0")
    arms.program[.head] = worker(frames: 13, answers: 1_000, then: "exit 0")
    #expect(
      try await run(arms) == .notComparable(why: "the base replays 12 frames, the head 13"))
  }

  @Test func otherWorkInASliceIsNotComparable() async throws {
    var arms = Arms()
    // The real one begins its twelve frames anew in the untimed slice's place; this one never does.
    arms.program[.base] = worker(answers: 1_000, then: "exit 0")
    arms.scenario.frames = 12
    guard case .notComparable(let why) = try await run(arms) else {
      Issue.record("comparable")
      return
    }
    #expect(why.contains("0 builds"))
  }

  @Test(arguments: PairArm.allCases, [1, 2] as [UInt64])
  func aWorkerOfAnotherProtocolIsRefused(arm: PairArm, seed: UInt64) async throws {
    var arms = Arms()
    arms.program[arm] = script("echo 'hello 3'; read line; sleep 60")
    await #expect(throws: HarnessError.otherProtocol(found: "hello 3")) {
      try await run(arms, seed: seed)
    }
  }

  @Test func aProgramThatIsNotThereIsSaid() async throws {
    var arms = Arms()
    arms.program[.head] = WorkerProgram(executable: "/no/such/program", arguments: [])
    await #expect(throws: HarnessError.self) { try await run(arms) }
  }

  @Test func cancellationEndsBothProcesses() async throws {
    let folder = try TemporaryFolder()
    var arms = Arms()
    let alive = worker(answers: 5, then: "echo $$ >> \(folder.file("processes")); exec sleep 60")
    arms.program = [.base: alive, .head: alive]
    let (pair, folders) = try arms.pair()
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
