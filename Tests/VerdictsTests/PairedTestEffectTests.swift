import Foundation
import PinData
import Statistics
import Testing
import Verdicts

struct PairedTestEffectTests {
  let rule: PairedTestRule

  init() throws {
    rule = try PairedTestRule(maxPairs: 36)
  }

  let pairs = (0..<24).map { index in
    PairStatistics(
      total: log(1.05) + (index.isMultiple(of: 2) ? 0.01 : -0.01),
      typical: log(1.03) + (index.isMultiple(of: 3) ? 0.02 : -0.01))
  }

  @Test func aChangeIsAShareOfTheBase() throws {
    let test = try PairedSequentialTest(pairs, by: rule)
    let effect = try #require(test.effect(of: .total))
    #expect(abs(effect.change - 0.05) < 1e-12)
    // Wide enough for three looks at two statistics.
    let estimate = try #require(test.total)
    #expect(abs(log1p(effect.low) - estimate.lowerBound(alpha: 0.01 / 6)) < 1e-12)
    #expect(abs(log1p(effect.high) - estimate.upperBound(alpha: 0.01 / 6)) < 1e-12)
    #expect(effect.low < effect.change && effect.change < effect.high)
  }

  /// What is shown of a pass ends below the margin, and of a suspicion begins above it.
  @Test func theIntervalThatIsShownIsTheOneThatDecided() throws {
    var random = SplitMix64(seed: 17)
    var decided = [0, 0, 0]
    for _ in 0..<2_000 {
      let change = Double.random(in: -0.05...0.07, using: &random)
      let spread = Double.random(in: 0.001...0.03, using: &random)
      let pairs = (0..<24).map { _ in
        PairStatistics(
          total: change + Double.random(in: -spread...spread, using: &random),
          typical: change + Double.random(in: -spread...spread, using: &random))
      }
      let test = try PairedSequentialTest(pairs, by: rule)
      let effects = try [PairStatistic.total, .typical].map {
        try #require(test.effect(of: $0))
      }
      switch test.decision {
      case .pass:
        decided[0] += 1
        #expect(effects.allSatisfy { $0.high < 0.02 + 1e-12 })
        #expect(abs(test.confidence - 0.985) < 1e-12)
      case .candidate(let named):
        decided[1] += 1
        #expect(try #require(test.effect(of: named[0])).low > 0.02 - 1e-12)
        #expect(abs(test.confidence - 0.99) < 1e-12)
      case .improvement(let named):
        decided[2] += 1
        #expect(try #require(test.effect(of: named[0])).high < 1 / 1.02 - 1 + 1e-12)
      case .`continue`, .undecided: break
      }
    }
    #expect(decided.allSatisfy { $0 > 100 })
  }

  @Test func freshPairsNeedNoCorrection() throws {
    let confirmation = try PairedTestConfirmation(of: .total, pairs: pairs, by: rule)
    let effect = confirmation.effect
    #expect(abs(effect.change - 0.05) < 1e-12)
    #expect(abs(log1p(effect.low) - confirmation.estimate.lowerBound(alpha: 0.005)) < 1e-12)
    #expect(abs(log1p(effect.high) - confirmation.estimate.upperBound(alpha: 0.005)) < 1e-12)
  }

  @Test func theSmallestEffectIsTheMarginAndAboutTwoHalfWidths() throws {
    let test = try PairedSequentialTest(pairs, by: rule)
    let estimate = try #require(test.total)
    let smallest = try #require(test.minimumDetectableEffect(of: .total))
    let halfWidths = (log1p(smallest) - log(1.02)) / estimate.reach(alpha: 0.01)
    #expect((1.7...2.3).contains(halfWidths))
    let confirmation = try PairedTestConfirmation(of: .total, pairs: pairs, by: rule)
    #expect(confirmation.minimumDetectableEffect < smallest)
    #expect(confirmation.minimumDetectableEffect > 0.02)
  }

  @Test func pairsWithoutSpreadSeeEverythingAboveTheMargin() throws {
    let same = Array(repeating: PairStatistics(total: 0.01, typical: 0.01), count: 16)
    let smallest = try #require(
      PairedSequentialTest(same, by: rule).minimumDetectableEffect(of: .typical))
    #expect(abs(smallest - 0.02) < 1e-15)
  }

  @Test func onePairHasNoEffect() throws {
    let test = try PairedSequentialTest(Array(pairs.prefix(1)), by: rule)
    #expect(test.effect(of: .total) == nil)
    #expect(test.minimumDetectableEffect(of: .total) == nil)
  }
}
