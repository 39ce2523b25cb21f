import PinData
import ScenarioModel
import SearchFamilies
import TestSupport
import Testing
import YAMLReading

/// Which answers people see and when: by strategies whose faults are known.
@Suite struct SearchAnswerTests {
  private static let places: [Place] = [
    .cafe("Luna", 0, 0, prominence: 1), .cafe("Luna Nova", 0.01, 0, prominence: 2),
  ]

  private func run(
    _ strategy: String, _ searches: TypedSearch..., profile: ProfileText = .steadySearch(),
    failures: Double = 0
  ) throws -> TrialValues {
    try SearchTrial(
      places: Self.places, searches: searches, profile: profile, failures: failures,
      adding: SearchTrial.testEntries
    ).run(strategy)
  }

  // MARK: - Late answers

  private func expect(
    _ values: TrialValues, stale: Double, wrong: Double,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    #expect(values["stale-rows-shown"] == stale, sourceLocation: sourceLocation)
    #expect(values["wrong-rows-shown"] == wrong, sourceLocation: sourceLocation)
  }

  @Test func answersInOrderAreNotStale() throws {
    expect(try run("held", .typing("l", "lu", "luna")), stale: 0, wrong: 0)
  }

  @Test func everyStepBackIsStale() throws {
    let values = try run("held-reversed", .typing("l", "lu", "luna"))
    expect(values, stale: 2, wrong: 1)
    expect(try run("held-interrupted", .typing("l", "lu", "luna")), stale: 1, wrong: 0)
  }

  @Test func rowsForAnOlderTextAreWrongInTheEnd() throws {
    expect(try run("held-without-the-last", .typing("l", "lu", "luna")), stale: 0, wrong: 1)
  }

  /// Who deletes a letter again has the older text in the field: its answer is the right one.
  @Test func theSameTextAgainIsTheSameText() throws {
    // An answer for the last text, one for the text between, and one for the last text again.
    expect(try run("held", .typing("lu", "lun", "lu")), stale: 1, wrong: 0)
    expect(try run("held-reversed", .typing("lu", "lun", "lu")), stale: 1, wrong: 0)
    expect(try run("held-without-the-last", .typing("lu", "lun", "lu")), stale: 1, wrong: 1)
  }

  /// Answers of a search before are older than any of this one.
  @Test func anAnswerOfTheSearchBeforeIsStale() throws {
    let values = try run(
      "held-reversed", .typing("sol", at: 1), .typing("luna", at: 30))
    expect(values, stale: 1, wrong: 1)
    expect(try run("held", .typing("sol", at: 1), .typing("luna", at: 30)), stale: 0, wrong: 0)
  }

  /// Rows that were not replaced are those of the search before.
  @Test func rowsThatStayFromTheSearchBeforeAreWrong() throws {
    let values = try run(
      "asking-twice", .typing("luna", at: 1), .typing("qqqqqqqqqqq", at: 30))
    expect(values, stale: 0, wrong: 1)
    #expect(values["empty-answers"] == 0)
  }

  @Test func anotherPersonsSearchesAreTheirOwn() throws {
    let values = try run("held-reversed", .typing("sol"), .typing("luna", by: 1))
    expect(values, stale: 0, wrong: 0)
  }

  /// Completions are for the text that they were asked for; they stay while the next are waited
  /// for.
  @Test func completionsOfAnOlderTextAreWrong() throws {
    let patient = try run("completions-only", .typing("lun", "luna", every: 1))
    expect(patient, stale: 0, wrong: 0)
    // The next search begins before the completer has waited long enough.
    let hasty = try run(
      "completions-only", .typing("lun", "luna", every: 1, at: 1, after: 0.1),
      .typing("luna", at: 3.2))
    expect(hasty, stale: 0, wrong: 1)
  }

