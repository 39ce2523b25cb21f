import Platform
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
    #expect(parameters.throttleLimit == 50)
    #expect(parameters.throttleWindow == 60_000_000_000)
    #expect(parameters.countedRefusals == 0.25)
    #expect(parameters.resultLimit == 25)
    #expect(parameters.completionLimit == 15)
    #expect(parameters.querySuggestionLimit == 2)
    #expect(parameters.completerDebounce == 123_457)
    #expect(parameters.geocodingDistance == 500)
    #expect(parameters.requestSize == 700)
    #expect(parameters.resultSize == 350)
    #expect(parameters.directions == nil)
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
