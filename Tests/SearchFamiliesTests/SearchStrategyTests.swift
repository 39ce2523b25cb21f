import Measurement
import ScenarioModel
import SearchFamilies
import TestSupport
import Testing

/// The properties of every strategy of the family in a generated environment: one place or ten
/// around each of the 200 cities, and five people.
@Suite struct SearchStrategyTests {
  private static let strategies = Family.search.strategies.map(\.name)
  private static let searchCount = 3.0

  private func trial(placesPerCity count: Int = 1) throws -> SearchTrial {
    try SearchTrial(
      places: "{ per-city: \(count), seed: 42 }",
      typing: "{ people: 5, searches: \(Int(Self.searchCount)), seed: 7 }",
      profile: Self.profile)
  }

  /// As the profile that comes with the tool: a few answers take much longer than the others.
  private static var profile: ProfileText {
    var profile = ProfileText.steadySearch()
    profile.setLatency("search", median: 300, percentile95: 1_200)
    profile.setLatency("completion", median: 200, percentile95: 800)
    return profile
  }

  /// The strategy whose searches never end with a row.
  private static let unanswered = "unretained-request"

  /// Every metric is answered once, and with the same number where some people were replayed again.
  @Test func everyStrategyAnswersEveryMetric() throws {
    let trial = try trial(placesPerCity: 10)
    #expect(trial.scenario.sizes == [2_000])
    let metrics = Family.search.metrics
    var all: [String: TrialValues] = [:]
    for strategy in Self.strategies {
      let replay = try trial.prepare(strategy)
      let values = try TrialValues(replay)
      let names = values.all.map(\.name)
      #expect(Set(names) == Set(metrics.map(\.name)), "\(strategy)")
      #expect(names.count == metrics.count, "\(strategy)")
      // Where no search ends with a row there are no times of rows.
      let isAnswered = strategy != Self.unanswered
      for metric in metrics where isAnswered || metric.kind != .modelled {
        let number = try #require(values[metric.name], "\(metric.name) of \(strategy)")
        #expect(number.isFinite && number >= 0, "\(metric.name) of \(strategy)")
        if metric.unit == .fraction { #expect(number <= 1, "\(metric.name) of \(strategy)") }
      }
      let again = try TrialValues(replay, frames: [1])
      #expect(
        again.deterministic(of: metrics) == values.deterministic(of: metrics),
        "the latest replay of a person counts: \(strategy)")
      all[strategy] = values
    }
    try expectInequalities(all)
  }

