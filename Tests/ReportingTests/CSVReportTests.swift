import Families
import Foundation
import Harness
import Reporting
import ScenarioModel
import Testing

@Suite struct CSVReportTests {
  private static let metricCount =
    Family.annotations.description.allMetrics.count

  private static let columns =
    "scenario,variant,size,strategy,metric,unit,kind,trials,median,low,high,min,max,"
    + "versus_naive,status"

  @Test func hasARowForEachMetricOfEachCase() throws {
    let results = try ReportFixture().results()
    let text = CSVReport.results(results)
    #expect(text.split(separator: "\n").first.map(String.init) == Self.columns)
    let rows = try CSVParser.rows(text)
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
    let rows = try CSVParser.rows(CSVReport.results(try ReportFixture().results()))
    let row = try #require(
      rows.first {
        $0["size"] == "10000" && $0["strategy"] == "hierarchical-clusters"
          && $0["metric"] == "frame-time-p99"
      })
    // 10,000 pins x 0.01 x 3,000 ns, 0 to 5 % more in six trials.
    #expect(row["median"] == "307500")
    #expect(row["min"] == "300000")
    #expect(row["max"] == "315000")
    #expect(row["low"] == "300000")
    #expect(row["high"] == "315000")
    #expect(row["trials"] == "6")
    #expect(row["unit"] == "ns")
    #expect(row["kind"] == "measured")
    #expect(Double(row["versus_naive"] ?? "") == 0.01)
    #expect(row["status"] == "ok")
  }

  @Test func theIntervalOfWhatNeverChangesIsItsMedian() throws {
    for row in try CSVParser.rows(CSVReport.results(try ReportFixture().results()))
    where row["kind"] != "measured" {
      #expect(row["low"] == row["median"])
      #expect(row["high"] == row["median"])
    }
  }

  @Test func aCountThatDiffersIsMarkedAndHasNoInterval() throws {
    var fixture = ReportFixture()
    fixture.change = { key in
      guard case .measurement(let trial) = key.kind else { return nil }
      return TrialRecord(
        key: key, status: .completed, values: [NamedValue("views-created", .number(Double(trial)))])
    }
    let rows = try CSVParser.rows(CSVReport.results(try fixture.results()))
    for row in rows where row["metric"] == "views-created" {
      #expect(row["status"] == "not-deterministic")
      #expect([row["low"], row["median"], row["high"]] == ["3.5", "3.5", "3.5"])
      #expect([row["min"], row["max"]] == ["1", "6"])
    }
  }

  @Test func thereIsNoRatioToNothing() throws {
    let rows = try CSVParser.rows(CSVReport.results(try ReportFixture().results()))
    for row in rows where row["metric"] == "cluster-candidates" {
      #expect(row["median"] == "0")
      #expect(row["versus_naive"] == "")
    }
    for row in rows where row["strategy"] == "all-pins" && row["metric"] == "views-created" {
      #expect(row["versus_naive"] == "1")
    }
  }

  @Test func aNumberThatCouldNotBeTakenHasItsReason() throws {
    var fixture = ReportFixture()
    fixture.change = { key in
      guard ReportFixture.isTrial(key, of: "all-pins", size: 1_000) else { return nil }
      return TrialRecord(
        key: key, status: .completed,
        values: [NamedValue("peak-live-bytes", .notAvailable(reason: "no jemalloc, \"really\""))])
    }
    let rows = try CSVParser.rows(CSVReport.results(try fixture.results()))
      .filter { $0["size"] == "1000" && $0["metric"] == "peak-live-bytes" }
    let naive = try #require(rows.first { $0["strategy"] == "all-pins" })
    #expect(naive["status"] == "not-available: no jemalloc, \"really\"")
    for column in ["median", "low", "high", "min", "max", "versus_naive"] {
      #expect(naive[column] == "")
    }
    let fixed = try #require(rows.first { $0["strategy"] == "hierarchical-clusters" })
    #expect(fixed["versus_naive"] == "")
    #expect(fixed["median"] != "")
  }

  @Test func aBrokenCaseHasItsRows() throws {
    var fixture = ReportFixture()
    fixture.change = { key in
      guard key.scenarioCase.strategy == "all-pins" else { return nil }
      return TrialRecord(key: key, status: .crashed(ending: "signal 4", standardError: ""))
    }
    let rows = try CSVParser.rows(CSVReport.results(try fixture.results()))
    let broken = rows.filter { $0["strategy"] == "all-pins" }
    #expect(broken.count == 2 * Self.metricCount)
    #expect(broken.allSatisfy { $0["status"] == "crashed" && $0["median"] == "" })
    #expect(rows.allSatisfy { $0["versus_naive"] == "" })
  }

  @Test(arguments: [
    "=1+2", "+1", "-1", "@sum", "\tx", "  =cmd", "a,b", "a\"b", "a\nb", "a\r\nb", "plain", "'=x",
  ])
  func textIsNeverAFormula(name: String) throws {
    let text = CSVReport.results(try LettersFamily(variants: [name]).results())
    for row in try CSVParser.rows(text) {
      let field = try #require(row["variant"])
      let first = field.unicodeScalars.first { $0 != " " }
      #expect(first.map { !"=+-@\t\r".unicodeScalars.contains($0) } ?? true)
      #expect(field == name || field == "'" + name)
      // Numbers stay numbers.
      if row["metric"] == "stamps" { #expect(Double(row["median"] ?? "") != nil) }
    }
  }

  @Test func nothingInATextIsObeyedByATerminal() throws {
    let name = "a\u{1B}[31m\u{9B}\u{7F}b\u{202E}c\nd\te"
    let rows = try CSVParser.rows(
      CSVReport.results(try LettersFamily(variants: [name]).results()))
    #expect(!rows.isEmpty)
    #expect(rows.allSatisfy { $0["variant"] == "a [31m  bc\nd\te" })
  }

  @Test func samplesAreTheTrialsOwnNumbers() throws {
    let results = try ReportFixture().results()
    let text = CSVReport.samples(results)
    #expect(
      text.split(separator: "\n").first.map(String.init)
        == "scenario,variant,size,strategy,trial,metric,unit,value")
    let rows = try CSVParser.rows(text)
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
    var fixture = ReportFixture()
    fixture.change = { key in
      key.kind == .inspection
        ? TrialRecord(
          key: key, status: .completed, values: [NamedValue("overdraw", .number(value))])
        : nil
    }
    let rows = try CSVParser.rows(CSVReport.results(try fixture.results()))
      .filter { $0["metric"] == "overdraw" }
    #expect(rows.count == 6)
    #expect(rows.allSatisfy { Double($0["median"] ?? "") == value })
  }
}

