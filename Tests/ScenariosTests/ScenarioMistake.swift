import ScenarioModel
import TestSupport
import Testing
import YAMLReading

/// A line that replaces the one of its key, with a `§` at the mistake, and what is wrong with it.
struct ScenarioMistake: Sendable, CustomTestStringConvertible {
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

  /// The key of the line.
  var key: String { line.filter { $0 != "§" }.prefix { $0 != ":" }.description }

  /// Expects the mistake to be found where it stands.
  ///
  /// - Parameter replacing: the text of a scenario with another line for a key.
  func expect(_ replacing: (_ key: String, _ line: String) -> String) {
    Scenario.expectMistake(MarkedText(replacing(key, line)), problem)
  }
}
