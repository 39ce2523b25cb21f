import TestSupport

extension ProfileText {
  /// A platform whose answers all take equally long, so that times are known exactly.
  static func steadySearch() -> ProfileText {
    var profile = ProfileText()
    profile.set("hang-threshold", 250, "ms")
    profile.set("watchdog", 10, "s")
    profile.setLatency("search", median: 100, percentile95: 100)
    profile.setLatency("completion", median: 50, percentile95: 50)
    profile.setLatency("geocoding", median: 200, percentile95: 200)
    profile.setLatency("directions", median: 400, percentile95: 400)
    profile.set("completer-debounce", 250, "ms")
    profile.set("throttle-window", 60, "s")
    profile.set("throttle-limit", 50, "count")
    profile.set("result-limit", 25, "count")
    profile.set("completion-limit", 15, "count")
    profile.set("request-size", 700, "B")
    profile.set("result-size", 350, "B")
    return profile
  }

  /// Half of the answers come at once and some so late that hardly any are in order.
  static func erraticSearch() -> ProfileText {
    var profile = steadySearch()
    profile.setLatency("search", median: 200, percentile95: 20_000)
    profile.setLatency("completion", median: 200, percentile95: 20_000)
    profile.setLatency("geocoding", median: 200, percentile95: 20_000)
    return profile
  }

  /// Latencies in milliseconds.
  mutating func setLatency(_ kind: String, median: Double, percentile95: Double) {
    set("\(kind)-latency-median", median, "ms")
    set("\(kind)-latency-p95", percentile95, "ms")
  }
}
