import Families
import ScenarioModel
import Simulation
import TestSupport
import Testing

/// Routes to places that people select one after another.
@Suite struct RouteSelectionTests {
  private func values(
    _ strategy: String, selections: Int = 20, profile: ProfileText = .steadySearch(),
    failures: Double = 0, adding entries: [StrategyEntry<RouteSelectionMake>] = []
  ) throws -> TrialValues {
    try FamilyTrial(
      Family.routeSelection.adding(entries),
      """
      selections: { people: 5, seed: 5 }
      platform: { profile: profile.yaml, failures: \(failures), seed: 3 }
      """, profile: profile
    ).run(strategy, size: selections)
  }

  @Test(arguments: Family.routeSelection.strategies.map(\.name))
  func whoSelectsSlowlySeesEachRoute(strategy: String) throws {
    let profile = ProfileText.steadySearch(
      ("glance-share", 0, "fraction"), ("unreachable-share", 0, "fraction"))
    try values(strategy, selections: 5, profile: profile).expect([
      "selections": 25, "read-selections": 25, "routes-shown": 1, "figures-shown": 1,
      "requests-sent": 25, "unexplained-selections": 0, "wrong-arrivals": 0,
    ])
  }

  @Test(arguments: ["clear-and-check", "clear-wait-and-check"])
  func aClearedMapNeverShowsAWrongRoute(strategy: String) throws {
    let values = try values(strategy, failures: 0.1)
    values.expect(["wrong-route-time": 0, "wrong-arrivals": 0, "unexplained-selections": 0])
    #expect(try #require(values["routes-shown"]) > 0)
  }

  @Test func anOldRouteStaysUntilTheNextOne() throws {
    let naive = try values("latest-arrival")
    #expect(try #require(naive["wrong-route-time"]) > 0)
    #expect(try #require(naive["wrong-arrivals"]) > 0)
    #expect(naive["requests-cancelled"] == 0)
    let checked = try values("checked-selection")
    #expect(checked["wrong-arrivals"] == 0)
    #expect(try #require(checked["wrong-route-time"]) > 0)
    let cancelled = try values("cancel-previous")
    #expect(cancelled["wrong-arrivals"] == 0)
    #expect(try #require(cancelled["requests-cancelled"]) > 0)
  }

  @Test func aPlaceAcrossTheSeaHasNoRoute() throws {
    let profile = ProfileText.steadySearch(
      ("unreachable-share", 1, "fraction"), ("glance-share", 0, "fraction"))
    try values("latest-arrival", profile: profile)
      .expect(["routes-shown": nil, "unexplained-selections": 100])
    try values("errors-shown", profile: profile).expect(["unexplained-selections": 0])
  }

  @Test func waitingSparesRequestsOfGlances() throws {
    let all = try values("clear-and-check")
    let waiting = try values("clear-wait-and-check")
    #expect(all["requests-sent"] == 100)
    #expect(try #require(waiting["requests-sent"]) < 100)
    #expect(
      try #require(waiting["time-to-route-p50"]) == #require(all["time-to-route-p50"]) + 300e6)
  }

  @Test func nothingShownIsUnexplained() throws {
    let entry = StrategyEntry<RouteSelectionMake>("silent", summary: "Does nothing.") { _, _ in
      { _ in }
    }
    let values = try values("silent", adding: [entry])
    values.expect([
      "routes-shown": 0, "unexplained-selections": values["read-selections"],
      "wrong-route-time": 0, "time-to-route-p50": nil,
    ])
  }
}
