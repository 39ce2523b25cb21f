import Gate
import Support
import Testing

/// The decision rule on pairs that are made up, all the same or nearly so.
struct PairedSequentialTestTests {
  let rule: PairedTestRule

  init() throws { rule = try PairedTestRule(maxPairs: 36) }

  /// Pairs around a change, half a thousandth to either side in turn.
  func pairs(
    _ count: Int, total: Double = 0, typical: Double = 0, spread: Double = 0.0005
  ) -> [PairStatistics] {
    (0..<count).map { index in
      let noise = index.isMultiple(of: 2) ? spread : -spread
      return PairStatistics(total: total + noise, typical: typical + noise)
    }
  }

  func decision(_ pairs: [PairStatistics]) throws -> PairedSequentialTest.Decision {
    try PairedSequentialTest(pairs, by: rule).decision
  }

  @Test func decidesAtItsLooksOnly() throws {
    for count in 0...36 {
      let test = try PairedSequentialTest(pairs(count), by: rule)
      #expect(test.decision == ([16, 24, 36].contains(count) ? .pass : .`continue`))
      #expect(test.pairs == count)
      #expect((test[.total] == nil) == (count < 2))
      #expect((test[.typical] == nil) == (count < 2))
      #expect(test[.p95] == nil)
    }
  }

  @Test func whereItEndsEarlyItLooksOnceMore() throws {
    func ended(_ pairs: [PairStatistics]) throws -> PairedSequentialTest.Decision {
      try PairedSequentialTest(pairs, by: rule, isLast: true).decision
    }
    #expect(try ended(pairs(20)) == .pass)
    #expect(try ended(pairs(20, total: 0.05)) == .candidate([.total]))
    #expect(try ended(pairs(20, total: 0.02, typical: 0.02)) == .undecided)
    // Fewer pairs than that say nothing, even at the end.
    #expect(try ended(pairs(15)) == .`continue`)
  }

  @Test(
    arguments: [
      // Two like programs pass, also with a difference below the margin.
      (16, 0, 0, 0.0005, .pass), (16, 0, 0, 0, .pass), (16, 0.015, -0.015, 0.0005, .pass),
      // Either statistic makes a candidate, and the clearer of two comes first.
      (16, 0.05, 0, 0.0005, .candidate([.total])), (16, 0, 0.05, 0.0005, .candidate([.typical])),
      (16, 0.05, 0, 0, .candidate([.total])),
      (16, 0.05, 0.04, 0.0005, .candidate([.total, .typical])),
      (16, 0.04, 0.05, 0.0005, .candidate([.typical, .total])),
      (16, 0.05, 0.05, 0.0005, .candidate([.total, .typical])),
      // A worse statistic is not made up for by a better one.
      (16, 0.05, -0.05, 0.0005, .candidate([.total])),
      (16, -0.05, 0.05, 0.0005, .candidate([.typical])),
      // An improvement is a pass, and more than that.
      (16, -0.05, -0.04, 0.0005, .improvement([.total, .typical])),
      (16, -0.05, 0, 0.0005, .improvement([.total])),
      (16, 0, -0.05, 0.0005, .improvement([.typical])),
      // ln 1.02 = 0.0198: so close to the margin it continues until it is exhausted, also
      // where the other got better: what could be worse decides.
      (16, 0.0198, 0, 0.0005, .`continue`), (24, 0.0198, 0, 0.0005, .`continue`),
      (36, 0.0198, 0, 0.0005, .undecided), (24, 0.0198, -0.05, 0.0005, .`continue`),
      (36, 0.0198, -0.05, 0.0005, .undecided),
      // So does noise.
      (16, 0, 0, 0.2, .`continue`), (36, 0, 0, 0.2, .undecided), (16, 0.05, 0.05, 0.2, .`continue`),
    ] as [(Int, Double, Double, Double, PairedSequentialTest.Decision)])
  func theChangesDecide(
    count: Int, total: Double, typical: Double, spread: Double,
    expected: PairedSequentialTest.Decision
  ) throws {
    let pairs = pairs(count, total: total, typical: typical, spread: spread)
    #expect(try decision(pairs) == expected)
  }

  @Test func pairsBeyondTheLastLookAreLeftOut() throws {
    let test = try PairedSequentialTest(pairs(36) + pairs(20, total: 9, typical: 9), by: rule)
    #expect(test.pairs == 36)
    #expect(test == (try PairedSequentialTest(pairs(36), by: rule)))
    #expect(test.decision == .pass)
  }

  /// The tail has a margin of its own, and is judged when the others are decided: it ends no test.
  @Test(arguments: [
    (16, 0.0, 0.1, PairedSequentialTest.Decision.pass), (16, 0, 0.3, .candidate([.longest])),
    (16, 0.05, 0.3, .candidate([.total, .longest])), (16, 0, -0.3, .improvement([.longest])),
    (16, 0.02, 0.3, .`continue`), (36, 0.02, 0.3, .candidate([.longest])),
    (36, 0.02, 0, .undecided),
  ])
  func theTailIsJudgedWithTheOthers(
    count: Int, total: Double, longest: Double, expected: PairedSequentialTest.Decision
  ) throws {
    let pairs = pairs(count).map {
      PairStatistics(
        total: $0.total + total, typical: $0.typical, p95: $0.typical, longest: $0.typical + longest
      )
    }
    #expect(try decision(pairs) == expected)
  }

