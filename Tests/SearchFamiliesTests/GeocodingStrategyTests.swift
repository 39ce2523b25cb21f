import Measurement
import PinData
import ScenarioModel
import SearchFamilies
import TestSupport
import Testing
import YAMLReading

/// The properties of every strategy of the family in a generated environment.
@Suite struct GeocodingStrategyTests {
  private static let strategies = Family.geocoding.strategies.map(\.name)

  private func trial() throws -> GeocodingTrial {
    try GeocodingTrial(
      generator: "{ per-city: 1, seed: 42 }", rows: 40, people: 5, failures: 0.05)
  }

  /// Every metric is answered once, and with the same number where some people were replayed again.
  @Test func everyStrategyAnswersEveryMetric() throws {
    let trial = try trial()
    #expect(trial.scenario.sizes == [40])
    let metrics = Family.geocoding.metrics
    var all: [String: TrialValues] = [:]
    for strategy in Self.strategies {
      let replay = try trial.prepare(strategy)
      let values = try TrialValues(replay)
      let names = values.all.map(\.name)
      #expect(Set(names) == Set(metrics.map(\.name)), "\(strategy)")
      #expect(names.count == metrics.count, "\(strategy)")
      for metric in metrics {
        guard let number = values[metric.name] else {
          #expect(values.reason(metric.name)?.isEmpty == false, "\(metric.name) of \(strategy)")
          continue
        }
        #expect(number.isFinite && number >= 0, "\(metric.name) of \(strategy)")
        if metric.unit == .fraction { #expect(number <= 1, "\(metric.name) of \(strategy)") }
      }
      let again = try TrialValues(replay, frames: [4, 1, 1])
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
    for strategy in Self.strategies.dropFirst(3) {
      #expect(try value("rows-seen", strategy) == 5 * 40)
      #expect(try value("time-to-label-p95", strategy) >= value("time-to-label-p50", strategy))
      #expect(try value("hang-time-total", strategy) >= value("hang-time-max", strategy))
    }
    #expect(
      try value("requests-sent", "geocode-per-row")
        <= value("requests-sent", "geocode-retry-loop"))
    #expect(
      try value("requests-sent", "geocode-single-flight-cached")
        < value("requests-sent", "geocode-per-row"))
    #expect(
      try value("rows-labelled", "geocode-shared-geocoder")
        < value("rows-labelled", "geocode-per-row"))
    #expect(
      try value("watchdog-terminations", "geocode-blocking-main")
        >= value("watchdog-terminations", "geocode-bounded-wait"))
  }

  /// The same values in another order of the people, and where some were replayed before.
  @Test(arguments: strategies)
  func aVisitDoesNotDependOnOthers(strategy: String) throws {
    let trial = try GeocodingTrial(rows: 40, people: 5, failures: 0.05)
    let metrics = Family.geocoding.metrics
    let first = try trial.run(strategy).deterministic(of: metrics)
    #expect(first.count == metrics.count { $0.kind != .measured })
    let other = try TrialValues(trial.prepare(strategy), frames: [4, 2, 0, 2, 3, 1])
    #expect(other.deterministic(of: metrics) == first)
  }

  @Test func visitsDoNotDependOnTheNumberOfPeople() throws {
    let few = try GeocodingTrial(rows: 40, people: 2)
    let many = try GeocodingTrial(rows: 40, people: 5)
    let metrics = Family.geocoding.metrics
    for strategy in ["geocode-per-row", "geocode-single-flight-cached"] {
      let first = try TrialValues(many.prepare(strategy), frames: [0, 1])
      #expect(
        first.deterministic(of: metrics) == (try few.run(strategy)).deterministic(of: metrics))
    }
  }

  @Test func reseedingChangesTheEnvironmentDeterministically() throws {
    let trial = try trial()
    let workload = trial.scenario.workload
    #expect(workload.seeds.map(\.name) == ["places", "list", "network"])
    #expect(workload.seeds.map(\.seed) == [42, 5, 3])
    let reseeded = workload.reseeded(9)
    #expect(reseeded.seeds.map(\.seed) == [9, 9, 9])
    func run(_ workload: any Workload) throws -> [NamedValue] {
      try TrialValues(
        workload.prepare(
          Case(scenario: "sample", variant: "", size: 40, strategy: "geocode-per-row"),
          folders: trial.folder.trialFolders())
      ).deterministic(of: Family.geocoding.metrics)
    }
    let original = try run(workload)
    let other = try run(reseeded)
    #expect(other != original)
    #expect(try run(workload.reseeded(9)) == other)
  }

  @Test(arguments: ["geocode-per-row", "geocode-single-flight-cached"])
  func aWarmUpIsShort(strategy: String) throws {
    let trial = try trial()
    let replay = try trial.scenario.workload.prepareWarmUp(
      Case(scenario: "sample", variant: "", size: 100_000, strategy: strategy),
      folders: trial.folder.trialFolders())
    #expect(replay.frameCount == 2)
    #expect(try #require(TrialValues(replay)["rows-seen"]) <= 20)
  }

  @Test func whatWasNotReplayedHasNoNumbers() throws {
    let replay = try trial().prepare("geocode-per-row")
    try replay.build()
    try replay.showFrame(0)
    #expect(replay.results().map(\.name) == Family.geocoding.metrics.map(\.name))
    for value in replay.results() {
      #expect(value.value == .notAvailable(reason: "no visit was replayed"))
    }
    replay.frameDidEnd(0)
    #expect(replay.results().first { $0.name == "rows-seen" }?.value == .number(40))
  }

  @Test func ownStrategiesComeAfterTheStandardOnes() throws {
    let names = Family.geocoding.adding(GeocodingTrial.entries).strategies.map(\.name)
    #expect(names == Self.strategies + GeocodingTrial.entries.map(\.description.name))
    #expect(Family.geocoding.strategies.allSatisfy { $0.summary.hasSuffix(".") })
    let trial = try trial()
    #expect(throws: WorkloadError.unknownStrategy("none")) { try trial.prepare("none") }
  }
}

