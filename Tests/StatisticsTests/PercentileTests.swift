import Statistics
import Testing

struct PercentileTests {
  /// The textbook example of the nearest-rank rule.
  @Test(arguments: [(5, 15), (30, 20), (40, 20), (50, 35), (100, 50)])
  func nearestRankOfFiveValues(percent: Int, expected: Int) throws {
    let percentile = try #require(Percentile(percent: percent))
    #expect(percentile.value(of: [35, 20, 15, 50, 40]) == expected)
  }

  @Test(
    arguments: [
      (Percentile.p50, 300), (.p95, 570), (.p99, 594), (.max, 600),
    ])
  func sixHundredFrames(percentile: Percentile, expected: Int) {
    #expect(percentile.value(ofAscending: Array(1...600)) == expected)
    #expect(percentile.value(ofAscending: 1...600) == expected)
  }

  @Test func onlyOneToAHundredAndOnlyOfSomething() {
    #expect(Percentile(percent: 0) == nil)
    #expect(Percentile(percent: 101) == nil)
    #expect(Percentile.p99.value(of: [Int]()) == nil)
    #expect(Percentile.p99.value(of: [42]) == 42)
  }

  @Test func theRankIsTheSmallestThatCoversTheShare() throws {
    for percent in 1...100 {
      let percentile = try #require(Percentile(percent: percent))
      for count in 1...350 {
        let rank = percentile.rank(among: count)
        #expect((1...count).contains(rank))
        #expect(rank * 100 >= percent * count)
        #expect((rank - 1) * 100 < percent * count)
      }
    }
  }

  @Test func theLargestCountsDoNotOverflow() {
    #expect(Percentile.max.rank(among: .max) == .max)
    #expect(Percentile.p50.rank(among: .max) == .max / 2 + 1)
  }
}
