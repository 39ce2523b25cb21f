import Simulation
import Support
import TestSupport
import Testing

@Suite struct SearchServiceParametersTests {
  @Test func aProfileGivesEveryParameterInItsUnit() throws {
    var text = ProfileText.simulator([
      "hang-threshold": (250, "ms"), "watchdog": (10, "s"), "completer-debounce": (123.4567, "us"),
      "throttle-window": (60, "s"), "throttle-limit": (50, "count"),
      "throttled-requests-counted": (0.25, "fraction"), "query-suggestion-limit": (2, "count"),
      "geocoding-distance": (0.5, "km"), "result-limit": (25, "count"),
      "completion-limit": (15, "count"), "request-size": (0.7, "KB"), "result-size": (350, "B"),
    ])
    for (index, kind) in ["search", "completion", "geocoding", "directions", "look-around"]
      .enumerated()
    { text.setLatency(kind, median: Double(100 + index), percentile95: Double(900 + index)) }
    let profile = try PlatformProfile(yaml: text.text, file: "test.yaml")
    func latency(_ index: Int64) -> LatencyDistribution {
      LatencyDistribution(
        median: (100 + index) * 1_000_000, percentile95: (900 + index) * 1_000_000)
    }
    let parameters = SearchServiceParameters(profile: profile)
    #expect(
      parameters
        == SearchServiceParameters(
          searchLatency: latency(0), completionLatency: latency(1), geocodingLatency: latency(2),
          directionsLatency: latency(3), lookAroundLatency: latency(4), throttleLimit: 50,
          throttleWindow: 60_000_000_000, countedRefusals: 0.25, resultLimit: 25,
          completionLimit: 15, querySuggestionLimit: 2, completerDebounce: 123_457,
          geocodingDistance: 500, requestSize: 700, resultSize: 350))
    #expect(
      RequestKind.allCases.map { parameters.latency(of: $0) }
        == [latency(0), latency(1), latency(2), latency(2), latency(3), latency(4)])
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