/// Waiting for the geocoder on the main thread is a deadlock: only a timeout or the watchdog ends
/// it.
@Suite struct GeocodingBlockingTests {
  private func run(
    _ strategy: String, rows: Int, people: Int = 3, watchdog: Double
  ) throws -> TrialValues {
    var profile = ProfileText.steadySearch()
    profile.set("watchdog", watchdog, "s")
    return try GeocodingTrial(rows: rows, people: people, profile: profile).run(strategy)
  }

  private func expectEndedByTheWatchdog(
    _ values: TrialValues, after seconds: Double, people: Double = 3,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    #expect(values["watchdog-terminations"] == people, sourceLocation: sourceLocation)
    #expect(values["hang-count"] == people, sourceLocation: sourceLocation)
    #expect(values["hang-time-max"] == seconds * 1e9, sourceLocation: sourceLocation)
    #expect(values["hang-time-total"] == people * seconds * 1e9, sourceLocation: sourceLocation)
    #expect(values["rows-labelled"] == 0, sourceLocation: sourceLocation)
    #expect(values["label-precision"] == nil, sourceLocation: sourceLocation)
    #expect(
      values.reason("label-precision") == "no row got an address", sourceLocation: sourceLocation)
    #expect(values["time-to-label-p50"] == nil, sourceLocation: sourceLocation)
  }

  /// Also where the watchdog waits longer than the person would have.
  @Test(arguments: [1, 8, 60], [0.5, 10, 25])
  func theWatchdogEndsADeadlock(rows: Int, watchdog: Double) throws {
    let values = try run("geocode-blocking-main", rows: rows, watchdog: watchdog)
    expectEndedByTheWatchdog(values, after: watchdog)
    #expect(values["requests-sent"] == 3, "the first row's; no other row gets its turn")
    #expect(values["rows-seen"] == Double(3 * rows))
  }

  @Test func aBoundedWaitLastsToItsEnd() throws {
    let values = try run("geocode-bounded-wait", rows: 1, watchdog: 10)
    #expect(values["watchdog-terminations"] == 0 && values["hang-count"] == 3)
    #expect(values["hang-time-max"] == 3e9 && values["hang-time-total"] == 9e9)
    #expect(values["rows-labelled"] == 0 && values["requests-sent"] == 3)
    // An instant more than the wait, and exactly as long.
    #expect(try run("geocode-bounded-wait", rows: 1, watchdog: 3.001)["watchdog-terminations"] == 0)
    expectEndedByTheWatchdog(
      try run("geocode-bounded-wait", rows: 1, watchdog: 3), after: 3)
    expectEndedByTheWatchdog(
      try run("geocode-bounded-wait", rows: 1, watchdog: 2), after: 2)
  }

  /// The rows of the first screen appear in one turn of the main thread, which waits for one after
  /// the other: eight waits are one hang.
  @Test func rowsThatAppearTogetherHangTogether() throws {
    let values = try run("geocode-bounded-wait", rows: 8, watchdog: 60)
    #expect(values["watchdog-terminations"] == 0 && values["hang-count"] == 3)
    #expect(values["hang-time-max"] == 24e9 && values["hang-time-total"] == 72e9)
    #expect(values["rows-seen"] == 24 && values["requests-sent"] == 24)
    #expect(values["rows-labelled"] == 0)
    let ended = try run("geocode-bounded-wait", rows: 8, watchdog: 10)
    expectEndedByTheWatchdog(ended, after: 10)
    #expect(ended["requests-sent"] == 12, "the fourth row's wait is cut off")
    expectEndedByTheWatchdog(try run("geocode-bounded-wait", rows: 8, watchdog: 24), after: 24)
  }

  @Test func whoDoesNotBlockDoesNotHang() throws {
    for strategy in Family.geocoding.strategies.map(\.name).dropFirst(3) {
      let values = try run(strategy, rows: 20, watchdog: 0.5)
      #expect(values["watchdog-terminations"] == 0 && values["hang-count"] == 0, "\(strategy)")
      #expect(values["hang-time-max"] == 0 && values["hang-time-total"] == 0, "\(strategy)")
    }
  }

  /// Hangs shorter than the profile's threshold are none; the app ends nevertheless.
  @Test func theThresholdOfAHangIsTheProfiles() throws {
    var profile = ProfileText.steadySearch()
    profile.set("hang-threshold", 3, "s")
    let calm = try GeocodingTrial(rows: 1, profile: profile).run("geocode-bounded-wait")
    #expect(calm["hang-count"] == 0 && calm["hang-time-max"] == 0)
    profile.set("hang-threshold", 2_999, "ms")
    let strict = try GeocodingTrial(rows: 1, profile: profile).run("geocode-bounded-wait")
    #expect(strict["hang-count"] == 1 && strict["hang-time-max"] == 3e9)
  }
}
