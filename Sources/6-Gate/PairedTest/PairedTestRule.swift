import Foundation

/// The looks and bounds of a paired sequential test.
///
/// The test looks at the pairs of processes a fixed number of times, at more pairs each time. Every
/// look is a chance to err and gets its share of `alpha`, so that the chance of any wrong decision
/// is at most `alpha`, however the looks depend on one another (Bonferroni).
package struct PairedTestRule: Hashable, Sendable {
  /// The largest change for the worse that passes, as a share of the base: 0.02 is 2 %.
  ///
  /// With 0, an unchanged program is never decided. The order in which a linker puts the same code
  /// alone moves times by about 1 %.
  package let margin: Double
  /// The margin of statistics of the tail.
  package let tailMargin: Double
  /// The accepted chance of a wrong decision.
  package let alpha: Double
  /// The number of pairs at the first look.
  package let firstLook: Int
  /// The factor from the number of pairs at one look to the number at the next.
  package let growth: Double
  /// The number of pairs at the last look.
  package let maxPairs: Int
  /// The numbers of pairs at all looks, ascending.
  package let looks: [Int]

  /// Creates a rule; throws where no test can follow it.
  package init(
    margin: Double = 0.02, tailMargin: Double = 0.2, alpha: Double = 0.01, firstLook: Int = 16,
    growth: Double = 1.5,
    maxPairs: Int = 600
  ) throws(PairedTestError) {
    let rules: [(isKept: Bool, expected: String, found: any CustomStringConvertible)] = [
      (margin >= 0 && margin <= 1, "a margin from 0 to 1, such as 0.02 for 2 %", margin),
      (
        tailMargin >= 0 && tailMargin <= 1, "a margin of the tail from 0 to 1, such as 0.2",
        tailMargin
      ),
      (alpha > 0 && alpha < 0.5, "a chance of error above 0 and below 0.5, such as 0.01", alpha),
      (firstLook >= Self.minPairs, "a first look at \(Self.minPairs) pairs or more", firstLook),
      (growth > 1 && growth <= 100, "a growth per look of more than 1 and at most 100", growth),
      (
        maxPairs >= firstLook && maxPairs <= Self.maxPairsAllowed,
        "a maximum number of pairs between \(firstLook) and \(Self.maxPairsAllowed)", maxPairs
      ),
    ]
    for rule in rules where !rule.isKept {
      throw PairedTestError("expected \(rule.expected), found \(rule.found)")
    }
    self.margin = margin
    self.tailMargin = tailMargin
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

  /// The minimum number of pairs for a decision: with fewer, the bounds of a trimmed mean of ratios
  /// between processes are not reliable.
  package static let minPairs = 16
  /// More pairs than run in a day.
  package static let maxPairsAllowed = 1_000_000

  /// The margin of a statistic.
  package func margin(of statistic: PairStatistic) -> Double {
    statistic.isOfTail ? tailMargin : margin
  }

  /// The margin as a natural logarithm, the unit of the statistics: M.
  package func logarithmicMargin(of statistic: PairStatistic) -> Double {
    log1p(margin(of: statistic))
  }
  /// The chance to err at one look in passing, which needs both statistics.
  package var passAlpha: Double { alpha / Double(looks.count) }
  /// The chance to err at one look by one statistic in suspecting, which needs either.
  package var candidateAlpha: Double { alpha / Double(2 * looks.count) }

  /// Returns the number of fresh pairs that confirm a suspicion after `pairs`: four times as many,
  /// so that a real change is nearly always confirmed, at least 64 and at most twice the maximum.
  package func confirmingPairs(after pairs: Int) -> Int {
    min(max(64, 4 * pairs), 2 * maxPairs)
  }
}

/// An error for a rule that no test can follow, or times that no test can use.
package struct PairedTestError: Error, Hashable, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}
