import Measurement
import ScenarioModel
import Verdicts

extension ThresholdVerdict {
  /// What was found, for people.
  ///
  /// - Parameter metrics: the scenario's metrics, for their units.
  func valueText(metrics: [Metric]) -> String {
    if let growth { return GrowthText.text(growth) }
    return value.map { NumberFormat.text($0, unit(metrics)) } ?? "not available"
  }

  /// What it is compared with, for people.
  func boundText(metrics: [Metric]) -> String {
    guard let bound else { return "not available" }
    switch threshold.subject {
    case .growth: return GrowthText.power(bound)
    case .median: return NumberFormat.text(bound, unit(metrics))
    }
  }

  private func unit(_ metrics: [Metric]) -> MetricUnit {
    metrics.first { $0.name == threshold.metric }?.unit ?? .count
  }
}