  /// With latencies from a fifth of a second to many seconds a strategy that shows every answer
  /// shows late ones.
  @Test func onlyWhoDropsLateAnswersShowsNone() throws {
    let trial = try SearchTrial(people: 4, searches: 5, profile: .erraticSearch())
    for strategy in ["search-per-keystroke", "completer-per-keystroke"] {
      let values = try trial.run(strategy)
      #expect(try #require(values["stale-rows-shown"]) > 0, "\(strategy)")
      #expect(try #require(values["wrong-rows-shown"]) > 0, "\(strategy)")
    }
    let careful = [
      "completer-region-required", "completer-region-required-cached",
      "completer-structured-query", "completer-without-result-types", "completer-without-region",
      "completer-region-hint", "region-required-without-completer",
      "region-required-per-keystroke",
    ]
    for strategy in careful {
      let values = try trial.run(strategy)
      #expect(values["stale-rows-shown"] == 0, "\(strategy)")
      #expect(values["wrong-rows-shown"] == 0, "\(strategy)")
    }
  }

  /// A completer asks for what it was given, not for what the field holds when its wait is over: at
  /// a pace of 0.2 s the first of two asks after the second key. The second one is refused, and so
  /// the rows of the first stay.
  @Test func aCompletersAnswerIsForItsOwnFragment() throws {
    var profile = ProfileText.steadySearch()
    profile.set("throttle-limit", 1, "count")
    profile.setLatency("search", median: 60_000, percentile95: 60_000)
    let slow = try run(
      "completer-per-keystroke", .typing("lun", "luna", every: 0.3), profile: profile)
    expect(slow, stale: 0, wrong: 1)
    let fast = try run(
      "completer-per-keystroke", .typing("lun", "luna", every: 0.2), profile: profile)
    expect(fast, stale: 0, wrong: 1)
  }

  /// The row that was tapped is a place already. The second text's search was refused, so that the
  /// rows of the first are still there: they were good enough.
  @Test func rowsOfWhichOneIsTakenAreRight() throws {
    var profile = ProfileText.steadySearch()
    profile.set("throttle-limit", 1, "count")
    let taken = try run(
      "search-per-keystroke",
      .typing("luna", "luna n", wanting: 1, ending: .selectCompletion, after: 0.1),
      profile: profile)
    expect(taken, stale: 0, wrong: 0)
    #expect(taken["time-to-answer-p50"] == 0 && taken["success-at-10"] == 1)
    // Who presses the search key wanted the rows of the second text.
    let submitted = try run(
      "search-per-keystroke", .typing("luna", "luna n", wanting: 1, after: 0.1), profile: profile)
    expect(submitted, stale: 0, wrong: 1)
  }

  // MARK: - Times

  @Test func aReleasedSearchHasNoAnswer() throws {
    let values = try run("unretained-request", .typing("lu", "luna", every: 1))
    #expect(values["requests-sent"] == 1 && values["requests-cancelled"] == 1)
    #expect(values["empty-answers"] == 1 && values["time-to-answer-p50"] == nil)
  }

  @Test(arguments: Family.search.strategies.map(\.name).filter { $0 != "unretained-request" })
  func anAnswerTakesTheLatencyOfItsRequest(strategy: String) throws {
    let values = try run(strategy, .typing("lu", "luna", every: 1), .typing("luna", at: 30))
    #expect(values["empty-answers"] == 0)
    // Of equal questions the second is answered at once, if answers are kept.
    let keeps = strategy == "completer-region-required-cached"
    #expect(values["time-to-answer-p50"] == (keeps ? 0 : 100e6))
    #expect(values["time-to-answer-p95"] == 100e6)
  }

  @Test func aTapTakesTheLatencyOfASearchToo() throws {
    for strategy in ["shared-completer", "completer-per-keystroke", "completer-region-required"] {
      let values = try run(strategy, .typing("luna n", wanting: 1, ending: .selectCompletion))
      #expect(values["time-to-answer-p50"] == 100e6, "\(strategy)")
      #expect(values["mean-reciprocal-rank"] == 1, "the row that was tapped leads to it")
      #expect(values["requests-sent"] == 2, "one completion, one search: \(strategy)")
    }
  }

