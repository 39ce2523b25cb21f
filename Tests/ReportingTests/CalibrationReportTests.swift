import Foundation
import Gate
import Reporting
import Testing

@Suite struct CalibrationReportTests {
  private func text(_ fixture: CalibrationFixture) throws -> String {
    CalibrationReport.text(try fixture.results)
  }

  // MARK: - Text

  @Test func itBeginsWithTheFalseAlarmsAndTheirBound() throws {
    let text = try text(CalibrationFixture())
    // 1 - 0.05^(1/20) = 0.139.
    #expect(text.hasPrefix("**0 false alarms in 20 timed gates**"), "\(text.prefix(80))")
    #expect(text.contains("at most 13.9 % of such gates, with 95 % confidence"))
    #expect(text.contains("minimum detectable change is 2.4 %"))
  }

  @Test func aBudgetLeavesRoomForASmallerMargin() throws {
    // Half-widths of 1 % after 4 of 30 seconds: 1 % x √(4 / 30).
    let margin = try #require(try CalibrationFixture().results.smallestUsableMargin)
    #expect(abs(margin - 0.003651) < 0.00002)
    #expect(try text(CalibrationFixture()).contains("margin of the whole budget is 0.4 %"))
    var suspected = CalibrationFixture()
    suspected.nullGates = [CalibrationFixture.gate(.regression)]
    #expect(try suspected.results.smallestUsableMargin == nil)
  }

  @Test func aFalseAlarmIsCounted() throws {
    var fixture = CalibrationFixture()
    fixture.nullGates[3] = CalibrationFixture.gate(.regression)
    let text = try text(fixture)
    #expect(text.hasPrefix("**1 false alarm in 20 timed gates**"), "\(text.prefix(80))")
    // The root of (1 - p)^20 + 20 p (1 - p)^19 = 0.05.
    #expect(text.contains("at most 21.6 %"))
  }

  @Test func everyGroupIsARow() throws {
    let reader = try MarkdownReader(try text(CalibrationFixture()))
    #expect(reader.tables.count == 2)
    let timed = reader.tables[0]
    #expect(timed.rows.map(\.first) == ["nothing", "5 % of work"])
    #expect(timed.cell("5 %", "gates") == "4")
    #expect(timed.cell("5 %", "regression") == "3")
    #expect(timed.cell("5 %", "pass") == "0")
    #expect(timed.cell("5 %", "inconclusive") == "1")
    // Clopper and Pearson: 3 of 4.
    #expect(timed.cell("5 %", "called regression [95 %]") == "75.0 % [19.4 %–99.4 %]")
    // Of four, the mean of the two in the middle.
    #expect(timed.cell("5 %", "measured change") == "+4.9 % [+3.0 %, +5.4 %]")
    #expect(timed.cell("5 %", "pairs") == "112 (80–400)")
    #expect(timed.cell("5 %", "seconds") == "28 (20–100)")
    #expect(timed.cell("nothing", "pass") == "20")
    let exact = reader.tables[1]
    #expect(exact.rows.map { $0[1] } == ["nothing", "one allocation"])
    #expect(exact.cell("counted", "comparisons") == "1,000")
  }

  @Test func gatesWithoutEnoughPairsAreTold() throws {
    var fixture = CalibrationFixture()
    fixture.slowerGates[0] = CalibrationFixture.gate(.unusable, change: nil)
    let table = try #require(try MarkdownReader(try text(fixture)).tables.first)
    #expect(table.cell("5 %", "inconclusive") == "1 (and 1 without enough pairs)")
    #expect(try fixture.results.hasUnusableGates)
    #expect(try !CalibrationFixture().results.hasUnusableGates)
  }

  @Test func whatWasNotTriedIsLeftOut() throws {
    var fixture = CalibrationFixture()
    fixture.nullGates = []
    fixture.slowerGates = []
    fixture.instructionsUnavailable = "valgrind is not installed"
    let text = try text(fixture)
    #expect(try MarkdownReader(text).tables.count == 1)
    #expect(!text.contains("false alarm"))
    #expect(text.contains("Instructions were not tried: valgrind is not installed."))
  }

  @Test func namesOfTheMachineAreWordsAndNoMarkup() throws {
    let text = try text(CalibrationFixture())
    #expect(!text.contains("<b>"))
    #expect(text.contains("load 0.1 at its beginning"))
    #expect(text.contains("Margin 2.0 %, chance of a false regression in a suite 1.0 %, 30 s"))
  }

  // MARK: - Truth

