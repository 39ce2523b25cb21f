import LintRules
import Testing

/// The findings of one rule in sources, as the rule's tests compare them.
struct RuleFixture {
  var rule: Rule
  /// The first line of each source, which `SourceFile.isAboutMaps` needs.
  var header = "import MapKit"

  init(_ identifier: String) throws {
    rule = try #require(Rule.all.first { $0.identifier == identifier })
  }

  /// The findings in one file.
  func findings(_ source: String) -> [Finding] { findings(["App.swift": source]) }

  /// The findings in files of a project, by their names; the first line of each is the header.
  func findings(_ sources: [String: String]) -> [Finding] {
    Linter(rules: [rule]).check(
      sources.map { name, source in
        Linter.Source(path: name, bytes: Array((header + "\n" + source).utf8))
      }
    ).findings
  }

  /// A file with the fixes of all findings.
  func fixed(_ source: String) throws -> String {
    let text = header + "\n" + source
    let edits = findings(source).flatMap(\.edits)
    let fixed = try #require(Edit.apply(edits, to: Array(text.utf8)))
    return String(decoding: fixed.dropFirst(header.utf8.count + 1), as: UTF8.self)
  }
}
