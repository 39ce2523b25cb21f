import Harness
import Reporting
import ScenarioModel
import Synchronization

/// The answers of a run's scenarios while it still measures.
///
/// An answer rests on counted and modelled numbers only. They are known once each case of the
/// scenario was inspected, which comes before the measured trials.
final class EarlyAnswers: Sendable {
  private let plan: Plan
  private let origin: RunOrigin
  private let inspections = Mutex<[Case: TrialRecord]>([:])

  init(plan: Plan, origin: RunOrigin) {
    self.plan = plan
    self.origin = origin
  }

  /// The answer of a scenario in one line, with the last of its inspections; `nil` with any other
  /// trial, or if the scenario has no answer.
  ///
  /// Of a run that is resumed, scenarios whose inspections were recorded before have none.
  func line(after record: TrialRecord, width: Int) -> String? {
    guard record.key.kind == .inspection else { return nil }
    let name = record.key.scenarioCase.scenario
    let cases = plan.cases.filter { $0.scenario == name }
    let records = inspections.withLock { inspections in
      inspections[record.key.scenarioCase] = record
      return cases.compactMap { inspections[$0] }
    }
    guard records.count == cases.count,
      let scenario = RunResults(
        plan: plan.keeping { $0.scenario == name }, records: records, origin: origin
      ).scenarios.first(where: { $0.scenario.name == name }),
      scenario.scenario.family?.criteria.allSatisfy(\.metric.kind.isDeterministic) ?? false
    else { return nil }
    return AdviceList.line(scenario, width: width)
  }
}
