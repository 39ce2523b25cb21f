import Foundation
import LintRules
import Testing

/// The files of the folder Places, each checked alone: a line with `// EXPECT kind` has a mistake,
/// and no other line has one that the program warns of. They were written by a reviewer who had not
/// seen the rules.
struct PlacesTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Places")

  private static let files: [String] =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []

  /// Mistakes that the files have, and whose reviewer did not list: the reason of each.
  private static let more: [String: [Int: String]] = [
    "01-region-at-each-fix.txt": [13: "the location is never stopped"],
    "12-requests-of-services.txt": [31: "each update adds a line, and none is removed"],
    "22-in-an-answer.txt": [10: "each update asks for a route, as in file 12"],
    "40-fix-that-breaks.txt": [6: "a new identifier each time", 17: "a new identifier each time"],
  ]

  @Test func theFilesAreThere() { #expect(Self.files.count == 33) }

  @Test(arguments: files) func theExpectedPlacesAreFound(file: String) throws {
    let text = try String(contentsOf: Self.folder.appendingPathComponent(file), encoding: .utf8)
    let expected = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .filter { $0.element.contains("// EXPECT ") }.map { $0.offset + 1 }
    let findings = Linter().check([Linter.Source(path: file, bytes: Array(text.utf8))]).findings
    #expect(Set(expected).subtracting(findings.map(\.line)) == [])
    let warned = Set(findings.filter { $0.sureness != .note }.map(\.line)).subtracting(expected)
    #expect(warned.sorted() == (Self.more[file] ?? [:]).keys.sorted())
  }
}
