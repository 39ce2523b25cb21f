import Families
import PinData
import ScenarioModel
import Simulation
import TestSupport
import Testing

/// The answers that people see, and when: by strategies whose faults are known.
@Suite struct SearchAnswerTests {
  // MARK: - Late answers

  /// Searches by a strategy, and how many rows are shown that are stale and that stay wrong.
  private typealias LateAnswers = (
    strategy: String, searches: [TypedSearch], stale: Double, wrong: Double
  )

  private static let lateAnswers: [LateAnswers] = [
    ("held", [.typing("l", "lu", "luna")], 0, 0),
    // Every step back is stale.
    ("held-reversed", [.typing("l", "lu", "luna")], 2, 1),
    ("held-interrupted", [.typing("l", "lu", "luna")], 1, 0),
    // Rows for an older text are wrong in the end.
    ("held-without-the-last", [.typing("l", "lu", "luna")], 0, 1),
    // Who deletes a letter again has the older text in the field: its answer is the right one. An
    // answer for the last text, one for the text between, and one for the last text again.
    ("held", [.typing("lu", "lun", "lu")], 1, 0),
    ("held-reversed", [.typing("lu", "lun", "lu")], 1, 0),
    ("held-without-the-last", [.typing("lu", "lun", "lu")], 1, 1),
    // Answers of a search before are older than any of this one.
    ("held-reversed", [.typing("sol", at: 1), .typing("luna", at: 30)], 1, 1),
    ("held", [.typing("sol", at: 1), .typing("luna", at: 30)], 0, 0),
    // Another person's searches are their own.
    ("held-reversed", [.typing("sol"), .typing("luna", by: 1)], 0, 0),
    // Rows that were not replaced are those of the search before.
    ("asking-twice", [.typing("luna", at: 1), .typing("qqqqqqqqqqq", at: 30)], 0, 1),
    // Completions are for the text that they were asked for; they stay while the next are waited
    // for. In the end the next search begins before the completer has waited long enough.
    ("completions-only", [.typing("lun", "luna", every: 1)], 0, 0),
    (
      "completions-only",
      [.typing("lun", "luna", every: 1, at: 1, after: 0.1), .typing("luna", at: 3.2)], 0, 1
    ),
  ]

  @Test(arguments: lateAnswers)
  func answersOfOlderTexts(
    strategy: String, searches: [TypedSearch], stale: Double, wrong: Double
  ) throws {
    try run(strategy, searches).expect(["stale-rows-shown": stale, "wrong-rows-shown": wrong])
  }

  /// With latencies from a fifth of a second to many seconds a strategy that shows every answer
  /// shows late ones.
  @Test func onlyWhoDropsLateAnswersShowsNone() throws {
    var profile = ProfileText.steadySearch()
    for kind in ["search", "completion"] {
      profile.setLatency(kind, median: 200, percentile95: 20_000)
    }
    let trial = try FamilyTrial.drawnSearches(people: 4, each: 5, profile: profile)
    for strategy in ["search-per-keystroke", "completer-per-keystroke"] {
      let values = try trial.run(strategy)
      #expect(try #require(values["stale-rows-shown"]) > 0, "\(strategy)")
      #expect(try #require(values["wrong-rows-shown"]) > 0, "\(strategy)")
    }
    let names = Family.search.strategies.map(\.name)
    for strategy in names.drop(while: { $0 != "completer-region-required" }) {
      try trial.run(strategy)
        .expect(["stale-rows-shown": 0, "wrong-rows-shown": 0], of: strategy)
    }
  }

  /// A completer asks for what it was given, not for what the field holds when its wait is over: at
  /// a pace of 0.2 s the first of two asks after the second key. The second one is refused, and so
  /// the rows of the first stay.
  @Test(arguments: [0.2, 0.3])
  func aCompletersAnswerIsForItsOwnFragment(pause: Double) throws {
    try run(
      "completer-per-keystroke", [.typing("lun", "luna", every: pause)],
      profile: .steadySearch(latencies: ["search": 60_000], ("throttle-limit", 1, "count"))
    ).expect(["stale-rows-shown": 0, "wrong-rows-shown": 1])
  }

  /// The row that was tapped is a place already. The second text's search was refused, so that the
  /// rows of the first are still there: they were good enough.
  @Test func rowsOfWhichOneIsTakenAreRight() throws {
    func search(ending: TypedSearch.Ending) throws -> TrialValues {
      try run(
        "search-per-keystroke", [.typing("luna", "luna n", wanting: 1, ending: ending, after: 0.1)],
        profile: .steadySearch(("throttle-limit", 1, "count")))
    }
    try search(ending: .selectCompletion).expect([
      "stale-rows-shown": 0, "wrong-rows-shown": 0, "time-to-answer-p50": 0, "success-at-10": 1,
    ])
    // Who presses the search key wanted the rows of the second text.
    try search(ending: .submit).expect(["stale-rows-shown": 0, "wrong-rows-shown": 1])
  }

