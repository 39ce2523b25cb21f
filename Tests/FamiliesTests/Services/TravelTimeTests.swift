import Clustering
import Families
import ScenarioModel
import Simulation
import TestSupport
import Testing

/// Lists of travel times over a street made by hand.
@Suite struct TravelTimeTests {
  private func values(
    _ strategy: String, rows: Int, transport: String = "automobile",
    profile: ProfileText = .steadySearch(), adding entries: [StrategyEntry<TravelTimeMake>] = []
  ) throws -> TrialValues {
    try FamilyTrial.lists(
      Family.travelTimes.adding(entries), rows: rows, profile: profile,
      replacing: ["transport": transport]
    ).run(strategy)
  }

  /// All rows at once, so that nothing depends on the scrolling.
  private var allRows: ProfileText {
    .steadySearch(
      ("list-rows-on-screen", 60, "count"), ("list-distinct-share", 1, "fraction"),
      ("position-noise", 0.1, "m"))
  }

  @Test(arguments: ["route-per-row", "eta-per-row"])
  func aRequestForEachRowIsRefusedAfterFifty(strategy: String) throws {
    try values(strategy, rows: 60, profile: allRows).expect([
      "requests-sent": 50, "requests-throttled": 10, "rows-with-time": 50.0 / 60,
      "rows-with-right-time": 50.0 / 60, "wrong-rows": 0,
    ])
  }

  @Test func aTravelTimeAloneNeedsFewerBytes() throws {
    let routes = try values("route-per-row", rows: 20, profile: allRows)
    let times = try values("eta-per-row", rows: 20, profile: allRows)
    times.expect(["requests-sent": routes["requests-sent"], "rows-with-right-time": 1])
    #expect(routes["rows-with-right-time"] == 1)
    #expect(try #require(times["service-bytes"]) < #require(routes["service-bytes"]))
  }

  @Test func aBusyObjectTakesTheFirstRowOnly() throws {
    try values("shared-directions", rows: 40, profile: allRows)
      .expect(["requests-sent": 1, "rows-with-time": 1.0 / 40, "requests-throttled": 0])
  }

  @Test func aQueueStaysBelowItsBudgetAndAsksOnceForAPlace() throws {
    try values("eta-queue-cached", rows: 60, profile: allRows)
      .expect(["requests-sent": 40, "requests-throttled": 0])
    let profile = allRows.setting(["list-distinct-share": (0.1, "fraction")])
    try values("eta-queue-cached", rows: 60, profile: profile)
      .expect(["requests-sent": 6, "rows-with-right-time": 1])
  }

  @Test func anEstimateIsThereAtOnceAndIsNoTime() throws {
    let estimated = try values("straight-line-first", rows: 60, profile: allRows)
    estimated.expect([
      "rows-with-any-time": 1, "rows-with-time": 40.0 / 60, "time-to-any-time-p95": 0,
    ])
    #expect(try #require(estimated["estimate-error"]) > 0)
    #expect(try values("eta-per-row", rows: 60, profile: allRows)["estimate-error"] == nil)
  }

  /// Slow answers on a fast scroll: the cell has another row by then, some kilometres further.
  @Test func aCellOfAnotherRowShowsItsTime() throws {
    let profile = ProfileText.steadySearch(
      latencies: ["directions": 2_000], ("travel-time-tolerance", 1, "s"),
      ("list-distinct-share", 1, "fraction"))
    let reused = try values("route-per-reused-cell", rows: 60, profile: profile)
    #expect(try #require(reused["wrong-rows"]) > 0)
    #expect(try values("route-per-row", rows: 60, profile: profile)["wrong-rows"] == 0)
  }

  @Test func publicTransportHasTravelTimesOnly() throws {
    try values("route-per-row", rows: 10, transport: "transit").expect(["rows-with-time": 0])
    try values("eta-per-row", rows: 10, transport: "transit").expect(["rows-with-right-time": 1])
  }

  @Test func aStrategyOfAnotherPackageIsJudged() throws {
    // Far too long a time in every row.
    let entry = StrategyEntry<TravelTimeMake>("guess", summary: "Guesses.") { list, _ in
      RowCallbacks(didAppear: { row, _ in list.show(1e6, inRow: row) })
    }
    try values("guess", rows: 12, adding: [entry]).expect([
      "rows-with-time": 1, "rows-with-right-time": 0, "wrong-rows": 12, "requests-sent": 0,
    ])
  }
}
