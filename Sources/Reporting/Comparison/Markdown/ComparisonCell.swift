import ScenarioModel
import Support
import Verdicts

/// Cells of a comparison's Markdown tables.
enum ComparisonCell {
  private static let longestName = 160
  private static let longestText = 300

  static func name(of scenarioCase: Case) -> String {
    let line = PlainText.line(scenarioCase.description)
    return MarkdownText.code(PlainText.shortened(line, to: longestName))
  }

  /// The metric's name and kind, the base's and the head's value, and the change.
  static func numbers(of verdict: MetricVerdict) -> [String] {
    let values = ChangeFormat.values(verdict.base, verdict.head, verdict.metric.unit)
    return [
      MarkdownText.code(verdict.metric.name), verdict.metric.kind.rawValue,
      values.base ?? "none", values.head ?? "none",
      verdict.effect.map { ChangeFormat.text($0) } ?? "",
    ]
  }

  /// The reason, and what the numbers rest on.
  static func note(on verdict: MetricVerdict) -> String {
    text(
      [verdict.outcome.reason ?? "", verdict.basis].filter { !$0.isEmpty }
        .joined(separator: "; "))
  }

  /// A command as a cell, as it can be copied.
  static func command(_ command: String) -> String {
    MarkdownText.code(PlainText.shortened("mappressure \(command)", to: longestText))
  }

  /// Text from data as a cell.
  static func text(_ text: String) -> String {
    MarkdownText.escaped(PlainText.shortened(PlainText.line(text), to: longestText))
  }
}
