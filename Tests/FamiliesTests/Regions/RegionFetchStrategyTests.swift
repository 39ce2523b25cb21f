import Families
import ScenarioModel
import TestSupport
import Testing

/// The strategies of the family in a generated environment.
@Suite struct RegionFetchStrategyTests {
  private static let strategies = Family.regionFetches.strategies.map(\.name)

  /// The numbers of the environment are the same for all.
  @Test func strategiesDoNotChangeTheWorld() throws {
    let trial = try FamilyTrial.fetches(failures: 0.05, profile: .erraticFetches)
    #expect(trial.scenario.strategies == Self.strategies + ["watched"], "own ones come last")
    let all = try Self.strategies.map { try trial.run($0) }
    #expect(Set(all.map { $0["gestures", "region-ends"] }).count == 1)
    for (strategy, values) in zip(Self.strategies, all) {
      #expect(values.implausible(of: Family.regionFetches.metrics) == [], "\(strategy)")
      #expect(values.all.allSatisfy { $0.value.number != nil }, "\(strategy)")
    }
  }

  /// 400 pins are never more than an answer holds, so nothing is asked twice.
  @Test func whatMustBeFewerIs() throws {
    let trial = try FamilyTrial.fetches(profile: .erraticFetches)
    let all = try Dictionary(uniqueKeysWithValues: Self.strategies.map { ($0, try trial.run($0)) })
    func value(_ metric: String, _ strategy: String) throws -> Double {
      try #require(all[strategy]?[metric], "\(metric) of \(strategy)")
    }
    let ends = try value("region-ends", "fetch-each-end")
    for strategy in Self.strategies {
      let fetches = try value("fetches", strategy)
      switch strategy {
      // What is cancelled was sent.
      case "fetch-each-end", "fetch-cancelling": #expect(fetches == ends)
      case "fetch-each-tick": #expect(fetches > ends)
      default: #expect(fetches <= ends, "\(strategy)")
      }
      #expect(try value("unloaded-time-p95", strategy) >= value("unloaded-time-p50", strategy))
      let cancelled = try value("fetches-cancelled", strategy)
      #expect(cancelled <= (strategy.contains("cancelling") ? fetches : 0), "\(strategy)")
    }
    let gestures = try value("gestures", "fetch-debounced")
    #expect(try value("fetches", "fetch-debounced") <= gestures + 1)
    #expect(
      try value("fetched-bytes", "fetch-cancelling") < value("fetched-bytes", "fetch-each-end"))
  }

  /// The map is moved again before an answer comes: a region end takes over a tree that the search
  /// before it has emptied. An app that waits for the answer shows the pin all the time, once it has
  /// it.
  @Test func aSearchThatEmptiesItsTreeEmptiesTheMap() throws {
    let way = (0..<8).flatMap { Array(repeating: Double($0) / 100, count: 6) }
    let trial = try FamilyTrial.fetches(pins: [0.05], way: way, profile: .fetches(latency: 1_500))
    let kept = try #require(try trial.run("fetch-each-end")["empty-time-fraction"])
    let emptied = try #require(try trial.run("search-into-clusters")["empty-time-fraction"])
    #expect(kept > 0 && emptied > kept && emptied < 1)
  }

  /// Without any answer the map stays empty; where there is no pin, it is not empty.
  @Test(arguments: ["fetch-each-end", "search-into-clusters"])
  func failuresLeaveTheMapEmpty(strategy: String) throws {
    let way = Array(repeating: 0, count: 30) + Array(repeating: 0.05, count: 30)
    func run(pin: Double) throws -> TrialValues {
      try FamilyTrial.fetches(pins: [pin], way: way, looks: 1, failures: 1).run(strategy)
    }
    #expect(try run(pin: 0.05)["empty-time-fraction", "empty-looks"] == [1, 2])
    #expect(try run(pin: 50)["empty-time-fraction", "empty-looks"] == [0, 0])
  }

  /// - Parameter looks: `nil` for the profile's.
  private func run(
    looks: Double?, _ parameters: KeyValuePairs<String, (Double, String)> = [:]
  ) throws -> TrialValues {
    let share = looks.map { "looks: \($0), " } ?? ""
    return try FamilyTrial.fetches(
      ["user": "{ \(share)seed: 5 }"], profile: .fetches().setting(parameters)
    ).run("fetch-each-end")
  }

  /// Longer looks leave more time to load in, and change nothing of the gestures. A key of the file
  /// wins over the profile's parameter.
  @Test func looksLeaveTime() throws {
    let (never, always) = (try run(looks: 0), try run(looks: 1))
    #expect(never["region-ends"] == always["region-ends"])
    #expect(try #require(never["loaded-time-fraction"]) < #require(always["loaded-time-fraction"]))
    #expect(always["region-loaded-fraction"] == 1)
    let usual = try run(looks: nil)
    #expect(try run(looks: 0.4).all == usual.all)
    #expect(try run(looks: nil, ["look-share": (1, "fraction")]).all != usual.all)
    #expect(try run(looks: 0.4, ["look-share": (1, "fraction")]).all == usual.all)
    // Each look misses the 100 ms of an answer: of longer ones that is less.
    for look in ["first-look", "last-look", "look-max"] {
      let long = try run(looks: nil, [look: (10, "s")])["loaded-time-fraction"]
      #expect(try #require(long) > #require(usual["loaded-time-fraction"]), "\(look)")
    }
  }

  /// A strategy that keeps what it has loaded asks again where an answer was cut off.
  @Test func theProfileHasTheServersLimit() throws {
    let fetches = try [(10.0, 10), (2_000, 400)].map { limit, most in
      let trial = try FamilyTrial.fetches(
        profile: .fetches().setting(["server-answer-limit": (limit, "count")]))
      #expect(try trial.watch().session.answers.map(\.pins.count).max() == most)
      return try #require(trial.run("fetch-padded-cache")["fetches"])
    }
    #expect(fetches[0] > fetches[1])
  }

  @Test func aPartHasItsNumbers() throws {
    let trial = try FamilyTrial.fetches()
    #expect(try trial.warmUp("fetch-each-end")["gestures"] == 3)
    let nothing = try TrialValues(trial.prepare("fetch-each-end"), frames: [])
    #expect(nothing.reason("fetches") == "no gesture was replayed")
    let first = try TrialValues(trial.prepare("fetch-each-end"), frames: [0])
    #expect(first["region-ends", "gestures"] == [1, 0])
    #expect(first.reason("fetches-per-gesture") == "there was no gesture")
  }
}
