import Foundation
import Gate
import ScenarioModel
import Testing

/// How ratios to the naive strategy are judged.
@Suite struct BaselineRatioTests {
  private typealias Fixture = ComparisonFixture

  /// A side with one ratio for each strategy.
  private func side(
    _ ratios: [RatioEstimate], metric: Metric = .frameTimeP50
  ) -> RunResults {
    Fixture.run(
      ratios.enumerated().map { index, ratio in
        Fixture.result("fixed-\(index)", [MetricResult(metric: metric, value: .ratio(ratio))])
      })
  }

  private func estimate(
    _ ratio: Double, error: Double? = 0.01, rounds: Int = 5
  ) -> RatioEstimate {
    RatioEstimate(logRatio: log(ratio), standardError: error, rounds: rounds)
  }

  private func verdict(
    _ base: RatioEstimate, _ head: RatioEstimate, tolerances: [Tolerance] = []
  ) throws -> MetricVerdict {
    try #require(
      CaseComparison.comparisons(
        of: side([base]), with: side([head]), tolerances: tolerances
      ).first?.metrics.first)
  }

  @Test func clearChangesAndNone() throws {
    #expect(try verdict(estimate(0.5), estimate(0.5)).outcome == .pass)
    #expect(try verdict(estimate(0.5), estimate(0.55)).outcome == .pass)
    #expect(try verdict(estimate(0.5), estimate(0.75)).outcome == .regression)
    #expect(try verdict(estimate(0.5), estimate(0.3)).outcome == .improvement)
    let found = try verdict(estimate(0.5), estimate(0.75))
    let effect = try #require(found.effect)
    #expect(abs(effect.change - 0.5) < 1e-9)
    #expect(effect.low > 0.3 && effect.high < 0.7)
    #expect(found.method == .samples(base: 5, head: 5, margin: 0.2))
    #expect(found.metric.name == "frame-time-p50-versus-naive")
    #expect(found.metric.unit == .ratio)
    #expect(abs((found.head ?? 0) - 0.75) < 1e-9)
    let smallest = try #require(found.minimumDetectableEffect)
    #expect(smallest > 0.2 && smallest < 0.4)
  }

  @Test func whatVariesTooMuchIsUndecided() throws {
    for (base, head) in [
      (estimate(0.5, error: 0.3), estimate(0.5, error: 0.3)),
      (estimate(0.5, error: 0.3), estimate(0.9, error: 0.3)),
      (estimate(0.5, error: nil, rounds: 1), estimate(5, error: 0.01)),
    ] {
      guard case .inconclusive = try verdict(base, head).outcome else {
        Issue.record("expected it to be undecided")
        continue
      }
    }
  }

  @Test func exactRatiosAreComparedExactly() throws {
    #expect(try verdict(estimate(1, error: 0), estimate(1.19, error: 0)).outcome == .pass)
    #expect(try verdict(estimate(1, error: 0), estimate(1.21, error: 0)).outcome == .regression)
    #expect(try verdict(estimate(1, error: 0), estimate(0.8, error: 0)).outcome == .improvement)
  }

  @Test func aToleranceIsTheMargin() throws {
    let tolerance = Tolerance(metric: "frame-time-p50", share: 0.6)
    let found = try verdict(estimate(0.5), estimate(0.75), tolerances: [tolerance])
    #expect(found.outcome == .pass)
  }

  /// What one test alone would call a regression is none among a hundred that changed nothing.
  @Test func manyRatiosAreJudgedTogether() throws {
    let base = estimate(1, error: 0.02)
    let suspicious = estimate(1.36, error: 0.02)
    #expect(try verdict(base, suspicious).outcome == .regression)
    let many = Array(repeating: base, count: 199)
    let metrics = CaseComparison.comparisons(
      of: side(many + [base]), with: side(many + [suspicious])
    ).flatMap(\.metrics)
    #expect(metrics.count == 200)
    #expect(metrics.allSatisfy { $0.outcome != .regression })
  }

  /// 200 suites of 20 strategies each whose ratios are drawn from the same distribution twice: with
  /// a margin of 20 % none may be called worse.
  @Test func equalSidesRaiseNoAlarm() throws {
    var generator = Bits(state: 6)
    var alarms = 0
    for _ in 0..<200 {
      let sides = (0..<2).map { _ in
        side((0..<20).map { _ in drawn(spread: 0.15, using: &generator) })
      }
      alarms += CaseComparison.comparisons(of: sides[0], with: sides[1])
        .flatMap(\.metrics).count { $0.outcome == .regression }
    }
    #expect(alarms == 0)
  }

  /// The mean of five logarithms that vary like a noisy machine's, sums of uniform numbers.
  private func drawn(
    spread: Double, using generator: inout Bits
  ) -> RatioEstimate {
    let values = (0..<5).map { _ in
      spread * (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &generator) }
    }
    let mean = values.reduce(0, +) / 5
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return RatioEstimate(
      logRatio: mean, standardError: (squares / 4 / 5).squareRoot(), rounds: 5)
  }

  /// The same bits on every run: a congruential generator whose high half is good enough here.
  private struct Bits: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let high = state >> 32
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return high << 32 | state >> 32
    }
  }
}
