import Answers
import Families
import Foundation
import Gate
import Harness
import Platform
import Reporting
import ScenarioModel
import Simulation
import Support
import TestSupport
import Testing

/// Whole reports, compared with the files in `Golden`: the only tests that pin prose.
///
/// After a change of the wording `MAPPRESSURE_RENEW_GOLDEN=1 make test ARGS="--filter GoldenTests"`
/// rewrites the files; their difference is part of the review.
@Suite struct GoldenTests {
  private static let folder = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "Golden")

  private static func check(_ text: String, _ name: String) throws {
    let file = folder.appending(path: name)
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
    family.headlines = [waiting, .lettersLost, .deliveryTimeP95]
    family.terminalColumns = [waiting, .lettersLost, .deliveryTimeP95]
    family.scenarioStrategies = strategies
    family.sizes = [12]
    family.profile = try PlatformProfile.builtIn("iphone-simulator")
    family.refresh = 60
    family.body = """
      thresholds:
        by-train: ["letters-lost <= 8", "letters-lost <= 1"]
      limits:
        - { bound: "delay <= 10", source: "a guide, which calls it good" }
        - { bound: "letters-lost < 17", source: a test }
      claims:
        - { id: many, says: many are lost, document: guide, line: 7, strategy: by-train, metric: letters-lost, at-least: 8 }
        - { id: few, says: few are lost, by: a newspaper, strategy: by-train, metric: letters-lost, at-most: 8, by-construction: trains have few bags }
        - { id: slow, says: a train is slow, hypothesis: true, note: one step, strategy: by-train, metric: step-time, at-least: 1 ms, parameters: [create-marker-view] }
        - { id: quick, says: a train is quick, by: a newspaper, strategy: by-train, metric: step-time, at-most: 1 ms, fitted-parameters: [create-marker-view] }
        - { id: written, says: letters are written, document: guide, line: 9, contradicted: the manual says that they are typed }
      """
    family.requirement = ResultRequirement(
      metric: .lettersRead, fraction: 0.5, summary: "read half of the letters")
    family.ablation = Ablation(
      base: "by-foot", full: "unaddressed",
      settings: [.init(name: "stamps", alone: "stamped", leftOut: "unstamped")],
      metrics: [.deliveryTimeP95])
    family.value = { metric, strategy, trial in
      let index = Double(strategies.firstIndex(of: strategy) ?? 0)
      switch metric {
      case frameTime: return strategy == "by-foot" ? 80_000_000 : 8_000_000
      case hitchRatio: return strategy == "by-foot" ? 12 : 0
      case terminations: return strategy == "addressed" ? 1 : 0
      case .lettersLost: return strategy == "by-train" ? 9 : 8
      case .lettersRead: return strategy == "unstamped" ? 2 : 10
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
    let verdict = RunVerdict(results)
    try Self.check(MarkdownReport.text(results, verdict: verdict), "report.md")
    for scenario in results.scenarios {
      let name = scenario.scenario.name
      try Self.check(
        ScenarioReport.text(scenario, of: results, verdict: verdict[name]), "scenario.md")
    }
  }

  @Test(arguments: [(false, "claims.md"), (true, "claims-complete.md")])
  func theClaimsOfARun(isComplete: Bool, name: String) throws {
    let results = try Self.run()
    let ledger = try Ledger([
      Ledger.File(
        text: """
          document: guide
          title: A guide to letters
          line-count: 20
          statements:
            - { id: lost, line: 7, says: many are lost, claims: [post/many, post/slow], untested: why }
            - { id: found, line: 8, says: few are found, claims: [post/gone], note: a remark }
            - { id: written, line: 9, says: letters are written, contradicted: They are typed., by: the manual }
            - { id: stamped, lines: 10-12, says: letters have stamps, by-construction: all have }
            - { id: read, line: 20, says: people read, cannot-be-told: needs eyes, wants: a look }
          """, path: "guide.yaml")
    ])
    let report = ClaimsReport(
      results, verdict: RunVerdict(results), ledger: ledger, isComplete: isComplete)
    try Self.check(report.text, name)
  }

  @Test func theEndOfARunInATerminal() throws {
    let results = try Self.run()
    try Self.check(results.summary() + "\n", "summary.txt")
  }

  @Test func theReportOfAComparison() throws {
    let results = ComparisonResults.everything
    try Self.check(ComparisonMarkdown.text(results, verdict: results.verdict), "gate.md")
  }

  @Test func theEndOfAComparisonInATerminal() throws {
    let results = ComparisonResults.everything
    try Self.check(ComparisonTable.text(results, verdict: results.verdict) + "\n", "gate.txt")
  }

  @Test func anExaminationInATerminal() throws {
    try Self.check(DoctorReport.text(DoctorFixture().examination) + "\n", "doctor.txt")
  }
}
