import Harness
import Measurement
import Scenarios
import Verdicts

/// Thresholds with their verdicts as a table.
enum ThresholdTable {
  static func table(_ verdicts: [ThresholdVerdict], of results: RunResults) -> MarkdownTable {
    table(verdicts, metrics: results.scenarios.flatMap(\.scenario.metrics))
  }

  static func table(_ verdicts: [ThresholdVerdict], metrics: [Metric]) -> MarkdownTable {
    var table = MarkdownTable([
      ("Strategy", .left), ("Threshold", .left), ("Where", .left), ("Value", .right),
      ("Bound", .right), ("Verdict", .left),
    ])
    for verdict in verdicts {
      let unit = metrics.first { $0.name == verdict.threshold.metric }?.unit ?? .count
      table.append([
        MarkdownText.code(verdict.threshold.strategy),
        MarkdownText.escaped(verdict.threshold.expression),
        WorldName.text(
          World(variant: verdict.scenarioCase.variant, size: verdict.scenarioCase.size)),
        verdict.value.map { NumberFormat.text($0, unit) } ?? "not available",
        verdict.bound.map { NumberFormat.text($0, unit) } ?? "not available",
        word(verdict.outcome),
      ])
    }
    return table
  }

  private static func word(_ outcome: ThresholdVerdict.Outcome) -> String {
    switch outcome {
    case .passed: "passed"
    case .failed: "**failed**"
    case .notDecided(let reason):
      "**not decided**: " + MarkdownText.escaped(PlainText.shortened(reason, to: 300))
    }
  }
}
