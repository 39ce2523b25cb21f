import Families
import ScenarioModel
import Simulation
import TestSupport
import Testing

/// The memory that screens keep after they were opened and closed.
@Suite struct MapScreenTests {
  @Test(arguments: Family.mapScreens.strategies.map(\.name))
  func everyMetricHasAValueOrAReason(strategy: String) throws {
    let values = try FamilyTrial.screens().evaluate(strategy)
    #expect(values.implausible(of: Family.mapScreens.metrics) == [])
    #expect(values["items-shown"] == 1)
    #expect(values.reason("memory-slope") == "memory is measured in trials only")
  }

  /// The object that keeps a screen decides, not the screen's own code.
  @Test func aScreenInACycleIsNeverReleased() throws {
    let trial = try FamilyTrial.screens()
    let values = try trial.evaluate("retained-by-cycle")
    #expect(values["screens-alive", "maps-alive"] == [3, 3])
    let released = try trial.evaluate("released")
    #expect(released["screens-alive", "maps-alive", "views-alive"] == [0, 0, 0])
    // Another map for each visit, with its views.
    let kept = try #require(values["modelled-kept-per-visit"])
    #expect(kept > 30_000_000 && kept < 30_000_000 + 40 * 36_000)
  }

  @Test(arguments: ["released", "one-shared-map", "bounded-cache"], ["same", "other"])
  func aTidyScreenKeepsNothingFromVisitToVisit(strategy: String, items: String) throws {
    let values = try FamilyTrial.screens("{ visits: 4, loops: 3, items: \(items) }")
      .evaluate(strategy)
    #expect(values["screens-alive"] == 0)
    // A cache with room left fills, up to its limit.
    let cached = try #require(values["cached-pictures-max"])
    #expect(cached <= 4_000_000)
    #expect(try #require(values["modelled-kept-per-visit"]) <= cached / 3)
    #expect(try #require(values["modelled-memory-slope"]) < 10_000)
  }

  @Test func oneMapServesAllScreens() throws {
    let trial = try FamilyTrial.screens()
    let shared = try trial.evaluate("one-shared-map")
    let released = try trial.evaluate("released")
    #expect(shared["maps-made", "maps-alive"] == [1, 1] && released["maps-made"] == 3)
    #expect(try #require(shared["open-time-p50"]) < #require(released["open-time-p50"]))
  }

  /// Within a visit it grows; the end of the screen gives everything back.
  @Test func viewsThatAreNotReusedGrowWithinAVisitOnly() throws {
    let values = try FamilyTrial.screens(seconds: 2).evaluate("no-reuse")
    let growth = try #require(values["modelled-memory-slope"])
    // Whole views of 35 KB.
    #expect(growth > 0 && growth.truncatingRemainder(dividingBy: 35_000) < 1)
    #expect(values["modelled-kept-per-visit", "views-alive"] == [0, 0])
  }

  /// A cache without a limit has an end if its keys have one: it fills with the first visit, and
  /// grows with other items only.
  @Test func anUnboundedCacheGrowsWithItsKeys() throws {
    func evaluate(items: String) throws -> TrialValues {
      try FamilyTrial.screens("{ visits: 4, loops: 3, items: \(items) }")
        .evaluate("unbounded-image-cache")
    }
    let (same, other) = (try evaluate(items: "same"), try evaluate(items: "other"))
    let oneVisit = try #require(same["cached-pictures-max"])
    #expect(oneVisit > 0 && same["modelled-kept-per-visit"] == 0)
    #expect(abs(try #require(other["modelled-kept-per-visit"]) - oneVisit) < 1)
    #expect(other["cached-pictures-max"] == 4 * oneVisit)
  }

  @Test func aModelThatKeepsViewsGrowsWithEachVisit() throws {
    let values = try FamilyTrial.screens().evaluate("kept-annotations")
    let alive = try #require(values["views-alive"])
    // 35 KB a view.
    #expect(
      values["screens-alive", "views-created", "modelled-kept-per-visit"]
        == [0, alive, alive / 3 * 35_000])
  }

  /// A limit that the first visits do not reach is reached when the growth says so.
  @Test func theVisitOfTheLimitFollowsFromTheGrowth() throws {
    func evaluate(_ strategy: String, megabytes: Double) throws -> TrialValues {
      try FamilyTrial.screens(profile: .simulator(["foreground-memory-limit": (megabytes, "MB")]))
        .evaluate(strategy)
    }
    let values = try evaluate("retained-by-cycle", megabytes: 500)
    let footprint = try #require(values["modelled-footprint"])
    let growth = try #require(values["modelled-kept-per-visit"])
    let expected = (3 + (500_000_000 - footprint) / growth).rounded(.up)
    #expect(values["visits-until-limit"] == expected)
    #expect(try evaluate("released", megabytes: 100)["visits-until-limit"] == 1)
    let usual = try FamilyTrial.screens().evaluate("released")
    #expect(usual.reason("visits-until-limit") == "no visit keeps memory")
  }

  @Test func anInspectionShowsTheVisits() throws {
    let inspection = try FamilyTrial.screens().inspect("retained-by-cycle")
    let entries = try #require(inspection.transcripts.first).entries.map(\.text)
    // The app at rest; an opening, three loops and an end for each visit.
    #expect(entries.count == 1 + 3 * 5)
    #expect(entries.last?.contains("3 screens, 3 map views") == true)
    #expect(inspection.pictures.count == 1 && inspection.recording != nil)
  }

  private final class Screen: MapScreen {
    let mapView: MapView
    init(_ device: Device) { mapView = MapView(device: device) }
    func didClose() {}
  }

  @Test func aMapWithoutItemsShowsNone() throws {
    let empty = StrategyEntry<MapScreenMake>("empty", summary: "Nothing.") { context in
      { _ in Screen(context.device) }
    }
    #expect(try FamilyTrial.screens(adding: [empty]).evaluate("empty")["items-shown"] == 0)
  }

  /// A screen that stays until the next one comes is alive, and is no growth.
  @Test func oneScreenThatStaysIsNoGrowth() throws {
    let kept = StrategyEntry<MapScreenMake>("last-kept", summary: "The last one.") { context in
      var kept: [Screen] = []
      return { _ in
        let screen = Screen(context.device)
        kept = kept.dropLast() + [screen]
        return screen
      }
    }
    let values = try FamilyTrial.screens(adding: [kept]).evaluate("last-kept")
    #expect(values["screens-alive", "maps-alive", "modelled-kept-per-visit"] == [1, 1, 0])
  }
}
