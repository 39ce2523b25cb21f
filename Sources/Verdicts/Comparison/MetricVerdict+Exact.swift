import Measurement
import ScenarioModel

extension MetricVerdict {
  /// Compares one finite number with another, both the same in every trial of their sides.
  ///
  /// - Parameter allowance: the change for the worse that passes.
  init(exact metric: Metric, base: Double, head: Double, allowance: Allowance) {
    self.init(
      metric: metric,
      outcome: Self.outcome(metric.polarity, base: base, head: head, allowance: allowance),
      method: .exact(allowance), base: base, head: head,
      effect: Effect(exactFrom: base, to: head),
      // From 0, a change that passes is no share of the base.
      smallestEffect: allowance == .none
        ? 0 : base == 0 ? nil : allowance.change(from: base) / abs(base))
  }

  private static func outcome(
    _ polarity: Polarity, base: Double, head: Double, allowance: Allowance
  ) -> Outcome {
    if base == head { return .pass }
    let isWorse: Bool
    switch polarity {
    case .lowerIsBetter: isWorse = head > base
    case .higherIsBetter: isWorse = head < base
    case .neutral: return .notGated(why: "neither direction of change is good or bad")
    }
    guard isWorse else { return .improvement }
    // 29 of 100 is 29 %, although 0.29 x 100 is a little less than 29 in binary.
    return abs(head - base) > allowance.change(from: base) * (1 + 1e-12) ? .regression : .pass
  }
}

extension MetricVerdict.Effect {
  /// The change between two exact numbers; `nil` from 0 to something, which is no share of 0.
  init?(exactFrom base: Double, to head: Double) {
    if base == head {
      self.init(change: 0, low: 0, high: 0)
    } else if base != 0, ((head - base) / abs(base)).isFinite {
      let change = (head - base) / abs(base)
      self.init(change: change, low: change, high: change)
    } else {
      return nil
    }
  }
}
