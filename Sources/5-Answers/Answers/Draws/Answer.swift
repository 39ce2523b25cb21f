import ScenarioModel

/// A statement that readers take from a scenario, whose outcome may depend on the profile.
public struct Answer: Hashable, Sendable, Codable {
  /// The kinds of statements.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// The strategies that reach all criteria, in all variants.
    case recommendation
    /// The best strategy by a metric.
    case best
    /// The verdict on a threshold.
    case threshold
    /// The verdict on a claim.
    case claim
  }

  /// The kind.
  public let kind: Kind
  /// The metric's name, the threshold with its strategy, or the claim's identifier; empty for a
  /// recommendation.
  public let name: String
  /// The variant; empty if there is one only.
  public let variant: String
  /// The size; `nil` for a statement about all sizes.
  public let size: Int?

  /// Returns whether the statement is about a case, among others.
  func concerns(_ scenarioCase: Case) -> Bool {
    (variant.isEmpty || scenarioCase.variant == variant)
      && (size == nil || scenarioCase.size == size)
  }
}

extension Answer {
  /// The strategies that reach all criteria at a size.
  init(recommendedAt size: Int) {
    self.init(kind: .recommendation, name: "", variant: "", size: size)
  }

  init(best metric: Metric, in configuration: Configuration) {
    self.init(
      kind: .best, name: metric.name, variant: configuration.variant, size: configuration.size)
  }

  init(_ verdict: ThresholdVerdict) {
    self.init(
      kind: .threshold, name: "\(verdict.threshold.strategy): \(verdict.threshold.expression)",
      variant: verdict.variant, size: verdict.size)
  }

  init(_ verdict: ClaimVerdict) {
    self.init(
      kind: .claim, name: verdict.claim.id, variant: verdict.variant, size: verdict.size)
  }
}

/// The outcome of an answer at one point of the parameters.
public struct AnswerOutcome: Hashable, Sendable, Codable {
  /// The outcome in a word, or the best strategies, the best one first.
  public let words: [String]

  /// The outcome where all strategies tie, so that there is no best one.
  public static let allAlike = AnswerOutcome(words: ["all alike"])
  /// The outcome where no strategy reaches all criteria.
  public static let noneGoodEnough = AnswerOutcome(words: ["none is good enough"])

  /// The outcome where a number is missing.
  public static let notAvailable = AnswerOutcome(words: ["not available"])

  /// Returns whether the outcome of the scenario as it is still holds at another point: the best
  /// strategy is still one of the best, the simplest one still reaches all criteria, or the verdict
  /// is the same.
  func holds(in other: AnswerOutcome?) -> Bool {
    guard let first = words.first else { return other?.words.isEmpty ?? true }
    return other?.words.contains(first) ?? false
  }
}

/// The answers of a scenario that do not rest on a measurement.
struct Answers: Hashable, Sendable {
  let outcomes: [Answer: AnswerOutcome]
  /// The answers in the order of reports.
  let order: [Answer]
  /// The strategies to take by size, where they have numbers.
  let recommendations: [Int: Recommendation]

  /// Values that differ by this fraction or less tie.
  private static let tie = 0.01

  /// - Parameter results: the counted and modelled metrics of all cases. An answer without numbers,
  ///   which rests on a measurement, is left out.
  init(_ results: ScenarioResults) {
    var outcomes: [Answer: AnswerOutcome] = [:]
    var order: [Answer] = []
    func add(_ answer: Answer, _ outcome: AnswerOutcome) {
      if outcomes.updateValue(outcome, forKey: answer) == nil { order.append(answer) }
    }
    for configuration in results.configurations {
      let candidates = Candidates(results, in: configuration).ranked
      let footprint = [results.scenario.metric(.footprint)].compactMap(\.self)
      for metric in (results.scenario.headlines + footprint).uniqued()
      where metric.kind.isDeterministic && metric.polarity != .neutral {
        let best = Self.best(by: metric, among: candidates)
        guard !best.isEmpty else { continue }
        let isTie = best.count == candidates.count && candidates.count > 1
        add(
          Answer(best: metric, in: configuration),
          isTie ? .allAlike : AnswerOutcome(words: best))
      }
    }
    let verdict = ScenarioVerdict(results)
    // What has no number is no answer that could hold.
    let decided = verdict.recommendations.filter { !$0.isUndecided }
    for recommendation in decided {
      let reaching = recommendation.reaching
      add(
        Answer(recommendedAt: recommendation.size),
        reaching.isEmpty ? .noneGoodEnough : AnswerOutcome(words: reaching))
    }
    for threshold in verdict.thresholds {
      if case .notDecided = threshold.outcome { continue }
      add(Answer(threshold), AnswerOutcome(words: [threshold.outcome.identifier]))
    }
    for claim in verdict.claims where claim.outcome != .undecided {
      add(Answer(claim), AnswerOutcome(words: [claim.outcome.rawValue]))
    }
    self.outcomes = outcomes
    self.order = order
    recommendations = Dictionary(uniqueKeysWithValues: decided.map { ($0.size, $0) })
  }

  /// The strategies whose values are the best up to a tie, the best one first.
  private static func best(by metric: Metric, among candidates: [CaseResult]) -> [String] {
    let sign: Double = metric.polarity == .lowerIsBetter ? 1 : -1
    let values = candidates.compactMap { result in
      result[metric: metric.name]?.number.map { (result.scenarioCase.strategy, $0) }
    }
    guard let best = values.min(by: { sign * $0.1 < sign * $1.1 }) else { return [] }
    return [best.0]
      + values.filter { $0.0 != best.0 && abs($0.1 - best.1) <= tie * abs(best.1) }.map(\.0)
  }
}
