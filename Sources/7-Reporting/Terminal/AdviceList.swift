import Answers
import Documents
import ScenarioModel
import Support

/// The answers in a terminal: one line for each scenario.
package enum AdviceList {
  /// The lines; none if no family has criteria.
  ///
  /// A line has the answer at the largest size, with the number that decides it:
  /// `ten-thousand-pins  10,000 pins: grid-clusters; longest freeze* 14.7 ms, 120 times shorter than
  /// with all-pins`.
  static func lines(
    _ results: RunResults, verdict: RunVerdict, stability: AnswerStability?, width: Int
  ) -> [String] {
    results.scenarios.compactMap { scenario in
      line(
        scenario, among: results.scenarios.map(\.scenario.name),
        verdict[scenario.scenario.name]?.recommendations ?? [], stability, width: width)
    }
  }

  /// The line of one scenario, as soon as the numbers of its answer are known; `nil` if its family
  /// has no criteria.
  ///
  /// - Parameter names: the names of all scenarios of the run. The answers begin behind the longest
  ///   one.
  package static func line(
    _ scenario: ScenarioResults, among names: [String] = [], width: Int
  ) -> String? {
    line(scenario, among: names, scenario.recommendations(), nil, width: width)
  }

  private static func line(
    _ scenario: ScenarioResults, among names: [String], _ recommendations: [Recommendation],
    _ stability: AnswerStability?, width: Int
  ) -> String? {
    let parts = parts(of: scenario, recommendations, stability)
    let name = (names + [scenario.scenario.name]).map(PlainText.line).aligned.last ?? ""
    return parts.isEmpty ? nil : name + text(parts, width: width - name.count)
  }

  /// The wordings of a part of a line, the longest first.
  private typealias Part = [String]

  /// As many parts as fit, each in its longest wording that does, and the first in any case.
  private static func text(_ parts: [Part], width: Int) -> String {
    parts.dropFirst().reduce(parts[0][0]) { text, part in
      part.lazy.map { text + "; " + $0 }.first { $0.count <= width } ?? text
    }
  }

  /// The strategy to take, and what else is to say of it, the most important first; none without an
  /// answer.
  private static func parts(
    of scenario: ScenarioResults, _ recommendations: [Recommendation],
    _ stability: AnswerStability?
  ) -> [Part] {
    let all = scenario.advice(recommendations)
    guard let advice = all.last else { return [] }
    var parts = [["\(advice.load): \(advice.labelled(PlainText.line(advice.strategy)))"]]
    let missed = advice.recommendation.missed
    if !missed.isEmpty {
      let names = LimitedList.all(missed.map(\.metric.label))
      parts.append([
        "misses \(names)", "misses \(missed.count) \(missed.count == 1 ? "criterion" : "criteria")",
      ])
    }
    if let decision = advice.decision {
      parts.append(Self.decision(of: decision, naive: scenario.scenario.naive))
    } else if !advice.reason.isEmpty {
      parts.append([PlainText.line(advice.reason)])
    }
    if advice.openOwnWork != nil { parts.append(["its own work is undecided", "own work open"]) }
    switch stability?.text(advice.leastSure, of: scenario.scenario.name) {
    case nil: break
    case AnswerStability.notAnalysed?: parts.append(["how sure: not analysed"])
    case "everywhere"?: parts.append(["holds everywhere"])
    case let text? where text.hasPrefix("flips") || text.hasPrefix("measured"): parts.append([text])
    case let share?: parts.append(["holds in \(share)"])
    }
    if let fewer = all.dropLast().last {
      let answer = fewer.labelled(PlainText.line(fewer.strategy))
      if answer != advice.labelled(PlainText.line(advice.strategy)) {
        parts.append(["for fewer: \(answer)"])
      }
    }
    return parts
  }

  /// The number that decides, compared with that of the naive strategy.
  private static func decision(
    of decision: (metric: Metric, value: Double, naive: Double), naive: String
  ) -> Part {
    let (metric, value, other) = decision
    let number =
      "\(metric.label)\(metric.kindMark) "
      + NumberFormat.text(value, metric.unit)
    let naive = PlainText.line(naive)
    guard value > 0, other > 0, let factor = ChangeFormat.factor(value, against: other, metric)
    else { return [number + ", \(NumberFormat.text(other, metric.unit)) with \(naive)", number] }
    return [number + ", \(factor) than with \(naive)", number + ", \(factor)", number]
  }
}
