import Documents
import Platform
import ScenarioModel

extension ScenarioResults {
  /// The parameters that the modelled numbers of the scenario depend on, by group.
  @DocumentBuilder var modelledParameters: Document {
    let names = Set(cases.flatMap(\.parameters))
    if !names.isEmpty {
      Fold("\(LimitedList.counted(names.count, "parameter")) that the modelled numbers depend on") {
        Paragraph(
          "The replays of this scenario, or the costs of their operations, depend on these parameters "
            + "of the profile. No other parameter changes a modelled number. Input parameters "
            + "describe the data and people's actions, so they change the strategies' work.")
        Table(["Parameters of", "Role", "Names"], of: ProfileParameter.Group.allCases) { group in
          let own = group.names.map(\.rawValue).filter(names.contains)
          guard !own.isEmpty else { return nil }
          return [
            group.noun, group.definesInput ? "input" : "platform",
            own.map(\.code).joined(separator: ", "),
          ]
        }
      }
    }
  }
}
