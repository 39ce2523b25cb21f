import Families
import ScenarioModel
import TestSupport
import Testing

/// The properties of every strategy of the family in a generated environment: ten places around each
/// of the 200 cities, and five people.
@Suite struct SearchStrategyTests {
  /// As the profile that comes with the tool: a few answers take much longer than the others.
  private static var profile: ProfileText {
    .steadySearch(
      ("search-latency-median", 300, "ms"), ("search-latency-p95", 1_200, "ms"),
      ("completion-latency-median", 200, "ms"), ("completion-latency-p95", 800, "ms"))
  }

  @Test func everyStrategyAnswersEveryMetric() throws {
    let trial = try FamilyTrial.search(
      profile: Self.profile,
      replacing: [
        "places": "{ per-city: 10, seed: 42 }", "typing": "{ people: 5, searches: 3, seed: 7 }",
      ], adding: [])
    #expect(trial.scenario.sizes == [2_000])
    #expect(trial.scenario.workload.seeds.map(\.name) == ["places", "typing", "network"])
    let value = try trial.valuesOfAllStrategies(withoutAny: "no search was replayed")
    for strategy in trial.scenario.strategies {
      // Where no search ends with a row there are no times of rows.
      let isAnswered = strategy != "unretained-request"
      for metric in Family.search.metrics where isAnswered || metric.kind != .modelled {
        _ = try value(metric.name, strategy)
      }
      #expect(try value("searches", strategy) == 15)
      // Who sees their place among completions types no further.
      let keys = try value("keystrokes", strategy)
      #expect(try keys <= value("keystrokes", "default-request"))
      #expect(try value("success-at-10", strategy) >= value("mean-reciprocal-rank", strategy))
      if isAnswered {
        #expect(try value("time-to-answer-p95", strategy) >= value("time-to-answer-p50", strategy))
      }
      let requests = try value("requests-sent", strategy) + value("requests-throttled", strategy)
      #expect(requests <= keys + 15, "\(strategy)")
    }
    for (metric, less, more) in [
      ("precision-at-10", "structured-query", "default-request"),
      ("precision-at-10", "default-request", "completer-region-required"),
      ("requests-sent", "default-request", "shared-completer"),
      ("requests-sent", "shared-completer", "completer-per-keystroke"),
      ("requests-sent", "completer-region-required", "region-required-per-keystroke"),
    ] { #expect(try value(metric, less) < value(metric, more), "\(metric): \(less), \(more)") }
    #expect(
      try value("requests-sent", "completer-region-required-cached")
        <= value("requests-sent", "completer-region-required"))
    #expect(try value("requests-sent", "default-request") == 15)
  }

  @Test func eachPersonCountsForThemselves() throws {
    let trial = try FamilyTrial.drawnSearches(people: 5, each: 3, profile: Self.profile)
    let whole = try trial.run("search-per-keystroke")
    let parts = try (0..<5).map {
      try TrialValues(trial.prepare("search-per-keystroke"), frames: [$0])
    }
    for metric in Family.search.metrics where metric.unit == .count {
      let sum = parts.reduce(0) { $0 + ($1[metric.name] ?? .nan) }
      #expect(sum == whole[metric.name], "\(metric.name)")
    }
  }
}