/// A small reader of RFC 4180, apart from the code under test.
struct CSVParser {
  struct Malformed: Error {}

  /// The records of a text, each as its fields.
  static func records(_ text: String) throws -> [[String]] {
    var records: [[String]] = []
    var record: [String] = []
    var field = String.UnicodeScalarView()
    var isQuoted = false
    var scalars = text.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      if isQuoted {
        if scalar != "\"" {
          field.append(scalar)
        } else if scalars.first == "\"" {
          field.append("\"")
          scalars.removeFirst()
        } else {
          isQuoted = false
          guard let next = scalars.first, next == "," || next == "\n" else { throw Malformed() }
        }
      } else if scalar == "\"" {
        guard field.isEmpty else { throw Malformed() }
        isQuoted = true
      } else if scalar == "," || scalar == "\n" {
        record.append(String(field))
        field = String.UnicodeScalarView()
        if scalar == "\n" {
          records.append(record)
          record = []
        }
      } else {
        field.append(scalar)
      }
    }
    guard !isQuoted, record.isEmpty, field.isEmpty else { throw Malformed() }
    return records
  }

  /// The records as dictionaries by the names in the first one.
  static func rows(_ text: String) throws -> [[String: String]] {
    let records = try records(text)
    guard let header = records.first else { throw Malformed() }
    return try records.dropFirst().map { record in
      guard record.count == header.count else { throw Malformed() }
      return Dictionary(uniqueKeysWithValues: zip(header, record))
    }
  }
}
