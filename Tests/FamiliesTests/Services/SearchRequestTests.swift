import Families
import PinData
import ScenarioModel
import Simulation
import Support
import TestSupport
import Testing

/// The number of requests that a search costs, counted to the last one.
@Suite struct SearchRequestTests {
  // MARK: - Three keys and the search key

  /// The number of requests of a strategy for three keys and the search key, where the pauses
  /// between them are at most as long as a completer's wait, and where they are longer.
  ///
  /// A strategy that asks when the search key is pressed asks once; a completer adds a request for
  /// the last text, and after long pauses one for every text. A pause as long as the wait is too
  /// short: the key is pressed before the completer gets its turn.
  private func requests(_ strategy: String) -> (short: Int, long: Int) {
    switch strategy {
    case "silent": (0, 0)
    case "asking-twice": (2, 2)
    case "completions-only": (1, 3)
    case "search-per-keystroke", "completer-per-keystroke", "region-required-per-keystroke":
      (3 + 1, 3 + 1)
    case "shared-completer", "completion-title": (1 + 1, 3 + 1)
    case _ where strategy.hasPrefix("completer-"): (1 + 1, 3 + 1)
    default: (1, 1)
    }
  }

  @Test(
    arguments: Family.search.strategies.map(\.name)
      + ["silent", "asking-twice", "busy", "completions-only"])
  func requestsOfThreeKeys(strategy: String) throws {
    let (short, long) = requests(strategy)
    let pauses = [(0.2, short), (0.25, short), (0.251, long), (0.4, long)]
    let trial = try FamilyTrial.search(
      pauses.enumerated().map {
        .typing("lu", "lun", "luna", every: $0.element.0, by: $0.offset)
      })
    for (person, (pause, count)) in pauses.enumerated() {
      let values = try TrialValues(trial.prepare(strategy), frames: [person])
      values.expect(["requests-sent": Double(count)], of: "a key every \(pause) s")
      values.expect(["keystrokes": 3, "searches": 1, "requests-throttled": 0])
    }
  }

  /// A search key pressed before the completer has waited long enough: there is nothing to
  /// complete.
  @Test(arguments: ["shared-completer", "completer-region-required"])
  func theSearchKeyEndsTheCompletersWait(strategy: String) throws {
    #expect(try run(strategy, [.typing("luna", after: 0.2)])["requests-sent"] == 1)
    #expect(try run(strategy, [.typing("luna", after: 0.3)])["requests-sent"] == 2)
  }

  /// Of a cafe outside of the map and an address inside, both named by the text, the cafe alone is a
  /// point of interest, and the hint lets it through.
  @Test(
    arguments: [
      ("types-and-region-hint", 1), ("completer-then-region-hint", 1), ("region-hint", 0.5),
      ("region-required", 0),
    ])
  func aGuidesRequestHasTypesAndTheRegionAsAHint(strategy: String, rank: Double) throws {
    let trial = try FamilyTrial.search(
      [.typing("luna", wanting: 0)],
      over: [.cafe("Luna", 5, 5, prominence: 1), .address("7", "Luna", 0, 0)],
      replacing: ["typing": "{ people: 1, wants: [point-of-interest] }"])
    #expect(try trial.run(strategy)["mean-reciprocal-rank"] == rank)
  }

  /// A button asks once, for the usual word of its category, and people want the nearest place.
  @Test func aButtonTypesNothing() throws {
    func trial(_ typing: String) throws -> FamilyTrial {
      try FamilyTrial(
        Family.search,
        """
        places: { per-city: 60, seed: 3 }
        typing: { people: 4, searches: 3, wants: [point-of-interest], \(typing), seed: 7 }
        platform: { profile: iphone-simulator, seed: 3 }
        """)
    }
    let values = try trial("categories: [cafe], button: true").run("types-and-region-hint")
    #expect(values["keystrokes", "requests-sent"] == [12, 12])
    let typed = try trial("categories: [cafe]").run("types-and-region-hint")
    #expect(try #require(typed["keystrokes"]) > 12)
    #expect(throws: InputError.self) { try trial("button: true").scenario }
  }

