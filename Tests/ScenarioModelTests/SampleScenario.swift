import Families
import ScenarioModel
import Support
import TestSupport

extension ScenarioText {
  /// The strategies of the file.
  static let strategies = ["all-pins", "grid-clusters", "hierarchical-clusters"]
  /// The metrics of its trials.
  static let metrics =
    FamilyRegistry.standard["annotations"]?.description.allMetrics.map(\.name) ?? []

  /// The file with one threshold, of `grid-clusters`.
  static func threshold(_ element: String) -> String {
    replacing("thresholds", by: "thresholds:\n  grid-clusters:\n    - \(element)")
  }
}

extension Scenario {
  /// A scenario with the line of a key replaced, or left out.
  init(replacing key: String, by line: String?) throws(InputError) {
    try self.init(text: ScenarioText.replacing(key, by: line))
  }
}
