import Answers
import Documents
import Foundation
import ScenarioModel

/// All strategies of a configuration with their numbers: the one to take first, then by what they
/// miss, with bars and with marks where a criterion is missed.
struct StrategyTable {
  let configuration: Configuration
  let scenario: ScenarioResults
  let run: RunResults
  /// The answer at the configuration's size; `nil` if there is none.
  let recommendation: Recommendation?
  let data: PageData

  /// The values for the section `table` of the report.
  var values: TemplateValues {
    let metrics = scenario.shownMetrics
    let cases = scenario.cases(in: configuration)
    let columns = metrics.map { metric in
      Column(
        metric, criterion: scenario.demand(on: metric, in: configuration.variant), of: cases)
    }
    let rows = cases.enumerated().map { place, result in
      (
        result, place,
        missed: columns.count { scenario.reaches($0.metric, result, recommendation) == false }
      )
    }.sorted { first, second in
      rank(first.0, first.missed, first.1) < rank(second.0, second.missed, second.1)
    }
    // The commands of a table begin alike.
    let commands = cases.map { run.command(repeating: $0.scenarioCase).split(separator: " ") }
    let start = commands.reduce(commands.first ?? []) { zip($0, $1).prefix { $0 == $1 }.map(\.0) }
    return [
      "command": .text(start.joined(separator: " ")),
      "label": .text(ConfigurationLabel.text(configuration).capitalizedAtStart),
      "metrics": .list(
        columns.map { column in
          [
            "metric": .text(column.metric.name), "label": .text(column.metric.title),
            "kind": .text(column.metric.kind.rawValue),
            "number": .text(data.number(of: column.metric)),
            "bound": .html(HTMLText.numbers(column.criterion?.goalLabel ?? "")),
            "source": .text(column.criterion?.source ?? ""),
          ]
        }),
      "rows": .list(
        rows.map { result, place, _ in
          let strategy = result.scenarioCase.strategy
          let isTaken = strategy == recommendation?.strategy
          return [
            "strategy": .text(strategy), "case": .text(data.number(of: result)),
            "mark": .text(isTaken ? recommendation?.state.display.mark ?? "" : ""),
            "isNaive": .flag(strategy == scenario.scenario.naive),
            "label": .text(scenario.scenario.strategy(strategy).label),
            "cells": .list(columns.map { cell($0, of: result) }),
            "rest": .text(commands[place].dropFirst(start.count).joined(separator: " ")),
          ]
        }),
    ]
  }

  private func rank(_ result: CaseResult, _ missed: Int, _ place: Int) -> (Int, Int, Int) {
    let strategy = result.scenarioCase.strategy
    if strategy == recommendation?.strategy { return (0, 0, place) }
    return (result.status == .completed ? 1 : 2, missed, place)
  }

  /// A metric with its criterion and the scale of its bars.
  private struct Column {
    let metric: Metric
    let criterion: Criterion?
    let high: Double

    init(_ metric: Metric, criterion: Criterion?, of cases: [CaseResult]) {
      self.metric = metric
      self.criterion = criterion
      high = cases.compactMap { $0[metric: metric.name]?.number }.max() ?? 0
    }
  }

  private func cell(_ column: Column, of result: CaseResult) -> TemplateValues {
    let metric = column.metric
    guard let number = result[metric: metric.name]?.number else {
      let reason = result[metric: metric.name]?.missingReason ?? result.status.description
      return ["missing": .list([[".": .text(reason)]])]
    }
    let isReached = scenario.reaches(metric, result, recommendation)
    let width = column.high > 0 && number > 0 ? (100 * number / column.high).rounded() : 0
    return [
      "number": .html(HTMLText.numbers(NumberFormat.text(number, metric.unit))),
      "value": .text(String(format: "%.4g", number)), "width": .text("\(Int(width))"),
      // Behind a counted one is nothing that the head of the column does not say.
      "opens": .flag(metric.kind != .counted), "isCounted": .flag(metric.kind == .counted),
      "look": .text(isReached.map { $0 ? "hit" : "missed" } ?? ""),
    ]
  }
}
