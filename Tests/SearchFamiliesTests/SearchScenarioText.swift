import Families
import ScenarioModel
import TestSupport
import Testing
import YAMLReading

/// A good scenario file of the search or the geocoding family, in which single lines can be
/// replaced.
struct SearchScenarioText {
  private var lines: [(key: String, text: String)]

  static let search = SearchScenarioText(lines: [
    ("scenario", "scenario: sample"),
    ("title", "title: A sample"),
    ("family", "family: search"),
    ("places", "places: { per-city: 2, seed: 42 }"),
    ("typing", "typing: { people: 2, searches: 3, seed: 7 }"),
    ("platform", "platform: { profile: iphone-simulator, seed: 3 }"),
    ("naive", "naive: default-request"),
    ("strategies", "strategies: [default-request, completer-region-required]"),
  ])

  static let geocoding = SearchScenarioText(lines: [
    ("scenario", "scenario: sample"),
    ("title", "title: A sample"),
    ("family", "family: geocoding"),
    ("places", "places: { per-city: 2, seed: 42 }"),
    ("list", "list: { rows: 10, people: 2, seed: 5 }"),
    ("platform", "platform: { profile: iphone-simulator, seed: 3 }"),
    ("naive", "naive: geocode-per-row"),
    ("strategies", "strategies: [geocode-per-row, geocode-retry-loop]"),
  ])

  /// The file with the line of a key replaced, or left out; any other key is added at the end.
  func replacing(_ key: String, by text: String?) -> SearchScenarioText {
    var copy = self
    let index = lines.firstIndex { $0.key == key }
    if let index { copy.lines.remove(at: index) }
    if let text { copy.lines.insert((key, text), at: index ?? lines.count) }
    return copy
  }

  var text: String { lines.map { $0.text + "\n" }.joined() }

  /// The scenario, as if its file lay in a folder.
  func scenario(in folder: TemporaryFolder) throws(InputError) -> Scenario {
    try Scenario(yaml: text, file: folder.path + "/scenario.yaml", families: .standard)
  }
}
