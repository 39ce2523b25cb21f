import PinData
import ScenarioModel
import SearchFamilies
import TestSupport
import Testing

/// How many requests a search costs, counted to the last one.
@Suite struct SearchRequestTests {
  private static let places: [Place] = [
    .cafe("Luna", 0, 0, prominence: 1), .cafe("Luna Nova", 0.01, 0, prominence: 2),
  ]

  private func run(
    _ strategy: String, _ searches: [TypedSearch], profile: ProfileText = .steadySearch()
  ) throws -> TrialValues {
    try SearchTrial(
      places: Self.places, searches: searches, profile: profile,
      adding: SearchTrial.testEntries
    ).run(strategy)
  }

  // MARK: - Three keys and the search key

  /// What a strategy sends for three keys and the search key, where the pauses between them are
  /// shorter than a completer's wait, as long, and longer.
  struct Expectation: Sendable, CustomTestStringConvertible {
    let strategy: String
    let short: Int
    let equal: Int
    let long: Int

    var testDescription: String { strategy }
  }

  /// Who asks when the search key is pressed asks once; a completer adds a request for the last
  /// text, and after long pauses one for every text. A pause as long as the wait is too short: the
  /// key is pressed before the completer gets its turn.
  private static let expectations: [Expectation] =
    [
      "default-request", "unretained-request", "structured-query", "result-types", "region-hint",
      "region-required", "types-and-region-hint", "types-region-hint-and-category",
      "region-required-without-completer",
    ].map { Expectation(strategy: $0, short: 1, equal: 1, long: 1) }
    + ["search-per-keystroke", "completer-per-keystroke", "region-required-per-keystroke"].map {
      Expectation(strategy: $0, short: 3 + 1, equal: 3 + 1, long: 3 + 1)
    }
    + [
      "shared-completer", "completer-region-required", "completer-region-required-cached",
      "completer-structured-query", "completer-without-result-types", "completer-without-region",
      "completer-region-hint", "completer-then-region-hint", "completion-title",
    ].map { Expectation(strategy: $0, short: 1 + 1, equal: 1 + 1, long: 3 + 1) }
    + [
      Expectation(strategy: "silent", short: 0, equal: 0, long: 0),
      Expectation(strategy: "asking-twice", short: 2, equal: 2, long: 2),
      Expectation(strategy: "busy", short: 1, equal: 1, long: 1),
      Expectation(strategy: "completions-only", short: 1, equal: 1, long: 3),
    ]

