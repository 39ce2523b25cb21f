import Gate
import ScenarioModel
import TestSupport
import Testing

/// Measured values of two runs that were made at different times.
@Suite struct ComparisonSampleTests {

  private func outcome(
    _ metric: Metric, _ base: [Double], _ head: [Double], tolerances: [Tolerance] = []
  ) throws -> MetricVerdict.Outcome? {
    try MetricVerdict.made(
      base: .samples(metric, base), head: .samples(metric, head),
      tolerances: tolerances)?.outcome
  }

  @Test func liveBytesBeyondTheMetersErrorAndOnePercent() throws {
    let ten = [10_000_000.0, 10_000_000, 10_000_000]
    let error = 131_072.0
    #expect(try outcome(.peakLiveBytes, ten, ten) == .pass)
    #expect(try outcome(.peakLiveBytes, ten, ten.map { $0 + error }) == .pass)
    #expect(try outcome(.peakLiveBytes, ten, ten.map { $0 + error + 1 }) == .regression)
    #expect(try outcome(.peakLiveBytes, ten, ten.map { $0 - error - 1 }) == .improvement)
    // One percent is more than the error here.
    let hundred = ten.map { $0 * 10 }
    #expect(try outcome(.peakLiveBytes, hundred, hundred.map { $0 + 900_000 }) == .pass)
    #expect(try outcome(.peakLiveBytes, hundred, hundred.map { $0 + 1_100_000 }) == .regression)
    #expect(
      try outcome(
        .peakLiveBytes, hundred, hundred.map { $0 + 1_100_000 },
        tolerances: [Tolerance(metric: "peak-live-bytes", share: 0.02)]) == .pass)
  }

  @Test func liveBytesThatVaryAreUndecided() throws {
    let verdict = try outcome(.peakLiveBytes, [10_000_000, 10_000_000], [10_000_000, 20_000_000])
    #expect(verdict?.identifier == "inconclusive")
  }

  /// The meter is up to 128 KB low in any trial: two equal programs never differ.
  @Test func equalProgramsNeverDifferInLiveBytes() throws {
    for peak in [200_000.0, 5_000_000, 400_000_000] {
      for low in stride(from: 0.0, through: 131_072, by: 13_107.2) {
        for other in stride(from: 0.0, through: 131_072, by: 13_107.2) {
          let found = try outcome(
            .peakLiveBytes, [peak - low, peak - other], [peak - other, peak - low])
          #expect(found == .pass)
        }
      }
    }
  }

  @Test func residentBytesNeedFiveTrialsThatAllAgree() throws {
    let base = [100.0, 101, 102, 100, 101].map { $0 * 1e6 }
    let more = base.map { $0 * 1.2 }
    #expect(try outcome(.peakResidentBytes, base, base) == .pass)
    #expect(try outcome(.peakResidentBytes, base, base.map { $0 * 1.05 }) == .pass)
    #expect(try outcome(.peakResidentBytes, base, more) == .regression)
    #expect(try outcome(.peakResidentBytes, more, base) == .improvement)
    #expect(try outcome(.peakResidentBytes, more, Array(base.prefix(4))) == .pass)
    let few = try outcome(.peakResidentBytes, Array(base.prefix(4)), more)
    let mixed = try outcome(.peakResidentBytes, base, Array(more.prefix(4)) + [base[4]])
    #expect([few, mixed].map { $0?.identifier } == ["inconclusive", "inconclusive"])
  }

  @Test func tooFewTrialsSayHowManyItTakes() throws {
    let base = [100e6, 101e6, 100e6]
    #expect(
      try outcome(.peakResidentBytes, base, base.map { $0 * 1.5 })
        == .inconclusive(
          why: "every trial of the head takes more, but a verdict needs 5 trials on each side; "
            + "take --trials 5"))
  }

  @Test func timesOfTwoRunsAreReportedWithAnInterval() throws {
    let base = [1_000_000.0, 1_010_000, 990_000, 1_005_000, 995_000]
    let verdict = try #require(
      try MetricVerdict.made(
        base: .samples(.frameTimeP50, base),
        head: .samples(.frameTimeP50, base.map { $0 * 3 })))
    #expect(
      verdict.outcome
        == .notGated(
          why: "times of two runs differ by 30 % or more on a shared machine: they are reported, "
            + "not gated; gate compares frame-time and build-time by pairs"))
    let effect = try #require(verdict.effect)
    #expect(abs(effect.change - 2) < 1e-9)
    #expect(effect.low < effect.change && effect.change < effect.high)
    #expect(effect.low > 1.8 && effect.high < 2.2)
    #expect(verdict.method == .samples(base: 5, head: 5, margin: 0))
  }

  // MARK: - With a baseline

  private func outcome(
    fromBaseline metric: Metric, _ base: [Double], _ head: [Double], tolerance: Double? = nil
  ) throws -> MetricVerdict.Outcome? {
    try MetricVerdict.made(
      base: .samples(metric, base), head: .samples(metric, head),
      tolerances: tolerance.map { [Tolerance(metric: metric.name, share: $0)] } ?? [],
      kind: .baseline)?.outcome
  }

  @Test(arguments: [Metric.buildTime, .frameTimeP50])
  func fromABaselineTwiceIsTheLimit(metric: Metric) throws {
    let base = [100.0, 101, 102, 100, 101].map { $0 * 1e6 }
    let twice = Array(repeating: 204e6, count: 5)
    let more = twice.map { $0 + 1 }
    #expect(try outcome(fromBaseline: metric, base, base) == .pass)
    // Within the limit, its slowest trial counts for the base.
    #expect(try outcome(fromBaseline: metric, base, base.map { $0 * 1.9 }) == .pass)
    #expect(try outcome(fromBaseline: metric, base, more) == .regression)
    #expect(try outcome(fromBaseline: metric, more, base) == .improvement)
    #expect(
      try outcome(fromBaseline: metric, base, Array(more.prefix(4)) + [100e6])
        == .inconclusive(why: "most trials of the head take more, but not all of them"))
    #expect(
      try outcome(fromBaseline: metric, base, Array(more.prefix(4)))
        == .inconclusive(
          why: "every trial of the head takes more, but a verdict needs 5 trials on each side; "
            + "take --trials 5"))
    // A tolerance may only widen it.
    #expect(try outcome(fromBaseline: metric, base, base.map { $0 * 1.3 }, tolerance: 0.1) == .pass)
    #expect(try outcome(fromBaseline: metric, base, more, tolerance: 2) == .pass)
    // What was not measured is no pass.
    let damaged = MetricResult(metric: metric, value: .number(100e6))
    #expect(
      try MetricVerdict.made(base: .samples(metric, base), head: damaged, kind: .baseline)?
        .outcome == .missing(why: "the samples of the trials are not known"))
  }

  @Test func fromABaselineLittleIsNoChange() throws {
    let base = Array(repeating: 100.0, count: 5)
    #expect(try outcome(fromBaseline: .frameTimeP50, base, base.map { $0 + 20_000 }) == .pass)
    #expect(try outcome(fromBaseline: .frameTimeP50, base, base.map { $0 + 20_001 }) == .regression)
    // Memory is judged as that of two runs.
    let hundred = base.map { $0 * 1e6 }
    #expect(
      try outcome(fromBaseline: .peakLiveBytes, hundred, hundred.map { $0 * 1.02 }) == .regression)
  }

  @Test func aSingleTrialHasNoInterval() throws {
    let verdict = try MetricVerdict.made(
      base: .samples(.buildTime, [5]), head: .samples(.buildTime, [6]))
    #expect(verdict?.effect == nil && verdict?.base == 5 && verdict?.head == 6)
  }
}
