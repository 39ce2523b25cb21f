import MapPressure
import Testing

/// The version is the tag of the commit, if the build has told it.
@Suite struct ToolVersionTests {
  private static let commit = [UInt8](0..<20)
  private static let marked = Array("MP".utf8) + commit

  private static let identifiers: [([UInt8], String)] = [
    (marked, "0.2.0-dev (commit 000102030405)"),
    (marked + [1], "0.2.0-dev (commit 000102030405, changed since)"),
    (marked + [0] + Array("0.3.1".utf8), "0.3.1 (commit 000102030405)"),
    (commit, "0.2.0-dev (a build without a commit)"),
    (Array(marked.dropLast()), "0.2.0-dev (a build without a commit)"),
  ]

  @Test(arguments: identifiers) func anIdentifierHasACommitAndATag(
    identifier: [UInt8], version: String
  ) {
    #expect(ToolVersion.text(identifier: identifier) == version)
  }
}
