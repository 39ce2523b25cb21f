/// A place in a project where a rule sees its mistake.
package struct Finding: Codable, Sendable, Equatable {
  package var rule: String
  package var sureness: Sureness
  package var path: String
  /// From 1; columns count bytes, as in the compiler's messages.
  package var line: Int
  package var column: Int
  package var endLine: Int
  package var endColumn: Int
  package var message: String
  /// The line of the source.
  package var snippet: String
  /// A complete mechanical fix; empty if there is none.
  package var edits: [Edit]
  /// The fix as a unified difference; `nil` without edits.
  package var diff: String?
}
