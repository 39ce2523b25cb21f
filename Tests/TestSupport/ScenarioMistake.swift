import Support

/// A line that replaces the one of its key, with a `§` at the mistake, and what is wrong with it.
package struct ScenarioMistake: Sendable, CustomStringConvertible {
  package let line: String
  package let problem: InputError.Problem

  package init(_ line: String, _ problem: InputError.Problem) {
    self.line = line
    self.problem = problem
  }

  package init(_ line: String, missing key: String, in owner: String) {
    self.init(line, .missingKey(key, in: owner))
  }

  package init(_ line: String, unknown key: String, in owner: String, known: [String]) {
    self.init(line, .unknownKey(key, in: owner, known: known))
  }

  package init(_ line: String, _ name: String, in range: ClosedRange<Int>, found: String) {
    self.init(
      line,
      .invalidValue(
        of: name,
        expected: range.upperBound == .max
          ? "a whole number of at least \(range.lowerBound)"
          : "a whole number from \(range.lowerBound) to \(range.upperBound)",
        found: "'\(found)'"))
  }

  package init(_ line: String, _ name: String, isNo type: String, found: String) {
    self.init(line, .wrongType(of: name, expected: type, found: found))
  }

  package var description: String { line }

  /// The key of the line.
  package var key: String { line.filter { $0 != "§" }.prefix { $0 != ":" }.description }

  /// The problem that is found at the mark.
  ///
  /// - Parameter replacing: The text of a scenario with another line for a key.
  /// - Throws: The error that is found at another place.
  package func found(
    _ replacing: (_ key: String, _ line: String) -> String
  ) throws(InputError) -> InputError.Problem? {
    try MarkedText(replacing(key, line)).scenarioProblem()
  }
}
