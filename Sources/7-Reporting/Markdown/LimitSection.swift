import Answers
import Documents
import ScenarioModel
import Support

/// The sizes up to which each strategy keeps each limit of a scenario.
extension ScenarioResults {
  @DocumentBuilder var limitSection: Document {
    let unit = scenario.sizeLabel.escaped
    if !scenario.limits.isEmpty {
      Heading(2, "The largest size within each limit")
      Paragraph(
        "Up to the number of \(unit) in a cell, the strategy stays within the limit; in "
          + "parentheses are the next larger number that was replayed and its value. A limit never "
          + "decides pass or fail.")
    }
    for limit in scenario.limits { section(limit) }
  }

  @DocumentBuilder private func section(_ limit: Limit) -> Document {
    Paragraph("**\(limit.expression.escaped)**; source: \(limit.source.escaped)")
    FootNotes.table(
      ["Strategy"],
      numbers: variants.map { $0.isEmpty ? "Largest size" : $0.escaped },
      of: strategies
    ) { strategy, notes in
      [strategy.code]
        + variants.map { variant in
          cell(reach(of: strategy, under: limit, variant: variant), notes: &notes)
        }
    }
  }

  private func cell(_ reach: LimitReach, notes: inout FootNotes) -> String {
    let largest = reach.largest.map { NumberFormat.grouped($0.size) } ?? "none"
    switch reach.end {
    case .none: return "\(largest) (all)"
    case .exceeded(let step, let keptAgain):
      let unit = scenario.metric(reach.limit.metric)?.unit ?? .count
      let again =
        keptAgain.isEmpty
        ? ""
        : "; within it again at \(LimitedList.all(keptAgain.map { NumberFormat.grouped($0) }))"
      return "\(largest) (\(NumberFormat.grouped(step.size)): "
        + "\(NumberFormat.text(step.value, unit))\(again))"
    case .unknown(let size, let reason):
      let mark = notes.cell(PlainText.shortened(reason, to: 300))
      return "\(largest) (\(NumberFormat.grouped(size)): \(mark))"
    }
  }
}
