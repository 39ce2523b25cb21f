import Simulation
import Support
import TestSupport
import Testing

@Suite struct SearchServiceParametersTests {
  @Test func aProfileGivesEveryParameterInItsUnit() throws {
    var text = ProfileText(basedOn: "iphone-simulator")
    text.set("hang-threshold", 250, "ms")
    text.set("watchdog", 10, "s")
    for (index, kind) in [
      "search", "completion", "geocoding", "directions", "look-around",
    ].enumerated() {
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
          geocodingLatency: latency(2), directionsLatency: latency(3),
          lookAroundLatency: latency(4), throttleLimit: 50, throttleWindow: 60_000_000_000,
          countedRefusals: 0.25, resultLimit: 25,
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