  @Test func whereTheRowsAreThereAlreadyTheAnswerTakesNoTime() throws {
    let values = try run("completions-only", .typing("luna"))
    #expect(values["time-to-answer-p50"] == 0 && values["time-to-answer-p95"] == 0)
  }

  /// People look for ten seconds; later answers are not seen.
  @Test func patienceEndsAfterTenSeconds() throws {
    var profile = ProfileText.steadySearch()
    profile.setLatency("search", median: 10_000, percentile95: 10_000)
    let just = try run("default-request", .typing("luna"), profile: profile)
    #expect(just["time-to-answer-p95"] == 10e9)
    profile.setLatency("search", median: 10_001, percentile95: 10_001)
    let late = try run("default-request", .typing("luna"), profile: profile)
    #expect(late["time-to-answer-p95"] == nil && late["empty-answers"] == 1)
  }

  @Test func theNextSearchEndsThePatience() throws {
    var profile = ProfileText.steadySearch()
    profile.setLatency("search", median: 5_000, percentile95: 5_000)
    let values = try run(
      "default-request", .typing("luna", every: 0.5, at: 1, after: 0.5), .typing("luna", at: 5),
      profile: profile)
    #expect(values["empty-answers"] == 1, "the first is given up after three seconds")
    #expect(values["time-to-answer-p95"] == 5e9)
  }

  // MARK: - No answers

  @Test func whoNeverAnswersHasEmptyAnswers() throws {
    let values = try run("silent", .typing("luna"), .typing("luna", at: 30), .typing("l", by: 1))
    #expect(values["empty-answers"] == 3 && values["searches"] == 3)
    #expect(values["requests-sent"] == 0 && values["service-bytes"] == 0)
    #expect(values.reason("time-to-answer-p50") == "no search ended with a row")
    expect(values, stale: 0, wrong: 0)
  }

  /// The watchdog ends the app in the second search; the rows of the first are gone with it.
  @Test func anAppThatIsEndedShowsNothing() throws {
    let values = try run(
      "busy", .typing("luna", at: 1, wanting: 0), .typing("luna n", at: 30, wanting: 0),
      .typing("luna", at: 120, wanting: 0))
    #expect(values["searches"] == 3 && values["empty-answers"] == 2)
    #expect(values["requests-sent"] == 1)
    #expect(abs(try #require(values["success-at-10"]) - 1.0 / 3) < 1e-12)
    #expect(values["time-to-answer-p50"] == 100e6 && values["time-to-answer-p95"] == 100e6)
    expect(values, stale: 0, wrong: 0)
  }

  @Test func whereEverythingFailsNothingIsAnswered() throws {
    for strategy in Family.search.strategies.map(\.name) {
      let values = try run(strategy, .typing("lu", "luna", every: 1), failures: 1)
      #expect(values["empty-answers"] == 1, "\(strategy)")
      #expect((values["requests-sent"] ?? 0) > 0, "\(strategy)")
    }
  }

  @Test func whatWasNotReplayedHasNoNumbers() throws {
    let trial = try SearchTrial(places: Self.places, searches: [.typing("luna")])
    let replay = try trial.prepare("default-request")
    try replay.build()
    try replay.showFrame(0)
    let names = Family.search.metrics.map(\.name)
    #expect(replay.results().map(\.name) == names)
    for value in replay.results() {
      #expect(value.value == .notAvailable(reason: "no search was replayed"))
    }
    replay.frameDidEnd(0)
    #expect(replay.results().first { $0.name == "searches" }?.value == .number(1))
  }

  // MARK: - Failures

  /// Nothing is found; one app says so, the other leaves the list as it is.
  @Test func aFailureIsToldOrSilent() throws {
    func silent(_ strategy: String) throws -> Double? {
      try run(strategy, .typing("lu", "luna", every: 1), failures: 1)["silent-failures"]
    }
    let naive = try #require(try silent("completer-per-keystroke"))
    #expect(naive > 0)
    #expect(try silent("completer-region-required") == 0)
  }
}
