import Foundation
import Harness
import PlatformProfiles
import Reporting
import ScenarioModel
import Testing
import Verdicts

/// Whole reports, compared with the files in `Golden`: the only tests that pin prose.
///
/// After a change of the wording `MAPPRESSURE_RENEW_GOLDEN=1 swift test --filter GoldenTests`
/// writes the files anew; their difference is part of the review.
@Suite struct GoldenTests {
  private static func check(_ text: String, _ name: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Golden/\(name)")
    if ProcessInfo.processInfo.environment["MAPPRESSURE_RENEW_GOLDEN"] != nil {
      try Data(text.utf8).write(to: file)
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let found = text.split(separator: "\n", omittingEmptySubsequences: false)
    let place = zip(expected, found).enumerated().first { $1.0 != $1.1 }
    #expect(place == nil, "\(name), line \((place?.offset ?? 0) + 1)")
    #expect(found.count == expected.count, "the number of lines of \(name)")
  }

  /// A run in which every finding, verdict and kind of section occurs.
  private static func run() throws -> RunResults {
    let frameTime = Metric(
      "step-time", .nanoseconds, .modelled, .lowerIsBetter, "The time of a step.", role: .frameTime)
    let hitchRatio = Metric(
      "delay", .millisecondsPerSecond, .modelled, .lowerIsBetter, "Time lost.", role: .hitchRatio)
    let terminations = Metric(
      "terminations", .count, .modelled, .lowerIsBetter, "Terminations of the app.",
      role: .watchdogTermination)
    let waiting = Metric("waiting", .nanoseconds, .measured, .lowerIsBetter, "The wait.")
    let strategies = ["by-foot", "by-train", "stamped", "addressed", "unstamped", "unaddressed"]
    var family = LettersFamily(variants: ["calm", "strike"])
    family.metrics += [frameTime, hitchRatio, terminations, waiting]
    family.headlines = [waiting, LettersFamily.lettersLost, LettersFamily.deliveryTimeP95]
    family.terminalColumns = [waiting, LettersFamily.lettersLost, LettersFamily.deliveryTimeP95]
    family.scenarioStrategies = strategies
    family.sizes = [12]
    family.profile = try PlatformProfile.builtIn("iphone-simulator")
    family.refresh = 60
    family.body = """
      thresholds:
        by-train: ["letters-lost <= 8", "letters-lost <= 1"]
      claims:
        - { id: many, says: "many are lost", strategy: by-train, metric: letters-lost, at-least: 8 }
      """
    family.requirement = ResultRequirement(
      metric: LettersFamily.lettersRead, fraction: 0.5, summary: "read half of the letters")
    family.ablation = Ablation(
      base: "by-foot", full: "unaddressed",
      settings: [.init(name: "stamps", alone: "stamped", leftOut: "unstamped")],
      metrics: [LettersFamily.deliveryTimeP95])
    family.value = { metric, strategy, trial in
      let index = Double(strategies.firstIndex(of: strategy) ?? 0)
      switch metric {
      case frameTime: return strategy == "by-foot" ? 80_000_000 : 8_000_000
      case hitchRatio: return strategy == "by-foot" ? 12 : 0
      case terminations: return strategy == "addressed" ? 1 : 0
      case LettersFamily.lettersLost: return strategy == "by-train" ? 9 : 8
      case LettersFamily.lettersRead: return strategy == "unstamped" ? 2 : 10
      case waiting: return (20 - index) * 1_000 + Double(trial)
      default: return 100 - 10 * index
      }
    }
    family.factor = { $0 == "calm" ? 1 : 2 }
    family.status = {
      $0.strategy == "stamped" && $0.variant == "strike" ? .timedOut(seconds: 30) : .completed
    }
    family.inspection = { scenarioCase in
      Inspection(
        pictures: [.init(file: "\(scenarioCase.strategy).png", frame: 0, caption: "a letter")],
        transcripts: [
          Transcript(title: "one letter", entries: [.init(time: 1_000_000, text: "arrives")])
        ],
        outcomes: [
          SettingOutcome(
            setting: "by day",
            faults: scenarioCase.strategy == "by-foot" ? [.init(name: "late", extent: "2 x")] : []),
          SettingOutcome(setting: "by night", faults: []),
        ])
    }
    return try family.results()
  }

  @Test func theReportOfARun() throws {
    let results = try Self.run()
    try Self.check(MarkdownReport.text(results, verdict: RunVerdict(results)), "report.md")
  }

  @Test func theEndOfARunInATerminal() throws {
    let results = try Self.run()
    try Self.check(SummaryTable.text(results, verdict: RunVerdict(results)) + "\n", "summary.txt")
  }

  @Test func theReportOfAComparison() throws {
    let results = ComparisonFixture.everything
    try Self.check(
      ComparisonMarkdown.text(results, verdict: ComparisonVerdict(results)), "gate.md")
  }

  @Test func theEndOfAComparisonInATerminal() throws {
    let results = ComparisonFixture.everything
    try Self.check(
      ComparisonTable.text(results, verdict: ComparisonVerdict(results)) + "\n", "gate.txt")
  }

  @Test func anExaminationInATerminal() throws {
    try Self.check(DoctorReport.text(DoctorFixture().examination) + "\n", "doctor.txt")
  }

  @Test func theReportOfACalibration() throws {
    try Self.check(CalibrationReport.text(CalibrationFixture().results), "calibration.md")
  }
}
