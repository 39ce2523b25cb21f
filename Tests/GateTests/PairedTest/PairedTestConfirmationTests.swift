import Foundation
import Gate
import Support
import TestSupport
import Testing

struct PairedTestEffectTests {
  let rule: PairedTestRule

  init() throws { rule = try PairedTestRule(maxPairs: 36) }

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
    let estimate = try #require(test[.total])
    #expect(abs(log1p(effect.low) - estimate.lowerBound(alpha: 0.01 / 6)) < 1e-12)
    #expect(abs(log1p(effect.high) - estimate.upperBound(alpha: 0.01 / 6)) < 1e-12)
    #expect(effect.low < effect.change && effect.change < effect.high)
  }

  /// The interval that is shown of a pass ends below the margin, and of a suspicion begins above
  /// it.
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
      let effects = try [PairStatistic.total, .typical].map { try #require(test.effect(of: $0)) }
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
    let estimate = try #require(test[.total])
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

struct PairedTestConfirmationTests {
  let rule: PairedTestRule

  init() throws { rule = try PairedTestRule() }

  func pairs(_ count: Int, total: Double, spread: Double) -> [PairStatistics] {
    (0..<count).map { index in
      let noise = index.isMultiple(of: 2) ? spread : -spread
      return PairStatistics(total: total + noise, typical: noise)
    }
  }

  func confirmation(total: Double, spread: Double = 0.02) throws -> PairedTestConfirmation {
    try PairedTestConfirmation(of: .total, pairs: pairs(64, total: total, spread: spread), by: rule)
  }

  @Test func looksAtTheStatisticThatWasSuspectAndNoOther() throws {
    let batch = pairs(64, total: 0.05, spread: 0.001)
    let total = try PairedTestConfirmation(of: .total, pairs: batch, by: rule)
    #expect(total.pairs == 64)
    #expect(total.pValue < 1e-12)
    #expect(total.estimate == (try TrimmedMean(batch.map(\.total))))
    #expect(total.pValue == total.estimate.pValue(forAtMost: rule.logarithmicMargin(of: .total)))
    #expect(try PairedTestConfirmation(of: .typical, pairs: batch, by: rule).pValue > 0.99)
  }

  @Test func aBatchThatFellShortConfirmsNothing() {
    #expect(throws: TrimmedMeanError.tooFewSamples(found: 15, needed: 16)) {
      try PairedTestConfirmation(of: .total, pairs: pairs(15, total: 1, spread: 0), by: rule)
    }
  }

  @Test func oneSuspicionIsHeldAgainstAlphaItself() throws {
    let clear = try confirmation(total: 0.05)
    #expect(clear.pValue < 0.01)
    #expect(areRegressions([clear], alpha: 0.01) == [true])
    let faint = try confirmation(total: 0.021)
    #expect(faint.pValue > 0.01)
    #expect(areRegressions([faint], alpha: 0.01) == [false])
  }

  // p between 0.01/3 and 0.01: alone it is a regression, third in a suite it is not.
  @Test func moreSuspicionsNeedMoreEach() throws {
    let all = try stride(from: 0.02, to: 0.05, by: 0.0001).map { try confirmation(total: $0) }
    let middling = try #require(all.first { (0.0035...0.009).contains($0.pValue) })
    let faint = try confirmation(total: 0.02)
    #expect(areRegressions([middling], alpha: 0.01) == [true])
    #expect(areRegressions([faint, middling, faint], alpha: 0.01) == [false, false, false])
    // One that is clear is taken out of the count first.
    let clear = try confirmation(total: 0.1)
    #expect(areRegressions([middling, clear], alpha: 0.01) == [true, true])
    #expect(areRegressions([middling, nil, nil], alpha: 0.01) == [false, false, false])
  }

  @Test func aSuiteWithoutSuspicionsHasNoOutcomes() {
    #expect(areRegressions([], alpha: 0.01).isEmpty)
  }
}

/// Judges suspicions with the p-values of confirmations as a gate does: one case each.
func areRegressions(_ confirmations: [PairedTestConfirmation?], alpha: Double) -> [Bool] {
  confirmations.enumerated().map { number, confirmation in
    .compared(
      [
        .timed(
          .inconclusive(why: "suspected"), pairs: 16, confirmingPairs: confirmation?.pairs,
          suspicion: MetricVerdict.Suspicion(.total, pValue: confirmation?.pValue))
      ], of: .made(size: number))
  }.settled(alpha: alpha).map { $0.metrics[0].outcome == .regression }
}
