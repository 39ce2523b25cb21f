import Answers
import Documents
import Foundation
import Harness
import Reporting
import ScenarioModel
import TestSupport
import Testing

@Suite struct RunReportTests {
  private let folder: TemporaryFolder
  private let results: RunResults

  init() throws {
    folder = try TemporaryFolder()
    results = try ReportFixture(body: MarkdownReportTests.judged).results()
  }

  private func write(to path: String? = nil) throws {
    try RunReport.write(results, verdict: RunVerdict(results), to: path ?? folder.path)
  }

  /// The files by their paths.
  private func contents() throws -> [String: Data] {
    try folder.files().reduce(into: [:]) { $0[$1] = try folder.data($1) }
  }

  @Test func leavesItsFilesAndNothingElse() throws {
    try write()
    let contents = try contents()
    #expect(
      contents.keys.sorted().filter { !$0.hasSuffix(".svg") } == [
        "claims.md", RunFolder.resultsFile, RunFolder.samplesFile, "report.html", "report.md",
        "results.csv", "scenarios/\(results.scenarios[0].scenario.name).md",
      ])
    #expect(contents["report.md"] == Data(results.overview.utf8))
    #expect(contents["results.csv"] == Data(CSVReport.results(results).utf8))
    #expect(contents[RunFolder.samplesFile] == Data(CSVReport.samples(results).utf8))
  }

  @Test func writesTheSameBytesTwice() throws {
    try write()
    let first = try contents()
    try write()
    #expect(try contents() == first)
  }

  @Test func aFolderThatIsNotThereIsNamed() {
    let missing = folder.file("nowhere")
    let error = #expect(throws: ReportingError.self) { try write(to: missing) }
    #expect(
      error == .cannotWrite(path: missing + "/scenarios", reason: "No such file or directory"))
  }

  @Test func aFileThatCannotBeReplacedLeavesNoFinishedRun() throws {
    // A folder in the place of a file.
    try folder.makeFolder(RunFolder.samplesFile + "/inside")
    #expect(throws: ReportingError.self) { try write() }
    #expect(try contents().keys.filter { $0.hasPrefix("data/") }.isEmpty)
    #expect(folder.exists("report.md"))
  }

  /// A foreign file in the place of a folder.
  @Test(arguments: ["data", "scenarios"]) func aFileStaysWhereAFolderShouldBe(_ name: String) throws
  {
    try folder.write("precious", to: name)
    let error = #expect(throws: ReportingError.self) { try write() }
    #expect(error?.description.hasPrefix("cannot write \(folder.file(name))/") == true)
    #expect(try folder.read(name) == "precious")
  }
}

@Suite struct SortedJSONTests {
  private static let texts = [
    "plain ä 日本 \u{1F600} # ## ### ##[error] ##vso[x] \u{FE0F}", "\u{1B}[31m\u{7F}\u{85}\u{9B}",
    "\u{202E}\u{2066}\u{200B}\u{2028}\u{2029}\u{FEFF}\u{E0041}\u{F0000}", "a\nb\r\n\"\\/",
    "e\u{301}",
  ]

  @Test func theTextsAreThoseThatWereGiven() throws {
    let json = try SortedJSON.text(of: Self.texts, named: "texts")
    let read = try JSONDecoder().decode([String].self, from: Data(json.utf8))
    #expect(read.map { Array($0.unicodeScalars) } == Self.texts.map { Array($0.unicodeScalars) })
  }

  @Test func nothingIsObeyedWhereItIsPrinted() throws {
    let json = try SortedJSON.text(of: Self.texts, named: "texts")
    #expect(!json.contains("##"))
    for scalar in json.unicodeScalars where scalar != "\n" {
      let isSeen = ![.control, .format, .lineSeparator, .paragraphSeparator, .privateUse]
        .contains(scalar.properties.generalCategory)
      #expect(isSeen && !scalar.properties.isDefaultIgnorableCodePoint, "\(scalar.value)")
    }
    #expect(json.contains("ä 日本 \u{1F600} # #"))
  }
}

/// The reports of runs of shards, and of the runs that were merged from them.
@Suite struct ShardReportTests {
  private func table(_ fixture: ReportFixture) throws -> MarkdownReader.Table {
    try MarkdownReader(text(fixture)).table("## Provenance")
  }

  private func text(_ fixture: ReportFixture) throws -> String {
    try fixture.results().report
  }

  private func document(_ fixture: ReportFixture) throws -> (RunResults, text: String) {
    let results = try fixture.results()
    let text = try JSONReport.text(results, verdict: RunVerdict(results))
    return (try RunResults(json: Data(text.utf8)), text)
  }

  @Test func everyShardsMachineIsReported() throws {
    let fixture = ReportFixture(processorsOfShards: ["Test CPU", "A | *fast* CPU"])
    let table = try table(fixture)
    #expect(
      table.cell("Machine of shard 1/2", "Value")
        == "Test CPU, x86\\_64; 2 cores; 8.00 GB memory; Linux 6.8")
    #expect(
      table.cell("Machine of shard 2/2", "Value")?.hasPrefix("A \\| \\*fast\\* CPU, ") == true)
    // No machine stands for them all.
    for row in ["CPU", "Cores", "Memory", "Kernel"] { #expect(table.cell(row, "Value") == nil) }
    #expect(table.cell("Swift", "Value") == "6.3.1")
    #expect(try text(fixture).contains("on the machines of the run; all cases of a variant"))
  }

  @Test func aRunOfOneMachineSaysNothingOfShards() throws {
    let text = try text(ReportFixture())
    #expect(
      text.contains("on the machine of the run (Test CPU, 2 cores); the median of the trials.\n"))
    #expect(!text.contains("hard"))
    let json = try document(ReportFixture()).text
    #expect(!json.contains("\"shard\""))
    #expect(!json.contains("\"parts\""))
  }

  @Test func aShardSaysThatItIsAPart() throws {
    let fixture = ReportFixture(shard: try Shard("1/1"))
    #expect(try table(fixture).cell("Shard", "Value")?.hasPrefix("1/1: a part of the work") == true)
    #expect(try document(fixture).0.shard == fixture.shard)
  }

  @Test func theResultsListTheParts() throws {
    let fixture = ReportFixture(processorsOfShards: ["Test CPU", "Fast CPU"])
    let document = try document(fixture).0
    let results = try fixture.results()
    #expect(document.parts == results.parts)
    #expect(document.parts.map(\.provenance.machine.processor) == ["Test CPU", "Fast CPU"])
    #expect(document.shard == nil)
  }
}
