import Foundation
import Reporting
import Testing
import Verdicts

@Suite struct ComparisonReportTests {
  private static func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "comparison-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  @Test func writesThreeFilesAndNothingElse() throws {
    try Self.withFolder { folder in
      let results = ComparisonFixture.everything
      let verdict = ComparisonVerdict(results)
      try ComparisonReport.write(results, verdict: verdict, to: folder)
      let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      #expect(files == ["gate.json", "gate.md", "junit.xml"])
      func text(_ file: String) throws -> String {
        try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
      }
      #expect(try text("gate.md") == ComparisonMarkdown.text(results, verdict: verdict))
      #expect(try text("junit.xml") == JUnitReport.text(results, verdict: verdict))
      #expect(
        try text("gate.json") == ComparisonReport.json(results, verdict: verdict))
    }
  }

  @Test func aFileThatCannotBeWrittenLeavesNoHalfOfOne() throws {
    try Self.withFolder { folder in
      // A folder stands where the file should be.
      try FileManager.default.createDirectory(
        atPath: folder + "/junit.xml", withIntermediateDirectories: true)
      let results = ComparisonFixture.pass
      #expect(throws: ReportingError.self) {
        try ComparisonReport.write(results, verdict: ComparisonVerdict(results), to: folder)
      }
      let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      #expect(files == ["gate.md", "junit.xml"], "the document comes last")
    }
  }

  @Test func aSummaryIsAddedToWhatIsThere() throws {
    try Self.withFolder { folder in
      let file = folder + "/summary.md"
      try StepSummary.append("one\n", to: file)
      try StepSummary.append("two\n", to: file)
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "one\ntwo\n")
      #expect(throws: ReportingError.self) {
        try StepSummary.append("x", to: folder + "/missing/summary.md")
      }
    }
  }

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: "/dev/full"),
      "only Linux has a device that is always full"))
  func aSummaryThatHasNoRoomIsAnError() {
    #expect(throws: ReportingError.self) { try StepSummary.append("x", to: "/dev/full") }
  }
}
