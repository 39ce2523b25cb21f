#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// When a comparison by alternated slices stops, and what it takes for it to say anything.
///
/// The pairs of processes are looked at a fixed number of times, more of them each time. As every
/// look is a chance to err, each gets its share of `alpha`: the chance of any wrong word is then at
/// most `alpha`, however the looks depend on one another (Bonferroni).
public struct PairedTestRule: Hashable, Sendable {
  /// A change for the worse up to this share of the base passes: 0.02 is 2 %.
  ///
  /// With 0 what did not change at all is never decided.
  /// The order in which a linker puts the same code alone moves times by about 1 %.
  public let margin: Double
  /// The chance of a wrong word that is accepted.
  public let alpha: Double
  /// How many pairs the first look is at.
  public let firstLook: Int
  /// How many times as many pairs each further look is at.
  public let growth: Double
  /// How many pairs the last look is at.
  public let maxPairs: Int
  /// How many pairs each look is at, ascending.
  public let looks: [Int]

  /// A rule; throws where no test could keep to it.
  public init(
    margin: Double = 0.02, alpha: Double = 0.01, firstLook: Int = 16, growth: Double = 1.5,
    maxPairs: Int = 600
  ) throws(PairedTestRuleError) {
    guard margin >= 0, margin <= 1 else { throw .marginOutOfRange(margin) }
    guard alpha > 0, alpha < 0.5 else { throw .alphaOutOfRange(alpha) }
    guard firstLook >= Self.minPairs else { throw .firstLookTooEarly(firstLook) }
    guard growth > 1, growth <= 100 else { throw .growthOutOfRange(growth) }
    guard maxPairs >= firstLook, maxPairs <= Self.maxPairsAllowed else {
      throw .maxPairsOutOfRange(maxPairs, firstLook: firstLook)
    }
    self.margin = margin
    self.alpha = alpha
    self.firstLook = firstLook
    self.growth = growth
    self.maxPairs = maxPairs
    var looks = [firstLook]
    var pairs = firstLook
    while pairs < maxPairs {
      pairs = min(maxPairs, max(pairs + 1, Int((growth * Double(pairs)).rounded(.up))))
      looks.append(pairs)
    }
    self.looks = looks
  }

  /// The fewest pairs that anything is said from: with fewer, the bounds of a trimmed mean of
  /// ratios between processes are not to be relied on.
  public static let minPairs = 16
  /// More than a day's worth.
  public static let maxPairsAllowed = 1_000_000

  /// What is said is wrong at one of this many looks at most.
  public var bonferroniCount: Int { looks.count }
  /// The margin as a natural logarithm, which the statistics are in: M.
  public var logarithmicMargin: Double { log1p(margin) }
  /// The chance to err at one look in passing, which needs both statistics.
  public var passAlpha: Double { alpha / Double(bonferroniCount) }
  /// The chance to err at one look by one statistic in suspecting, which needs either.
  public var candidateAlpha: Double { alpha / Double(2 * bonferroniCount) }

  /// How many fresh pairs are to confirm what `pairs` made suspect: four times as many, so that
  /// what is real is nearly always confirmed, at least 64 and at most twice the greatest number.
  public func confirmingPairs(after pairs: Int) -> Int {
    min(max(64, 4 * pairs), 2 * maxPairs)
  }
}

/// Why no test could keep to a rule.
public enum PairedTestRuleError: Error, Hashable, Sendable {
  case marginOutOfRange(Double)
  case alphaOutOfRange(Double)
  case firstLookTooEarly(Int)
  case growthOutOfRange(Double)
  case maxPairsOutOfRange(Int, firstLook: Int)
}

extension PairedTestRuleError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .marginOutOfRange(let margin):
      "expected a margin from 0 to 1, such as 0.02 for 2 %, found \(margin)"
    case .alphaOutOfRange(let alpha):
      "expected a chance of error above 0 and below 0.5, such as 0.01, found \(alpha)"
    case .firstLookTooEarly(let pairs):
      "expected a first look at \(PairedTestRule.minPairs) pairs or more, found \(pairs)"
    case .growthOutOfRange(let growth):
      "expected each look to be at more than 1 and at most 100 times the pairs of the last, "
        + "found \(growth)"
    case .maxPairsOutOfRange(let pairs, let firstLook):
      "expected the greatest number of pairs to be between \(firstLook) and "
        + "\(PairedTestRule.maxPairsAllowed), found \(pairs)"
    }
  }
}
