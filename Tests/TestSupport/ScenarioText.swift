import Families
import ScenarioModel
import Support

/// A good scenario file in which single lines can be replaced.
package enum ScenarioText {
  package static let lines: [(key: String, text: String)] = [
    ("scenario", "scenario: sample"),
    ("title", "title: A sample"),
    ("family", "family: annotations"),
    ("source", "source: a test"),
    ("data", "data: { generator: cities, pins: 1_000, seed: 42 }"),
    (
      "device", "device: { viewport: [200, 400], scale: 1, refresh: 60, profile: iphone-simulator }"
    ),
    ("camera", "camera: { trace: pan-and-zoom, frames: 60, seed: 7 }"),
    ("naive", "naive: all-pins"),
    ("strategies", "strategies: [all-pins, grid-clusters, hierarchical-clusters]"),
    ("sizes", "sizes: [100, 1_000]"),
    ("trials", "trials: 3"),
    ("thresholds", "thresholds: { grid-clusters: [\"max-live-views <= 400\"] }"),
    (
      "claims",
      "claims: [{ id: a, says: b, by: c, strategy: all-pins, metric: hanging-frames, at-least: 1 }]"
    ),
  ]

  /// The file with the line of a key replaced, or left out; any other key is added at the end.
  package static func replacing(_ key: String, by text: String?) -> String {
    replacing([key: text])
  }

  package static func replacing(_ replacements: [String: String?]) -> String {
    var result: [String] = []
    for line in lines {
      switch replacements[line.key] {
      case .some(.some(let text)): result.append(text)
      case .some(.none): break
      case nil: result.append(line.text)
      }
    }
    let known = Set(lines.map(\.key))
    for (key, text) in replacements.sorted(by: { $0.key < $1.key }) where !known.contains(key) {
      if let text { result.append(text) }
    }
    return result.joined(separator: "\n") + "\n"
  }
}

extension Scenario {
  /// Reads a scenario as the tool does.
  package init(text: String) throws(InputError) {
    try self.init(yaml: text, file: "sample.yaml", families: .standard)
  }
}

extension MarkedText {
  /// The tool's message on the mistake at the mark of a scenario's text; `nil` if it finds none.
  package func scenarioMessage() throws -> String? {
    try message(in: "sample.yaml") { _ = try Scenario(text: $0) }
  }

  /// The problem that the tool finds at the mark of a scenario's text; `nil` where it finds none.
  ///
  /// - Throws: The error that it finds at another place.
  package func scenarioProblem() throws(InputError) -> InputError.Problem? {
    do {
      _ = try Scenario(text: text)
      return nil
    } catch {
      let mark = SourceLocation(file: "sample.yaml", line: line, column: column)
      guard error.location == mark else { throw error }
      return error.problem
    }
  }
}
