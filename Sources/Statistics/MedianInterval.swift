/// The two order statistics that bound the median of a population with a given confidence,
/// whatever its distribution.
///
/// The number of n independent samples below the median is binomial with p = ½. So the samples of
/// ranks r and n + 1 - r enclose it with probability 1 - 2·P(X < r), and the narrowest interval
/// that reaches the confidence has the largest such r (Conover, Practical Nonparametric
/// Statistics, section 3.2).
public struct MedianInterval: Hashable, Sendable {
  /// The confidence that every interval aims at: 95 %.
  public static let confidence = 0.95

  /// The rank of the lower bound in ascending order, counted from 1.
  public let lowRank: Int
  /// The rank of the upper bound in ascending order, counted from 1.
  public let highRank: Int
  /// The probability that the interval encloses the median: at least 0.95, or less where there
  /// are fewer than six samples and the interval is all of them.
  public let coverage: Double

  /// The interval among `count` samples, or `nil` where there are none.
  ///
  /// O(`count`) time, no memory.
  public init?(count: Int) {
    guard count > 0 else { return nil }
    // Starts at the middle, where half of the probability lies below, and walks outwards while
    // too much of it is left in the tail: about √count steps.
    let middle = count / 2
    var probability = Self.centralProbability(count: count)
    var rank = count.isMultiple(of: 2) ? middle : middle + 1
    var tail = count.isMultiple(of: 2) ? 0.5 - probability / 2 : 0.5
    if count.isMultiple(of: 2) { probability *= Double(middle) / Double(count - middle + 1) }
    while rank > 1, tail > (1 - Self.confidence) / 2 {
      rank -= 1
      tail -= probability
      probability *= Double(rank) / Double(count - rank + 1)
    }
    lowRank = rank
    highRank = count + 1 - rank
    coverage = 1 - 2 * tail
  }

  // P(X = ⌊n/2⌋) for n tosses; that of an odd n equals that of n + 1.
  private static func centralProbability(count: Int) -> Double {
    var probability = 1.0
    for factor in stride(from: 1, through: (count + 1) / 2, by: 1) {
      probability *= Double(2 * factor - 1) / Double(2 * factor)
    }
    return probability
  }
}
