import Families
import Foundation
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

extension MarkedText {
  /// What the tool says of the mistake at the mark of a scenario's text; `nil` where it finds none.
  func scenarioMessage() throws -> String? {
    try message(in: "sample.yaml") { _ = try Scenario(text: $0) }
  }
}

/// The files that come with the project.
enum RepositoryFile {
  /// The paths and the texts of the YAML files in a folder of the project.
  static func yaml(in folder: String) throws -> [(path: String, text: String)] {
    let path = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent(folder).path
    return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
      .filter { $0.hasSuffix(".yaml") }
      .map { ("\(path)/\($0)", try TextFile.read("\(path)/\($0)")) }
  }

  static func scenarios() throws -> [Scenario] {
    try yaml(in: "Scenarios").map { path, text in
      try Scenario(yaml: text, file: path, families: .standard)
    }
  }
}
