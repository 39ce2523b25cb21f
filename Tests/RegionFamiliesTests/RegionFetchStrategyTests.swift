import Measurement
import RegionFamilies
import ScenarioModel
import TestSupport
import Testing

/// The properties of every strategy of the family in a generated environment.
@Suite struct RegionFetchStrategyTests {
  private static let strategies = Family.regionFetches.strategies.map(\.name)

  private func trial(failures: Double = 0.05) throws -> RegionFetchTrial {
    try RegionFetchTrial(
      data: "{ generator: cities, pins: 400, seed: 42 }",
      camera: "{ trace: pan-and-zoom, frames: 400, seed: 7 }", profile: .erraticFetches(),
      failures: failures)
  }

  @Test func everyStrategyAnswersEveryMetric() throws {
    let trial = try trial()
    let metrics = Family.regionFetches.metrics
    for strategy in Self.strategies {
      let values = try trial.run(strategy)
      let names = values.all.map(\.name)
      #expect(Set(names) == Set(metrics.map(\.name)), "\(strategy)")
      #expect(names.count == metrics.count, "\(strategy)")
      for metric in metrics {
        let number = try #require(values[metric.name], "\(metric.name) of \(strategy)")
        #expect(number.isFinite && number >= 0, "\(metric.name) of \(strategy)")
        if metric.unit == .fraction { #expect(number <= 1, "\(metric.name) of \(strategy)") }
      }
      #expect(
        try trial.run(strategy).deterministic(of: metrics) == values.deterministic(of: metrics),
        "\(strategy)")
    }
  }

  /// The numbers of the environment are the same for all.
  @Test func strategiesDoNotChangeTheWorld() throws {
    let trial = try trial()
    for metric in ["gestures", "region-ends"] {
      let values = try Self.strategies.map { try trial.run($0)[metric] }
      #expect(Set(values).count == 1, "\(metric)")
    }
  }

  @Test func whatMustBeFewerIs() throws {
    let trial = try trial(failures: 0)
    func value(_ metric: String, _ strategy: String) throws -> Double {
      try #require(try trial.run(strategy)[metric], "\(metric) of \(strategy)")
    }
    let ends = try value("region-ends", "fetch-each-end")
    #expect(try value("fetches", "fetch-each-end") == ends)
    #expect(try value("fetches", "fetch-cancelling") == ends, "what is cancelled was sent")
    #expect(try value("fetches", "fetch-each-tick") > ends)
    // 400 pins are never more than an answer holds, so nothing is asked twice.
    for strategy in Self.strategies.dropFirst(2) {
      #expect(try value("fetches", strategy) <= ends, "\(strategy)")
    }
    let gestures = try value("gestures", "fetch-debounced")
    #expect(try value("fetches", "fetch-debounced") <= gestures + 1)
    #expect(
      try value("fetched-bytes", "fetch-cancelling") < value("fetched-bytes", "fetch-each-end"))
    for strategy in Self.strategies {
      #expect(try value("unloaded-time-p95", strategy) >= value("unloaded-time-p50", strategy))
      let cancelled = try value("fetches-cancelled", strategy)
      #expect(try cancelled <= value("fetches", strategy))
      if !strategy.contains("cancelling") { #expect(cancelled == 0) }
    }
  }

  /// The map is moved again before an answer comes: a region end takes over a tree that the search
  /// before it has emptied. An app that waits for the answer shows the pin all the time, once it has
  /// it.
  @Test func aSearchThatEmptiesItsTreeEmptiesTheMap() throws {
    let way = (0..<8).flatMap { Array(repeating: Double($0) / 100, count: 6) }
    let trial = try RegionFetchTrial(
      pins: [0.05], way: way, profile: .steadyFetches(latency: 1_500), looks: 0)
    let kept = try #require(try trial.run("fetch-each-end")["empty-time-fraction"])
    let emptied = try #require(try trial.run("search-into-clusters")["empty-time-fraction"])
    #expect(kept > 0 && emptied > kept && emptied < 1)
  }

  /// Without any answer the map stays empty; where there is no pin, it is not empty.
  @Test(arguments: ["fetch-each-end", "search-into-clusters"])
  func failuresLeaveTheMapEmpty(strategy: String) throws {
    let way = Array(repeating: 0, count: 30) + Array(repeating: 0.05, count: 30)
    let failed = try RegionFetchTrial(pins: [0.05], way: way, looks: 1, failures: 1).run(strategy)
    #expect(failed["empty-time-fraction"] == 1 && failed["empty-looks"] == 2)
    let elsewhere = try RegionFetchTrial(pins: [50], way: way, looks: 1, failures: 1).run(strategy)
    #expect(elsewhere["empty-time-fraction"] == 0 && elsewhere["empty-looks"] == 0)
  }

  /// Longer looks leave more time to load in, and change nothing of the gestures.
  @Test func looksLeaveTime() throws {
    func values(looks: Double) throws -> TrialValues {
      try RegionFetchTrial(
        data: "{ generator: cities, pins: 400, seed: 42 }",
        camera: "{ trace: pan-and-zoom, frames: 400, seed: 7 }", looks: looks
      ).run("fetch-each-end")
    }
    let never = try values(looks: 0)
    let always = try values(looks: 1)
    #expect(never["region-ends"] == always["region-ends"])
    #expect(
      try #require(never["loaded-time-fraction"]) < #require(always["loaded-time-fraction"]))
    #expect(always["region-loaded-fraction"] == 1)
  }

