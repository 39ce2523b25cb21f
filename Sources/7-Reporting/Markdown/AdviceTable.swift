import Answers
import Documents
import ScenarioModel

/// The answers, as a table: one row for each range of sizes.
enum AdviceTable {
  /// The rule behind the rows.
  static let legend =
    "The strategy to take is the simplest that reaches all criteria of its family. If parameters "
    + "were drawn, it is the one that does so in at least 80 % of the draws on the slowest phones. "
    + "If no strategy does so on any phone, the answer is the one that reaches all criteria, or is "
    + "the nearest, in at least 80 % of the draws; it is not always good enough. Without such a "
    + "strategy, the answer is open. If no strategy reaches a criterion, none is good enough: those "
    + "within 5 % of the best remain candidates, and the answer names the nearest and what it misses."

  /// - Parameter scope: the files next to the table, to which the names of scenarios lead; `nil`
  ///   for a table of one scenario, without its name.
  static func table(
    _ answers: [Advice], stability: AnswerStability?, scope: ReportScope?
  ) -> Table {
    Table(
      ["You have", "Take", "Because", "It brings", "It costs"] + AnswerStability.columns(stability),
      of: answers
    ) { advice in
      let name = scope.map { ": " + $0.name(of: advice.results.scenario) } ?? ""
      let reasons = [
        advice.reason, advice.missed, advice.trade, advice.justMet, advice.openOwnWork,
      ]
      .compactMap(\.self).filter { !$0.isEmpty }
      let sureness = stability?.text(advice)
      return [
        advice.load.escaped + name, advice.labelled(advice.strategy.code),
        reasons.map(\.escaped).joined(separator: "; "),
        list(advice.differences(isBetter: true), of: advice),
        list(advice.differences(isBetter: false), of: advice),
      ] + [sureness?.escaped].compactMap(\.self)
    }
  }

  private static func list(_ differences: [String], of advice: Advice) -> String {
    guard !differences.isEmpty else { return "–" }
    let size =
      advice.sizes.count > 1 ? "at \(NumberFormat.grouped(advice.recommendation.size)): " : ""
    return (size + differences.prefix(3).joined(separator: "; ")).escaped
  }
}
