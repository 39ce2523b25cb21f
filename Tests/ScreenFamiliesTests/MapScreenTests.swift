import MapSimulation
import ScenarioModel
import ScreenFamilies
import TestSupport
import Testing

/// What stays in memory of screens that are opened and closed.
@Suite struct MapScreenTests {
  private static let strategies = Family.mapScreens.strategies.map(\.name)
  private static let tidy = ["released", "one-shared-map", "bounded-cache"]

  @Test(arguments: strategies)
  func everyMetricHasAValueOrAReason(strategy: String) throws {
    let values = try ScreenTrial.screens().run(strategy)
    #expect(values.all.map(\.name) == Family.mapScreens.metrics.map(\.name))
    for metric in Family.mapScreens.metrics {
      if let number = values[metric.name] {
        #expect(number.isFinite, "\(metric.name)")
        #expect(metric.unit != .fraction || (0...1).contains(number), "\(metric.name)")
      } else {
        #expect(values.reason(metric.name)?.isEmpty == false, "\(metric.name)")
      }
    }
    #expect(values["items-shown"] == 1)
    #expect(values.reason("memory-slope") == "memory is measured in trials only")
  }

  /// The object that keeps a screen decides, not the screen's own code.
  @Test func aScreenInACycleIsNeverReleased() throws {
    let values = try ScreenTrial.screens().run("retained-by-cycle")
    #expect(values["screens-alive"] == 3 && values["maps-alive"] == 3)
    let released = try ScreenTrial.screens().run("released")
    #expect(released["screens-alive"] == 0 && released["maps-alive"] == 0)
    #expect(released["views-alive"] == 0)
    // Another map for each visit, with its views.
    let kept = try #require(values["modelled-kept-per-visit"])
    #expect(kept > 30_000_000 && kept < 30_000_000 + 40 * 36_000)
  }

  @Test(arguments: tidy)
  func aTidyScreenKeepsNothingFromVisitToVisit(strategy: String) throws {
    for items in ["same", "other"] {
      let values = try ScreenTrial.screens("{ visits: 4, loops: 3, items: \(items) }").run(strategy)
      #expect(values["screens-alive"] == 0)
      // A cache with room left fills, up to its limit.
      let cached = try #require(values["cached-pictures-max"])
      #expect(cached <= 4_000_000)
      #expect(try #require(values["modelled-kept-per-visit"]) <= cached / 3, "\(items)")
      #expect(try #require(values["modelled-memory-slope"]) < 10_000, "\(items)")
    }
  }

  @Test func oneMapServesAllScreens() throws {
    let values = try ScreenTrial.screens().run("one-shared-map")
    #expect(values["maps-made"] == 1 && values["maps-alive"] == 1)
    let released = try ScreenTrial.screens().run("released")
    #expect(released["maps-made"] == 3)
    #expect(
      try #require(values["open-time-p50"]) < #require(released["open-time-p50"]))
  }

  /// Within a visit it grows; the end of the screen gives everything back.
  @Test func viewsThatAreNotReusedGrowWithinAVisitOnly() throws {
    let values = try ScreenTrial.screens(seconds: 2).run("no-reuse")
    let growth = try #require(values["modelled-memory-slope"])
    #expect(growth > 0)
    // Whole views of 35 KB.
    #expect(growth.truncatingRemainder(dividingBy: 35_000) < 1)
    #expect(values["modelled-kept-per-visit"] == 0 && values["views-alive"] == 0)
  }

  /// A cache without a limit has an end if its keys have one: it fills with the first visit, and
  /// grows with other items only.
  @Test func anUnboundedCacheGrowsWithItsKeys() throws {
    let same = try ScreenTrial.screens("{ visits: 4, loops: 3, items: same }")
      .run("unbounded-image-cache")
    #expect(same["modelled-kept-per-visit"] == 0)
    #expect(try #require(same["cached-pictures-max"]) > 0)
    let other = try ScreenTrial.screens("{ visits: 4, loops: 3, items: other }")
      .run("unbounded-image-cache")
    let growth = try #require(other["modelled-kept-per-visit"])
    let oneVisit = try #require(same["cached-pictures-max"])
    #expect(abs(growth - oneVisit) < 1)
    #expect(other["cached-pictures-max"] == 4 * oneVisit)
  }

