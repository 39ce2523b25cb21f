import Documents
import ScenarioModel

/// The answers of a run in an analysis of sensitivity: how firmly each of them holds.
///
/// Only scenarios count whose environment and profile are still those of the run.
package struct AnswerStability {
  /// The title of a table's column.
  package static let column = "How sure"

  /// The columns that an analysis adds to a table of answers.
  package static func columns(_ stability: AnswerStability?) -> [Table.Column] {
    stability == nil ? [] : [Table.Column(column)]
  }

  /// The text of a cell for an answer that the analysis lacks.
  package static let notAnalysed = "not analysed"

  private let results: SensitivityResults
  /// In the order of the analysis.
  package let analysed: [ScenarioSensitivity]

  package init(_ results: SensitivityResults, of run: RunResults) {
    self.results = results
    analysed = results.scenarios.filter { $0.isOf(run) }
  }

  /// The parameters that change most answers.
  private static let maxParameters = 10

  /// The parameters that change most answers of the run.
  @DocumentBuilder package var parameters: Document {
    // Another profile has another value and another span: a row of its own.
    let flips = analysed.flatMap(\.parameters).filter { $0.flips > 0 }
    let counts = Dictionary(flips.map { ($0.parameter, $0.flips) }, uniquingKeysWith: +)
    let ordered = counts.map { (parameter: $0.key, flips: $0.value) }.sorted {
      ($1.flips, $0.parameter.name.rawValue, $0.parameter.value)
        < ($0.flips, $1.parameter.name.rawValue, $1.parameter.value)
    }
    let others = NumberFormat.grouped(max(0, ordered.count - Self.maxParameters))
    if !ordered.isEmpty {
      Heading(2, "What the answers rest on")
      Paragraph(
        "These parameters change the most answers within their spans; \(others) more change some.")
      Table(
        [
          "Parameter", .number("Value"), "Its span", "Confidence", .number("Answers it changes"),
        ], of: ordered.prefix(Self.maxParameters)
      ) { parameter, flips in
        parameter.cells + ["\(flips)"]
      }
    }
  }

  /// The parameters that were not moved alone, as a part of a sentence.
  package static func exception(_ results: SensitivityResults) -> String {
    results.alone == .platform ? " (except those of people and data)" : ""
  }

  /// A sentence about the analysis.
  package var legend: String {
    let others = LimitedList.counted(results.seeds, "other seed")
    let seeds = results.seeds > 0 ? " Environments from \(others) were also replayed." : ""
    let alone =
      results.alone == .nothing ? "" : "one at a time\(Self.exception(results)), and all together "
    return
      "How sure the answers are: the parameters of the phone, the camera and the app were moved "
      + "through the spans that their evidence leaves open, \(alone)in draws of up to "
      + "\(results.draws) people. Each person has their own camera and taps, and most have several "
      + "phones.\(seeds) The column \(Self.column) counts the draws in which a strategy reaches "
      + "all criteria (or is the nearest, if it is not always good enough), or in which an answer "
      + "of another kind stays the same. The draws are repeated on phones that are slower overall."
  }

  /// The best strategy by a metric: where it holds.
  package func text(_ ranking: Ranking, in configuration: Configuration, of scenario: String)
    -> String
  {
    guard ranking.metric.kind.isDeterministic else { return "measured: not analysed" }
    let found = answer(Answer(best: ranking.metric, in: configuration), of: scenario) { outcome in
      ranking.strategies.contains { outcome.words.first == $0 } || outcome == .allAlike
    }
    return text(found)
  }

  /// The answer for some sizes: where it holds, at the size at which it is least sure.
  package func text(_ advice: Advice) -> String {
    func text(_ recommendation: Recommendation) -> String {
      let share = self.text(recommendation, of: advice.results.scenario.name)
      return [share, advice.goodEnough(recommendation)].compactMap(\.self).joined(separator: "; ")
    }
    let least = text(advice.leastSure)
    let isSame = advice.recommendations.allSatisfy { text($0) == least }
    return isSame ? least : "at \(NumberFormat.grouped(advice.leastSure.size)): \(least)"
  }

  /// The strategy to take: the draws that speak for it, and what changes that; where none is good
  /// enough, the draws in which none is.
  package func text(_ recommendation: Recommendation, of scenario: String) -> String {
    let name = recommendation.strategy
    if case .beyond = recommendation.ownWork { return "measured: not analysed" }
    guard let step = recommendation.drawn?.steps.first else { return Self.notAnalysed }
    let isNone = !recommendation.state.isDrawn && !recommendation.missed.isEmpty
    let share =
      isNone
      ? LimitedList.draws(step.none, of: step.draws.count) : recommendation.drawsLabel ?? ""
    let found = answer(Answer(recommendedAt: recommendation.size), of: scenario) {
      isNone ? $0 == .noneGoodEnough : $0.words.first == name
    }
    return ([share] + changes(found)).joined(separator: "; ")
  }

  /// The verdict on a threshold: where it holds.
  package func text(_ verdict: ThresholdVerdict) -> String {
    text(
      answer(Answer(verdict), of: verdict.scenario) { $0.words == [verdict.outcome.identifier] })
  }

  /// The verdict on a claim: where it holds.
  package func text(_ verdict: ClaimVerdict, of scenario: String) -> String {
    text(sensitivity(of: verdict, of: scenario))
  }

  /// The verdicts on a claim as the end of a sentence: where the least firm one holds; empty where
  /// nothing is known.
  package func sentence(_ summary: ClaimSummary, of scenario: String) -> String {
    let least = least(summary, of: scenario)
    switch least {
    case Self.notAnalysed: return ""
    case "everywhere": return "; holds everywhere"
    // Without draws there are flips only.
    case _ where results.draws == 0: return "; \(least)"
    default:
      return "; \(summary.verdicts.count > 1 ? "the least sure " : "")holds in \(least)"
    }
  }

  /// The verdicts on a claim: where the least firm one holds.
  package func least(_ summary: ClaimSummary, of scenario: String) -> String {
    let found = summary.verdicts.compactMap { sensitivity(of: $0, of: scenario) }
    let least = found.filter { !$0.holdsEverywhere(results) }
      .min { ($0.draws, $0.seeds) < ($1.draws, $1.seeds) }
    return text(least ?? found.first)
  }

  private func sensitivity(of verdict: ClaimVerdict, of scenario: String) -> AnswerSensitivity? {
    answer(Answer(verdict), of: scenario) {
      verdict.outcome == .open || $0.words == [verdict.outcome.rawValue]
    }
  }

  /// - Parameter isOutcome: false for an outcome that is not the run's: the analysis is of another
  ///   version of the program.
  private func answer(
    _ answer: Answer, of scenario: String, isOutcome: (AnswerOutcome) -> Bool
  ) -> AnswerSensitivity? {
    analysed.first { $0.scenario == scenario }?.answers.first {
      $0.answer == answer && isOutcome($0.outcome)
    }
  }

  private func draws(_ answer: AnswerSensitivity) -> String? {
    let count = answer.drawCount(results)
    return count > 0 ? LimitedList.draws(answer.draws, of: count) : nil
  }

  /// `everywhere`, or `9 of 32 draws, 18 of 20 seeds; flips at cluster-pin = 5 us and 2
  /// more`.
  private func text(_ answer: AnswerSensitivity?) -> String {
    guard let answer else { return Self.notAnalysed }
    guard !answer.holdsEverywhere(results) else {
      return results.alone == .nothing ? draws(answer) ?? Self.notAnalysed : "everywhere"
    }
    let shares = [
      draws(answer),
      answer.seeds == results.seeds
        ? nil : "\(answer.seeds) of \(LimitedList.counted(results.seeds, "seed"))",
    ].compactMap(\.self)
    return ([shares.joined(separator: ", ")].filter { !$0.isEmpty } + changes(answer))
      .joined(separator: "; ")
  }

  /// The parameters that change an answer alone: `flips at cluster-pin = 5 us and 2 more`.
  private func changes(_ answer: AnswerSensitivity?) -> [String] {
    let flips = (answer?.flips ?? []).map { flip in
      "\(flip.parameter.rawValue) = \(NumberFormat.quantity(flip.value, flip.unit))"
    }
    return flips.isEmpty ? [] : ["flips at \(LimitedList.text(flips, limit: 2))"]
  }
}