  @Test func everyStandardStrategyIsExpected() {
    #expect(
      Set(Family.search.strategies.map(\.name)).isSubset(of: Self.expectations.map(\.strategy)))
  }

  @Test(arguments: expectations)
  func requestsOfThreeKeys(_ expectation: Expectation) throws {
    let pauses = [0.2, 0.25, 0.251, 0.4]
    let counts = [expectation.short, expectation.equal, expectation.long, expectation.long]
    let trial = try SearchTrial(
      places: Self.places,
      searches: pauses.enumerated().map {
        .typing("lu", "lun", "luna", every: $0.element, by: $0.offset)
      }, adding: SearchTrial.testEntries)
    for (person, (pause, count)) in zip(pauses, counts).enumerated() {
      let values = try TrialValues(trial.prepare(expectation.strategy), frames: [person])
      #expect(values["requests-sent"] == Double(count), "a key every \(pause) s")
      #expect(values["keystrokes"] == 3 && values["searches"] == 1)
      #expect(values["requests-throttled"] == 0)
    }
  }

  /// A search key pressed before the completer has waited long enough: there is nothing to
  /// complete.
  @Test func theSearchKeyEndsTheCompletersWait() throws {
    for strategy in ["shared-completer", "completer-region-required"] {
      let early = try run(strategy, [.typing("luna", after: 0.2)])
      #expect(early["requests-sent"] == 1, "\(strategy)")
      let late = try run(strategy, [.typing("luna", after: 0.3)])
      #expect(late["requests-sent"] == 2, "\(strategy)")
    }
  }

  /// Of a cafe outside of the map and an address inside, both named by the text, the cafe alone is a
  /// point of interest, and the hint lets it through.
  @Test func aGuidesRequestHasTypesAndTheRegionAsAHint() throws {
    let trial = try SearchTrial(
      places: [.cafe("Luna", 5, 5, prominence: 1), .address("7", "Luna", 0, 0)],
      searches: [.typing("luna", wanting: 0)], wants: "point-of-interest")
    for strategy in ["types-and-region-hint", "completer-then-region-hint"] {
      let values = try trial.run(strategy)
      #expect(values["mean-reciprocal-rank"] == 1, "\(strategy)")
    }
    #expect(try trial.run("region-hint")["mean-reciprocal-rank"] == 0.5)
    #expect(try trial.run("region-required")["mean-reciprocal-rank"] == 0)
  }

  @Test func anUnneededRequestIsCancelled() throws {
    // A search takes 100 ms, the keys come faster: all but the last search are given up.
    let values = try run(
      "region-required-per-keystroke", [.typing("lu", "lun", "luna", every: 0.05)])
    #expect(values["requests-sent"] == 4 && values["requests-cancelled"] == 2)
    // A completion takes 50 ms: the second key comes when the first's is under way.
    let completer = try run("completer-region-required", [.typing("lun", "luna", every: 0.28)])
    #expect(completer["requests-sent"] == 3 && completer["requests-cancelled"] == 1)
  }

  // MARK: - The same search again

  @Test func whoKeepsAnswersAsksOnce() throws {
    let twice: [TypedSearch] = [
      .typing("lun", "luna", every: 0.4, at: 1), .typing("lun", "luna", every: 0.4, at: 30),
    ]
    let once = try run("completer-region-required-cached", [twice[0]])
    let again = try run("completer-region-required-cached", twice)
    #expect(once["requests-sent"] == 3 && again["requests-sent"] == 3)
    #expect(again["service-bytes"] == once["service-bytes"])
    #expect(again["places-examined"] == once["places-examined"])
    #expect(again["searches"] == 2 && again["empty-answers"] == 0)
    #expect(again["wrong-rows-shown"] == 0 && again["stale-rows-shown"] == 0)
    #expect(try run("completer-region-required", twice)["requests-sent"] == 6)
  }

  /// Another region is another question.
  @Test func answersOfAnotherRegionAreNotKept() throws {
    var moved = TypedSearch.typing("luna", at: 30)
    moved = TypedSearch(
      person: 0, start: moved.start,
      region: .init(center: .init(latitude: 0, longitude: 0.01), span: moved.region.span),
      wanted: nil, keystrokes: moved.keystrokes, ending: .submit, endingTime: moved.endingTime)
    let values = try run("completer-region-required-cached", [.typing("luna", at: 1), moved])
    #expect(values["requests-sent"] == 4)
  }

  /// The row was tapped when the field held more letters than it had been offered for; the next
  /// time it is tapped before.
  @Test func aKeptAnswerIsRightForWhoTappedItsRow() throws {
    let searches: [TypedSearch] = [
      .typing("lun", "luna", every: 0.4, at: 1, wanting: 1, ending: .selectCompletion, after: 0.1),
      .typing("lun", every: 0.4, at: 30, wanting: 1, ending: .selectCompletion),
    ]
    let values = try run("completer-region-required-cached", searches)
    #expect(values["requests-sent"] == 2, "one completion and one search")
    #expect(values["mean-reciprocal-rank"] == 1)
    #expect(values["wrong-rows-shown"] == 0 && values["stale-rows-shown"] == 0)
  }

  // MARK: - The limit

  private func searches(_ count: Int, by person: Int = 0) -> [TypedSearch] {
    (0..<count).map {
      .typing("luna", every: 0.1, by: person, at: Double($0), after: 0.1)
    }
  }

  @Test func theFiftyFirstRequestInAMinuteIsRefused() throws {
    let within = try run("default-request", searches(50))
    #expect(within["requests-sent"] == 50 && within["requests-throttled"] == 0)
    let above = try run("default-request", searches(51))
    #expect(above["requests-sent"] == 50 && above["requests-throttled"] == 1)
    #expect(above["empty-answers"] == 1, "the one that was refused")
  }

  /// The first request is sent 0.2 s after the start, and so is the sixty-first a minute later.
  @Test func theLimitIsForAMinute() throws {
    let minute = try run("default-request", searches(60))
    #expect(minute["requests-sent"] == 50 && minute["requests-throttled"] == 10)
    let next = try run("default-request", searches(61))
    #expect(next["requests-sent"] == 51 && next["requests-throttled"] == 10)
  }

  @Test func theLimitIsForAPersonAndAKindOfRequest() throws {
    let two = try run("default-request", searches(50) + searches(50, by: 1))
    #expect(two["requests-sent"] == 100 && two["requests-throttled"] == 0)
    // 51 completions and 51 searches.
    let kinds = try run(
      "shared-completer",
      (0..<51).map { .typing("luna", every: 0.1, at: Double($0), after: 0.5) })
    #expect(kinds["requests-sent"] == 100 && kinds["requests-throttled"] == 2)
  }

  @Test func theLimitIsTheProfiles() throws {
    var profile = ProfileText.steadySearch()
    profile.set("throttle-limit", 3, "count")
    profile.set("throttle-window", 2, "s")
    // Windows of two searches each.
    let slow = try run("default-request", searches(9), profile: profile)
    #expect(slow["requests-sent"] == 9 && slow["requests-throttled"] == 0)
    profile.set("throttle-limit", 1, "count")
    let strict = try run("default-request", searches(9), profile: profile)
    #expect(strict["requests-sent"] == 5 && strict["requests-throttled"] == 4)
  }

  // MARK: - Bytes

  @Test func bytesAreThoseOfTheProfileAndTheTexts() throws {
    let values = try run("default-request", [.typing("luna")])
    // The request and its text; two cafes with their names and their city.
    let answer = 2 * 350 + "LunaAachen".utf8.count + "Luna NovaAachen".utf8.count
    #expect(values["service-bytes"] == Double(700 + 4 + answer))
    #expect(values["places-examined"] == 2)
  }
}
