import Foundation

/// The findings that a project has already, in a file: a check shows only others.
///
/// A finding is known by its rule, its file and the text of its line, so that it stays known when
/// lines move. An equal line more is a new finding.
package struct Baseline: Codable, Sendable {
  package struct Entry: Codable, Hashable, Sendable {
    var rule: String
    var path: String
    var line: String
  }

  private var version = 1
  private var findings: [Entry]

  package init(_ findings: [Finding]) {
    self.findings = findings.map(Entry.init)
  }

  /// Reads a file; throws a sentence that says what was expected.
  package init(contentsOf path: String) throws {
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    } catch {
      throw LintConfiguration.Mistake(
        description: onOneLine(
          "\(path): expected the file that --write-baseline writes, found none that can be read"))
    }
  }

  package var json: String { get throws { try sortedJSON } }

  /// Takes the known findings out of a result, and counts them and those that are gone.
  package func remove(from result: inout LintResult) {
    var counts = findings.reduce(into: [Entry: Int]()) { $0[$1, default: 0] += 1 }
    result.findings.removeAll { finding in
      guard let count = counts[Entry(finding)], count > 0 else { return false }
      counts[Entry(finding)] = count - 1
      result.known += 1
      return true
    }
    result.gone = counts.values.reduce(0, +)
  }
}

extension Baseline.Entry {
  fileprivate init(_ finding: Finding) {
    (rule, path) = (finding.rule, finding.path)
    line = finding.snippet.filter { !$0.isWhitespace }
  }
}
