import Families
import ScenarioModel
import TestSupport
import Testing

/// The offers of lists of places with known imagery to people who would look around.
@Suite struct LookAroundTests {
  /// One street, in which people open a place in each rest and want to look around.
  private func trial(
    rows: Int = 30, people: Int = 10, imagery: Double, failures: Double = 0,
    _ changes: (String, Double, String)...
  ) throws -> FamilyTrial {
    var profile = ProfileText.steadySearch(
      latencies: ["look-around": 500], ("look-around-area-share", imagery == 0 ? 0 : 1, "fraction"),
      ("look-around-street-share", imagery, "fraction"), ("place-open-share", 1, "fraction"),
      ("place-slip-share", 0, "fraction"), ("look-around-wish-share", 1, "fraction"))
    for (name, value, unit) in changes { profile.set(name, value, unit) }
    return try .lists(
      Family.lookAround, rows: rows, people: people, profile: profile, failures: failures)
  }

  private static let all = Family.lookAround.strategies.map(\.name)

  @Test(arguments: all)
  func whereAllPlacesHaveImageryNoTapIsInVain(strategy: String) throws {
    let values = try trial(rows: 20, imagery: 1).run(strategy)
    #expect(try #require(values["places-opened"]) > 10)
    values.expect([
      "imagery-offered": 1, "offers-missed": 0, "dead-ends": 0, "wrong-scenes": 0,
      "scenes-shown": 1, "empty-offers": 0,
    ])
  }

  @Test func whereNoPlaceHasImageryEveryUncheckedTapIsInVain() throws {
    let trial = try trial(imagery: 0)
    let naive = try trial.run("always-offered")
    naive.expect(["dead-ends": 1, "empty-offers": naive["places-opened"]])
    #expect(naive.reason("imagery-offered") == "no opened place has imagery")
    for strategy in Self.all where strategy != "always-offered" {
      let values = try trial.run(strategy)
      #expect(values.reason("dead-ends") == "no person tapped an offer", "\(strategy)")
      #expect(values["empty-offers"] == 0, "\(strategy)")
    }
  }

  @Test func aRequestForEachOpenedPlaceOrForEachTap() throws {
    let trial = try trial(imagery: 0.5)
    let opened = try #require(try trial.run("checked-on-selection")["places-opened"])
    for strategy in ["always-offered", "checked-on-selection", "unchecked-answer"] {
      #expect(try trial.run(strategy)["requests-sent"] == opened, "\(strategy)")
    }
  }

  @Test func aRequestForEachRowThatAppearsIsThrottled() throws {
    let values = try trial(rows: 120, people: 2, imagery: 1).run("checked-per-row")
    let refused = try #require(values["requests-throttled"])
    #expect(refused > 0)
    #expect(try #require(values["imagery-offered"]) < 1)
    let unlimited = try trial(
      rows: 120, people: 2, imagery: 1, ("throttle-limit", 100_000, "count")
    ).run("checked-per-row")
    unlimited.expect(["imagery-offered": 1, "requests-throttled": 0])
    #expect(values["requests-sent"].map { $0 + refused } == unlimited["requests-sent"])
  }

  @Test(arguments: [20, 120, 400])
  func theBudgetStaysBelowTheLimitAndAsksOnce(rows: Int) throws {
    let values = try trial(rows: rows, people: 3, imagery: 0.5).run("checked-and-cached")
    values.expect(["requests-throttled": 0, "wrong-scenes": 0])
    let answered = try #require(values["requests-sent"]) - (values["requests-cancelled"] ?? 0)
    #expect(answered <= Double(3 * rows))
    #expect(try #require(values["imagery-offered"]) > 0.95)
  }

  /// The answer for the wrong place comes when the one that was meant is open.
  @Test func aLateAnswerIsShownInAnotherPlace() throws {
    let trial = try trial(
      imagery: 1, ("place-slip-share", 1, "fraction"), ("place-slip-min", 300, "ms"),
      ("place-slip-max", 300, "ms"))
    #expect(try #require(try trial.run("unchecked-answer")["wrong-scenes"]) > 0)
    let checked = try trial.run("checked-on-selection")
    checked.expect(["wrong-scenes": 0, "imagery-offered": 1])
    // Half of the opened places are closed before their answer.
    #expect(checked["requests-cancelled"].map { 2 * $0 } == checked["places-opened"])
    let prompt = try self.trial(
      imagery: 1, ("place-slip-share", 1, "fraction"), ("look-around-latency-median", 100, "ms"),
      ("look-around-latency-p95", 100, "ms"))
    #expect(try prompt.run("unchecked-answer")["wrong-scenes"] == 0)
  }

  @Test func anErrorIsNotKept() throws {
    let trial = try trial(rows: 20, imagery: 1, failures: 0.5)
    let values = try trial.run("checked-and-cached")
    let once = try trial.run("checked-on-selection")
    #expect(try #require(values["imagery-offered"]) > (once["imagery-offered"] ?? 1))
    #expect(values["dead-ends"] == 0)
  }

  @Test func anOfferIsThereBeforeOrAfterTheLatency() throws {
    let trial = try trial(rows: 20, imagery: 1)
    try trial.run("always-offered").expect(["time-to-offer-p95": 0])
    try trial.run("checked-on-selection").expect(["time-to-offer-p50": 500e6])
    #expect(try #require(trial.run("checked-and-cached")["time-to-offer-p50"]) < 500e6)
  }

  @Test func aTranscriptTellsWhatHappens() throws {
    let inspection = try trial(imagery: 0.5).inspect("always-offered")
    let texts = try #require(inspection.transcripts.first).entries.map(\.text)
    #expect(texts.contains { $0.hasSuffix("which has no imagery") })
    #expect(texts.contains("the tap has shown nothing"))
    #expect(texts.contains("the scene fills the screen"))
    #expect(inspection.recording != nil)
  }
}
