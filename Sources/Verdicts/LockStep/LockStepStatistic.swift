/// What is looked at in each pair.
public enum LockStepStatistic: String, Hashable, Sendable, Codable, CaseIterable {
  /// All slices together.
  case total
  /// The slices' own ratios, without their extremes.
  case typical
}

extension PairStatistics {
  public subscript(statistic: LockStepStatistic) -> Double {
    switch statistic {
    case .total: total
    case .typical: typical
    }
  }
}
