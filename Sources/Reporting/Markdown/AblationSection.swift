import Measurement
import ScenarioModel

/// The table of a world that says what each setting of an ablation buys.
struct AblationSection {
  let reading: AblationReading
  /// The name of the profile behind modelled numbers.
  let profile: String?

  static let title = "What each setting buys"

  var part: MarkdownDocument {
    var document = MarkdownDocument()
    let metrics = reading.ablation.metrics
    var notes = FootNotes()
    var table = MarkdownTable(
      [("Setting", .left), ("Strategy", .left)]
        + metrics.map { ("\($0.name) (\($0.kind.rawValue))", .right) })
    for row in reading.rows {
      let strategy = row.result.map { MetricCell.label($0) } ?? MarkdownText.code(row.strategy)
      let numbers = metrics.map { cell($0, of: row, notes: &notes) }
      table.append([name(of: row.role), strategy] + numbers)
    }
    document.table(table)
    document.list(notes.texts)
    document.paragraph(explanation)
    return document
  }

  private func name(of role: AblationReading.Row.Role) -> String {
    switch role {
    case .base: "none"
    case .alone(let setting): "\(MarkdownText.escaped(setting.name)) alone"
    case .leftOut(let setting): "\(MarkdownText.escaped(setting.name)) left out"
    case .full: "all"
    }
  }

  private func cell(
    _ metric: Metric, of row: AblationReading.Row, notes: inout FootNotes
  ) -> String {
    guard let result = row.result else {
      return notes.cell("the scenario does not name it")
    }
    let other = reading.reference(of: row)?[metric: metric.name]
    return MetricCell.text(metric, of: result, notes: &notes) {
      MetricChange.text($0, against: other)
    }
  }

  /// The kinds stand side by side in this table, so it says what they are worth.
  private var explanation: String {
    let isModelled = reading.ablation.metrics.contains { $0.kind == .modelled }
    let source = profile.map { " with \(MarkdownText.code($0))" } ?? ""
    return "In parentheses: a setting alone against \(MarkdownText.code(reading.ablation.base)), "
      + "one left out against \(MarkdownText.code(reading.ablation.full)); as a ratio, or as a "
      + "difference where the other number is 0."
      + (isModelled ? " Modelled\(source): not a device measurement." : "")
  }
}
