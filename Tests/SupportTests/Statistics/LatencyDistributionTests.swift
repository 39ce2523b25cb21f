import Foundation
import Support
import Testing

@Suite struct LatencyDistributionTests {
  private static let search = LatencyDistribution(median: 300_000_000, percentile95: 1_200_000_000)

  private func draws(_ count: Int, from distribution: LatencyDistribution) -> [Int64] {
    var generator = SplitMix64(seed: 7)
    return (0..<count).map { _ in distribution.draw(using: &generator) }
  }

  @Test func percentilesOfManyDrawsAreThoseAskedFor() {
    let sorted = draws(100_000, from: Self.search).sorted()
    #expect(abs(Double(sorted[50_000]) / 300e6 - 1) < 0.01)
    #expect(abs(Double(sorted[95_000]) / 1_200e6 - 1) < 0.01)
  }

  @Test func firstDrawsAreTheSameOnEveryMachine() {
    #expect(
      draws(6, from: Self.search)
        == [129_046_000, 923_065_000, 464_556_000, 142_971_000, 224_411_000, 553_231_000])
  }

  /// The naive twin takes the C library's functions, which are as exact but for the last digit.
  @Test(
    arguments: [
      (1_000_000, 1_000_001), (300_000_000, 1_200_000_000), (1_000, 3_600_000_000),
      (250_000_000, 251_000_000),
    ] as [(Int64, Int64)])
  func drawsAreLognormal(median: Int64, percentile95: Int64) {
    let distribution = LatencyDistribution(median: median, percentile95: percentile95)
    var generator = SplitMix64(seed: 11)
    var twin = generator
    let deviation = log(Double(percentile95) / Double(median)) / 1.6448536269514722
    for _ in 0..<2_000 {
      let latency = distribution.draw(using: &generator)
      let exact = min(Double(median) * exp(deviation * twin.gaussian()), 3.6e12)
      #expect(abs(Double(latency) - exact) <= 500.001 + exact * 1e-12)
      #expect(latency % 1_000 == 0)
    }
  }

  @Test func aPercentileBelowTheMedianLeavesOnlyTheMedian() {
    for percentile95 in [0, 5_000, 1_000_000] as [Int64] {
      let distribution = LatencyDistribution(median: 1_000_000, percentile95: percentile95)
      #expect(Set(draws(50, from: distribution)) == [1_000_000])
    }
  }

  @Test func noLatencyIsLongerThanAnHour() {
    let distribution = LatencyDistribution(median: 1_000_000_000, percentile95: .max)
    let latencies = draws(1_000, from: distribution)
    #expect(latencies.max() == LatencyDistribution.max)
    #expect(latencies.allSatisfy { $0 >= 0 })
    let none = LatencyDistribution(median: 0, percentile95: .max)
    #expect(Set(draws(50, from: none)) == [0])
    let longest = LatencyDistribution(median: .max, percentile95: .max)
    #expect(Set(draws(50, from: longest)) == [LatencyDistribution.max])
  }
}
