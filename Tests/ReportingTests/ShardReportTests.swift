import Foundation
import Harness
import Reporting
import ScenarioModel
import Testing
import Verdicts

/// What the reports say of runs of shards, and of those that were put together from them.
@Suite struct ShardReportTests {
  private func table(_ fixture: ReportFixture) throws -> MarkdownReader.Table {
    try #require(
      MarkdownReader(text(fixture)).tables.first { $0.heading == "## Provenance" })
  }

  private func text(_ fixture: ReportFixture) throws -> String {
    let results = try fixture.results()
    return MarkdownReport.text(results, verdict: RunVerdict(results))
  }

  private func document(_ fixture: ReportFixture) throws -> (RunResults, text: String) {
    let results = try fixture.results()
    let text = try JSONReport.text(results, verdict: RunVerdict(results))
    return (try RunResults(json: Data(text.utf8)), text)
  }

  @Test func everyShardsMachineIsTold() throws {
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
    let text = try text(fixture)
    #expect(text.contains("on the machines above; the median of the trials. A variant with all"))
  }

  @Test func aRunOfOneMachineSaysNothingOfShards() throws {
    let text = try text(ReportFixture())
    #expect(text.contains("on the machine above; the median of the trials.\n"))
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

  @Test func theResultsTellTheParts() throws {
    let fixture = ReportFixture(processorsOfShards: ["Test CPU", "Fast CPU"])
    let document = try document(fixture).0
    let results = try fixture.results()
    #expect(document.parts == results.parts)
    #expect(document.parts.map(\.provenance.machine.processor) == ["Test CPU", "Fast CPU"])
    #expect(document.shard == nil)
  }
}
