import ScenarioModel

/// A run's results as tables for other programs.
///
/// Times are in nanoseconds and memory in bytes. The records are in the run's order: scenario,
/// variant, size, strategy, metric, trial.
package enum CSVReport {
  private static let resultColumns = [
    "scenario", "variant", "size", "strategy", "metric", "unit", "kind", "trials", "median", "low",
    "high", "min", "max", "versus_naive", "status",
  ]
  private static let sampleColumns = [
    "scenario", "variant", "size", "strategy", "trial", "metric", "unit", "value",
  ]

  /// One record for each metric of each case.
  ///
  /// `status` is `ok`, what became of a case that did not complete, or `not-available: why`.
  package static func results(_ results: RunResults) -> String {
    let rows = results.scenarios.flatMap { scenario in
      scenario.cases.flatMap { result -> [[CSVTable.Field]] in
        let naive = scenario.naive(in: result.scenarioCase.configuration)
        return result.metrics.map { metric in
          result.scenarioCase.csv + numbers(of: metric, naive: naive?[metric: metric.metric.name])
            + [.text(status(of: metric, in: result))]
        }
      }
    }
    return CSVTable.text(resultColumns, rows)
  }

  /// One record for each number that a trial answered with; trial 0 is the inspection.
  package static func samples(_ results: RunResults) -> String {
    let rows = results.cases.flatMap { result in
      result.metrics.flatMap { metric in
        metric.samples.compactMap { sample -> [CSVTable.Field]? in
          // The table of results has the reason of a missing number.
          guard let value = sample.value.number, value.isFinite else { return nil }
          return result.scenarioCase.csv + [
            .integer(sample.trial.number), .text(metric.metric.name),
            .text(metric.metric.unit.rawValue), .number(value),
          ]
        }
      }
    }
    return CSVTable.text(sampleColumns, rows)
  }

  private static func numbers(of result: MetricResult, naive: MetricResult?) -> [CSVTable.Field] {
    let metric = result.metric
    let summary = result.interval == nil ? nil : result.summary
    // One value of the clock has no range; what is the same in each trial is its own.
    let isAlone = !metric.kind.isDeterministic && summary?.count == 1
    let interval = isAlone ? nil : result.interval
    return [
      .text(metric.name), .text(metric.unit.rawValue), .text(metric.kind.rawValue),
      .integer(summary?.count ?? 0), .number(summary?.median), .number(interval?.low),
      .number(interval?.high), .number(summary?.minimum), .number(summary?.maximum),
      .number(summary.flatMap { _ in result.ratio(to: naive) }),
    ]
  }

  private static func status(of metric: MetricResult, in result: CaseResult) -> String {
    guard result.status == .completed else { return result.status.identifier }
    return metric.missingReason.map { "not-available: " + $0 } ?? result.status.identifier
  }
}
