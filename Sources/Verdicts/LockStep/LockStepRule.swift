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
public struct LockStepRule: Hashable, Sendable {
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
  public let greatestPairs: Int
  /// How many pairs each look is at, ascending.
  public let looks: [Int]

  /// A rule; throws where no test could keep to it.
  public init(
    margin: Double = 0.02, alpha: Double = 0.01, firstLook: Int = 16, growth: Double = 1.5,
    greatestPairs: Int = 600
  ) throws(LockStepRuleError) {
    guard margin >= 0, margin <= 1 else { throw .marginOutOfRange(margin) }
    guard alpha > 0, alpha < 0.5 else { throw .alphaOutOfRange(alpha) }
    guard firstLook >= Self.fewestPairs else { throw .firstLookTooEarly(firstLook) }
    guard growth > 1, growth <= 100 else { throw .growthOutOfRange(growth) }
    guard greatestPairs >= firstLook, greatestPairs <= Self.mostPairs else {
      throw .greatestPairsOutOfRange(greatestPairs, firstLook: firstLook)
    }
    self.margin = margin
    self.alpha = alpha
    self.firstLook = firstLook
    self.growth = growth
    self.greatestPairs = greatestPairs
    var looks = [firstLook]
    var pairs = firstLook
    while pairs < greatestPairs {
      pairs = min(greatestPairs, max(pairs + 1, Int((growth * Double(pairs)).rounded(.up))))
      looks.append(pairs)
    }
    self.looks = looks
  }

  /// The fewest pairs that anything is said from: with fewer, the bounds of a trimmed mean of
  /// ratios between processes are not to be relied on.
  public static let fewestPairs = 16
  /// More than a day's worth.
  public static let mostPairs = 1_000_000

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
    min(max(64, 4 * pairs), 2 * greatestPairs)
  }
}