  /// An undecided tail is no pass.
  @Test func aTailThatVariesIsNotWithinItsMargin() throws {
    let pairs = pairs(16).enumerated().map { index, pair in
      PairStatistics(
        total: pair.total, typical: pair.typical, p95: pair.typical,
        longest: index.isMultiple(of: 2) ? 0.4 : -0.4)
    }
    let test = try PairedSequentialTest(pairs, by: rule)
    #expect(test.decision == .pass)
    #expect(test.isWithinMargin(.p95) && !test.isWithinMargin(.longest))
  }

  @Test func theBoundsAreThoseOfTheRule() throws {
    let few = pairs(16, total: 0.021, typical: 0.019, spread: 0.004)
    let test = try PairedSequentialTest(few, by: rule)
    #expect(test[.total] == (try TrimmedMean(few.map(\.total))))
    #expect(test[.typical] == (try TrimmedMean(few.map(\.typical))))
    // Three looks, two statistics.
    #expect(rule.candidateAlpha == 0.01 / 6)
    #expect(rule.passAlpha == 0.01 / 3)
  }

  // Just enough for alpha / (2K), and not enough for half of that: the correction is what decides.
  @Test func eachLookGetsItsShareOfAlpha() throws {
    let noise = pairs(16, spread: 0.004).map(\.total)
    let reach = try TrimmedMean(noise).reach(alpha: rule.candidateAlpha)
    let above = rule.logarithmicMargin(of: .total) + reach
    #expect(try decision(pairs(16, total: above + 1e-9, spread: 0.004)) == .candidate([.total]))
    #expect(try decision(pairs(16, total: above - 1e-9, spread: 0.004)) == .`continue`)
    let below =
      rule.logarithmicMargin(of: .total) - (try TrimmedMean(noise).reach(alpha: rule.passAlpha))
    #expect(try decision(pairs(16, total: below - 1e-9, spread: 0.004)) == .pass)
    #expect(try decision(pairs(16, total: below + 1e-9, spread: 0.004)) == .`continue`)
    let better = -rule.logarithmicMargin(of: .total) - reach
    #expect(try decision(pairs(16, total: better - 1e-9, spread: 0.004)) == .improvement([.total]))
    #expect(try decision(pairs(16, total: better + 1e-9, spread: 0.004)) == .pass)
  }

  /// Looks at 16, 24 and 36: a budget that ends at 20 leaves two of the three shares.
  @Test(arguments: [(16, 3.0), (17, 2), (20, 2), (24, 2), (25, 1), (36, 1)])
  func theLastLookHasWhatTheOthersLeft(count: Int, shares: Double) throws {
    let noise = pairs(count, spread: 0.004)
    let test = try PairedSequentialTest(noise, by: rule, isLast: true)
    #expect(abs(test.candidateAlpha - shares * 0.01 / 6) < 1e-15)
    #expect(abs(test.passAlpha - shares * 0.01 / 3) < 1e-15)
    let reach = try TrimmedMean(noise.map(\.total)).reach(alpha: shares * 0.01 / 6)
    let center = try TrimmedMean(noise.map(\.total)).estimate
    let above = rule.logarithmicMargin(of: .total) + reach - center
    func ended(_ total: Double) throws -> PairedSequentialTest.Decision {
      try PairedSequentialTest(pairs(count, total: total, spread: 0.004), by: rule, isLast: true)
        .decision
    }
    #expect(try ended(above + 1e-9) == .candidate([.total]))
    #expect(try ended(above - 1e-9) == .undecided)
  }

  @Test func whatWasNamedFirstIsDecisive() throws {
    func decisive(_ pairs: [PairStatistics]) throws -> PairStatistic {
      try PairedSequentialTest(pairs, by: rule).decisive
    }
    #expect(try decisive(pairs(16, total: 0.05, typical: 0.04)) == .total)
    #expect(try decisive(pairs(16, total: 0.04, typical: 0.05)) == .typical)
    #expect(try decisive(pairs(16, total: -0.05, typical: 0.05)) == .typical)
    // Of an improvement the one that got better, although the other is higher.
    #expect(try decisive(pairs(16, total: -0.05)) == .total)
    #expect(try decisive(pairs(16, typical: -0.05)) == .typical)
    #expect(try decisive(pairs(16, total: -0.05, typical: -0.04)) == .total)
  }

  @Test func otherwiseWhatCouldBeWorstIsDecisive() throws {
    func test(_ pairs: [PairStatistics]) throws -> PairedSequentialTest {
      try PairedSequentialTest(pairs, by: rule)
    }
    let passed = try test(pairs(16, total: 0.001, typical: 0.002))
    #expect(passed.decision == .pass && passed.decisive == .typical)
    #expect(try test(pairs(16, total: 0.002, typical: 0.001)).decisive == .total)
    let exhausted = try test(pairs(36, total: -0.05, typical: 0.0198))
    #expect(exhausted.decision == .undecided && exhausted.decisive == .typical)
    // A lower estimate that is less sure has the higher bound.
    let unsure = try test(
      (0..<36).map { index in
        let sign = index.isMultiple(of: 2) ? 1.0 : -1
        return PairStatistics(total: 0.01 + sign * 0.0005, typical: sign * 0.2)
      })
    #expect(unsure.decision == .undecided && unsure.decisive == .typical)
    // Two alike, too early, and hardly any pairs.
    #expect(try test(pairs(16)).decisive == .total)
    #expect(try test(pairs(17, typical: 0.001)).decisive == .typical)
    #expect(try test(pairs(1)).decisive == .total)
    #expect(try test([]).decisive == .total)
  }

  @Test func whatIsNotANumberIsRefused() {
    #expect(throws: TrimmedMeanError.notFinite) {
      try PairedSequentialTest(pairs(15) + [PairStatistics(total: .nan, typical: 0)], by: rule)
    }
  }
}
