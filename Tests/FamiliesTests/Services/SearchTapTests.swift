import PinData
import Simulation
import TestSupport
import Testing

/// People stop typing when they have seen the row that they tap.
@Suite struct SearchTapTests {
  /// Three texts that all lead to the wanted place.
  private func typed(
    _ strategy: String, every pause: Double = 1, wanting wanted: Int? = 1,
    ending: TypedSearch.Ending = .selectCompletion, profile: ProfileText = .steadySearch()
  ) throws -> TrialValues {
    try run(
      strategy,
      [.typing("luna", "luna n", "luna nova", every: pause, wanting: wanted, ending: ending)],
      profile: profile)
  }

  /// Completions are there 0.3 s after a key and read 0.7 s later: just before the next, or after.
  @Test(arguments: ["shared-completer", "completer-region-required"])
  func aRowIsTappedOnceItIsRead(strategy: String) throws {
    let slow = try typed(strategy)
    // A completion and the search of the tap; the time to the second key, and the search.
    slow.expect(["keystrokes": 1, "requests-sent": 2, "search-duration-p50": 1.1e9])
    // The row is still there among the completions of the second text.
    let fast = try typed(strategy, every: 0.9)
    fast.expect(["keystrokes": 2, "requests-sent": 3, "search-duration-p95": 1.9e9])
    // The list in which it was found is what is graded, not the one row that came of the tap.
    for values in [slow, fast] {
      values.expect([
        "time-to-answer-p50": 100e6, "success-at-10": 1, "wrong-rows-shown": 0,
        "stale-rows-shown": 0,
      ])
    }
  }

  @Test func theProfileSaysHowPeopleReadRows() throws {
    var profile = ProfileText.steadySearch(("reaction-time", 600, "ms"))
    #expect(try typed("shared-completer", every: 0.9, profile: profile)["keystrokes"] == 1)
    profile.set("rows-looked-at", 1, "count")
    #expect(
      try typed("shared-completer", profile: profile)["keystrokes"] == 2,
      "the wanted place is the second row of the first text")
    #expect(try typed("default-request", profile: profile)["empty-answers"] == 0)
    profile.set("patience", 99, "ms")
    #expect(try typed("default-request", profile: profile)["empty-answers"] == 1)
  }

  @Test func whoDoesNotTapTypesToTheEnd() throws {
    // No row comes: two pauses, a second until the search key, and the search.
    try typed("default-request")
      .expect(["keystrokes": 3, "requests-sent": 1, "search-duration-p50": 3.1e9])
    try typed("shared-completer", ending: .submit)
      .expect(["keystrokes": 3, "requests-sent": 4])
    // A trace that does not say what was wanted says what was typed.
    try typed("shared-completer", wanting: nil).expect([
      "keystrokes": 3, "requests-sent": 4, "empty-answers": 0, "wrong-rows-shown": 0,
    ])
  }

  /// The row that was tapped is a place already: later rows are not seen.
  @Test func whoTapsAPlaceHasIt() throws {
    try run(
      "region-required-per-keystroke",
      [.typing("luna", "luna n", every: 2, wanting: 1, ending: .selectCompletion, after: 0.1)],
      profile: .steadySearch(latencies: ["search": 1_500])
    ).expect([
      "time-to-answer-p50": 0, "success-at-10": 1, "wrong-rows-shown": 0, "requests-sent": 2,
    ])
  }

  /// Ten seconds after the tap, although the trace says that all was typed later.
  @Test(arguments: [10_000.0, 10_001])
  func patienceBeginsWithTheTap(latency: Double) throws {
    try run(
      "completer-region-required",
      [
        .typing(
          "luna", "luna n", "luna no", every: 5, wanting: 1, ending: .selectCompletion, after: 5),
        .typing("qqqqqqqqqqq", at: 100),
      ], profile: .steadySearch(latencies: ["search": latency])
    ).expect([
      "empty-answers": latency == 10_000 ? 1 : 2,
      "time-to-answer-p95": latency == 10_000 ? 10e9 : nil, "keystrokes": 2,
    ])
  }
}
