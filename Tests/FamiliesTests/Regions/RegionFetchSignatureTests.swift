import Families
import ScenarioModel
import TestSupport
import Testing

/// The numbers of each strategy in environments that are small enough to compute them by hand.
@Suite struct RegionFetchSignatureTests {
  private static let padding = ["fetch-padded-cache", "padded-cancelling"]

  /// The map rests for three seconds, is flung from 0° to 0.6° east in six movements of 100 ms, and
  /// rests for four seconds. A pin is visible before, one after.
  private func fling(
    pins: [Double] = [0, 1.05], to end: Double = 0.6, failures: Double = 0
  ) throws -> FamilyTrial {
    let way = [0] + (1...6).map { Double($0) * end / 6 } + [end]
    return try .fetches(pins: pins, way: way, failures: failures)
  }

  /// The end of the fling, the fetches, the time in milliseconds in which something was missing at
  /// each of the two rests, and what the answers hold, all together.
  private static let signatures: [(String, Double, Double, [Double], Double)] = [
    ("fetch-each-end", 0.6, 2, [100, 100], 2), ("fetch-cancelling", 0.6, 2, [100, 100], 2),
    // The pin at 1.05° comes into view with the last movement, the one at 0° leaves with it.
    ("fetch-each-tick", 0.6, 7, [100, 100], 7),
    // A debounce waits for a rest.
    ("fetch-debounced", 0.6, 2, [400, 400], 2), ("debounced-cancelling", 0.6, 2, [400, 400], 2),
    // What is asked for first reaches from 1° west to 1° east; after the fling, it is from 0.4° west
    // to 1.6° east.
    ("fetch-padded-cache", 0.6, 2, [100, 100], 3), ("padded-cancelling", 0.6, 2, [100, 100], 3),
    ("fetch-debounced-padded-cancelling", 0.6, 2, [400, 400], 3),
    ("debounced-padded", 0.6, 2, [400, 400], 3),
    // The map stays within what was loaded with the first answer.
    ("fetch-padded-cache", 0.45, 1, [100, 0], 2), ("padded-cancelling", 0.45, 1, [100, 0], 2),
    ("fetch-debounced-padded-cancelling", 0.45, 1, [400, 0], 2),
    ("fetch-each-end", 0.45, 2, [100, 100], 3),
  ]

  @Test(arguments: signatures)
  func aFlingHasItsSignature(
    strategy: String, end: Double, fetches: Double, unloaded: [Double], matched: Double
  ) throws {
    let values = try fling(pins: [0, end == 0.6 ? 1.05 : 0.7], to: end).run(strategy)
    let expected: [String: Double] = [
      "gestures": 1, "region-ends": 2, "fetches": fetches, "fetches-per-gesture": fetches - 1,
      "fetches-per-fling": fetches - 1, "fetches-cancelled": 0, "fetches-failed": 0,
      "stale-pins-shown": 0, "pins-matched": matched, "region-loaded-fraction": 1,
      "loaded-time-fraction": 1 - (unloaded[0] + unloaded[1]) / 7_000,
      "unloaded-time-p95": max(unloaded[0], unloaded[1]) * 1e6,
      "fetched-bytes": 1_400 * fetches + 350 * matched,
    ]
    for (name, value) in expected {
      let found = try #require(values[name])
      #expect(abs(found - value) < 1e-9 * max(1, value), "\(name)")
    }
  }

  /// The same across the antimeridian, from either side: what is loaded there counts as well.
  @Test(arguments: [(179.9, 0.2), (-179.9, -0.2)])
  func paddingReachesAcrossTheAntimeridian(start: Double, distance: Double) throws {
    let way = [0, 0.25, 0.5, 0.75, 1, 1].map { share in
      let longitude = start + share * distance
      return longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
    }
    let trial = try FamilyTrial.fetches(pins: [179.7, -179.7, 0], way: way)
    for strategy in Self.padding {
      let values = try trial.run(strategy)
      #expect(values["fetches", "pins-matched"] == [1, 2])
      #expect(values["loaded-time-fraction"] == 1 - 0.1 / 7)
    }
  }

