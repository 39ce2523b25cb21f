import Harness
import Reporting
import ScenarioModel
import Synchronization

/// The answers of a run's scenarios while it still measures others.
///
/// An answer comes as soon as every counted and modelled number that it rests on is known: with each
/// case inspected, and measured once if it is measured at all. It is the final one then, but for what
/// only more trials can tell: a case that breaks, and the strategy's own work on this machine.
final class EarlyAnswers: Sendable {
  private struct State {
    /// The first record of each kind of each case.
    var inspections: [Case: TrialRecord] = [:]
    var measurements: [Case: TrialRecord] = [:]
    var answered: Set<String> = []
  }

  private let plan: Plan
  private let origin: RunOrigin
  /// The cases that are measured.
  private let measured: Set<Case>
  private let state = Mutex(State())

  init(plan: Plan, origin: RunOrigin) {
    self.plan = plan
    self.origin = origin
    measured = Set(plan.trials.filter { $0.kind != .inspection }.map(\.scenarioCase))
  }

  /// The answer of a scenario in one line, with the last of the trials that it needs; `nil` with any
  /// other trial, or if the scenario has no answer.
  ///
  /// Of a run that is resumed, scenarios with trials that were recorded before have none.
  func line(after record: TrialRecord, width: Int) -> String? {
    let name = record.key.scenarioCase.scenario
    let cases = plan.cases.filter { $0.scenario == name }
    let records: [TrialRecord]? = state.withLock { state in
      let scenarioCase = record.key.scenarioCase
      if record.key.kind == .inspection {
        state.inspections[scenarioCase] = record
      } else if state.measurements[scenarioCase] == nil {
        state.measurements[scenarioCase] = record
      }
      guard !state.answered.contains(name),
        cases.allSatisfy({ state.inspections[$0] != nil }),
        cases.allSatisfy({ !measured.contains($0) || state.measurements[$0] != nil })
      else { return nil }
      state.answered.insert(name)
      return cases.flatMap {
        [state.inspections[$0], state.measurements[$0]].compactMap(\.self)
      }
    }
    guard let records else { return nil }
    return RunResults(
      plan: plan.keeping { $0.scenario == name }, records: records, origin: origin
    ).scenarios.first { $0.scenario.name == name }.flatMap {
      AdviceList.line($0, among: plan.scenarios.map(\.name), width: width)
    }
  }
}
