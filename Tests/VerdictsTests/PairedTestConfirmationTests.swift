import Statistics
import Testing
import Verdicts

struct PairedTestConfirmationTests {
  let rule: PairedTestRule

  init() throws {
    rule = try PairedTestRule()
  }

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
    #expect(total.pValue == total.estimate.pValue(forAtMost: rule.logarithmicMargin))
    let typical = try PairedTestConfirmation(of: .typical, pairs: batch, by: rule)
    #expect(typical.pValue > 0.99)
  }

  @Test func aBatchThatFellShortConfirmsNothing() {
    #expect(throws: TrimmedMeanError.tooFewSamples(found: 15, needed: 16)) {
      try PairedTestConfirmation(of: .total, pairs: pairs(15, total: 1, spread: 0), by: rule)
    }
  }

  @Test func oneSuspicionIsHeldAgainstAlphaItself() throws {
    let clear = try confirmation(total: 0.05)
    #expect(clear.pValue < 0.01)
    #expect(PairedTestConfirmation.areRegressions([clear], alpha: 0.01) == [true])
    let faint = try confirmation(total: 0.021)
    #expect(faint.pValue > 0.01)
    #expect(PairedTestConfirmation.areRegressions([faint], alpha: 0.01) == [false])
  }

  // p between 0.01/3 and 0.01: alone it is a regression, third in a suite it is not.
  @Test func moreSuspicionsNeedMoreEach() throws {
    let all = try stride(from: 0.02, to: 0.05, by: 0.0001).map { try confirmation(total: $0) }
    let middling = try #require(all.first { (0.0035...0.009).contains($0.pValue) })
    let faint = try confirmation(total: 0.02)
    #expect(PairedTestConfirmation.areRegressions([middling], alpha: 0.01) == [true])
    #expect(
      PairedTestConfirmation.areRegressions([faint, middling, faint], alpha: 0.01)
        == [false, false, false])
    // One that is clear is taken out of the count first.
    let clear = try confirmation(total: 0.1)
    #expect(
      PairedTestConfirmation.areRegressions([middling, clear], alpha: 0.01) == [true, true])
    #expect(
      PairedTestConfirmation.areRegressions([middling, nil, nil], alpha: 0.01)
        == [false, false, false])
  }

  @Test func aSuiteWithoutSuspicionsHasNoOutcomes() {
    #expect(PairedTestConfirmation.areRegressions([], alpha: 0.01).isEmpty)
  }
}
