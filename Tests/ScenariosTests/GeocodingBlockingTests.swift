import PinData
import ScenarioModel
import SearchFamilies
import TestSupport
import Testing
import YAMLReading

/// Waiting for the geocoder on the main thread is a deadlock: only a timeout or the watchdog ends it.
@Suite struct GeocodingBlockingTests {
  private func run(
    _ strategy: String, rows: Int, people: Int = 3, watchdog: Double
  ) throws -> PlaceTrialValues {
    var profile = ProfileText.steadySearch()
    profile.set("watchdog", watchdog, "s")
    return try GeocodingTrial(rows: rows, people: people, profile: profile).run(strategy)
  }

  private func expectEndedByTheWatchdog(
    _ values: PlaceTrialValues, after seconds: Double, people: Double = 3,
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
    for strategy in GeocodingFamily().strategies.map(\.name).dropFirst(2) {
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
