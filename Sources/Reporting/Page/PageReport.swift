import Analysis
import Foundation
import Harness
import PinData
import ScenarioModel
import Support

/// The report of a run as one page that needs nothing else: no server, no other file.
///
/// It opens on the answers; then comes the worst finding, a replay of the maps with two strategies
/// side by side, and the scenarios. The land under the maps is Natural Earth's 1:110m "land", which
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
  ///   - scope: the files beside the page.
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
    data = PageData(results, verdict: verdict, budget: scope.recordingBudget, recording: recording)
    self.charts =
      charts ?? ScenarioCharts.all(of: results, sensitivity: sensitivity, recording: recording)
    self.scope = scope
  }

  /// The whole page. Pure: the same results and recordings give the same text.
  package func text() throws(ReportingError) -> String {
    let (answers, findings) = (self.answers, self.findings)
    let main = Template.report.text([
      "hasAnswers": .flag(!answers.isEmpty), "answers": .list(answers),
      "isAnalysed": .flag(stability != nil), "legend": .text(legend),
      "hasFindings": .flag(!findings.isEmpty), "findings": .texts(findings),
      "hasReplay": .flag(data.hasRecordings),
      "scenarios": .list(results.scenarios.map { section($0) }),
    ])
    let sections = [
      ("answers", "Answers", !answers.isEmpty), ("worst", "Worst finding", !findings.isEmpty),
      ("replay", "Replay", data.hasRecordings), ("scenarios", "Scenarios", true),
    ]
    let titles = results.scenarios.map(\.scenario.title)
    return PageDocument(
      heading: titles.count == 1 ? titles[0] : LimitedList.counted(titles.count, "scenario"),
      status: PageDocument.Status(verdict.exitCode), headline: verdict.headline,
      circumstances: circumstances, sections: sections.filter { $0.2 }.map { ($0.0, $0.1) },
      main: main,
      footer:
        "Modelled numbers come from a profile of a platform and are not measured on a device. "
        + "Land: Natural Earth 1:110m, public domain.",
      data: [
        ("land", Land.json),
        ("data", HTMLText.script(try SortedJSON.line(of: data, named: RunFolder.pageFile))),
      ], scripts: [PackageResources.tables_js, PackageResources.replay_js]
    ).text
  }

  private var circumstances: String {
    let machine = results.provenance.machine
    return [
      "\(machine.processor), \(LimitedList.counted(machine.logicalProcessors, "core"))",
      results.provenance.commit.isEmpty ? "" : "commit \(results.provenance.commit)",
      "\(results.program) \(results.command)",
    ].filter { !$0.isEmpty }.joined(separator: "; ")
  }

  // MARK: - Answers

  /// The rows of the answers.
  private var answers: [TemplateValues] {
    results.scenarios.flatMap { scenario in
      // The largest size first: it is what a scenario is about, and all of a user's own pins.
      scenario.advice(verdict[scenario.scenario.name]?.recommendations ?? []).reversed()
        .map { row($0, of: scenario) }
    }
  }

  private var legend: String {
    let sureness =
      stability?.legend
      ?? "How sure the answers are is not analysed: 'sensitivity --run' with the folder of this run "
      + "finds the parameters that change them."
    return "\(AdviceTable.legend) \(sureness) \(ModelError.sentence(of: results.profiles))"
  }

  private func row(_ advice: Advice, of scenario: ScenarioResults) -> TemplateValues {
    let name = scenario.scenario.name
    let size = advice.recommendation.size
    let reasons = [advice.reason, advice.missed, advice.justMet, advice.openOwnWork]
      .compactMap(\.self).filter { !$0.isEmpty }
    func list(_ items: [String]) -> TemplateValue {
      .list((items.isEmpty ? ["–"] : items.prefix(3)).map { [".": .html(HTMLText.numbers($0))] })
    }
    return [
      "load": .text(advice.load), "name": .text(name),
      "take": .html(advice.labelled(HTMLText.code(advice.strategy))),
      "isReplayed": .flag(data.holds(scenario: name, size: size)), "size": .text("\(size)"),
      "naive": .text(scenario.scenario.naive), "strategy": .text(advice.strategy),
      "reasons": list(reasons), "brings": list(advice.differences(isBetter: true)),
      "costs": list(advice.differences(isBetter: false)),
      "holds": .text(stability?.text(advice.recommendation, of: name) ?? ""),
    ]
  }

  // MARK: - The worst finding

  /// What fails, or else the strategy furthest beyond a criterion.
  private var findings: [String] {
    let broken = verdict.cases.filter { $0.outcome != .measured }.map {
      "\($0.scenarioCase): \($0.reason)"
    }
    let failed = verdict.thresholds.filter { $0.outcome != .passed }.map {
      "\($0.scenario) \($0.threshold.strategy): \($0.threshold.expression): "
        + $0.outcome.identifier
    }
    let found = broken + failed
    return found.isEmpty ? [furthest].compactMap(\.self) : Array(found.prefix(10))
  }

  /// The strategy whose value is the largest multiple of a bound.
  private var furthest: String? {
    var found: (excess: Double, text: String)?
    for scenario in results.scenarios.map(\.scenario) {
      for recommendation in verdict[scenario.name]?.recommendations ?? [] {
        for rejection in recommendation.rejections {
          guard case .missed(let missed) = rejection.reason,
            case .atMost(let bound) = missed.criterion.goal, bound > 0,
            missed.value / bound > found?.excess ?? 0
          else { continue }
          let metric = missed.criterion.metric
          let load = "\(NumberFormat.grouped(recommendation.size)) \(scenario.sizeLabel)"
          found = (
            missed.value / bound,
            "\(rejection.strategy) in \(scenario.name) with \(load): \(metric.name) "
              + "\(NumberFormat.text(missed.value, metric.unit)), wanted "
              + missed.criterion.goalLabel
          )
        }
      }
    }
    return found?.text
  }

  // MARK: - Scenarios

  private func section(_ scenario: ScenarioResults) -> TemplateValues {
    let name = scenario.scenario.name
    let metrics = PageData.shownMetrics(of: scenario)
    let tables = scenario.configurations.map { configuration -> TemplateValues in
      [
        "label": .text(ConfigurationLabel.text(configuration).capitalizedAtStart),
        "rows": .list(rows(configuration, of: scenario, metrics)),
      ]
    }
    return [
      "name": .text(name), "words": .text(name.lowercased()),
      "title": .text(scenario.scenario.title), "source": .text(scenario.scenario.source),
      "details": .text(scope.details(of: scenario.scenario) ?? ""),
      "charts": .html(charts[name]?.drawings.map(\.drawing.inPage).joined() ?? ""),
      "metrics": .texts(metrics.map(\.name)),
      "tables": .list(tables),
    ]
  }

  private func rows(
    _ configuration: Configuration, of scenario: ScenarioResults, _ metrics: [Metric]
  ) -> [TemplateValues] {
    let answer = verdict[scenario.scenario.name]?.recommendations
      .first { $0.size == configuration.size }
    return scenario.cases(in: configuration).map { result -> TemplateValues in
      let strategy = result.scenarioCase.strategy
      return [
        "words": .text(strategy.lowercased()), "strategy": .text(strategy),
        "mark": .text(answer.flatMap { $0.strategy == strategy ? $0.mark : nil } ?? ""),
        "cells": .list(metrics.map { data.cell($0, of: result) }),
        "command": .text(results.command(repeating: result.scenarioCase)),
      ]
    }
  }
}
