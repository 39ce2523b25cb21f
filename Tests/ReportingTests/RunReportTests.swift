import Foundation
import Harness
import Reporting
import Testing
import Verdicts

@Suite struct RunReportTests {
  private static func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("RunReportTests-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  private static func contents(_ folder: String) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      contents[name] = FileManager.default.contents(atPath: folder + "/" + name)
    }
    return contents
  }

  @Test func leavesFourFilesAndNothingElse() throws {
    let results = try ReportFixture().results()
    let verdict = RunVerdict(results)
    try Self.inFolder { folder in
      try RunReport.write(results, verdict: verdict, to: folder)
      let contents = try Self.contents(folder)
      #expect(
        contents.keys.sorted() == ["report.md", "results.csv", "results.json", "samples.csv"])
      #expect(contents["report.md"] == Data(MarkdownReport.text(results, verdict: verdict).utf8))
      #expect(contents["results.csv"] == Data(CSVReport.results(results).utf8))
      #expect(contents["samples.csv"] == Data(CSVReport.samples(results).utf8))
    }
  }

  @Test func writesTheSameBytesTwice() throws {
    let results = try ReportFixture().results()
    try Self.inFolder { folder in
      try RunReport.write(results, verdict: RunVerdict(results), to: folder)
      let first = try Self.contents(folder)
      try RunReport.write(results, verdict: RunVerdict(results), to: folder)
      #expect(try Self.contents(folder) == first)
    }
  }

  @Test func aFolderThatIsNotThereIsNamed() throws {
    let results = try ReportFixture().results()
    try Self.inFolder { folder in
      let missing = folder + "/nowhere"
      let error = #expect(throws: ReportingError.self) {
        try RunReport.write(results, verdict: RunVerdict(results), to: missing)
      }
      #expect(
        error == .cannotWrite(path: missing + "/report.md", reason: "No such file or directory"))
    }
  }

  @Test func aFileThatCannotBeReplacedLeavesNoFinishedRun() throws {
    let results = try ReportFixture().results()
    try Self.inFolder { folder in
      // A folder in the place of a file.
      let obstacle = folder + "/samples.csv/inside"
      try FileManager.default.createDirectory(
        atPath: obstacle, withIntermediateDirectories: true)
      #expect(throws: ReportingError.self) {
        try RunReport.write(results, verdict: RunVerdict(results), to: folder)
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      #expect(names == ["report.md", "results.csv", "samples.csv"])
    }
  }
}
