import Harness
import ScenarioModel
import TestSupport
import Testing

@Suite struct RunResultsTests {
  private let small = SmallScenario(trials: 3)

  private func record(
    _ kind: TrialKind, _ values: [NamedValue], strategy: String = "empty",
    status: TrialStatus = .completed
  ) -> TrialRecord {
    TrialRecord(key: small.trial(strategy, kind), status: status, values: values)
  }

  private func result(_ records: [TrialRecord], strategy: String = "empty") throws -> CaseResult {
    let results = try CoordinatorRun(scenario: small).results(records)
    return try #require(
      results.scenarios[0].result(of: strategy, in: Configuration(variant: "", size: 30)))
  }

  @Test func keepsTheScenariosOrderAndEveryMetric() throws {
    let results = try CoordinatorRun(scenario: small).results([])
    #expect(results.cases.map(\.scenarioCase.strategy) == ["plain", "empty"])
    let names = try small.scenario().metrics.map(\.name)
    #expect(results.cases.allSatisfy { $0.metrics.map(\.metric.name) == names })
    #expect(
      results.scenarios[0].result(of: "empty", in: Configuration(variant: "", size: 31)) == nil)
  }

  @Test func summarisesMeasuredValues() throws {
    let result = try result(
      (1...3).map { record(.measurement($0), [NamedValue(.frameTimeP50, Double($0 * 10))]) })
    let metric = try #require(result[metric: "frame-time-p50"])
    #expect(result.status == .completed)
    #expect(metric.number == 20 && metric.summary?.minimum == 10)
    #expect(metric.summary?.maximum == 30)
    #expect(metric.samples.map(\.trial) == [.measurement(1), .measurement(2), .measurement(3)])
  }

  @Test(arguments: [Metric.allocations.name, "items-counted", "modelled-time"])
  func aCountedOrModelledMetricThatDiffersIsAnError(_ name: String) throws {
    let result = try result(
      (1...3).map {
        record(
          .measurement($0),
          [NamedValue(.frameTimeP50, 1), NamedValue(name, .number($0 == 3 ? 8 : 7.5))])
      })
    #expect(result.status == .notDeterministic(metric: name, values: [7.5, 7.5, 8]))
    #expect(result.status.identifier == "not-deterministic")
    #expect(result.status.description == "not deterministic: \(name) was 7.5, 7.5, 8")
  }

  @Test func describesADifferenceThatNoIntegerHolds() {
    let status = CaseResult.Status.notDeterministic(metric: "m", values: [1e300, 2])
    #expect(status.description.hasSuffix(", 2"))
  }

  @Test func aMeasuredMetricMayDiffer() throws {
    let names = Metric.ofEveryMeasurement(allocations: .counted).filter { $0.kind == .measured }
    #expect(!names.isEmpty)
    let result = try result(
      (1...3).map { trial in
        record(.measurement(trial), names.map { NamedValue($0, Double(trial)) })
      })
    #expect(result.status == .completed)
  }

  @Test func anInspectionAnswersItsOwnMetrics() throws {
    let result = try result([
      record(.inspection, [NamedValue("items-seen", .number(2))]),
      record(.measurement(1), [NamedValue("items-counted", .number(5))]),
    ])
    #expect(result[metric: "items-seen"]?.samples.map(\.trial) == [.inspection])
    #expect(result[metric: "items-seen"]?.number == 2)
    #expect(result[metric: "items-counted"]?.number == 5)
  }

  @Test func aMissingValueIsNotAvailableAndNeverZero() throws {
    let result = try result([record(.measurement(1), [NamedValue(.frameTimeP50, 1)])])
    for metric in result.metrics where metric.metric.name != "frame-time-p50" {
      #expect(metric.number == nil && metric.samples.isEmpty)
      guard case .notAvailable(let reason) = metric.value else { throw OtherCase(metric) }
      #expect(!reason.isEmpty)
    }
  }

  @Test func whatOneTrialCouldNotTakeIsNotAvailable() throws {
    let result = try result([
      record(.measurement(1), [NamedValue(.allocations, 5)]),
      record(.measurement(2), [NamedValue("allocations", .notAvailable(reason: "no meter"))]),
    ])
    let metric = try #require(result[metric: "allocations"])
    #expect(metric.value == .notAvailable(reason: "no meter"))
    #expect(metric.samples.count == 2)
    #expect(result.status == .completed)
  }

  @Test func aBrokenTrialBreaksItsCaseAndKeepsTheNumbersOfTheOthers() throws {
    let crash = TrialStatus.crashed(ending: "signaled(4)", standardError: "help")
    let result = try result([
      record(.inspection, [NamedValue("items-seen", .number(2))]),
      record(.measurement(1), [NamedValue(.frameTimeP50, 10)]),
      record(.measurement(2), [], status: crash),
      record(.measurement(3), [], status: .skipped(because: "trial 2 crashed")),
    ])
    #expect(result.status == .broken(trial: .measurement(2), status: crash))
    #expect(result.status.identifier == "crashed")
    #expect(result.status.description == "crashed: signaled(4): help (trial 2)")
    #expect(result[metric: "frame-time-p50"]?.number == 10)
    #expect(result[metric: "allocations"]?.value == .notAvailable(reason: "trial 2 crashed"))
  }

  @Test func aFaultComesBeforeADifference() throws {
    let result = try result([
      record(.measurement(1), [NamedValue(.allocations, 1)]),
      record(.measurement(2), [NamedValue(.allocations, 2)]),
      record(.measurement(3), [], status: .timedOut(seconds: 2)),
    ])
    #expect(result.status == .broken(trial: .measurement(3), status: .timedOut(seconds: 2)))
  }

  @Test func aBrokenCaseDoesNotHarmTheOthers() throws {
    let records =
      [record(.inspection, [], status: .failed(reason: "no"))]
      + (1...3).map { record(.measurement($0), [NamedValue(.allocations, 4)], strategy: "plain") }
    #expect(try result(records).status.identifier == "failed")
    let other = try result(records, strategy: "plain")
    #expect(other.status == .completed)
    #expect(other[metric: "allocations"]?.summary?.count == 3)
  }

  @Test func takesPicturesFromCompletedTrials() throws {
    let picture = Inspection.Picture(file: "a.png", frame: 1, caption: "c")
    let result = try result([
      TrialRecord(
        key: small.trial("empty", .inspection), status: .completed, pictures: [picture])
    ])
    #expect(result.pictures == [picture])
  }

  @Test func takesOutcomesFromCompletedTrials() throws {
    let outcome = SettingOutcome(setting: "busy", faults: [.init(name: "loops", extent: "2 x")])
    func outcomes(_ status: TrialStatus) throws -> [SettingOutcome] {
      try result([
        TrialRecord(key: small.trial("empty", .inspection), status: status, outcomes: [outcome])
      ]).outcomes
    }
    #expect(try outcomes(.completed) == [outcome])
    #expect(try outcomes(.timedOut(seconds: 1)).isEmpty)
  }
}
