import Foundation
import LintRules
import Testing

/// The files of the folder Cases, one for each rule. A case begins with `=== its name`, and has one
/// file, or several that begin with `--- their name`. The rule finds something at the lines with
/// `// EXPECT`, as sure as they say, and at no other.
struct CasesTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Cases")

  private static let files: [String] =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []

  @Test func eachRuleHasCases() {
    #expect(Self.files == Rule.all.map { $0.identifier + ".txt" }.sorted())
  }

  @Test(arguments: files) func theExpectedLinesAreFound(file: String) throws {
    let rule = try RuleFixture(String(file.dropLast(4)))
    let text = try String(contentsOf: Self.folder.appendingPathComponent(file), encoding: .utf8)
    for part in text.components(separatedBy: "=== ").dropFirst() {
      let (name, rest) = Self.head(part)
      let parts = rest.components(separatedBy: "--- ")
      let sources = parts.count == 1 ? [("App.swift", rest)] : parts.dropFirst().map(Self.head)
      let expected = sources.flatMap { source, text in
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap {
          number, line in
          line.split(separator: "// EXPECT ").count < 2
            ? nil : "\(source):\(number + 1) \(line.split(separator: " ").last ?? "")"
        }
      }
      let found = rule.findings(Dictionary(uniqueKeysWithValues: sources)).map {
        "\($0.path):\($0.line - 1) \($0.sureness)"
      }
      #expect(Set(found) == Set(expected), "\(name)")
    }
  }

  /// The first line, and the rest.
  private static func head(_ text: String) -> (String, String) {
    let parts = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
  }
}
