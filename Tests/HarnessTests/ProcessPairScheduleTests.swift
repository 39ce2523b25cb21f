import Harness
import Support
import Testing

/// Everything in a pair that has an order has a random one.
@Suite struct ProcessPairScheduleTests {
  /// Builds are so expensive that the replay does not restart.
  private func plan(slices: Int) throws -> SlicePlan {
    let costs = SliceCosts(
      start: 0, frameCount: slices, framesAreIndependent: true, build: 1_000_000_000,
      frames: Array(repeating: 1_500_000, count: slices))
    return try #require(SlicePlan.frames(costs))
  }

  private func schedules(_ count: Int, slices: Int = 16, seed: UInt64 = 5) throws -> [PairSchedule]
  {
    let plan = try plan(slices: slices)
    var generator = SplitMix64(seed: seed)
    return (0..<count).map { _ in PairSchedule([plan, plan], using: &generator) }
  }

  @Test(arguments: [4, 11, 15, 16]) func slicesAlternateInQuads(slices: Int) throws {
    for schedule in try schedules(20, slices: slices) {
      for part in schedule.parts {
        #expect(part.slices.count == slices)
        #expect(part.turns.count == 2 * slices)
        for start in stride(from: 0, to: part.turns.count, by: 4) {
          let quad = Array(part.turns[start..<min(start + 4, part.turns.count)])
          let (first, second) = (quad[0], quad[0].other)
          #expect(quad == Array([first, second, second, first].prefix(quad.count)))
        }
      }
    }
  }

  @Test func everyOrderIsDrawnByACoin() throws {
    let schedules = try schedules(2_000)
    func share(_ isBase: (PairSchedule) -> Bool) -> Double {
      Double(schedules.count(where: isBase)) / Double(schedules.count)
    }
    // Five standard deviations of 2,000 coins are 0.056.
    for share in [
      share { $0.firstStarted == .base },
      share { $0.parts[0].firstUntimed == .base }, share { $0.parts[1].firstUntimed == .base },
      share { $0.parts[0].turns[0] == .base }, share { $0.parts[0].turns[28] == .base },
      share { $0.parts[1].turns[0] == .base },
      // And independently of one another.
      share { ($0.firstStarted == .base) == ($0.parts[0].firstUntimed == .base) },
      share { ($0.firstStarted == .base) == ($0.parts[0].turns[0] == .base) },
      share { ($0.parts[0].turns[0] == .base) == ($0.parts[0].turns[4] == .base) },
      share { $0.basePadding < $0.headPadding }, share { $0.basePadding < 2_048 },
    ] { #expect((0.444...0.556).contains(share)) }
    let paddings = schedules.flatMap { [$0.basePadding, $0.headPadding] }
    #expect(paddings.allSatisfy { (0...4_095).contains($0) })
    #expect(Set(paddings).count > 2_000)
  }

  @Test func bothProgramsShareAProcessorThatIsDrawn() throws {
    let plan = try plan(slices: 16)
    var generator = SplitMix64(seed: 5)
    let chosen = (0..<200).map { _ in
      PairSchedule([plan], processors: [1, 4], using: &generator).processor
    }
    #expect(Set(chosen) == [1, 4])
    #expect(PairSchedule([plan], processors: [], using: &generator).processor == nil)
  }

  @Test func theSameSeedDrawsTheSameOrders() throws {
    #expect(try schedules(10, seed: 1) == schedules(10, seed: 1))
    #expect(try schedules(10, seed: 1) != schedules(10, seed: 2))
  }
}
