import AnnotationFamilies
import Foundation
import Harness
import Measurement
import ScenarioModel
import TestSupport
import Testing

@Suite struct CoordinatorTests {
  private func statuses(
    _ strategies: [String], limits: WorkerLimits = WorkerLimits(seconds: 60, memory: 2 << 30)
  ) async throws -> [TrialKey: TrialStatus] {
    let folder = try TemporaryFolder()
    let run = CoordinatorRun(scenario: SmallScenario(strategies: strategies), limits: limits)
    let outcome = try await run.run(.fresh, in: folder.path)
    // Whatever a strategy does, every trial has its record, in the plan's order; in the journal
    // in the order in which they ended.
    #expect(try outcome.records.map(\.key) == run.plan.trials)
    let journal = try JournalFile(folder: folder).records
    #expect(journal.count == outcome.records.count)
    #expect(Set(journal) == Set(outcome.records))
    return Dictionary(uniqueKeysWithValues: outcome.records.map { ($0.key, $0.status) })
  }

  private func key(_ strategy: String, _ kind: TrialKind) -> TrialKey {
    TrialKey(
      scenarioCase: SmallScenario(strategies: [strategy]).scenarioCase(strategy), kind: kind)
  }

  @Test func recordsEveryTrialInThePlansOrder() async throws {
    let folder = try TemporaryFolder()
    let run = CoordinatorRun(scenario: SmallScenario())
    let outcome = try await run.run(.fresh, in: folder.file("made/for/it"))
    #expect(try outcome.records.map(\.key) == run.plan.trials)
    #expect(outcome.records.allSatisfy { $0.status.isCompleted })
    #expect(try outcome.started == run.plan.trials)
    #expect(outcome.recordedBefore == 0)
    #expect(outcome.secondsLeft.count == 6)
    #expect(outcome.secondsLeft.last == 0)
    #expect(outcome.secondsLeft.dropLast().allSatisfy { $0 > 0 })
    let names = try folder.makeFolder("made/for/it")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: names).sorted()
        == [
          "journal.jsonl", "small-30-all-pins.png", "small-30-all-pins.replay.json.gz",
          "small-30-empty.png", "small-30-empty.replay.json.gz",
        ])
  }

  @Test func everyMetricOfTheScenarioIsAnswered() async throws {
    let folder = try TemporaryFolder()
    let scenario = SmallScenario()
    let outcome = try await CoordinatorRun(scenario: scenario).run(.fresh, in: folder.path)
    for scenarioCase in try scenario.scenario().cases {
      let records = outcome.records.filter { $0.key.scenarioCase == scenarioCase }
      let answered = Set(records.flatMap(\.values).map(\.name))
      #expect(answered == Set(try scenario.scenario().metrics.map(\.name)))
    }
  }

  /// A case that is inspected only has the same counted and modelled values as a measured one, and
  /// no measured value.
  @Test(arguments: [(0, nil), (2, 0)] as [(Int, Int?)])
  func withoutTrialsTheInspectionAnswersAll(inFile: Int, selected: Int?) async throws {
    func values(_ run: CoordinatorRun) async throws -> [Case: [String: MetricValue]] {
      let folder = try TemporaryFolder()
      let outcome = try await run.run(.fresh, in: folder.path)
      let results = RunResults(
        plan: try run.plan, records: outcome.records,
        origin: RunOrigin(provenance: .current(commit: "none"), command: "run"))
      #expect(results.cases.allSatisfy { $0.status == .completed })
      return Dictionary(
        uniqueKeysWithValues: results.cases.map { result in
          let unmeasured = Metric.namesOfEveryMeasurement
          let own = result.metrics.filter { !unmeasured.contains($0.metric.name) }
          return (
            result.scenarioCase,
            Dictionary(
              uniqueKeysWithValues: own.map {
                ($0.metric.name, $0.samples.first?.value ?? .notAvailable(reason: "none"))
              })
          )
        })
    }
    let scenario = SmallScenario(
      strategies: ["all-pins", "visible-region-index", "native-clusters"], trials: inFile)
    let once = CoordinatorRun(scenario: scenario, selection: RunSelection(trials: selected))
    let description = ScenarioDescription(
      try scenario.scenario(), selection: once.selection)
    #expect(description.trials == 0)
    #expect(description.metrics == AnnotationsFamily().metrics)
    var measured = scenario
    measured.trials = 1
    let expected = try await values(CoordinatorRun(scenario: measured))
    #expect(expected.count == 3)
    #expect(try await values(once) == expected)
  }

  @Test func aCrashHasItsLastWordsAndHarmsNobodyElse() async throws {
    let statuses = try await statuses(["all-pins", "traps"])
    guard case .crashed(_, let words) = statuses[key("traps", .inspection)] else {
      Issue.record("\(String(describing: statuses[key("traps", .inspection)]))")
      return
    }
    #expect(words.contains("the strategy's own last words"))
    #expect(
      statuses[key("traps", .measurement(2))] == .skipped(because: "inspection crashed"))
    #expect(statuses.filter { $0.key.scenarioCase.strategy == "all-pins" }.count == 3)
    #expect(
      statuses.allSatisfy { $0.key.scenarioCase.strategy == "traps" || $0.value.isCompleted })
  }

  @Test func aCrashInATrialSkipsOnlyTheTrialsAfterIt() async throws {
    let statuses = try await statuses(["all-pins", "traps-when-measured"])
    #expect(statuses[key("traps-when-measured", .inspection)] == .completed)
    #expect(statuses[key("traps-when-measured", .measurement(1))]?.identifier == "crashed")
    #expect(
      statuses[key("traps-when-measured", .measurement(2))]
        == .skipped(because: "trial 1 crashed"))
  }

  @Test func aStrategyThatEndsTheProcessWithSuccessHasNotSucceeded() async throws {
    let statuses = try await statuses(["all-pins", "exits"])
    #expect(statuses[key("exits", .inspection)]?.identifier == "crashed")
  }

  @Test func anErrorOfAStrategyIsItsReason() async throws {
    let statuses = try await statuses(["all-pins", "throws"])
    #expect(
      statuses[key("throws", .inspection)]
        == .failed(reason: "the strategy refused <b>loudly</b> | with a pipe"))
  }

  @Test func anEndlessLoopTimesOut() async throws {
    let statuses = try await statuses(
      ["empty", "loops"], limits: WorkerLimits(seconds: 4, memory: 2 << 30))
    #expect(statuses[key("loops", .inspection)] == .timedOut(seconds: 4))
    #expect(statuses[key("empty", .measurement(2))] == .completed)
  }

  @Test(arguments: ["eats-memory", "asks-for-too-much"])
  func memoryWithoutEndIsRefused(_ strategy: String) async throws {
    let statuses = try await statuses(
      ["empty", strategy], limits: WorkerLimits(seconds: 60, memory: 300_000_000))
    #expect(statuses[key(strategy, .inspection)] == .outOfMemory(limit: 300_000_000))
    #expect(statuses[key("empty", .measurement(2))] == .completed)
  }

  @Test(arguments: ["prints", "floods"])
  func whatAStrategyWritesDoesNoHarm(_ strategy: String) async throws {
    let statuses = try await statuses(["empty", strategy])
    #expect(statuses.allSatisfy { $0.value.isCompleted })
  }

  @Test func countsOfSeveralThreadsAreNotAvailableWithTheReason() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await CoordinatorRun(
      scenario: SmallScenario(strategies: ["empty", "allocates-elsewhere"])
    ).run(.fresh, in: folder.path)
    let values = outcome.records
      .filter { $0.key.scenarioCase.strategy == "allocates-elsewhere" }
      .flatMap(\.values).filter { $0.name == Metric.allocations.name }
    #expect(values.count == 2)
    for value in values {
      guard case .notAvailable(let reason) = value.value else {
        Issue.record("counted \(value.value), although another thread allocated")
        continue
      }
      #expect(reason.contains("other threads allocated"))
    }
  }

  @Test func aProgramThatIsNotThereIsAnErrorOfTheTool() async throws {
    let folder = try TemporaryFolder()
    var run = CoordinatorRun(scenario: SmallScenario())
    run.program = WorkerProgram(executable: folder.file("missing"), arguments: ["worker"])
    let error = await #expect(throws: HarnessError.self) {
      _ = try await run.run(.fresh, in: folder.path)
    }
    #expect(error?.description.contains("cannot start the worker") == true)
  }

  @Test func aWorkerOfAnotherVersionIsAnErrorOfTheTool() async throws {
    let folder = try TemporaryFolder()
    var run = CoordinatorRun(scenario: SmallScenario())
    run.program = WorkerProgram(
      executable: "/bin/sh", arguments: ["-c", "echo hello 999; cat > /dev/null"])
    await #expect(throws: HarnessError.otherProtocol(found: "hello 999")) {
      _ = try await run.run(.fresh, in: folder.path)
    }
  }

  private static let hello = WorkerScript.greeting

  @Test(arguments: [
    "echo nonsense", "\(hello); echo '{\"measured\"'", "\(hello); echo '{\"prepared\":{}}'",
  ])
  func aProgramThatIsNoWorkerIsAnErrorOfTheTool(_ script: String) async throws {
    let folder = try TemporaryFolder()
    var run = CoordinatorRun(scenario: SmallScenario())
    run.program = WorkerProgram(
      executable: "/bin/sh", arguments: ["-c", script + "; cat > /dev/null"])
    await #expect(throws: (any Error).self) { _ = try await run.run(.fresh, in: folder.path) }
    #expect(try JournalFile(folder: folder).records.isEmpty)
  }

  /// What an inspection found out in each setting goes through the journal, and a run that goes on
  /// has it as well.
  @Test func outcomesOfSettingsReachTheResults() async throws {
    let folder = try TemporaryFolder()
    let outcomes = [
      SettingOutcome(setting: "calm", faults: []),
      SettingOutcome(
        setting: "busy, \"at night\"",
        faults: [.init(name: "loops", extent: "12 x"), .init(name: "off", extent: "3 pt")]),
    ]
    let inspection = try JSONEncoder().encode(Inspection(outcomes: outcomes))
    try folder.write(
      """
      \(WorkerScript.greeting)
      while read -r line; do
        case "$line" in
          '{"prepare"'*) \(WorkerScript.prepared(frames: "1")) ;;
          '{"measure"'*) echo '{"measured":{"trial":{"values":[]}}}' ;;
          '{"inspect"'*)
            echo '{"inspected":{"inspection":\(String(decoding: inspection, as: UTF8.self))}}' ;;
          '{"exit"'*) exit 0 ;;
        esac
      done
      """, to: "worker.sh")
    var run = CoordinatorRun(scenario: SmallScenario(strategies: ["empty"], trials: 1))
    run.program = WorkerProgram(executable: "/bin/sh", arguments: [folder.file("worker.sh")])
    let out = try folder.makeFolder("run")
    let begun = try await run.run(.fresh, in: out)
    let resumed = try await run.run(.resume, in: out)
    #expect(resumed.started.isEmpty)
    for records in [begun.records, resumed.records] {
      #expect(records.map(\.status) == [.completed, .completed])
      #expect(records.map(\.outcomes) == [outcomes, []])
      let results = RunResults(
        plan: try run.plan, records: records,
        origin: RunOrigin(provenance: .current(commit: "none"), command: "run small"))
      #expect(results.cases.map(\.outcomes) == [outcomes])
    }
  }

  @Test func workersHashTheSameWayAndKnowTheirLimit() async throws {
    let folder = try TemporaryFolder()
    var run = CoordinatorRun(
      scenario: SmallScenario(), limits: WorkerLimits(seconds: 9, memory: 123_456_789))
    run.program = WorkerProgram(
      executable: "/bin/sh",
      arguments: [
        "-c", "echo \"$0 $1 $SWIFT_DETERMINISTIC_HASHING\" > '\(folder.file("seen"))'; exit 1",
      ])
    let outcome = try await run.run(.fresh, in: folder.path)
    #expect(outcome.records.first?.status.identifier == "crashed")
    #expect(try folder.read("seen") == "--memory-limit 123456789 1\n")
  }

  @Test func aProcessThatAWorkerLeavesBehindIsNotWaitedFor() async throws {
    let folder = try TemporaryFolder()
    var run = CoordinatorRun(
      scenario: SmallScenario(strategies: ["empty"], trials: 1),
      limits: WorkerLimits(seconds: 2, memory: 2 << 30))
    // It keeps the worker's streams open for much longer than the run takes.
    run.program = WorkerProgram(
      executable: "/bin/sh",
      arguments: [
        "-c",
        "(sleep 600; : > '\(folder.file("awake"))') & echo $! > '\(folder.file("child"))'; exit 1",
      ])
    let outcome = try await run.run(.fresh, in: folder.path)
    let child = try #require(Int32(folder.read("child").dropLast()))
    // It has been ended; nobody but the system may have taken note of that yet.
    let state = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)
    #expect(state.map { $0.contains(") Z ") } ?? true)
    #expect(!FileManager.default.fileExists(atPath: folder.file("awake")))
    #expect(outcome.records.first?.status.isCompleted == false)
  }
}