  /// The best pins of a wide region are not the best of a narrow one: an answer that is cut off
  /// does not count as loaded.
  @Test func moreThanAnAnswerHolds() throws {
    let outside = (0..<500).map { 0.6 + 0.0005 * Double($0) }
    let trial = try fling(pins: outside + [0], to: 0.1)
    // Each of the two regions with its surroundings, where there are 501 pins, and then alone.
    for strategy in Self.padding + ["fetch-each-end"] {
      let values = try trial.run(strategy)
      let fetches = strategy == "fetch-each-end" ? 2.0 : 4
      #expect(values["region-loaded-fraction", "fetches"] == [1, fetches], "\(strategy)")
    }
  }

  @Test func everyFetchFails() throws {
    let trial = try fling(failures: 1)
    for strategy in Family.regionFetches.strategies.map(\.name) {
      let values = try trial.run(strategy)
      let fetches = try #require(values["fetches"])
      #expect(fetches >= 2)
      #expect(values["fetches-failed", "fetched-bytes"] == [fetches, 700 * fetches])
      #expect(
        values["pins-matched", "region-loaded-fraction", "loaded-time-fraction"] == [0, 0, 0])
      #expect(values["unloaded-time-p50"] == 3e9)
    }
  }

  /// If there is nothing to see, nothing is missing.
  @Test func anEmptyRegionIsLoaded() throws {
    let values = try fling(pins: [90]).run("fetch-each-end")
    #expect(values["loaded-time-fraction", "pins-matched"] == [1, 0])
  }

  /// A rest between two flings that is shorter than the wait is no rest, the second fling takes the
  /// wait's place; and a fetch that takes longer is given up by the next one.
  @Test func aShortRestIsNotWorthAFetch() throws {
    func run(_ strategy: String, latency: Double = 100) throws -> TrialValues {
      try FamilyTrial.fetches(
        pins: [0, 1], way: [0, 0.2, 0.4, 0.4, 0.6, 0.8, 0.8], profile: .fetches(latency: latency)
      ).run(strategy)
    }
    #expect(try run("fetch-each-end")["fetches"] == 3)
    let debounced = try run("fetch-debounced")
    #expect(debounced["fetches", "gestures", "fetches-per-fling"] == [2, 2, 0.5])
    #expect(debounced["region-loaded-fraction"] == 1)
    let bytes = 3.0 * 700 + 2 * (700 + 350)
    let cancelling = try run("fetch-cancelling", latency: 1_000)
    #expect(cancelling["fetches", "fetches-cancelled", "fetched-bytes"] == [3, 1, bytes])
    #expect(try run("fetch-each-end", latency: 1_000)["fetches-cancelled"] == 0)
  }

  @Test func theProfileSaysHowManyBytesAFetchMoves() throws {
    let profile = ProfileText.fetches().setting([
      "fetch-request-size": (1_000, "B"), "fetch-result-size": (30, "B"),
    ])
    let trial = try FamilyTrial.fetches(pins: [0, 0.1, 5], way: [0, 0], profile: profile)
    #expect(try trial.run("fetch-each-end")["fetched-bytes"] == 2 * 1_000 + 2 * 30)
  }

  @Test func everyStepIsWrittenDown() throws {
    let transcript = try #require(fling().inspect("fetch-each-end").transcripts.first)
    #expect(
      transcript.entries.map { "\($0.time / 1_000_000) \($0.text)" } == [
        "0 the map appears", "0 region end", "0 fetch 1 asks for the visible region",
        "0 the map rests: something is missing", "100 fetch 1 is answered: 1 pin",
        "100 everything visible is loaded", "3000 fling 1 begins", "3500 region end",
        "3500 fetch 2 asks for the visible region", "3500 the map rests: something is missing",
        "3600 fetch 2 is answered: 1 pin", "3600 everything visible is loaded",
      ])
  }
}
