import Gate
import Harness
import ScenarioModel
import Testing

/// The work of the pairs of a case, by its costs.
@Suite struct TimedPlanTests {
  private func costs(start: Int64 = 20_000_000, build: Int64, frame: Int64) -> SliceCosts {
    SliceCosts(
      start: start, frameCount: 100, framesAreIndependent: true, build: build,
      frames: Array(repeating: frame, count: 100))
  }

  private func plan(
    build: Int64 = 1_000_000, frame: Int64 = 500_000, seconds: Double = 30
  ) -> TimedPlan {
    var options = TimedGateOptions()
    options.secondsPerCase = seconds
    let costs = costs(build: build, frame: frame)
    return TimedPlan(base: costs, head: costs, options: options)
  }

  @Test func buildsAndFramesShareAPair() {
    #expect(plan().slices.map(\.part) == [.builds, .frames])
    #expect(plan(build: 100).slices.map(\.part) == [.frames])
  }

  @Test func theBudgetDecidesHowManyPairsThereAre() {
    // Builds 16 x 1 ms and one untimed; of the frames' 33 slices 16, a frame before each, an
    // untimed slice of four frames and a build; both programs; and two starts of 20 ms.
    let frames = 50.0 * 16 / 33 + 16 * 0.5 + 2 + 1
    let pair = 2 * (17 + frames) + 40
    #expect(plan().maxPairs == Int(30_000 / pair))
    #expect(plan(seconds: 60).maxPairs == Int(60_000 / pair))
  }

  @Test func thereAreNeverTooFewPairsNorTooMany() {
    #expect(plan(seconds: 0.001).maxPairs == 16)
    #expect(plan(seconds: 100_000).maxPairs == 600)
  }

  @Test func aToleranceIsTheMarginOfItsMetric() throws {
    let options = TimedGateOptions()
    let tolerances = [
      Tolerance(metric: "frame-time", share: 0.04), Tolerance(metric: "frame-time", share: 0.5),
    ]
    let fine = plan()
    let rules = try fine.slices.map {
      try fine.rule(of: $0, options: options, tolerances: tolerances).margin
    }
    #expect(rules == [0.02, 0.04])
    let coarse = plan(frame: 20_000_000)
    #expect(
      try coarse.rule(of: coarse.slices[1], options: options, tolerances: tolerances).margin
        == 0.05)
  }

  @Test func coarseSlicesHaveTheWiderMargin() throws {
    let options = TimedGateOptions()
    let fine = plan()
    #expect(try fine.rule(of: fine.slices[1], options: options).margin == 0.02)
    let coarse = plan(frame: 20_000_000)
    #expect(try coarse.rule(of: coarse.slices[1], options: options).margin == 0.05)
    var wide = options
    wide.margin = 0.1
    #expect(try coarse.rule(of: coarse.slices[1], options: wide).margin == 0.1)
    let short = plan(build: 100_000)
    #expect(
      try short.slices.map { try short.rule(of: $0, options: options).margin } == [0.1, 0.02])
  }
}
