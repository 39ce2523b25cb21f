import Documents
import ScenarioModel

extension Advice {
  /// A reason with its value at the largest size, and that at the smallest where it differs.
  func text(
    _ reason: Recommendation.Rejection.Reason, from first: Recommendation.Rejection.Reason,
    of strategy: String
  ) -> String {
    switch reason {
    case .broken(let status): status
    case .terminated: "the app ended early"
    case .belowRequirement(let metric, let value):
      "\(metric.label) \(range([first.parts.value, value].compactMap(\.self), metric.unit) ?? "")"
        + (results.scenario.requirement.map { " (\(metric.kind.rawValue); must \($0.summary))" }
          ?? "")
    case .missed(let missed):
      "\(missed.criterion.metric.label) "
        + (range(
          [first.parts.value, missed.value].compactMap(\.self), missed.criterion.metric.unit) ?? "")
        + missed.criterion.wanted
    case .ownWork(let bound, let lowest): Self.ownWork(bound, lowest)
    case .rarer(let share):
      "it reaches all criteria in only "
        + (recommendation.drawn.map {
          LimitedList.draws(Int((share * Double($0.draws.count)).rounded()), of: $0.draws.count)
        } ?? NumberFormat.percent(share)) + condition(for: strategy)
    case .onFasterPhones(let slowness):
      "it is good enough only \(Recommendation.onPhones(upTo: slowness))"
    case .notAvailable(_, let why): why
    }
  }

  /// The only way in which the platform must be built for a strategy to be good enough: `; it would
  /// be good enough if MapKit ...`; empty if there is none.
  private func condition(for strategy: String) -> String {
    guard let found = recommendation.drawn?.steps.first?.condition(for: strategy),
      let choice = found.parameter.choice
    else { return "" }
    return "; it would be good enough if \(found.isOn ? choice.on : choice.off)"
  }

  static func ownWork(_ bound: OwnWorkBound, _ lowest: Double) -> String {
    let texts = [lowest, bound.limit].map { NumberFormat.text($0, bound.metric.unit) }
    return "\(bound.clause) at least \(texts[0]) (measured; wanted: at most \(texts[1]))"
  }
}

extension Recommendation.Rejection.Reason {
  /// Returns whether another reason is the same apart from its numbers.
  func isLike(_ other: Self) -> Bool {
    let (own, others) = (parts, other.parts)
    return own.identifier == others.identifier && own.metric == others.metric
      && own.why == others.why
  }
}
