import Families
import Foundation
import Harness
import Reporting
import ScenarioModel
import TestSupport
import Testing

@Suite struct CSVReportTests {
  private static let metricCount = Family.annotations.description.allMetrics.count

  private static let columns =
    "scenario,variant,size,strategy,metric,unit,kind,trials,median,low,high,min,max,"
    + "versus_naive,status"

  private static func rows(_ fixture: ReportFixture = ReportFixture()) throws
    -> [[String: String]]
  { try CSVFile(CSVReport.results(fixture.results())).records }

  @Test func hasARowForEachMetricOfEachCase() throws {
    let results = try ReportFixture().results()
    let text = CSVReport.results(results)
    #expect(text.split(separator: "\n").first.map(String.init) == Self.columns)
    let rows = try CSVFile(text).records
    let names = rows.map { "\($0["size"] ?? "") \($0["strategy"] ?? "") \($0["metric"] ?? "")" }
    let expected = results.cases.flatMap { result in
      result.metrics.map {
        "\(result.scenarioCase.size) \(result.scenarioCase.strategy) \($0.metric.name)"
      }
    }
    #expect(names == expected)
    #expect(Set(names).count == 2 * 3 * Self.metricCount)
  }

  @Test func holdsTheNumbersOfTheTrials() throws {
    let rows = try Self.rows()
    let row = try #require(
      rows.first {
        $0["size"] == "10000" && $0["strategy"] == "hierarchical-clusters"
          && $0["metric"] == "frame-time-p99"
      })
    // 10,000 pins x 0.01 x 3,000 ns, 0 to 5 % more in six trials.
    let columns = ["median", "min", "max", "low", "high", "trials", "unit", "kind", "status"]
    #expect(
      columns.map { row[$0] } == [
        "307500", "300000", "315000", "300000", "315000", "6", "ns", "measured", "ok",
      ])
    #expect(Double(row["versus_naive"] ?? "") == 0.01)
  }

  @Test func theIntervalOfWhatNeverChangesIsItsMedian() throws {
    let rows = try Self.rows().filter { $0["kind"] != "measured" }
    #expect(!rows.isEmpty)
    for row in rows {
      #expect(row["low"] == row["median"])
      #expect(row["high"] == row["median"])
    }
  }

  @Test func aCountThatDiffersIsMarkedAndHasNoInterval() throws {
    let fixture = ReportFixture { key in
      guard case .measurement(let trial) = key.kind else { return nil }
      return TrialRecord(
        key: key, status: .completed, values: [NamedValue("views-created", .number(Double(trial)))])
    }
    let rows = try Self.rows(fixture).filter { $0["metric"] == "views-created" }
    #expect(!rows.isEmpty)
    for row in rows {
      #expect(row["status"] == "not-deterministic")
      #expect([row["low"], row["median"], row["high"]] == ["3.5", "3.5", "3.5"])
      #expect([row["min"], row["max"]] == ["1", "6"])
    }
  }

  @Test func thereIsNoRatioToNothing() throws {
    let rows = try Self.rows()
    let nothing = rows.filter { $0["metric"] == "cluster-candidates" }
    #expect(!nothing.isEmpty)
    #expect(nothing.allSatisfy { $0["median"] == "0" && $0["versus_naive"] == "" })
    let naive = rows.filter { $0["strategy"] == "all-pins" && $0["metric"] == "views-created" }
    #expect(naive.map { $0["versus_naive"] } == ["1", "1"])
  }

  @Test func aNumberThatCouldNotBeTakenHasItsReason() throws {
    let fixture = ReportFixture().replacing(
      "all-pins",
      values: [NamedValue("peak-live-bytes", .notAvailable(reason: "no jemalloc, \"really\""))])
    let rows = try Self.rows(fixture)
      .filter { $0["size"] == "1000" && $0["metric"] == "peak-live-bytes" }
    let naive = try #require(rows.first { $0["strategy"] == "all-pins" })
    #expect(naive["status"] == "not-available: no jemalloc, \"really\"")
    for column in ["median", "low", "high", "min", "max", "versus_naive"] {
      #expect(naive[column] == "")
    }
    let fixed = try #require(rows.first { $0["strategy"] == "hierarchical-clusters" })
    #expect(fixed["versus_naive"] == "" && fixed["median"] != "")
  }

  @Test func aBrokenCaseHasItsRows() throws {
    let rows = try Self.rows(
      ReportFixture().ending(.crashed(ending: "signal 4", standardError: ""), of: ["all-pins"]))
    let broken = rows.filter { $0["strategy"] == "all-pins" }
    #expect(broken.count == 2 * Self.metricCount)
    #expect(broken.allSatisfy { $0["status"] == "crashed" && $0["median"] == "" })
    #expect(rows.allSatisfy { $0["versus_naive"] == "" })
  }

  @Test(arguments: [
    "=1+2", "+1", "-1", "@sum", "\tx", "  =cmd", "a,b", "a\"b", "a\nb", "a\r\nb", "plain", "'=x",
  ]) func textIsNeverAFormula(name: String) throws {
    let text = CSVReport.results(try LettersFamily(variants: [name]).results())
    let rows = try CSVFile(text).records
    #expect(rows.contains { $0["metric"] == "stamps" })
    for row in rows {
      let field = try #require(row["variant"])
      let first = try #require(field.unicodeScalars.first { $0 != " " })
      #expect(!"=+-@\t\r".unicodeScalars.contains(first))
      #expect(field == name || field == "'" + name)
      // Numbers stay numbers.
      if row["metric"] == "stamps" { #expect(Double(row["median"] ?? "") != nil) }
    }
  }

  @Test func nothingInATextIsObeyedByATerminal() throws {
    let name = "a\u{1B}[31m\u{9B}\u{7F}b\u{202E}c\nd\te"
    let rows = try CSVFile(CSVReport.results(LettersFamily(variants: [name]).results())).records
    #expect(!rows.isEmpty)
    #expect(rows.allSatisfy { $0["variant"] == "a [31m  bc\nd\te" })
  }

  @Test func samplesAreTheTrialsOwnNumbers() throws {
    let results = try ReportFixture().results()
    let text = CSVReport.samples(results)
    #expect(
      text.split(separator: "\n").first.map(String.init)
        == "scenario,variant,size,strategy,trial,metric,unit,value")
    let rows = try CSVFile(text).records
    let times = rows.filter {
      $0["size"] == "1000" && $0["strategy"] == "all-pins" && $0["metric"] == "frame-time-p50"
    }
    #expect(times.map { $0["trial"] } == ["1", "2", "3", "4", "5", "6"])
    #expect(
      times.map { $0["value"] }
        == ["1000000", "1010000", "1020000", "1030000", "1040000", "1050000"])
    let inspected = rows.filter { $0["metric"] == "pin-coverage" }
    #expect(inspected.count == 6)
    #expect(inspected.allSatisfy { $0["trial"] == "0" })
  }

  @Test func numbersReadBackAsTheSame() throws {
    let value = 0.1 + 0.2
    let fixture = ReportFixture { key in
      key.kind == .inspection
        ? TrialRecord(
          key: key, status: .completed, values: [NamedValue("overdraw", .number(value))])
        : nil
    }
    let rows = try Self.rows(fixture).filter { $0["metric"] == "overdraw" }
    #expect(rows.count == 6)
    #expect(rows.allSatisfy { Double($0["median"] ?? "") == value })
  }
}
