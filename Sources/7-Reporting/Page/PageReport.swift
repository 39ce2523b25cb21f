import Answers
import Documents
import Foundation
import Harness
import PinData
import ScenarioModel
import Support

/// The report of a run as one page that needs nothing else: no server, no other file.
///
/// It opens on the answers of the first scenarios, the first of them next to its replay with two
/// strategies under a divider; then comes a table of all answers, and each scenario with its
/// numbers. The land under the maps is Natural Earth's 1:110m "land", which
/// is in the public domain.
package struct PageReport {
  private let results: RunResults
  private let verdict: RunVerdict
  private let stability: AnswerStability?
  private let data: PageData
  private let charts: [String: ScenarioCharts]
  private let scope: ReportScope

  /// - Parameters:
  ///   - sensitivity: an analysis of the run's answers; `nil` if there is none.
  ///   - scope: the files next to the page.
  ///   - charts: the charts of each scenario, by its name; `nil` to make them.
  ///   - recording: the file of the recording of a case; `nil` if there is none.
  package init(
    _ results: RunResults, verdict: RunVerdict, sensitivity: SensitivityResults? = nil,
    scope: ReportScope = .run, charts: [String: ScenarioCharts]? = nil,
    recording: (CaseResult) -> [UInt8]?
  ) {
    self.results = results
    self.verdict = verdict
    stability = sensitivity.map { AnswerStability($0, of: results) }
    data = PageData(
      results, verdict: verdict, stability: stability, budget: scope.recordingBudget,
      recording: recording)
    self.charts =
      charts
      ?? ScenarioCharts.all(
        of: results, verdict: verdict, sensitivity: sensitivity, recording: recording)
    self.scope = scope
  }

  /// The whole page. Pure: the same results and recordings give the same text.
  package func text() throws(ReportingError) -> String {
    let sections = results.scenarios.map { (name: $0.scenario.name, values: section($0)) }
    let isSuite = results.scenarios.count > 1
    let cards = sections.filter { $0.values["state"] != nil }.prefix(Self.maxCards)
    let stage = data.hasRecordings ? Template.replay.text(of: "hero", [:]) : ""
    let staged = data.firstReplayed
    let main = Template.report.text([
      "cards": .list(
        cards.map { name, card in card.merging(["stage": .html(name == staged ? stage : "")]) { $1 }
        }
      ), "lone": .html(cards.contains { $0.name == staged } ? "" : stage),
      "problems": .texts(problems), "isSuite": .flag(isSuite),
      "strips": .html(data.hasRecordings ? Template.replay.text(of: "strips", [:]) : ""),
      "scenarios": .list(sections.map(\.values)),
      "states": .list(
        states.map { state, count in
          [
            "state": .text(state.name), "label": .text(state.display.label),
            "mark": .text(state.display.sign), "number": .text("\(count)"),
          ]
        }),
      "families": .texts(results.scenarios.compactMap(\.scenario.family?.name).uniqued().sorted()),
      "count": .text("\(sections.count)"), "legend": .text(legend),
      "isOpen": .flag(!isSuite), "isFolded": .flag(isSuite),
    ])
    let parts = [
      ("answers", "Answers", !cards.isEmpty), ("replay", "Replay", data.hasRecordings),
      ("all", "All scenarios", isSuite),
    ].filter { $0.2 }.map { PageDocument.Section(id: $0.0, title: $0.1) }
    let links = results.scenarios.map { scenario in
      PageDocument.Section(
        id: "scenario-" + scenario.scenario.name, title: scenario.scenario.name,
        state: verdict.advice(on: scenario).last?.recommendation.state)
    }
    return PageDocument(
      heading: heading, status: PageDocument.Status(verdict.exitCode),
      headline: verdict.judgement ?? "",
      about:
        "replays situations of map apps with the code that people write first and with better "
        + "code, and says which code to take.",
      facts: [origin], warning: SummaryTable.loadNote(results.cases)?.capitalizedAtStart ?? "",
      signs: !isSuite
        ? ""
        : states.map { "\($0.state.display.sign) \($0.state.display.label)" }
          .joined(separator: " · ").lowercased(),
      circumstances: circumstances, sections: parts + links, main: main,
      footer:
        "Modelled numbers come from a profile of a platform and are not measured on a device. "
        + "Land: Natural Earth 1:110m, public domain.",
      data: [
        ("land", Land.json),
        ("data", HTMLText.script(try SortedJSON.line(of: data, named: RunFolder.pageFile))),
      ], scripts: [PackageResources.tables_js, PackageResources.replay_js]
    ).text
  }

  /// The most answers above the table of all.
  private static let maxCards = 3
  /// The most things that went wrong above the answers.
  private static let maxProblems = 10

  private var heading: String {
    let titles = results.scenarios.map(\.scenario.title)
    return titles.count == 1
      ? titles[0] : "\(LimitedList.counted(titles.count, "situation")) of map apps: what to do"
  }

  private var circumstances: String {
    let (machine, commit) = (results.provenance.machine, results.provenance.commit)
    return [
      "\(machine.processor), \(LimitedList.counted(machine.logicalProcessors, "core"))",
      // Where there is no commit, the text says so, with spaces.
      commit.isEmpty || commit.contains(" ") ? "" : "commit \(commit.prefix(12))",
      "\(results.program) \(results.command)",
    ].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// The phone that the numbers are of, and the command for another one.
  private var origin: String {
    let profiles = results.profiles.map { "\($0.name) (\($0.title))" }
    let modelled =
      "Modelled numbers are predictions with the profile \(LimitedList.all(profiles)), not "
      + "measurements of a phone. An older phone is slower: 'mappressure try' with --slowness or "
      + "--measured finds what is good enough there. "
    return (profiles.isEmpty ? "" : modelled) + "Measured numbers come from this machine."
  }

  private var legend: String {
    let sureness =
      stability?.legend
      ?? "The answers were not analysed: 'sensitivity --run' with the folder of this run "
      + "finds the parameters that change them."
    return "\(AdviceTable.legend) \(sureness) \(ModelError.sentence(of: results.profiles))"
  }

  /// The cases without a result, and the thresholds that do not hold.
  private var problems: [String] {
    let broken = verdict.cases.filter { $0.outcome != .measured }.map {
      "\($0.scenarioCase): \($0.reason)"
    }
    let failed = verdict.thresholds.filter { $0.outcome != .passed }.map {
      "\($0.scenario) \($0.threshold.strategy): \($0.threshold.expression): "
        + $0.outcome.identifier
    }
    let all = broken + failed
    let rest = LimitedList.rest(
      all.count - Self.maxProblems, "problem", see: RunFolder.reportFile)
    return all.prefix(Self.maxProblems) + [rest].compactMap(\.self)
  }

  /// The states of the answers with their numbers.
  private var states: [(state: Recommendation.State, count: Int)] {
    results.scenarios.compactMap { verdict.advice(on: $0).last?.recommendation.state }.tally
  }

  // MARK: - Scenarios

  /// The values of a scenario: its card, its row in the table of all, and its details.
  private func section(_ scenario: ScenarioResults) -> TemplateValues {
    let name = scenario.scenario.name
    let advice = verdict.advice(on: scenario)
    let recommendations = verdict[name]?.recommendations ?? []
    let card = advice.last.map {
      AnswerCard(advice: $0, stability: stability, data: data).values
    }
    let own: TemplateValues = [
      "name": .text(name), "title": .text(scenario.scenario.title),
      "family": .text(scenario.scenario.family?.name ?? ""),
      "words": .text(words(of: scenario, advice: advice.last)),
      "isOnMap": .flag(data.holds(scenario: name)),
      "source": .text(scenario.scenario.source),
      "fewer": .texts(advice.dropLast().map { "For fewer: \($0.sentence)." }),
      "details": .text(scope.details(of: scenario.scenario) ?? ""),
      "charts": .html(charts[name]?.drawings.map(\.drawing.inPage).joined() ?? ""),
      "steps": .list(steps(of: scenario, take: recommendations.last?.strategy)),
      "tables": .list(
        scenario.configurations.map { configuration in
          StrategyTable(
            configuration: configuration, scenario: scenario, run: results,
            recommendation: recommendations.first { $0.size == configuration.size }, data: data
          ).values
        }),
    ]
    return own.merging(card ?? [:]) { first, _ in first }
  }

  /// The words that the search finds a scenario by.
  private func words(of scenario: ScenarioResults, advice: Advice?) -> String {
    let inApp = advice?.app
    let texts =
      [scenario.scenario.name, scenario.scenario.title]
      + scenario.strategies + scenario.shownMetrics.map(\.title)
      + [advice?.consequence, inApp?.sentence, inApp?.code].compactMap(\.self)
    return texts.joined(separator: " ").lowercased()
  }

  /// The most steps of a replay without a map.
  private static let maxSteps = 30

  /// The steps of a replay without a map, with the naive strategy and with the one to take.
  private func steps(of scenario: ScenarioResults, take: String?) -> [TemplateValues] {
    guard let size = scenario.shownConfiguration?.size,
      !data.holds(
        scenario: scenario.scenario.name, size: size, strategies: [scenario.scenario.naive])
    else { return [] }
    return [scenario.scenario.naive, take].compactMap(\.self).uniqued().compactMap { strategy in
      // Of several variants the one in which most happens.
      let found = scenario.cases.filter {
        $0.scenarioCase.size == size && $0.scenarioCase.strategy == strategy
      }.flatMap(\.transcripts).max { $0.entries.count < $1.entries.count }
      guard let found else { return nil }
      let table = Table([.number("Time"), "What happens"], of: found.entries.prefix(Self.maxSteps))
      {
        [NumberFormat.text(Double($0.time), .nanoseconds), $0.text.escaped]
      }
      return [
        "label": .text("\(strategy): \(found.title)"),
        "table": .html(table.html(caption: "\(strategy), step by step")),
        "rest": .text(
          found.entries.count > Self.maxSteps
            ? LimitedList.counted(found.entries.count - Self.maxSteps, "more step") : ""),
      ]
    }
  }
}