  /// A key of the file wins over the profile's parameter.
  @Test func theProfileHasTheLooks() throws {
    func values(
      _ parameters: [(name: String, value: Double, unit: String)], looks: Double? = nil
    ) throws -> TrialValues {
      var profile = ProfileText.steadyFetches()
      for parameter in parameters { profile.set(parameter.name, parameter.value, parameter.unit) }
      return try RegionFetchTrial(
        data: "{ generator: cities, pins: 400, seed: 42 }",
        camera: "{ trace: pan-and-zoom, frames: 400, seed: 7 }", profile: profile, looks: looks
      ).run("fetch-each-end")
    }
    let metrics = Family.regionFetches.metrics
    func deterministic(_ values: TrialValues) -> [String] {
      metrics.map { "\($0.name) \(values[$0.name] ?? -1)" }
    }
    let usual = try deterministic(values([]))
    #expect(try deterministic(values([], looks: 0.4)) == usual)
    #expect(try deterministic(values([("look-share", 1, "fraction")])) != usual)
    #expect(try deterministic(values([("look-share", 1, "fraction")], looks: 0.4)) == usual)
    // Each look misses the 100 ms of an answer: of longer ones that is less.
    for look in ["first-look", "last-look", "look-max"] {
      let long = try values([(look, 10, "s")])["loaded-time-fraction"]
      #expect(try #require(long) > #require(values([])["loaded-time-fraction"]), "\(look)")
    }
  }

  @Test func theProfileHasTheServersLimit() throws {
    func trial(limit: Double) throws -> RegionFetchTrial {
      var profile = ProfileText.steadyFetches()
      profile.set("server-answer-limit", limit, "count")
      return try RegionFetchTrial(
        data: "{ generator: cities, pins: 400, seed: 42 }",
        camera: "{ trace: pan-and-zoom, frames: 400, seed: 7 }", profile: profile,
        adding: [WatchedFetches.entry])
    }
    let (few, many) = (try trial(limit: 10), try trial(limit: 2_000))
    #expect(try few.watch().session?.answers.map(\.pins.count).max() == 10)
    #expect(try many.watch().session?.answers.map(\.pins.count).max() == 400)
    // A strategy that keeps what it has loaded asks again where an answer was cut off.
    func fetches(_ trial: RegionFetchTrial) throws -> Double {
      try #require(trial.run("fetch-padded-cache")["fetches"])
    }
    #expect(try fetches(few) > fetches(many))
  }

  @Test func reseedingChangesTheEnvironmentDeterministically() throws {
    let trial = try trial()
    let workload = trial.scenario.workload
    #expect(workload.seeds.map(\.seed) == [42, 7, 5, 3])
    let reseeded = workload.reseeded(9)
    #expect(reseeded.seeds.map(\.seed) == [9, 9, 9, 9])
    func run(_ workload: any Workload) throws -> [NamedValue] {
      try TrialValues(
        workload.prepare(
          trial.trialCase("fetch-each-end"), folders: trial.folder.trialFolders())
      ).deterministic(of: Family.regionFetches.metrics)
    }
    let other = try run(reseeded)
    #expect(try run(workload) != other)
    #expect(try run(workload.reseeded(9)) == other)
  }

  @Test func aWarmUpIsShort() throws {
    let trial = try trial()
    for strategy in Self.strategies {
      let replay = try trial.scenario.workload.prepareWarmUp(
        trial.trialCase(strategy), folders: trial.folder.trialFolders())
      #expect(replay.frameCount == 4)
      #expect(try TrialValues(replay)["gestures"] == 3)
    }
  }

  @Test func whatWasNotReplayedHasNoNumbers() throws {
    let replay = try trial().prepare("fetch-each-end")
    try replay.build()
    try replay.showFrame(0)
    #expect(replay.results().map(\.name) == Family.regionFetches.metrics.map(\.name))
    for value in replay.results() {
      #expect(value.value == .notAvailable(reason: "no gesture was replayed"))
    }
    replay.frameDidEnd(0)
    let values = try TrialValues(trial().prepare("fetch-each-end"), frames: [0])
    #expect(values["region-ends"] == 1)
    #expect(values["gestures"] == 0)
    #expect(values.reason("fetches-per-gesture") == "there was no gesture")
  }

  @Test func ownStrategiesComeAfterTheStandardOnes() throws {
    let names = Family.regionFetches.adding([WatchedFetches.entry]).strategies.map(\.name)
    #expect(names == Self.strategies + ["watched"])
    #expect(Family.regionFetches.strategies.allSatisfy { $0.summary.hasSuffix(".") })
    let withReasoning = Family.regionFetches.strategies.filter { $0.reasoning != nil }.map(\.name)
    #expect(
      withReasoning
        == Self.strategies.filter { $0.hasPrefix("fetch-") || $0.hasPrefix("search-") })
    let trial = try trial()
    #expect(throws: WorkloadError.unknownStrategy("none")) { try trial.prepare("none") }
  }
}
