import ScenarioModel
import Support
import Verdicts

/// The strategies to take in a terminal: one line for each scenario.
enum AdviceList {
  /// The lines, and an empty one after them; none if no family has criteria.
  ///
  /// A line has the answer at the largest size, with the number that decides it:
  /// `ten-thousand-pins  10,000 pins: grid-clusters; longest-freeze* 14.7 ms, 1.80 s with all-pins`.
  static func lines(
    _ results: RunResults, verdict: RunVerdict, stability: AnswerStability?
  ) -> [String] {
    let rows = results.scenarios.compactMap { scenario -> (name: String, text: String)? in
      let advice = scenario.advice(verdict[scenario.scenario.name]?.recommendations ?? [])
      guard let last = advice.last else { return nil }
      return (
        PlainText.line(scenario.scenario.name),
        text(last, among: advice.count, of: scenario, stability)
      )
    }
    guard !rows.isEmpty else { return [] }
    let width = rows.map(\.name.count).max() ?? 0
    return rows.map { row in
      row.name.padding(toLength: width, withPad: " ", startingAt: 0) + "  " + row.text
    } + [""]
  }

  private static func text(
    _ advice: Advice, among count: Int, of scenario: ScenarioResults,
    _ stability: AnswerStability?
  ) -> String {
    var text = "\(advice.load): \(PlainText.line(advice.strategy))"
    if let (metric, value, naive) = advice.decision {
      let numbers = [value, naive].map { NumberFormat.text($0, metric.unit) }
      text +=
        "; \(metric.name)\(metric.kind == .modelled ? "*" : "") \(numbers[0]), \(numbers[1]) with "
        + PlainText.line(scenario.scenario.naive)
    } else {
      text += "; \(PlainText.line(advice.reason))"
    }
    let missed = advice.recommendation.missed.map(\.metric.name)
    if !missed.isEmpty { text += "; misses \(LimitedList.all(missed))" }
    let firmness = stability?.text(advice.recommendation, of: scenario.scenario.name) ?? ""
    if !firmness.isEmpty { text += "; holds \(firmness == "everywhere" ? "" : "in ")\(firmness)" }
    if count > 1 { text += "; another answer for fewer" }
    return text
  }
}
