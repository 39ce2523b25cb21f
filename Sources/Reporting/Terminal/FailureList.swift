import Harness
import Measurement
import ScenarioModel
import Support
import Verdicts

/// The thresholds that were not kept, in a terminal.
enum FailureList {
  /// A line for each, one for several variants where it says the same, and an empty one after them.
  static func lines(_ results: RunResults, verdict: RunVerdict) -> [String] {
    let lines = results.scenarios.flatMap { scenario in
      let open =
        verdict.scenarios.first { $0.scenario == scenario.scenario.name }?.thresholds
        .filter { $0.outcome != .passed } ?? []
      return self.lines(open, of: scenario)
    }
    return lines.isEmpty ? [] : lines + [""]
  }

  private static func lines(
    _ verdicts: [ThresholdVerdict], of scenario: ScenarioResults
  ) -> [String] {
    var rows = VariantRows()
    for verdict in verdicts {
      rows.append(
        [
          verdict.outcome.identifier, verdict.threshold.strategy,
          "\(verdict.threshold.expression): \(found(verdict, in: scenario))",
        ], variant: verdict.variant, size: verdict.size)
    }
    return rows.rows.map { row in
      let variants = row.variants.filter { !$0.isEmpty }.joined(separator: ", ")
      let place = [
        scenario.scenario.name, variants.isEmpty ? nil : "[\(variants)]", row.size.map(String.init),
      ]
      let words = place.compactMap(\.self) + [row.cells[1]]
      return PlainText.line(
        "\(row.cells[0]): \(words.joined(separator: " ")): \(row.cells[2])")
    }
  }

  private static func found(
    _ verdict: ThresholdVerdict, in scenario: ScenarioResults
  ) -> String {
    if case .notDecided(let reason) = verdict.outcome { return reason }
    let metrics = scenario.scenario.metrics
    let numbers =
      "found \(verdict.valueText(metrics: metrics)), bound \(verdict.boundText(metrics: metrics))"
    return verdict.outcome.reason.map { "\(numbers); \($0)" } ?? numbers
  }
}
