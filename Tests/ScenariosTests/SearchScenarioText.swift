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
    ("strategies", "strategies: [default-request, search-configured]"),
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

/// A line that replaces the one of its key, with a `§` at the mistake, and what is wrong with it.
struct SearchScenarioMistake: Sendable, CustomTestStringConvertible {
  let line: String
  let problem: InputError.Problem

  init(_ line: String, _ problem: InputError.Problem) {
    self.line = line
    self.problem = problem
  }

  init(_ line: String, missing key: String, in owner: String) {
    self.init(line, .missingKey(key, in: owner))
  }

  init(_ line: String, unknown key: String, in owner: String, known: [String]) {
    self.init(line, .unknownKey(key, in: owner, known: known))
  }

  init(_ line: String, _ name: String, in range: ClosedRange<Int>, found: String) {
    self.init(
      line,
      .invalidValue(
        of: name,
        expected: range.upperBound == .max
          ? "a whole number of at least \(range.lowerBound)"
          : "a whole number from \(range.lowerBound) to \(range.upperBound)",
        found: "'\(found)'"))
  }

  init(_ line: String, _ name: String, isNo type: String, found: String) {
    self.init(line, .wrongType(of: name, expected: type, found: found))
  }

  var testDescription: String { line }

  /// Expects the mistake to be noticed where it stands.
  func expect(in scenario: SearchScenarioText) {
    let key = line.filter { $0 != "§" }.prefix { $0 != ":" }.description
    Scenario.expectMistake(MarkedText(scenario.replacing(key, by: line).text), problem)
  }
}
