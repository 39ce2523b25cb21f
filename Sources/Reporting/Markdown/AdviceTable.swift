import Harness
import ScenarioModel
import Verdicts

/// The strategies to take, as a table: one row for each range of sizes.
enum AdviceTable {
  /// The rule behind the rows.
  static let legend =
    "Taken is the simplest strategy that reaches all criteria of its family. Where none reaches a "
    + "criterion, those within 5 % of the best value stay, and the criterion is named as missed."

  /// - Parameter scope: the files beside the table, to which the names of scenarios lead; `nil` for
  ///   a table of one scenario, without its name.
  static func table(
    _ scenarios: [(ScenarioResults, [Advice])], stability: AnswerStability?, scope: ReportScope?
  ) -> MarkdownTable {
    var table = MarkdownTable(
      texts: ["You have", "Take", "Because", "It brings", "It costs"]
        + (stability == nil ? [] : [AnswerStability.column]))
    for (results, advice) in scenarios {
      for advice in advice {
        var load = MarkdownText.escaped(advice.load)
        if let scope { load += ": " + scope.name(of: results.scenario) }
        let reasons = [advice.reason, advice.missed].compactMap(\.self).filter { !$0.isEmpty }
        table.append(
          [
            load, MarkdownText.code(advice.strategy),
            reasons.map { MarkdownText.escaped($0) }.joined(separator: "; "),
            list(advice.differences(isBetter: true)), list(advice.differences(isBetter: false)),
          ] + (stability.map { [sureness(advice, of: results, $0)] } ?? []))
      }
    }
    return table
  }

  private static func list(_ differences: [String]) -> String {
    differences.isEmpty
      ? "–" : MarkdownText.escaped(differences.prefix(3).joined(separator: "; "))
  }

  private static func sureness(
    _ advice: Advice, of results: ScenarioResults, _ stability: AnswerStability
  ) -> String {
    MarkdownText.escaped(stability.text(advice.recommendation, of: results.scenario.name))
  }
}
