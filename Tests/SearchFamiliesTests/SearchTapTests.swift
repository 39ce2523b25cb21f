import PinData
import ScenarioModel
import TestSupport
import Testing

/// People stop typing when they have seen the row that they tap.
@Suite struct SearchTapTests {
  private static let places: [Place] = [
    .cafe("Luna", 0, 0, prominence: 1), .cafe("Luna Nova", 0.01, 0, prominence: 2),
  ]

  /// Three texts, all of which lead to the wanted place.
  private func run(
    _ strategy: String, every pause: Double, wanting wanted: Int? = 1,
    ending: TypedSearch.Ending = .selectCompletion, profile: ProfileText = .steadySearch()
  ) throws -> TrialValues {
    try SearchTrial(
      places: Self.places,
      searches: [
        .typing("luna", "luna n", "luna nova", every: pause, wanting: wanted, ending: ending)
      ], profile: profile
    ).run(strategy)
  }

  /// Completions are there 0.3 s after a key and read 0.7 s later: just before the next, or after.
  @Test(arguments: ["shared-completer", "completer-region-required"])
  func aRowIsTappedOnceItIsRead(strategy: String) throws {
    let slow = try run(strategy, every: 1)
    #expect(slow["keystrokes"] == 1)
    #expect(slow["requests-sent"] == 2, "a completion and the search of the tap")
    #expect(slow["search-duration-p50"] == 1.1e9, "to the second key, and the search")
    // The row is still there among the completions of the second text.
    let fast = try run(strategy, every: 0.9)
    #expect(fast["keystrokes"] == 2 && fast["requests-sent"] == 3)
    #expect(fast["search-duration-p95"] == 1.9e9)
    for values in [slow, fast] {
      #expect(values["time-to-answer-p50"] == 100e6)
      // The list in which it was found is what is graded, not the one row that came of the tap.
      #expect(values["success-at-10"] == 1)
      #expect(values["wrong-rows-shown"] == 0 && values["stale-rows-shown"] == 0)
    }
  }

  @Test func theProfileSaysHowPeopleReadRows() throws {
    var profile = ProfileText.steadySearch()
    profile.set("reaction-time", 600, "ms")
    #expect(try run("shared-completer", every: 0.9, profile: profile)["keystrokes"] == 1)
    profile.set("rows-looked-at", 1, "count")
    #expect(
      try run("shared-completer", every: 1, profile: profile)["keystrokes"] == 2,
      "the wanted place is the second row of the first text")
    #expect(try run("default-request", every: 1, profile: profile)["empty-answers"] == 0)
    profile.set("patience", 99, "ms")
    #expect(try run("default-request", every: 1, profile: profile)["empty-answers"] == 1)
  }

  @Test func whereNoRowComesAllIsTyped() throws {
    let values = try run("default-request", every: 1)
    #expect(values["keystrokes"] == 3 && values["requests-sent"] == 1)
    // Two pauses, a second until the search key, and the search.
    #expect(values["search-duration-p50"] == 3.1e9)
  }

  @Test func whoPressesTheSearchKeyTypesToTheEnd() throws {
    let values = try run("shared-completer", every: 1, ending: .submit)
    #expect(values["keystrokes"] == 3 && values["requests-sent"] == 4)
  }

  /// A recorded trace that does not say what was wanted says what was typed.
  @Test func withoutAWishAllIsTypedBeforeTheTap() throws {
    let values = try run("shared-completer", every: 1, wanting: nil)
    #expect(values["keystrokes"] == 3 && values["requests-sent"] == 4)
    #expect(values["empty-answers"] == 0 && values["wrong-rows-shown"] == 0)
  }

  /// The row that was tapped is a place already: later rows are not seen.
  @Test func whoTapsAPlaceHasIt() throws {
    var profile = ProfileText.steadySearch()
    profile.setLatency("search", median: 1_500, percentile95: 1_500)
    let values = try SearchTrial(
      places: Self.places,
      searches: [
        .typing("luna", "luna n", every: 2, wanting: 1, ending: .selectCompletion, after: 0.1)
      ], profile: profile
    ).run("region-required-per-keystroke")
    #expect(values["time-to-answer-p50"] == 0)
    #expect(values["success-at-10"] == 1 && values["wrong-rows-shown"] == 0)
    #expect(values["requests-sent"] == 2)
  }

  /// Ten seconds after the tap, although the trace says that all was typed later.
  @Test(arguments: [10_000.0, 10_001])
  func patienceBeginsWithTheTap(latency: Double) throws {
    var profile = ProfileText.steadySearch()
    profile.setLatency("search", median: latency, percentile95: latency)
    let values = try SearchTrial(
      places: Self.places,
      searches: [
        .typing(
          "luna", "luna n", "luna no", every: 5, wanting: 1, ending: .selectCompletion, after: 5),
        .typing("qqqqqqqqqqq", at: 100),
      ], profile: profile
    ).run("completer-region-required")
    #expect(values["empty-answers"] == (latency == 10_000 ? 1 : 2))
    #expect(values["time-to-answer-p95"] == (latency == 10_000 ? 10e9 : nil))
    #expect(values["keystrokes"] == 2)
  }
}