  // MARK: - Times

  @Test func aReleasedSearchHasNoAnswer() throws {
    try run("unretained-request", [.typing("lu", "luna", every: 1)]).expect([
      "requests-sent": 1, "requests-cancelled": 1, "empty-answers": 1, "time-to-answer-p50": nil,
    ])
  }

  @Test(arguments: Family.search.strategies.map(\.name).filter { $0 != "unretained-request" })
  func anAnswerTakesTheLatencyOfItsRequest(strategy: String) throws {
    // Of equal questions the second is answered at once, if answers are kept.
    let keeps = strategy == "completer-region-required-cached"
    try run(strategy, [.typing("lu", "luna", every: 1), .typing("luna", at: 30)]).expect([
      "empty-answers": 0, "time-to-answer-p50": keeps ? 0 : 100e6, "time-to-answer-p95": 100e6,
    ])
  }

  @Test(
    arguments: ["shared-completer", "completer-per-keystroke", "completer-region-required"])
  func aTapTakesTheLatencyOfASearchToo(strategy: String) throws {
    // The row that was tapped leads to the place. One completion, one search.
    try run(strategy, [.typing("luna n", wanting: 1, ending: .selectCompletion)])
      .expect(["time-to-answer-p50": 100e6, "mean-reciprocal-rank": 1, "requests-sent": 2])
  }

  @Test func whereTheRowsAreThereAlreadyTheAnswerTakesNoTime() throws {
    try run("completions-only", [.typing("luna")])
      .expect(["time-to-answer-p50": 0, "time-to-answer-p95": 0])
  }

  /// People look for ten seconds; later answers are not seen.
  @Test(arguments: [10_000.0, 10_001])
  func patienceEndsAfterTenSeconds(latency: Double) throws {
    try run(
      "default-request", [.typing("luna")], profile: .steadySearch(latencies: ["search": latency])
    ).expect([
      "time-to-answer-p95": latency == 10_000 ? 10e9 : nil,
      "empty-answers": latency == 10_000 ? 0 : 1,
    ])
  }

  /// The first is given up after three seconds.
  @Test func theNextSearchEndsThePatience() throws {
    try run(
      "default-request", [.typing("luna", every: 0.5, at: 1, after: 0.5), .typing("luna", at: 5)],
      profile: .steadySearch(latencies: ["search": 5_000])
    ).expect(["empty-answers": 1, "time-to-answer-p95": 5e9])
  }

  // MARK: - No answers

  @Test func whoNeverAnswersHasEmptyAnswers() throws {
    let values = try run("silent", [.typing("luna"), .typing("luna", at: 30), .typing("l", by: 1)])
    values.expect([
      "empty-answers": 3, "searches": 3, "requests-sent": 0, "service-bytes": 0,
      "stale-rows-shown": 0, "wrong-rows-shown": 0,
    ])
    #expect(values.reason("time-to-answer-p50") == "no search ended with a row")
  }

  /// The watchdog ends the app in the second search; the rows of the first are gone with it.
  @Test func anAppThatIsEndedShowsNothing() throws {
    let values = try run(
      "busy",
      [
        .typing("luna", at: 1, wanting: 0), .typing("luna n", at: 30, wanting: 0),
        .typing("luna", at: 120, wanting: 0),
      ])
    values.expect([
      "searches": 3, "empty-answers": 2, "requests-sent": 1, "time-to-answer-p50": 100e6,
      "time-to-answer-p95": 100e6, "stale-rows-shown": 0, "wrong-rows-shown": 0,
    ])
    #expect(abs(try #require(values["success-at-10"]) - 1.0 / 3) < 1e-12)
  }

  @Test(arguments: Family.search.strategies.map(\.name))
  func whereEverythingFailsNothingIsAnswered(strategy: String) throws {
    let values = try run(strategy, [.typing("lu", "luna", every: 1)], failures: 1)
    #expect(values["empty-answers"] == 1)
    #expect(try #require(values["requests-sent"]) > 0)
    // One app says so, the other leaves the list as it is.
    let silent = values["silent-failures"]
    if strategy == "completer-per-keystroke" { #expect(try #require(silent) > 0) }
    if strategy == "completer-region-required" { #expect(silent == 0) }
  }
}
