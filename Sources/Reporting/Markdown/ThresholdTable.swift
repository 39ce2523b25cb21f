import Harness
import Measurement
import ScenarioModel
import Support
import Verdicts

/// Thresholds with their verdicts as a table.
enum ThresholdTable {
  /// - Parameter scenarios: those that the verdicts are of.
  static func table(
    _ verdicts: [ThresholdVerdict], of scenarios: [ScenarioResults]
  ) -> MarkdownTable {
    var table = MarkdownTable([
      ("Strategy", .left), ("Threshold", .left), ("Where", .left), ("Value", .right),
      ("Bound", .right), ("Verdict", .left),
    ])
    for scenario in scenarios {
      let name = WorldName(scenario)
      var rows = VariantRows()
      for verdict in verdicts where verdict.scenario == scenario.scenario.name {
        rows.append(
          cells(of: verdict, metrics: scenario.scenario.metrics),
          variant: verdict.variant, size: verdict.size)
      }
      for row in rows.rows {
        let place = MarkdownText.escaped(name.text(row.variants, size: row.size))
        table.append(row.cells.prefix(2) + [place] + row.cells.dropFirst(2))
      }
    }
    return table
  }

  /// Everything but where it is.
  private static func cells(of verdict: ThresholdVerdict, metrics: [Metric]) -> [String] {
    [
      MarkdownText.code(verdict.threshold.strategy),
      MarkdownText.escaped(verdict.threshold.expression),
      verdict.valueText(metrics: metrics),
      verdict.boundText(metrics: metrics),
      word(verdict.outcome),
    ]
  }

  private static func word(_ outcome: ThresholdVerdict.Outcome) -> String {
    switch outcome {
    case .passed: "passed"
    case .failed: "**failed**"
    case .inconclusive(let reason):
      "**inconclusive**: " + MarkdownText.escaped(PlainText.shortened(reason, to: 300))
    case .notDecided(let reason):
      "**not decided**: " + MarkdownText.escaped(PlainText.shortened(reason, to: 300))
    }
  }
}
