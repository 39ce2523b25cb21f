import ScenarioModel
import Simulation
import Support

/// The parameters that the modelled numbers of a scenario depend on, by group.
struct ModelledParameters {
  let results: ScenarioResults

  func write(to document: inout MarkdownDocument) {
    let names = Set(results.cases.flatMap(\.parameters))
    guard !names.isEmpty else { return }
    var part = MarkdownDocument()
    part.paragraph(
      "The replays of this scenario, or the costs of their operations, read these parameters of the "
        + "profile. No other parameter moves a modelled number. Input is the data and what people "
        + "do: with another value, the strategies have other work.")
    var table = MarkdownTable(texts: ["Parameters of", "Role", "Names"])
    for group in ProfileParameter.Group.allCases {
      let own = group.names.map(\.rawValue).filter(names.contains)
      guard !own.isEmpty else { continue }
      table.append([
        group.noun, group.definesInput ? "input" : "platform",
        own.map { MarkdownText.code($0) }.joined(separator: ", "),
      ])
    }
    part.table(table)
    document.folded(
      "\(LimitedList.counted(names.count, "parameter")) that the modelled numbers depend on", part)
  }
}