  private func expectInequalities(_ values: [String: TrialValues]) throws {
    func value(_ metric: String, _ strategy: String) throws -> Double {
      try #require(values[strategy]?[metric], "\(metric) of \(strategy)")
    }
    func expectOrder(_ metric: String, _ less: String, _ more: String) throws {
      #expect(try value(metric, less) < value(metric, more), "\(metric): \(less), \(more)")
    }
    for strategy in Self.strategies {
      #expect(try value("searches", strategy) == 5 * Self.searchCount)
      // Who sees their place among completions types no further.
      let keys = try value("keystrokes", strategy)
      #expect(try keys <= value("keystrokes", "default-request"))
      #expect(try value("success-at-10", strategy) >= value("mean-reciprocal-rank", strategy))
      if strategy != Self.unanswered {
        #expect(
          try value("time-to-answer-p95", strategy) >= value("time-to-answer-p50", strategy))
      }
      let requests =
        try value("requests-sent", strategy) + value("requests-throttled", strategy)
      #expect(requests <= keys + 5 * Self.searchCount, "\(strategy)")
    }
    try expectOrder("precision-at-10", "structured-query", "default-request")
    try expectOrder("precision-at-10", "default-request", "completer-region-required")
    try expectOrder("requests-sent", "default-request", "shared-completer")
    try expectOrder("requests-sent", "shared-completer", "completer-per-keystroke")
    try expectOrder("requests-sent", "completer-region-required", "region-required-per-keystroke")
    #expect(
      try value("requests-sent", "completer-region-required-cached")
        <= value("requests-sent", "completer-region-required"))
    #expect(try value("requests-sent", "default-request") == 5 * Self.searchCount)
  }

  /// The same values in another order of the people, and where some were replayed before.
  @Test(
    arguments: [
      "default-request", "search-per-keystroke", "completer-per-keystroke",
      "completer-region-required-cached",
    ])
  func aPersonsSearchesDoNotDependOnOthers(strategy: String) throws {
    let trial = try SearchTrial(people: 5, searches: 3, profile: Self.profile)
    let metrics = Family.search.metrics
    let first = try trial.run(strategy).deterministic(of: metrics)
    #expect(first.count == metrics.count { $0.kind != .measured })
    let other = try TrialValues(trial.prepare(strategy), frames: [4, 2, 0, 2, 3, 1])
    #expect(other.deterministic(of: metrics) == first)
  }

  @Test func everythingIsNotedInATrial() throws {
    let trial = try trial()
    let inspection = try trial.scenario.workload.inspect(
      Case(scenario: "sample", variant: "", size: 200, strategy: "completer-region-required"),
      folders: trial.folder.trialFolders(), pictures: trial.folder.makeFolder())
    #expect(inspection.values.isEmpty && inspection.pictures.isEmpty)
  }

  @Test func eachPersonCountsForThemselves() throws {
    let trial = try SearchTrial(people: 5, searches: 3, profile: Self.profile)
    let whole = try trial.run("search-per-keystroke")
    let parts = try (0..<5).map {
      try TrialValues(trial.prepare("search-per-keystroke"), frames: [$0])
    }
    for metric in Family.search.metrics where metric.unit == .count {
      let sum = parts.reduce(0) { $0 + ($1[metric.name] ?? .nan) }
      #expect(sum == whole[metric.name], "\(metric.name)")
    }
  }

  @Test func reseedingChangesTheEnvironmentDeterministically() throws {
    let trial = try trial()
    let workload = trial.scenario.workload
    #expect(workload.seeds.map(\.name) == ["places", "typing", "network"])
    #expect(workload.seeds.map(\.seed) == [42, 7, 3])
    let reseeded = workload.reseeded(9)
    #expect(reseeded.seeds.map(\.seed) == [9, 9, 9])
    func run(_ workload: any Workload) throws -> [NamedValue] {
      try TrialValues(
        workload.prepare(
          Case(scenario: "sample", variant: "", size: 100, strategy: "completer-region-required"),
          folders: trial.folder.trialFolders())
      ).deterministic(of: Family.search.metrics)
    }
    let original = try run(workload)
    let other = try run(reseeded)
    #expect(other != original)
    #expect(try run(workload.reseeded(9)) == other)
    #expect(try run(reseeded.reseeded(10)) != other)
  }

  @Test(arguments: ["default-request", "completer-region-required"])
  func aWarmUpIsShort(strategy: String) throws {
    let trial = try trial()
    let replay = try trial.scenario.workload.prepareWarmUp(
      Case(scenario: "sample", variant: "", size: 200, strategy: strategy),
      folders: trial.folder.trialFolders())
    #expect(replay.frameCount == 2)
    #expect(try TrialValues(replay)["searches"] == 6)
  }

  @Test func anUnknownStrategyIsAnError() throws {
    let trial = try trial()
    #expect(throws: WorkloadError.unknownStrategy("none")) { try trial.prepare("none") }
  }

  /// The family knows its strategies, in order and once, and the further ones behind them.
  @Test func ownStrategiesComeAfterTheStandardOnes() {
    let names = Family.search.adding(SearchTrial.testEntries).strategies.map(\.name)
    #expect(names == Self.strategies + SearchTrial.testEntries.map(\.description.name))
    #expect(Set(names).count == names.count)
    #expect(Family.search.strategies.allSatisfy { $0.summary.hasSuffix(".") })
  }
}
