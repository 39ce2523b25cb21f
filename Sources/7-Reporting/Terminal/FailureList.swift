import Answers
import Documents
import ScenarioModel
import Support

/// The thresholds that do not hold, in a terminal.
enum FailureList {
  /// A line for each threshold, one for several variants where it is the same, and an empty line.
  static func lines(_ results: RunResults, verdict: RunVerdict) -> [String] {
    let lines = results.scenarios.flatMap { scenario in
      let thresholds = verdict[scenario.scenario.name]?.thresholds ?? []
      return self.lines(thresholds.filter { $0.outcome != .passed }, of: scenario)
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
      let names = place.compactMap(\.self) + [row.cells[1]]
      return PlainText.line("\(row.cells[0]): \(names.joined(separator: " ")): \(row.cells[2])")
    }
  }

  private static func found(_ verdict: ThresholdVerdict, in scenario: ScenarioResults) -> String {
    if case .notDecided(let reason) = verdict.outcome { return reason }
    let metrics = scenario.scenario.metrics
    let numbers =
      "found \(verdict.valueLabel(metrics: metrics)), bound \(verdict.boundLabel(metrics: metrics))"
    return verdict.outcome.reason.map { "\(numbers); \($0)" } ?? numbers
  }
}
