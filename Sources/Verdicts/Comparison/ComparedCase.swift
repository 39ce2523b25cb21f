import Measurement
import ScenarioModel

/// A case of one side of a comparison.
public struct ComparedCase: Hashable, Sendable {
  public enum Status: Hashable, Sendable {
    case completed
    /// A trial crashed, timed out, ran out of memory or failed.
    case broken(why: String)
    /// A number that must be the same in every trial was not.
    case notDeterministic(why: String)
  }

  public let scenarioCase: Case
  public let status: Status
  /// How many processes measured it.
  public let trials: Int
  /// In the order of the scenario's metrics.
  public let metrics: [ComparedMetric]

  public init(scenarioCase: Case, status: Status, trials: Int, metrics: [ComparedMetric]) {
    self.scenarioCase = scenarioCase
    self.status = status
    self.trials = trials
    self.metrics = metrics
  }

  public subscript(metric name: String) -> ComparedMetric? {
    metrics.first { $0.metric.name == name }
  }

  /// Whether there is any number at all.
  var hasNumbers: Bool {
    metrics.contains { metric in
      switch metric.value {
      case .number, .ratio, .tooLittle, .notFinite: true
      case .notAvailable: false
      }
    }
  }
}
