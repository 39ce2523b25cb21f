import Foundation
import MapPressure
import TestSupport
import Testing

/// The version is the tag of the commit, if the build recorded it.
@Suite struct ToolVersionTests {
  private static let commit = [UInt8](0..<20)
  private static let marked = Array("MP".utf8) + commit

  private static let identifiers: [([UInt8], String)] = [
    (marked, "NEXT-dev (commit 000102030405)"),
    (marked + [1], "NEXT-dev (commit 000102030405, changed since)"),
    (marked + [0] + Array("0.3.1".utf8), "0.3.1 (commit 000102030405)"),
    (commit, "NEXT-dev (a build without a commit)"),
    (Array(marked.dropLast()), "NEXT-dev (a build without a commit)"),
  ]

  /// The one place of the version.
  private static var next: String {
    get throws { try RepositoryFile.text("VERSION").trimmingCharacters(in: .newlines) }
  }

  @Test(arguments: identifiers) func anIdentifierHasACommitAndATag(
    identifier: [UInt8], version: String
  ) throws {
    #expect(
      try ToolVersion.text(identifier: identifier) == version.replacing("NEXT", with: Self.next))
  }

  @Test func theChangelogBeginsWithTheVersion() throws {
    let heading = try RepositoryFile.text("CHANGELOG.md").split(separator: "\n")
      .first { $0.hasPrefix("## ") }
    let start = "## \(try Self.next), "
    let rest = try #require(
      heading?.hasPrefix(start) == true ? heading?.dropFirst(start.count) : nil)
    #expect(rest == "not released yet" || rest.wholeMatch(of: /\d{4}-\d{2}-\d{2}/) != nil)
  }
}
