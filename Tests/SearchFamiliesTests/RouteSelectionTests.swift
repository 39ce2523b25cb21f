import MapGeometry
import ScenarioModel
import SearchFamilies
import SearchSimulation
import TestSupport
import Testing

/// Routes to places that people select one after another.
@Suite struct RouteSelectionTests {
  private func values(
    _ strategy: String, selections: Int = 20, people: Int = 5,
    profile: ProfileText = .steadySearch(), failures: Double = 0,
    adding entries: [StrategyEntry<RouteSelectionMake>] = []
  ) throws -> TrialValues {
    let folder = try TemporaryFolder()
    _ = try folder.write(profile.text, to: "profile.yaml")
    let family = Family.routeSelection.adding(entries)
    let scenario = try Scenario(
      yaml: """
        scenario: sample
        title: A sample
        family: route-selection
        selections: { people: \(people), seed: 5 }
        platform: { profile: profile.yaml, failures: \(failures), seed: 3 }
        naive: latest-arrival
        strategies: [\(family.strategies.map(\.name).joined(separator: ", "))]
        """, file: folder.path + "/scenario.yaml", families: FamilyRegistry([family]))
    return try TrialValues(
      scenario.workload.prepare(
        Case(scenario: "sample", variant: "", size: selections, strategy: strategy),
        folders: folder.trialFolders()))
  }

  private static let strategies = Family.routeSelection.entries.map(\.description.name)

  @Test(arguments: strategies)
  func whoSelectsSlowlySeesEachRoute(strategy: String) throws {
    var profile = ProfileText.steadySearch()
    profile.set("glance-share", 0, "fraction")
    profile.set("unreachable-share", 0, "fraction")
    let values = try values(strategy, selections: 5, profile: profile)
    #expect(values["selections"] == 25 && values["read-selections"] == 25)
    #expect(values["routes-shown"] == 1)
    #expect(values["figures-shown"] == 1)
    #expect(values["requests-sent"] == 25)
    #expect(values["unexplained-selections"] == 0)
    #expect(values["wrong-arrivals"] == 0)
  }

  @Test(arguments: ["clear-and-check", "clear-wait-and-check"])
  func aClearedMapNeverShowsAWrongRoute(strategy: String) throws {
    let values = try values(strategy, failures: 0.1)
    #expect(values["wrong-route-time"] == 0)
    #expect(values["wrong-arrivals"] == 0)
    #expect(values["unexplained-selections"] == 0)
    #expect(try #require(values["routes-shown"]) > 0)
  }

  @Test func anOldRouteStaysUntilTheNextOne() throws {
    let naive = try values("latest-arrival")
    let checked = try values("checked-selection")
    let cancelled = try values("cancel-previous")
    #expect(try #require(naive["wrong-route-time"]) > 0)
    #expect(try #require(naive["wrong-arrivals"]) > 0)
    #expect(checked["wrong-arrivals"] == 0)
    #expect(try #require(checked["wrong-route-time"]) > 0)
    #expect(cancelled["wrong-arrivals"] == 0)
    #expect(try #require(cancelled["requests-cancelled"]) > 0)
    #expect(naive["requests-cancelled"] == 0)
  }

  @Test func aPlaceAcrossTheSeaHasNoRoute() throws {
    var profile = ProfileText.steadySearch()
    profile.set("unreachable-share", 1, "fraction")
    profile.set("glance-share", 0, "fraction")
    let silent = try values("latest-arrival", profile: profile)
    #expect(silent["routes-shown"] == nil, "no place has a route")
    #expect(silent["unexplained-selections"] == 100)
    let shown = try values("errors-shown", profile: profile)
    #expect(shown["unexplained-selections"] == 0)
  }

  @Test func waitingSparesRequestsOfGlances() throws {
    let all = try values("clear-and-check")
    let waiting = try values("clear-wait-and-check")
    #expect(all["requests-sent"] == 100)
    #expect(try #require(waiting["requests-sent"]) < 100)
    #expect(
      try #require(waiting["time-to-route-p50"])
        == #require(all["time-to-route-p50"]) + 300_000_000)
  }

  /// Says that each route is that of the selected place.
  private final class Silent: RouteSelectionStrategy {
    init(screen: RouteScreen, service: SearchService) {}
    func selectionDidChange(to place: SelectedPlace?) {}
  }

  @Test func nothingShownIsUnexplained() throws {
    let entry = StrategyEntry<RouteSelectionMake>(
      "silent", Silent.self, summary: "Does nothing.")
    let values = try values("silent", adding: [entry])
    #expect(values["routes-shown"] == 0)
    #expect(values["unexplained-selections"] == values["read-selections"])
    #expect(values["wrong-route-time"] == 0)
    #expect(values["time-to-route-p50"] == nil)
  }
}
