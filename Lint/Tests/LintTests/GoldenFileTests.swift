import Foundation
import LintRules
import Testing

/// Files of the repository that are made from the rules. MAPPRESSURE_RENEW_GOLDEN=1 writes them.
struct GoldenFileTests {
  private static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func expect(_ text: String, in path: String) throws {
    let file = Self.repository.appendingPathComponent(path)
    if ProcessInfo.processInfo.environment["MAPPRESSURE_RENEW_GOLDEN"] != nil {
      try Data(text.utf8).write(to: file)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text, "\(path)")
  }

  /// A test of the tool checks that its scenarios, strategies and metrics exist.

  @Test func theDocumentationHasTheRules() throws {
    let path = "Documentation/Linting.md"
    let text = try String(
      contentsOf: Self.repository.appendingPathComponent(path), encoding: .utf8)
    let (start, end) = ("<!-- rules -->\n", "<!-- end of rules -->")
    let parts = text.components(separatedBy: start)
    let rest = try #require(parts.last?.components(separatedBy: end))
    #expect(parts.count == 2 && rest.count == 2)
    try expect(
      parts[0] + start + "\n" + RuleDocument().markdown + "\n" + end + rest[1], in: path)
  }
}
