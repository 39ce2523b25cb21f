import Harness
import Support
import Testing

/// The slices of a case by its costs, and those that a pair times.
@Suite struct ProcessPairPlanTests {
  private func costs(
    build: Int64 = 1_000_000, frames: [Int64], of count: Int? = nil, independent: Bool = true
  ) -> SliceCosts {
    SliceCosts(
      start: 10_000_000, frameCount: count ?? frames.count, framesAreIndependent: independent,
      build: build, frames: frames)
  }

  private func frames(
    build: Int64 = 1_000_000, _ costs: [Int64], of count: Int? = nil, independent: Bool = true
  ) throws -> SlicePlan {
    try #require(
      SlicePlan.frames(
        self.costs(build: build, frames: costs, of: count, independent: independent)))
  }

  private func drawn(_ plan: SlicePlan, seed: UInt64 = 3) -> [SlicePlan.Slice] {
    var generator = SplitMix64(seed: seed)
    return plan.drawn(using: &generator)
  }

  @Test func aReplayIsCutIntoSlicesOfEqualCost() throws {
    // 600 frames of 0.1 ms: 40 slices of 1.5 ms; a pair times 16 of them.
    let plan = try frames(Array(repeating: 100_000, count: 600))
    #expect(plan.slices.map(\.count) == Array(repeating: 15, count: 40))
    #expect(plan.slices.map(\.first) == Array(stride(from: 0, to: 600, by: 15)))
    #expect(plan.sliceLength == 1_500_000 && plan.timedCount == 16)
    #expect(plan.frames == 600 && plan.framesOfCase == 600)
    #expect(plan.isFine)
    // The slices, a frame before each, the untimed slice, and the build before the replay.
    #expect(plan.cost == 24_000_000 + 1_600_000 + 1_500_000 + 1_000_000)
  }

  @Test func aPairTimesSlicesFromAllOverTheReplay() throws {
    let plan = try frames(Array(repeating: 100_000, count: 600))
    var timed: Set<Int> = []
    for seed in 0..<200 {
      let slices = drawn(plan, seed: UInt64(seed))
      #expect(slices.count == 16)
      // One from each sixteenth, so in order and apart.
      for (stretch, slice) in slices.enumerated() {
        #expect((stretch * 40 / 16..<(stretch + 1) * 40 / 16).contains(slice.first / 15))
      }
      timed.formUnion(slices.map(\.first))
    }
    #expect(timed.count == 40, "over many pairs, every slice has its turn")
  }

  @Test func aShortReplayRepeatsUntilThereAreEnoughSlices() throws {
    // 10 frames of 0.2 ms: 12 replays make 24 ms.
    let plan = try frames(Array(repeating: 200_000, count: 10))
    #expect(plan.slices.last?.end == 120)
    #expect(plan.slices.count == 16 && plan.timedCount == 16)
    #expect(drawn(plan) == plan.slices, "all of them, as nothing can be skipped")
    #expect(plan.frames == 10 && plan.framesOfCase == 10)
    // Where a build costs more than the slices gain, less often: 100 ms pay for 2 builds.
    let expensive = try frames(build: 50_000_000, Array(repeating: 200_000, count: 10))
    #expect(expensive.slices.last?.end == 20)
    #expect(
      try frames(build: 500_000_000, Array(repeating: 200_000, count: 10)).slices.last?.end == 10)
  }

  @Test func fewFramesAreSlicesOfTheirOwn() throws {
    let plan = try frames(Array(repeating: 10_000_000, count: 4))
    // Two replays are what 100 ms pay for.
    #expect(plan.slices.map(\.count) == Array(repeating: 1, count: 8))
    #expect(plan.timedCount == 8 && !plan.isFine)
  }

  @Test func expensiveFramesAreTimedLessOften() throws {
    // Of 90 ms each: four of them are the minimum.
    let plan = try frames(Array(repeating: 90_000_000, count: 10), of: 600)
    #expect(plan.slices.count == 600, "frames that were not looked at cost as much")
    #expect(plan.timedCount == 4 && plan.frames == 600 && !plan.isFine)
    #expect(try frames([5_000_000_000]).slices.count == 1)
  }

  /// The first frame adds the pins; the others do next to nothing.
  @Test func oneExpensiveFrameIsInEveryPair() throws {
    let plan = try frames([300_000_000] + Array(repeating: 300_000, count: 599))
    let first = plan.slices[0]
    #expect(first.first == 0 && first.count == 1 && first.length == 300_000_000)
    #expect(plan.timedCount == 16)
    for seed in 0..<50 {
      let slices = drawn(plan, seed: UInt64(seed))
      #expect(slices.count == 16)
      #expect(slices[0] == plan.slices[0])
      #expect(Set(slices).count == 16)
    }
    #expect(!plan.isFine)
  }

  @Test func framesThatDependOnOthersAreReachedAsFarAsThatIsCheap() throws {
    let whole = try frames(Array(repeating: 100_000, count: 600), independent: false)
    #expect(whole.frames == 600 && whole.timedCount == 16)
    // All frames are replayed, timed or not.
    #expect(whole.cost == 60_000_000 + 1_500_000 + 1_000_000)
    // Of 600 ms, the first 120.
    let part = try frames(Array(repeating: 1_000_000, count: 600), independent: false)
    #expect(part.frames == 120 && part.framesOfCase == 600)
    // However expensive, the minimum number of slices is reached.
    #expect(try frames(Array(repeating: 500_000_000, count: 30), independent: false).frames == 4)
  }

  @Test func everyPlanIsInOrderAndWithinTheReplay() throws {
    var generator = SplitMix64(seed: 11)
    for _ in 0..<300 {
      let count = Int.random(in: 1...700, using: &generator)
      let scale = Int64(1) << Int64.random(in: 0...27, using: &generator)
      let costs = (0..<count).map { _ in Int64.random(in: 0...scale, using: &generator) }
      let build = Int64.random(in: 0...1 << 28, using: &generator)
      let plan = try frames(build: build, costs, independent: .random(using: &generator))
      #expect(plan.slices.allSatisfy { $0.count > 0 })
      // Nothing between slices is left out.
      #expect(plan.slices.dropFirst().map(\.first) == plan.slices.dropLast().map(\.end))
      #expect(plan.slices.first?.first == 0)
      let end = try #require(plan.slices.last?.end)
      #expect(end.isMultiple(of: plan.frames))
      #expect(plan.frames <= count && plan.framesOfCase == count)
      #expect((1...plan.slices.count).contains(plan.timedCount))
      let slices = plan.drawn(using: &generator)
      #expect(slices.count == plan.timedCount)
      #expect(zip(slices, slices.dropFirst()).allSatisfy { $0.end <= $1.first })
      // A replay that restarts has no gaps.
      if end > plan.frames { #expect(slices == plan.slices) }
    }
  }

  @Test func noFramesMakeNoPlan() {
    #expect(SlicePlan.frames(costs(frames: [])) == nil)
  }

  private func builds(_ base: Int64, _ head: Int64) -> SlicePlan? {
    SlicePlan.builds(base: costs(build: base, frames: [1]), head: costs(build: head, frames: [1]))
  }

  @Test func buildsAreBundledIntoSlices() throws {
    let plan = try #require(builds(100_000, 90_000))
    #expect(plan.slices.map(\.count) == Array(repeating: 15, count: 16))
    #expect(plan.part == .builds && plan.isFine)
    #expect(builds(2_000_000, 2_000_000)?.slices.map(\.count) == Array(repeating: 1, count: 16))
    #expect(builds(10_000_000, 10_000_000)?.slices.count == 10)
    #expect(builds(1_000_000_000, 1)?.slices.map(\.count) == [1, 1, 1, 1])
    #expect(builds(1_000_000_000, 1)?.isFine == false)
    #expect(plan.isShortBuild && builds(2_000_000, 1)?.isShortBuild == false)
  }

  @Test func buildsThatTakeNoTimeAreNotTimed() {
    #expect(builds(200, 19_999) == nil)
    #expect(builds(200, 20_000)?.slices.first?.count == 75)
    #expect(builds(20_000, 200) != nil)
  }

  /// An expensive first frame is in every pair, and a mean over what was timed would be all of it.
  @Test func timesAreExtrapolatedToTheWholeReplay() throws {
    let frames = [50_000_000] + Array(repeating: Int64(1_000_000), count: 300)
    let plan = try self.frames(frames)
    let slices = drawn(plan)
    #expect(slices.count < plan.slices.count)
    let times = slices.map(\.length)
    let record = PairRecord.Part(
      plan: plan, slices: slices, base: times, head: times.map { 2 * $0 })
    let mean = Double(frames.reduce(0, +)) / Double(frames.count)
    #expect(abs(record.meanTime(.base) / mean - 1) < 0.05)
    #expect(abs(record.meanTime(.head) / record.meanTime(.base) - 2) < 1e-6)
    // The expensive frame does not move the median.
    #expect(abs(record.typicalTime(.base) / 1_000_000 - 1) < 0.01)
    #expect(record.typicalTime(.head) == 2 * record.typicalTime(.base))
    #expect(record.extrapolated(.base)[0] == 50_000_000)
    let weights = slices.reduce(0.0) { $0 + plan.weight(of: $1) }
    #expect(abs(weights - Double(plan.slices.count)) < 1e-9)
  }

  /// A frame that became expensive in the head alone is timed in every pair.
  @Test func aFrameThatIsExpensiveInOneProgramIsAlwaysTimed() throws {
    func costs(_ frames: [Int64]) -> SliceCosts { self.costs(frames: frames, of: 600) }
    let base = [Int64](repeating: 250_000, count: 600)
    var head = base
    head[417] = 15_000_000
    for (one, other) in [(base, head), (head, base)] {
      let plan = try #require(SlicePlan.frames(base: costs(one), head: costs(other)))
      #expect(plan.timedCount < plan.slices.count)
      var generator = SplitMix64(seed: 5)
      for _ in 0..<100 {
        let slices = plan.drawn(using: &generator)
        #expect(slices.contains { $0.first <= 417 && 417 < $0.end })
      }
    }
    // If one has the costs of more frames than the other, the known ones make the plan.
    let short = costs(Array(base.prefix(100)))
    #expect(SlicePlan.frames(base: short, head: costs(head)) == .frames(costs(head)))
  }

  /// Stretches that are not of one length have slices of unlike weights: on average over the draws,
  /// each slice of the plan counts once.
  @Test(arguments: [17, 24, 31, 45]) func everySliceCountsOnceOnAverage(count: Int) throws {
    let plan = try frames(build: 1_000_000_000, Array(repeating: 1_500_000, count: count))
    #expect(plan.slices.count == count && plan.timedCount == 16)
    var generator = SplitMix64(seed: 11)
    var sums: [Int: Double] = [:]
    let draws = 2_000
    for _ in 0..<draws {
      let slices = plan.drawn(using: &generator)
      for slice in slices { sums[slice.first, default: 0] += plan.weight(of: slice) }
      #expect(slices.reduce(0.0) { $0 + plan.weight(of: $1) } == Double(count))
    }
    for slice in plan.slices {
      let mean = (sums[slice.first] ?? 0) / Double(draws)
      // Weights up to 3 by a chance of a third: five standard deviations of 2,000 draws are 0.16.
      #expect(abs(mean - 1) < 0.16, "slice \(slice.first): \(mean)")
    }
  }
}