  @Test func anUnneededRequestIsCancelled() throws {
    // A search takes 100 ms, the keys come faster: all but the last search are given up.
    try run("region-required-per-keystroke", [.typing("lu", "lun", "luna", every: 0.05)])
      .expect(["requests-sent": 4, "requests-cancelled": 2])
    // A completion takes 50 ms: the second key comes when the first's is under way.
    try run("completer-region-required", [.typing("lun", "luna", every: 0.28)])
      .expect(["requests-sent": 3, "requests-cancelled": 1])
  }

  /// A typed query is a text, and nothing that a database would run.
  @Test func aQueryOfADatabaseIsAText() throws {
    let text = #"luna" OR name:* NEAR("") ; DROP TABLE places; --"#
    #expect(try run("default-request", [.typing(text, wanting: 0)])["searches"] == 1)
  }

  // MARK: - The same search again

  private let keeping = "completer-region-required-cached"

  @Test func whoKeepsAnswersAsksOnce() throws {
    let twice: [TypedSearch] = [.typing("lun", "luna", at: 1), .typing("lun", "luna", at: 30)]
    let once = try run(keeping, [twice[0]])
    try run(keeping, twice).expect([
      "requests-sent": 3, "service-bytes": once["service-bytes"],
      "places-examined": once["places-examined"], "searches": 2, "empty-answers": 0,
      "wrong-rows-shown": 0, "stale-rows-shown": 0,
    ])
    #expect(once["requests-sent"] == 3)
    #expect(try run("completer-region-required", twice)["requests-sent"] == 6)
  }

  /// Another region is another question.
  @Test func answersOfAnotherRegionAreNotKept() throws {
    let searches: [TypedSearch] = [
      .typing("luna", at: 1), .typing("luna", at: 30, in: .around(longitude: 0.01)),
    ]
    #expect(try run(keeping, searches)["requests-sent"] == 4)
  }

  /// The row was tapped when the field held more letters than it had been offered for; the next
  /// time it is tapped before. That is one completion and one search.
  @Test func aKeptAnswerIsRightForWhoTappedItsRow() throws {
    try run(
      keeping,
      [
        .typing("lun", "luna", at: 1, wanting: 1, ending: .selectCompletion, after: 0.1),
        .typing("lun", at: 30, wanting: 1, ending: .selectCompletion),
      ]
    ).expect([
      "requests-sent": 2, "mean-reciprocal-rank": 1, "wrong-rows-shown": 0, "stale-rows-shown": 0,
    ])
  }

  // MARK: - The limit

  /// One search in each second.
  private func searches(_ count: Int, by person: Int = 0) -> [TypedSearch] {
    (0..<count).map { .typing("luna", every: 0.1, by: person, at: Double($0), after: 0.1) }
  }

  /// The first request is sent 0.2 s after the start, and so is the sixty-first a minute later.
  @Test(
    arguments: [(50, 1, 50, 0), (51, 1, 50, 1), (60, 1, 50, 10), (61, 1, 51, 10), (50, 2, 100, 0)])
  func theLimitIsForAPersonAndAMinute(count: Int, people: Int, sent: Int, refused: Int) throws {
    let values = try run("default-request", (0..<people).flatMap { searches(count, by: $0) })
    values.expect([
      "requests-sent": Double(sent), "requests-throttled": Double(refused),
      "empty-answers": Double(refused),
    ])
  }

  /// Windows of two searches each.
  @Test(arguments: [(3, 9, 0), (1, 5, 4)])
  func theLimitIsTheProfiles(limit: Int, sent: Int, refused: Int) throws {
    try run(
      "default-request", searches(9),
      profile: .steadySearch(
        ("throttle-limit", Double(limit), "count"), ("throttle-window", 2, "s"))
    ).expect(["requests-sent": Double(sent), "requests-throttled": Double(refused)])
  }

  // MARK: - Bytes

  @Test func bytesAreThoseOfTheProfileAndTheTexts() throws {
    // The request and its text; two cafes with their names and their city.
    let answer = 2 * 350 + "LunaAachen".utf8.count + "Luna NovaAachen".utf8.count
    try run("default-request", [.typing("luna")])
      .expect(["service-bytes": Double(700 + 4 + answer), "places-examined": 2])
  }
}
