/// A place in a project where a rule sees its mistake.
package struct Finding: Codable, Sendable, Equatable {
  package var rule: String
  package var sureness: Sureness
  package var severity: Severity
  package var path: String
  /// From 1; columns count bytes, as in the compiler's messages.
  package var line: Int
  package var column: Int
  package var endLine: Int
  package var endColumn: Int
  package var message: String
  /// The line of the source.
  package var snippet: String
  /// An edit that mends it; empty if there is none.
  package var edits: [Edit]
  /// Indicates whether a person has to decide about the edit: `--fix` leaves it.
  package var isSuggestion: Bool
  /// The fix as a unified difference; `nil` without edits.
  package var diff: String?
}
