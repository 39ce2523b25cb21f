import Analysis
import ScenarioModel

/// An analysis of answers as tables for other programs.
package enum SensitivityCSV {
  /// One record for each answer: its outcome, in how many draws and with how many seeds it holds,
  /// and the parameters that change it alone, the nearest one first.
  package static func answers(_ results: SensitivityResults) -> String {
    var table = CSVTable(columns: [
      "scenario", "variant", "size", "kind", "answer", "outcome", "holds_in_draws", "draws",
      "holds_with_seeds", "seeds", "changed_by",
    ])
    for scenario in results.scenarios {
      for answer in scenario.answers {
        let found = answer.answer
        table.append([
          .text(scenario.scenario), .text(found.variant), found.size.map { .integer($0) } ?? .empty,
          .text(found.kind.rawValue), .text(found.name),
          .text(answer.outcome.words.joined(separator: " ")), .integer(answer.draws),
          .integer(results.draws), .integer(answer.seeds), .integer(results.seeds),
          .text(answer.flips.map(\.parameter.rawValue).joined(separator: " ")),
        ])
      }
    }
    return table.text
  }

  /// One record for each share of a case: its value with the seeds of the scenario, and the mean
  /// with its 95 % interval, the lowest and the highest of the other seeds.
  package static func seeds(_ results: SensitivityResults) -> String {
    var table = CSVTable(columns: [
      "scenario", "variant", "size", "strategy", "metric", "unit", "value", "seeds", "mean", "low",
      "high", "min", "max",
    ])
    for scenario in results.scenarios {
      for metric in scenario.metrics where metric.unit == .fraction {
        for span in scenario.spans where span.metric == metric.name {
          guard let seeds = span.seeds else { continue }
          table.append([
            .text(scenario.scenario), .text(span.scenarioCase.variant),
            .integer(span.scenarioCase.size), .text(span.scenarioCase.strategy),
            .text(metric.name), .text(metric.unit.rawValue), .number(span.value),
            .integer(seeds.count), .number(seeds.mean),
            seeds.interval?.first.map { .number($0) } ?? .empty,
            seeds.interval?.last.map { .number($0) } ?? .empty,
            .number(seeds.low), .number(seeds.high),
          ])
        }
      }
    }
    return table.text
  }
}
