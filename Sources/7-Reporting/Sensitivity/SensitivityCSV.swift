import Answers
import ScenarioModel

/// An analysis of answers as tables for other programs.
enum SensitivityCSV {
  /// One record for each answer: its outcome, in how many draws and with how many seeds it holds,
  /// and the parameters that change it alone, the nearest one first.
  static func answers(_ results: SensitivityResults) -> String {
    let columns = [
      "scenario", "variant", "size", "kind", "answer", "outcome", "holds_in_draws", "draws",
      "holds_with_seeds", "seeds", "changed_by",
    ]
    let rows = results.scenarios.flatMap { scenario in
      scenario.answers.map { answer -> [CSVTable.Field] in
        let found = answer.answer
        return [
          .text(scenario.scenario), .text(found.variant), .integer(found.size),
          .text(found.kind.rawValue), .text(found.name),
          .text(answer.outcome.words.joined(separator: " ")), .integer(answer.draws),
          .integer(answer.drawCount(results)), .integer(answer.seeds), .integer(results.seeds),
          .text(answer.flips.map(\.parameter.rawValue).joined(separator: " ")),
        ]
      }
    }
    return CSVTable.text(columns, rows)
  }

  /// One record for each share of a case: its value with the seeds of the scenario, and the mean
  /// with its 95 % interval, the lowest and the highest of the other seeds.
  static func seeds(_ results: SensitivityResults) -> String {
    let columns = [
      "scenario", "variant", "size", "strategy", "metric", "unit", "value", "seeds", "mean", "low",
      "high", "min", "max",
    ]
    let rows = results.scenarios.flatMap { scenario in
      scenario.shares.compactMap { span -> [CSVTable.Field]? in
        guard let seeds = span.seeds else { return nil }
        return span.scenarioCase.csv + [
          .text(span.metric), .text(MetricUnit.fraction.rawValue), .number(span.value),
          .integer(seeds.count), .number(seeds.mean), .number(seeds.interval?.first),
          .number(seeds.interval?.last), .number(seeds.low), .number(seeds.high),
        ]
      }
    }
    return CSVTable.text(columns, rows)
  }
}

extension ScenarioSensitivity {
  /// The values of each share, in the order of the metrics.
  var shares: [ValueSpan] {
    metrics.filter { $0.unit == .fraction }.flatMap { metric in
      spans.filter { $0.metric == metric.name }
    }
  }
}
