import Measurement
import RegionFamilies
import ScenarioModel
import TestSupport
import Testing

/// The numbers of each strategy in environments that are small enough to compute them by hand.
@Suite struct RegionFetchSignatureTests {
  /// The map rests for three seconds, is flung from 0° to 0.6° east in six movements of 100 ms, and
  /// rests for four seconds. A pin is visible before, one after.
  private func fling(
    pins: [Double] = [0, 1.05], to end: Double = 0.6, failures: Double = 0,
    profile: ProfileText = .steadyFetches()
  ) throws -> RegionFetchTrial {
    let way = [0] + (1...6).map { Double($0) * end / 6 } + [end]
    return try RegionFetchTrial(pins: pins, way: way, profile: profile, failures: failures)
  }

  private struct Signature {
    let strategy: String
    let fetches: Double
    /// In milliseconds, of each of the two rests.
    let unloadedTimes: (Double, Double)
    /// What the answers hold, all together.
    let pins: Double
  }

  private func expect(
    _ signature: Signature, in trial: RegionFetchTrial,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let values = try trial.run(signature.strategy)
    let (first, second) = signature.unloadedTimes
    let fetches = signature.fetches
    let expected: [String: Double] = [
      "gestures": 1, "region-ends": 2, "fetches": fetches, "fetches-per-gesture": fetches - 1,
      "fetches-per-fling": fetches - 1, "fetches-cancelled": 0, "fetches-failed": 0,
      "stale-pins-shown": 0, "pins-matched": signature.pins, "region-loaded-fraction": 1,
      "loaded-time-fraction": 1 - (first + second) / 7_000,
      "unloaded-time-p95": max(first, second) * 1e6,
      "fetched-bytes": 1_400 * fetches + 350 * signature.pins,
    ]
    for (name, value) in expected {
      #expect(
        values[name].map { abs($0 - value) < 1e-9 * max(1, value) } == true,
        "\(name) of \(signature.strategy): \(values[name] ?? .nan), not \(value)",
        sourceLocation: sourceLocation)
    }
  }

  @Test func aFetchForEachRegionEnd() throws {
    let trial = try fling()
    for strategy in ["fetch-each-end", "fetch-cancelling"] {
      try expect(
        Signature(strategy: strategy, fetches: 2, unloadedTimes: (100, 100), pins: 2), in: trial)
    }
  }

  /// The pin at 1.05° comes into view with the last movement, the one at 0° leaves with it.
  @Test func aFetchForEachTick() throws {
    try expect(
      Signature(strategy: "fetch-each-tick", fetches: 7, unloadedTimes: (100, 100), pins: 7),
      in: fling())
  }

  @Test func aDebounceWaitsForARest() throws {
    let trial = try fling()
    for strategy in ["fetch-debounced", "debounced-cancelling"] {
      try expect(
        Signature(strategy: strategy, fetches: 2, unloadedTimes: (400, 400), pins: 2), in: trial)
    }
  }

  /// What is asked for first reaches from 1° west to 1° east; after the fling, it is from 0.4° west
  /// to 1.6° east.
  @Test func paddingAsksForMore() throws {
    let trial = try fling()
    for strategy in ["fetch-padded-cache", "padded-cancelling"] {
      try expect(
        Signature(strategy: strategy, fetches: 2, unloadedTimes: (100, 100), pins: 3), in: trial)
    }
    for strategy in ["fetch-debounced-padded-cancelling", "debounced-padded"] {
      try expect(
        Signature(strategy: strategy, fetches: 2, unloadedTimes: (400, 400), pins: 3), in: trial)
    }
  }

  /// The map stays within what was loaded with the first answer.
  @Test func paddingSparesTheNextFetch() throws {
    let trial = try fling(pins: [0, 0.7], to: 0.45)
    for strategy in ["fetch-padded-cache", "padded-cancelling"] {
      try expect(
        Signature(strategy: strategy, fetches: 1, unloadedTimes: (100, 0), pins: 2), in: trial)
    }
    try expect(
      Signature(
        strategy: "fetch-debounced-padded-cancelling", fetches: 1, unloadedTimes: (400, 0), pins: 2),
      in: trial)
    #expect(try trial.run("fetch-each-end")["fetches"] == 2)
  }

  /// The same across the antimeridian, from either side: what is loaded there counts as well.
  @Test(arguments: [(179.9, 0.2), (-179.9, -0.2)])
  func paddingReachesAcrossTheAntimeridian(start: Double, distance: Double) throws {
    let way = [0, 0.25, 0.5, 0.75, 1, 1].map { share in
      let longitude = start + share * distance
      return longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
    }
    let trial = try RegionFetchTrial(pins: [179.7, -179.7, 0], way: way)
    for strategy in ["fetch-padded-cache", "padded-cancelling"] {
      let values = try trial.run(strategy)
      #expect(values["fetches"] == 1)
      #expect(values["pins-matched"] == 2)
      #expect(values["loaded-time-fraction"] == 1 - 0.1 / 7)
    }
  }

  /// The best pins of a wide region are not the best of a narrow one: an answer that is cut off
  /// does not count as loaded.
  @Test func moreThanAnAnswerHolds() throws {
    let outside = (0..<500).map { 0.6 + 0.0005 * Double($0) }
    let trial = try fling(pins: outside + [0], to: 0.1)
    for strategy in ["fetch-padded-cache", "padded-cancelling"] {
      let values = try trial.run(strategy)
      #expect(values["region-loaded-fraction"] == 1)
      // Each of the two regions with its surroundings, where there are 501 pins, and then alone.
      #expect(values["fetches"] == 4)
    }
    #expect(try trial.run("fetch-each-end")["region-loaded-fraction"] == 1)
  }

  @Test func everyFetchFails() throws {
    let trial = try fling(failures: 1)
    for strategy in Family.regionFetches.strategies.map(\.name) {
      let values = try trial.run(strategy)
      let fetches = try #require(values["fetches"])
      #expect(fetches >= 2)
      #expect(values["fetches-failed"] == fetches)
      #expect(values["fetched-bytes"] == 700 * fetches)
      #expect(values["pins-matched"] == 0)
      #expect(values["region-loaded-fraction"] == 0)
      #expect(values["loaded-time-fraction"] == 0)
      #expect(values["unloaded-time-p50"] == 3e9)
    }
  }

  /// Where there is nothing to see, nothing is missing.
  @Test func anEmptyRegionIsLoaded() throws {
    let values = try fling(pins: [90]).run("fetch-each-end")
    #expect(values["loaded-time-fraction"] == 1)
    #expect(values["pins-matched"] == 0)
  }

  /// A rest between two flings that is shorter than the wait is no rest; the second fling takes the
  /// wait's place.
  @Test func aShortRestIsNotWorthAFetch() throws {
    let way = [0, 0.2, 0.4, 0.4, 0.6, 0.8, 0.8]
    let trial = try RegionFetchTrial(pins: [0, 1], way: way)
    #expect(try trial.run("fetch-each-end")["fetches"] == 3)
    let values = try trial.run("fetch-debounced")
    #expect(values["fetches"] == 2)
    #expect(values["gestures"] == 2)
    #expect(values["fetches-per-fling"] == 0.5)
    #expect(values["region-loaded-fraction"] == 1)
  }

  /// A fetch that takes longer than the short rest is given up by the next one.
  @Test func cancellingGivesUpWhatIsUnderWay() throws {
    let way = [0, 0.2, 0.4, 0.4, 0.6, 0.8, 0.8]
    let trial = try RegionFetchTrial(
      pins: [0, 1], way: way, profile: .steadyFetches(latency: 1_000))
    let values = try trial.run("fetch-cancelling")
    #expect(values["fetches"] == 3)
    #expect(values["fetches-cancelled"] == 1)
    let bytes = 3.0 * 700 + 2 * (700 + 350)
    #expect(values["fetched-bytes"] == bytes)
    #expect(try trial.run("fetch-each-end")["fetches-cancelled"] == 0)
  }

  @Test func theProfileSaysHowManyBytesAFetchMoves() throws {
    let trial = try RegionFetchTrial(
      pins: [0, 0.1, 5], way: [0, 0],
      profile: .steadyFetches(requestSize: 1_000, resultSize: 30))
    #expect(try trial.run("fetch-each-end")["fetched-bytes"] == 2 * 1_000 + 2 * 30)
  }

  @Test func everyStepIsWrittenDown() throws {
    let transcript = try fling().transcript("fetch-each-end")
    let entries = try #require(transcript).entries.map { "\($0.time / 1_000_000) \($0.text)" }
    #expect(
      entries == [
        "0 the map appears", "0 region end", "0 fetch 1 asks for the visible region",
        "0 the map rests: something is missing", "100 fetch 1 is answered: 1 pin",
        "100 everything visible is loaded", "3000 fling 1 begins", "3500 region end",
        "3500 fetch 2 asks for the visible region", "3500 the map rests: something is missing",
        "3600 fetch 2 is answered: 1 pin", "3600 everything visible is loaded",
      ])
  }
}
