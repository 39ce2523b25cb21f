import Measurement
import ScenarioModel

/// A case of a base and of a head, metric by metric.
public struct CaseComparison: Hashable, Sendable {
  public enum Status: Hashable, Sendable {
    /// Both sides answered, and were compared.
    case compared
    /// Only the head has it: nothing to compare with, so it is not gated.
    case new(why: String)
    /// Only the base has it.
    case removed(why: String)
    /// A trial of the head crashed, timed out, ran out of memory or failed.
    case broken(why: String)
    /// A trial of the base did, and the head's did not.
    case baseBroken(why: String)
    /// A number of the head that must be the same in every trial was not.
    case notDeterministic(why: String)
    /// A number of the base that must be the same in every trial was not.
    case baseNotDeterministic(why: String)
    /// The head's trials completed and answered with no number at all.
    case nothingMeasured
    /// The two sides did not do the same work.
    case notComparable(why: String)
  }

  public let scenarioCase: Case
  public let status: Status
  /// In the order of the scenario's metrics; empty unless the two were compared. What was compared
  /// exactly stays where the case breaks, or cannot be compared any more, while its times are.
  public let metrics: [MetricVerdict]
  /// How busy the machine was while the case's times were compared; `nil` where they were not.
  public let load: MachineLoad?

  public init(
    scenarioCase: Case, status: Status, metrics: [MetricVerdict] = [], load: MachineLoad? = nil
  ) {
    self.load = load
    self.scenarioCase = scenarioCase
    self.status = status
    self.metrics = metrics
  }
}
