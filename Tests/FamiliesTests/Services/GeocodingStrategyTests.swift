import Families
import ScenarioModel
import TestSupport
import Testing

/// The properties of every strategy of the family in a generated environment.
@Suite struct GeocodingStrategyTests {
  private func trial() throws -> FamilyTrial {
    try .lists(
      Family.geocoding, rows: 40, people: 5, failures: 0.05,
      replacing: ["places": "{ per-city: 1, seed: 42 }"])
  }

  @Test func everyStrategyAnswersEveryMetric() throws {
    let trial = try trial()
    #expect(trial.scenario.sizes == [40])
    #expect(trial.scenario.workload.seeds.map(\.name) == ["places", "list", "network"])
    let value = try trial.valuesOfAllStrategies(withoutAny: "no visit was replayed")
    for strategy in trial.scenario.strategies.dropFirst(3) {
      #expect(try value("rows-seen", strategy) == 5 * 40)
      #expect(try value("time-to-label-p95", strategy) >= value("time-to-label-p50", strategy))
      #expect(try value("hang-time-total", strategy) >= value("hang-time-max", strategy))
    }
    for (metric, less, more) in [
      ("requests-sent", "geocode-single-flight-cached", "geocode-per-row"),
      ("rows-labelled", "geocode-shared-geocoder", "geocode-per-row"),
    ] { #expect(try value(metric, less) < value(metric, more), "\(metric): \(less), \(more)") }
    for (metric, less, more) in [
      ("requests-sent", "geocode-per-row", "geocode-retry-loop"),
      ("watchdog-terminations", "geocode-bounded-wait", "geocode-blocking-main"),
    ] { #expect(try value(metric, less) <= value(metric, more), "\(metric): \(less), \(more)") }
  }

  @Test func visitsDoNotDependOnTheNumberOfPeople() throws {
    let few = try FamilyTrial.geocoding(rows: 40, people: 2)
    let many = try FamilyTrial.geocoding(rows: 40, people: 5)
    for strategy in ["geocode-per-row", "geocode-single-flight-cached"] {
      let first = try TrialValues(many.prepare(strategy), frames: [0, 1])
      #expect(try first.all == few.run(strategy).all)
    }
  }

  @Test func aWarmUpIsShort() throws {
    let values = try trial().warmUp("geocode-single-flight-cached", size: 100_000)
    #expect(try #require(values["rows-seen"]) <= 20)
  }
}

/// Waiting for the geocoder on the main thread is a deadlock: only a timeout or the watchdog ends
/// it.
@Suite struct GeocodingBlockingTests {
  private func run(_ strategy: String, rows: Int, watchdog: Double) throws -> TrialValues {
    try FamilyTrial.geocoding(
      rows: rows, people: 3, profile: .steadySearch(("watchdog", watchdog, "s"))
    ).run(strategy)
  }

  private func expectEndedByTheWatchdog(
    _ values: TrialValues, after seconds: Double,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    values.expect(
      [
        "watchdog-terminations": 3, "hang-count": 3, "hang-time-max": seconds * 1e9,
        "hang-time-total": 3 * seconds * 1e9, "rows-labelled": 0, "label-precision": nil,
        "time-to-label-p50": nil,
      ], sourceLocation: sourceLocation)
    #expect(
      values.reason("label-precision") == "no row got an address", sourceLocation: sourceLocation)
  }

  /// Also where the watchdog waits longer than the person would have.
  @Test(
    arguments: ["geocode-blocking-main", "geocode-address-blocking-main"], [0.5, 5, 10, 25])
  func theWatchdogEndsADeadlock(strategy: String, watchdog: Double) throws {
    for rows in [1, 8, 60] {
      let values = try run(strategy, rows: rows, watchdog: watchdog)
      expectEndedByTheWatchdog(values, after: watchdog)
      // Only the first row's request: no other row gets its turn.
      values.expect(["requests-sent": 3, "rows-seen": Double(3 * rows)])
    }
  }

  private let bounded = "geocode-bounded-wait"

  @Test func aBoundedWaitLastsToItsEnd() throws {
    try run(bounded, rows: 1, watchdog: 10).expect([
      "watchdog-terminations": 0, "hang-count": 3, "hang-time-max": 3e9, "hang-time-total": 9e9,
      "rows-labelled": 0, "requests-sent": 3,
    ])
    // An instant more than the wait, and exactly as long.
    try run(bounded, rows: 1, watchdog: 3.001).expect(["watchdog-terminations": 0])
    expectEndedByTheWatchdog(try run(bounded, rows: 1, watchdog: 3), after: 3)
    expectEndedByTheWatchdog(try run(bounded, rows: 1, watchdog: 2), after: 2)
  }

  /// The rows of the first screen appear in one turn of the main thread, which waits for one after
  /// the other: eight waits are one hang.
  @Test func rowsThatAppearTogetherHangTogether() throws {
    try run(bounded, rows: 8, watchdog: 60).expect([
      "watchdog-terminations": 0, "hang-count": 3, "hang-time-max": 24e9,
      "hang-time-total": 72e9, "rows-seen": 24, "requests-sent": 24, "rows-labelled": 0,
    ])
    let ended = try run(bounded, rows: 8, watchdog: 10)
    expectEndedByTheWatchdog(ended, after: 10)
    #expect(ended["requests-sent"] == 12, "the fourth row's wait is cut off")
    expectEndedByTheWatchdog(try run(bounded, rows: 8, watchdog: 24), after: 24)
  }

  @Test(arguments: Family.geocoding.strategies.map(\.name).dropFirst(3))
  func whoDoesNotBlockDoesNotHang(strategy: String) throws {
    try run(strategy, rows: 20, watchdog: 0.5).expect([
      "watchdog-terminations": 0, "hang-count": 0, "hang-time-max": 0, "hang-time-total": 0,
    ])
  }

  /// Hangs shorter than the profile's threshold are none; the app ends nevertheless.
  @Test(arguments: [(3_000.0, 0.0, 0.0), (2_999, 1, 3e9)])
  func theThresholdOfAHangIsTheProfiles(threshold: Double, hangs: Double, longest: Double) throws {
    try FamilyTrial.geocoding(
      rows: 1, profile: .steadySearch(("hang-threshold", threshold, "ms"))
    ).run(bounded).expect(["hang-count": hangs, "hang-time-max": longest])
  }
}