  @Test func aModelThatKeepsViewsGrowsWithEachVisit() throws {
    let values = try ScreenTrial.screens().run("kept-annotations")
    #expect(values["screens-alive"] == 0)
    let alive = try #require(values["views-alive"])
    #expect(alive == values["views-created"])
    // 35 KB a view.
    #expect(values["modelled-kept-per-visit"] == alive / 3 * 35_000)
  }

  /// A limit that the first visits do not reach is reached when the growth says so.
  @Test func theVisitOfTheLimitFollowsFromTheGrowth() throws {
    var profile = ProfileText(basedOn: "iphone-simulator")
    profile.set("foreground-memory-limit", 500, "MB")
    let values = try ScreenTrial.screens(profile: profile).run("retained-by-cycle")
    let footprint = try #require(values["modelled-footprint"])
    let growth = try #require(values["modelled-kept-per-visit"])
    let expected = (3 + (500_000_000 - footprint) / growth).rounded(.up)
    #expect(values["visits-until-limit"] == expected)
    profile.set("foreground-memory-limit", 100, "MB")
    #expect(
      try ScreenTrial.screens(profile: profile).run("released")["visits-until-limit"] == 1)
    #expect(
      try ScreenTrial.screens().run("released").reason("visits-until-limit")
        == "no visit keeps memory")
  }

  /// A loop ends exactly where it began: nothing of a map at rest grows.
  @Test func theBitmapsDoNotChangeWhatIsCounted() throws {
    let trial = try ScreenTrial.screens()
    let metrics = Family.mapScreens.metrics
    for strategy in ["no-reuse", "bounded-cache"] {
      let drawn = try TrialValues(trial.prepare(strategy)).deterministic(of: metrics)
      #expect(drawn == (try trial.run(strategy)).deterministic(of: metrics))
    }
  }

  @Test func aReplayCanBeRepeated() throws {
    let replay = try ScreenTrial.screens().prepare("kept-annotations")
    let metrics = Family.mapScreens.metrics
    let first = try TrialValues(replay).deterministic(of: metrics)
    replay.reset()
    #expect(try TrialValues(replay).deterministic(of: metrics) == first)
  }

  @Test func anInspectionShowsTheVisits() throws {
    let trial = try ScreenTrial.screens()
    let inspection = try trial.inspect("retained-by-cycle")
    let entries = try #require(inspection.transcripts.first).entries.map(\.text)
    // The app at rest; an opening, three loops and an end for each visit.
    #expect(entries.count == 1 + 3 * 5)
    #expect(entries.last?.contains("3 screens, 3 map views") == true)
    #expect(inspection.pictures.count == 1 && inspection.recording != nil)
  }
}

/// Faulty apps of the tests: the metrics show their faults.
@Suite struct FaultyScreenTests {
  private final class Screen: MapScreen {
    let mapView: MapView
    init(_ device: Device) { mapView = MapView(device: device) }
    func didClose() {}
  }

  /// Shows no item.
  private final class EmptyScreens: MapScreenStrategy {
    private let context: MapScreenContext
    init(context: MapScreenContext) { self.context = context }
    func makeScreen(showing items: [ScreenItem]) -> any MapScreen { Screen(context.device) }
  }

  /// Keeps the last screen only.
  private final class LastScreenKept: MapScreenStrategy {
    private let context: MapScreenContext
    private var last: Screen?
    init(context: MapScreenContext) { self.context = context }

    func makeScreen(showing items: [ScreenItem]) -> any MapScreen {
      let screen = Screen(context.device)
      last = screen
      return screen
    }
  }

  private func run(_ name: String) throws -> TrialValues {
    try ScreenTrial.screens(adding: [
      StrategyEntry("empty", EmptyScreens.self, summary: "Nothing."),
      StrategyEntry("last-kept", LastScreenKept.self, summary: "The last one."),
    ]).run(name)
  }

  @Test func aMapWithoutItemsShowsNone() throws {
    #expect(try run("empty")["items-shown"] == 0)
  }

  /// A screen that stays until the next one comes is alive, and is no growth.
  @Test func oneScreenThatStaysIsNoGrowth() throws {
    let values = try run("last-kept")
    #expect(values["screens-alive"] == 1 && values["maps-alive"] == 1)
    #expect(values["modelled-kept-per-visit"] == 0)
  }
}
