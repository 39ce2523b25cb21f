import ScenarioModel
import Support

/// The sizes up to which each strategy keeps each limit of a scenario.
struct LimitSection {
  let results: ScenarioResults

  func write(to document: inout MarkdownDocument) {
    guard !results.scenario.limits.isEmpty else { return }
    let unit = MarkdownText.escaped(results.scenario.sizeLabel)
    document.heading(2, "The largest size within each limit")
    document.paragraph(
      "A cell has the largest number of \(unit) up to which a strategy keeps the limit, and in "
        + "parentheses the first larger one that was replayed, with its value. "
        + "A limit never decides pass or fail.")
    for limit in results.scenario.limits { write(limit, to: &document) }
  }

  private func write(_ limit: Limit, to document: inout MarkdownDocument) {
    var notes = FootNotes()
    var table = MarkdownTable(
      [("Strategy", .left)]
        + results.variants.map { variant in
          (variant.isEmpty ? "Largest size" : MarkdownText.escaped(variant), .right)
        })
    for strategy in results.strategies {
      let cells = results.variants.map { variant in
        cell(
          results.reach(of: strategy, under: limit, variant: variant), notes: &notes)
      }
      table.append([MarkdownText.code(strategy)] + cells)
    }
    document.paragraph(
      "**\(MarkdownText.escaped(limit.expression))**: \(MarkdownText.escaped(limit.source))")
    document.table(table)
    document.list(notes.texts)
  }

  private func cell(_ reach: LimitReach, notes: inout FootNotes) -> String {
    let largest = reach.largest.map { NumberFormat.grouped($0.size) } ?? "none"
    switch reach.end {
    case .none: return "\(largest) (all)"
    case .exceeded(let step, let keptAgain):
      let unit = results.scenario.metric(reach.limit.metric)?.unit ?? .count
      let again =
        keptAgain.isEmpty
        ? ""
        : "; kept again at \(LimitedList.all(keptAgain.map { NumberFormat.grouped($0) }))"
      return "\(largest) (\(NumberFormat.grouped(step.size)): "
        + "\(NumberFormat.text(step.value, unit))\(again))"
    case .unknown(let size, let reason):
      let mark = notes.cell(PlainText.shortened(reason, to: 300))
      return "\(largest) (\(NumberFormat.grouped(size)): \(mark))"
    }
  }
}
