import Harness
import Measurement
import ScenarioModel

/// One number of a case in a table of the report.
enum MetricCell {
  /// The median, its interval where it was measured more than once, and how it stands against
  /// another case's.
  ///
  /// - Parameter change: how the number stands against another one, for the parentheses.
  static func text(
    _ metric: Metric, of result: CaseResult, notes: inout FootNotes,
    change: (MetricResult) -> String?
  ) -> String {
    guard let own = result[metric: metric.name] else {
      return notes.cell("no trial answered with it")
    }
    guard let summary = own.summary else {
      return notes.cell(own.missingReason ?? "no trial answered with it")
    }
    var text = NumberFormat.text(summary.median, metric.unit)
    if !metric.kind.isDeterministic, summary.count > 1 {
      let interval = NumberFormat.interval(
        summary.low, summary.high, around: summary.median, metric.unit)
      if let interval { text += " [\(interval)]" }
    }
    if let change = change(own) { text += " (\(change))" }
    return text
  }

  /// A strategy's name, with what became of it where it did not complete.
  static func label(_ result: CaseResult) -> String {
    let name = MarkdownText.code(result.scenarioCase.strategy)
    return result.status == .completed ? name : "\(name) (**\(result.status.identifier)**)"
  }
}
