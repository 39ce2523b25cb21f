import Foundation
import Harness
import ScenarioModel
import TestSupport
import TestWorker
import Testing

@Suite struct CoordinatorTests {
  private func key(_ strategy: String, _ kind: TrialKind) -> TrialKey {
    SmallScenario().trial(strategy, kind)
  }

  @Test func recordsEveryTrialInThePlansOrder() async throws {
    let small = try await FinishedRun.small.value
    let (outcome, plan) = (small.outcome, try small.run.plan)
    #expect(outcome.records.map(\.key) == plan.trials)
    #expect(outcome.records.allSatisfy { $0.status.isCompleted })
    #expect(outcome.started == plan.trials && outcome.recordedBefore == 0)
    #expect(outcome.secondsLeft.count == 6 && outcome.secondsLeft.last == 0)
    #expect(outcome.secondsLeft.dropLast().allSatisfy { $0 > 0 })
    #expect(
      small.files.keys.sorted() == [
        RunFolder.journalFile, "pictures/small-30-empty.png", "pictures/small-30-plain.png",
        "recordings/small-30-empty.timeline.json.gz",
        "recordings/small-30-plain.timeline.json.gz",
      ])
    for scenarioCase in plan.cases {
      let records = outcome.records.filter { $0.key.scenarioCase == scenarioCase }
      let answered = Set(records.flatMap(\.values).map(\.name))
      #expect(answered == Set(try small.run.scenario.scenario().metrics.map(\.name)))
    }
  }

  /// A case that is inspected only has the same counted and modelled values as a measured one, and
  /// no measured value: from its inspection, or for an odd size from another replay.
  @Test func withoutTrialsTheInspectionAnswersAll() async throws {
    func values(_ run: CoordinatorRun) async throws -> [Case: [String: MetricValue]] {
      let folder = try TemporaryFolder()
      let outcome = try await run.run(.fresh, in: folder.path)
      // In the plan's order; in the journal in the order in which they ended.
      #expect(try outcome.records.map(\.key) == run.plan.trials)
      #expect(try Set(JournalFile(folder: folder).records) == Set(outcome.records))
      let results = try run.results(outcome.records)
      #expect(results.cases.allSatisfy { $0.status == .completed })
      return Dictionary(
        uniqueKeysWithValues: results.cases.map { result in
          let own = result.metrics.filter {
            !Metric.namesOfEveryMeasurement.contains($0.metric.name)
          }
          let values = own.map {
            ($0.metric.name, $0.samples.first?.value ?? .notAvailable(reason: "none"))
          }
          return (result.scenarioCase, Dictionary(uniqueKeysWithValues: values))
        })
    }
    let scenario = SmallScenario(sizes: [30, 31], trials: 1)
    let expected = try await values(CoordinatorRun(scenario: scenario, width: 3))
    #expect(expected.count == 4)
    for (inFile, selected) in [(0, nil), (2, 0)] as [(Int, Int?)] {
      var once = CoordinatorRun(
        scenario: scenario, selection: RunSelection(trials: selected), width: 3)
      once.scenario.trials = inFile
      let description = ScenarioDescription(try once.scenario.scenario(), selection: once.selection)
      #expect(description.trials == 0)
      #expect(description.metrics == CountingFamily().metrics)
      #expect(try await values(once) == expected)
    }
  }

  /// Whatever a strategy does, each trial has its record, and no other strategy is harmed.
  @Test func everyFaultHasItsStatusAndHarmsNoOtherStrategy() async throws {
    let faulty = try await FinishedRun.faulty.value
    let (_, journal) = try faulty.copy()
    #expect(try faulty.outcome.records.map(\.key) == faulty.run.plan.trials)
    #expect(try journal.records == faulty.outcome.records)
    let statuses = Dictionary(
      uniqueKeysWithValues: faulty.outcome.records.map { ($0.key, $0.status) })
    for (strategy, status) in [
      ("throws", .failed(reason: "the strategy refused <b>loudly</b> | with a pipe")),
      ("loops", .timedOut(seconds: 60)), ("eats-memory", .outOfMemory(limit: 300_000_000)),
      ("asks-for-too-much", .outOfMemory(limit: 300_000_000)),
      ("traps-when-measured", .completed),
    ] as [(String, TrialStatus)] { #expect(statuses[key(strategy, .inspection)] == status) }
    // A process that ends with success has not succeeded.
    #expect(statuses[key("exits", .inspection)]?.identifier == "crashed")
    let trap = try #require(statuses[key("traps", .inspection)])
    #expect(trap.identifier == "crashed")
    #expect(trap.description.contains("the strategy's own final message"))
    // Only a toolchain has the program that finds the place.
    let hasPlace = Backtrace.setting(for: "stack") != nil
    #expect(trap.description.contains("(a Swift trap) in ") == hasPlace)
    let stack = faulty.files[RunFolder.backtraceFile(of: key("traps", .inspection).scenarioCase)]
    #expect((stack != nil) == hasPlace)
    #expect(statuses[key("traps", .measurement(2))] == .skipped(because: "inspection crashed"))
    // A crash in a trial skips the trials after it only.
    #expect(statuses[key("traps-when-measured", .measurement(1))]?.identifier == "crashed")
    #expect(
      statuses[key("traps-when-measured", .measurement(2))] == .skipped(because: "trial 1 crashed"))
    // What a strategy writes does no harm.
    for strategy in ["plain", "empty", "prints", "floods", "allocates-elsewhere"] {
      for kind in [TrialKind.inspection, .measurement(1), .measurement(2)] {
        #expect(statuses[key(strategy, kind)] == .completed)
      }
    }
  }

  @Test func countsOfSeveralThreadsAreNotAvailableWithTheReason() async throws {
    let values = try await FinishedRun.faulty.value.outcome.records
      .filter { $0.key.scenarioCase.strategy == "allocates-elsewhere" }
      .flatMap(\.values).filter { $0.name == Metric.allocations.name }
    #expect(values.count == 2)
    for value in values {
      #expect(value.value.reason?.contains("other threads allocated") == true, "\(value.value)")
    }
  }

  @Test func aProgramThatIsNotThereIsAnErrorOfTheTool() async throws {
    let folder = try TemporaryFolder()
    let error = await CoordinatorRun(program: .missing).refusal(.fresh, in: folder.path)
    #expect(error?.description.contains("cannot start the worker") == true)
  }

  /// The findings of an inspection in each setting go through the journal, and a resumed run has
  /// them as well.
  @Test func outcomesOfSettingsReachTheResults() async throws {
    let small = try await FinishedRun.small.value
    let (folder, _) = try small.copy()
    let resumed = try await small.run.run(.resume, in: folder.path)
    #expect(resumed.started.isEmpty)
    let outcomes = CountingFamily.outcomes
    for records in [small.outcome.records, resumed.records] {
      #expect(records.map(\.outcomes) == [outcomes, outcomes, [], [], [], []])
      #expect(try small.run.results(records).cases.map(\.outcomes) == [outcomes, outcomes])
    }
  }

  /// Workers hash the same way and know their limit, and what they leave behind is not waited for.
  @Test func aWorkerHasItsEnvironmentAndLeavesNoProcessBehind() async throws {
    let folder = try TemporaryFolder()
    let run = CoordinatorRun(
      scenario: SmallScenario(strategies: ["empty"]),
      limits: .ofTests(memory: 123_456_789),
      // The child keeps the worker's streams open for much longer than the run takes.
      program: WorkerProgram(
        executable: "/bin/sh",
        arguments: [
          "-c",
          """
          echo "$0 $1 $SWIFT_DETERMINISTIC_HASHING" > '\(folder.file("seen"))'
          (sleep 600; : > '\(folder.file("awake"))') & echo $! > '\(folder.file("child"))'; exit 1
          """,
        ]))
    let outcome = try await run.run(.fresh, in: folder.makeFolder("run"))
    #expect(outcome.records.first?.status.identifier == "crashed")
    #expect(try folder.read("seen") == "--memory-limit 123456789 1\n")
    let child = try #require(Int32(folder.read("child").dropLast()))
    // It has been ended, though the system may not have removed it yet.
    let state = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)
    #expect(state.map { $0.contains(") Z ") } ?? true)
    #expect(!folder.exists("awake"))
  }
}
