import Statistics

extension LockStepTest {
  /// The statistic whose numbers stand for the decision.
  ///
  /// What a suspicion or an improvement rests on is the first that it names. Anything else is
  /// decided by the statistic that could still be worst: the one whose upper bound, which a pass
  /// needs below the margin, is highest; of two alike, and for fewer than two pairs, the total.
  public var decisive: LockStepStatistic {
    switch decision {
    case .candidate(let named), .improvement(let named): named.first ?? .total
    case .pass, .exhausted, .goOn: worst
    }
  }

  private var worst: LockStepStatistic {
    guard let total, let typical else { return .total }
    return typical.upperBound(alpha: passAlpha) > total.upperBound(alpha: passAlpha)
      ? .typical : .total
  }
}
