import Foundation
import Gate
import Reporting
import TestSupport
import Testing

@Suite struct ComparisonReportTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func writesFourFilesAndNothingElse() throws {
    let results = ComparisonResults.everything
    try ComparisonReport.write(results, verdict: results.verdict, to: folder.path)
    #expect(try folder.names() == ["gate.html", "gate.json", "gate.md", "junit.xml"])
    let texts = [
      "gate.md": ComparisonMarkdown.text(results, verdict: results.verdict),
      "junit.xml": JUnitReport.text(results, verdict: results.verdict),
      "gate.json": try ComparisonReport.json(results, verdict: results.verdict),
    ]
    for (file, text) in texts { #expect(try folder.read(file) == text, "\(file)") }
  }

  @Test func aFileThatCannotBeWrittenLeavesNoHalfOfOne() throws {
    // A folder stands where the file should be.
    try folder.makeFolder("junit.xml")
    let results = ComparisonResults.pass
    #expect(throws: ReportingError.self) {
      try ComparisonReport.write(results, verdict: results.verdict, to: folder.path)
    }
    #expect(try folder.names() == ["gate.html", "gate.md", "junit.xml"], "the document comes last")
  }

  @Test func aSummaryIsAddedToWhatIsThere() throws {
    for text in ["one\n", "two\n"] { try StepSummary.append(text, to: folder.file("summary.md")) }
    #expect(try folder.read("summary.md") == "one\ntwo\n")
    #expect(throws: ReportingError.self) {
      try StepSummary.append("x", to: folder.file("missing/summary.md"))
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
