import PlatformProfiles
import SearchSimulation
import Statistics
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite struct LatencyDistributionTests {
  private static let search = LatencyDistribution(
    median: 300_000_000, percentile95: 1_200_000_000)

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

@Suite struct SearchServiceParametersTests {
  @Test func aProfileGivesEveryParameterInItsUnit() throws {
    var text = ProfileText(basedOn: "iphone-simulator")
    text.set("hang-threshold", 250, "ms")
    text.set("watchdog", 10, "s")
    for (index, kind) in ["search", "completion", "geocoding", "directions"].enumerated() {
      text.set("\(kind)-latency-median", Double(100 + index), "ms")
      text.set("\(kind)-latency-p95", Double(900 + index), "ms")
    }
    text.set("completer-debounce", 123.4567, "us")
    text.set("throttle-window", 60, "s")
    text.set("throttle-limit", 50, "count")
    text.set("throttled-requests-counted", 0.25, "fraction")
    text.set("query-suggestion-limit", 2, "count")
    text.set("geocoding-distance", 0.5, "km")
    text.set("result-limit", 25, "count")
    text.set("completion-limit", 15, "count")
    text.set("request-size", 0.7, "KB")
    text.set("result-size", 350, "B")
    let profile = try PlatformProfile(yaml: text.text, file: "test.yaml")
    func latency(_ index: Int64) -> LatencyDistribution {
      LatencyDistribution(
        median: (100 + index) * 1_000_000, percentile95: (900 + index) * 1_000_000)
    }
    let parameters = SearchServiceParameters(profile: profile)
    #expect(
      parameters
        == SearchServiceParameters(
          searchLatency: latency(0), completionLatency: latency(1),
          reverseGeocodingLatency: latency(2), directionsLatency: latency(3), throttleLimit: 50,
          throttleWindow: 60_000_000_000, countedRefusals: 0.25, resultLimit: 25,
          completionLimit: 15, querySuggestionLimit: 2, completerDebounce: 123_457,
          geocodingDistance: 500, requestSize: 700, resultSize: 350))
    #expect(
      RequestKind.allCases.map { parameters.latency(of: $0) }
        == [latency(0), latency(1), latency(2), latency(3)])
  }

  @Test func theBuiltInProfileCanBeSearchedWith() throws {
    let profile = try #require(try PlatformProfile.builtIn("iphone-simulator"))
    try #require(profile.provides(.search))
    let parameters = SearchServiceParameters(profile: profile)
    #expect(parameters.throttleLimit == 50)
    #expect(parameters.throttleWindow == 60_000_000_000)
    for kind in RequestKind.allCases {
      #expect(parameters.latency(of: kind).percentile95 > parameters.latency(of: kind).median)
    }
  }
}