  @Test func anythingCalledARegressionWithoutAChangeIsAFalseAlarm() throws {
    #expect(try !CalibrationFixture().results.hasFalseAlarms)
    var timed = CalibrationFixture()
    timed.nullGates[19] = CalibrationFixture.gate(.regression)
    #expect(try timed.results.hasFalseAlarms)
    var exact = CalibrationFixture()
    exact.exact[0] = CalibrationResults.ExactGroup(
      tier: .counted, change: .nothing, work: "known-work", comparisons: 1_000, regressions: 1)
    #expect(try exact.results.hasFalseAlarms)
  }

  // MARK: - Document

  @Test func theDocumentHasEveryNumber() throws {
    let results = try CalibrationFixture().results
    let text = try CalibrationReport.json(results)
    let document = try JSONDecoder().decode(StoredCalibration.self, from: Data(text.utf8))
    #expect(document.schema == CalibrationResults.schema)
    #expect(document.groups.map(\.tier) == ["timed", "timed", "counted", "counted"])
    #expect(
      document.groups.map(\.change) == ["nothing", "5 % of work", "nothing", "one allocation"])
    #expect(document.groups.map(\.comparisons) == [20, 4, 1_000, 1_000])
    #expect(document.groups.map(\.regressions) == [0, 3, 0, 1_000])
    #expect(document.groups.map(\.gates.count) == [20, 4, 0, 0])
    let gate = document.groups[1].gates[3]
    #expect(gate.outcome == "inconclusive" && gate.pairs == 400 && gate.seconds == 100)
    #expect(gate.change == 0.03)
    // Clopper and Pearson: 3 of 4.
    #expect(abs(document.groups[1].regressionShareLow - 0.194_12) < 1e-5)
    #expect(abs(document.groups[1].regressionShareHigh - 0.993_69) < 1e-5)
    #expect(document.margin == 0.02 && document.alpha == 0.01 && document.budgetSeconds == 30)
  }

  @Test func theSameResultsGiveTheSameText() throws {
    let results = try CalibrationFixture().results
    #expect(CalibrationReport.text(results) == CalibrationReport.text(results))
    #expect(try CalibrationReport.json(results) == CalibrationReport.json(results))
    #expect(try CalibrationReport.json(results).hasSuffix("}\n"))
  }
}

/// The content of `calibrate --json`, as another program reads it.
private struct StoredCalibration: Decodable {
  struct Group: Decodable {
    let tier: String
    let change: String
    let comparisons: Int
    let regressions: Int
    let regressionShareLow: Double
    let regressionShareHigh: Double
    let gates: [Gate]
  }

  struct Gate: Decodable {
    let outcome: String
    let pairs: Int
    let seconds: Double
    let change: Double?
  }

  let schema: Int
  let margin: Double
  let alpha: Double
  let budgetSeconds: Double
  let groups: [Group]
}

/// What a calibration found out, made up: numbers that are easy to check.
struct CalibrationFixture {
  var nullGates: [CalibrationResults.TimedGate] =
    (1...20).map { gate(.pass, pairs: 16, change: Double($0 - 10) / 1_000) }
  var slowerGates: [CalibrationResults.TimedGate] = [
    gate(.regression, pairs: 80, change: 0.048), gate(.regression, pairs: 80, change: 0.05),
    gate(.regression, pairs: 144, change: 0.054), gate(.inconclusive, pairs: 400, change: 0.03),
  ]
  var exact: [CalibrationResults.ExactGroup] = [
    CalibrationResults.ExactGroup(
      tier: .counted, change: .nothing, work: "known-work", comparisons: 1_000, regressions: 0),
    CalibrationResults.ExactGroup(
      tier: .counted, change: .operation("one allocation"), work: "known-work",
      comparisons: 1_000, regressions: 1_000),
  ]
  var instructionsUnavailable: String?
  var load = "load 0.1 at its beginning"

  static func gate(
    _ outcome: CalibrationResults.TimedGate.Outcome, pairs: Int = 16, change: Double? = 0
  ) -> CalibrationResults.TimedGate {
    CalibrationResults.TimedGate(
      outcome: outcome, wasSuspected: outcome == .regression, pairs: pairs,
      seconds: Double(pairs) / 4,
      effect: change.map {
        MetricVerdict.Effect(change: $0, low: $0 - 0.01, high: $0 + 0.01)
      },
      minimumDetectableEffect: change.map { _ in 0.024 })
  }

  var results: CalibrationResults {
    get throws {
      CalibrationResults(
        provenance: try ReportFixture().provenance("Test <b>CPU"), load: load, margin: 0.02,
        alpha: 0.01, budget: 30,
        timed: [
          CalibrationResults.TimedGroup(change: .nothing, work: "known-work", gates: nullGates),
          CalibrationResults.TimedGroup(
            change: .work(percent: 5), work: "known-work", gates: slowerGates),
        ].filter { !$0.gates.isEmpty }, exact: exact,
        instructionsUnavailable: instructionsUnavailable, seconds: 1_234.5)
    }
  }
}
