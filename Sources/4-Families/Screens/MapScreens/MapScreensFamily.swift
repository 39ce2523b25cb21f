import Platform
import ScenarioModel
import Simulation

extension Family where Make == MapScreenMake {
  /// Map screens that people open, use and close again and again: what stays in memory.
  public static var mapScreens: Self {
    let table = MapScreensRecord.table
    return Family(
      "map-screens", inApp: PackageResources.map_screens_md,
      // More items than a map of views can hold.
      scene: .map(
        MapScreenSettings.self, providing: [.app, .map, .mapInstances], maxSize: 1_000_000,
        pinsName: "items"),
      strategies: StrategyEntry<MapScreenMake>.standard, metrics: table.metrics, isMeasured: true,
      headlines: [
        "memory-slope", "memory-kept-per-visit", "peak-live-bytes", "screens-alive",
        "modelled-memory-slope", "modelled-kept-per-visit", "modelled-footprint",
        "visits-until-limit",
      ],
      columns: [
        "memory-slope", "memory-kept-per-visit", "memory-given-back", "screens-alive",
        "modelled-kept-per-visit", "modelled-footprint", "visits-until-limit", "open-time-p50",
      ],
      sizeLabel: "items on the map",
      frameLabel: "one frame of the screen, or the opening or end of a visit",
      requirement: ResultRequirement(
        metric: table["items-shown"], fraction: nil, summary: "show each item in view"),
      criteria: [
        Criterion(
          table["screens-alive"], .atMost(0), source: "a screen that is closed is released"),
        .judged(table["modelled-kept-per-visit"], .atMost(1_000_000), "1 MB a visit"),
        .judged(table["modelled-memory-slope"], .atMost(100_000), "100 KB a loop"),
      ]
    ) { scene, strategy, request in
      let isWarmUp = request.purpose == .warmUp
      let use = try scene.use(request, draws: true, warmUp: (50, 10))
      let setting = try scene.variant(request.scenarioCase.variant).setting
      // Two short visits load the code.
      let screens =
        isWarmUp ? MapScreenSettings.Screens(count: 2, loops: 2) : scene.settings.screens
      let itemsChange = !isWarmUp && screens.items[setting] == .other
      let points = use.pins.mapPoints
      let replay = MapScreensReplay(
        use, loops: screens.loops,
        items: (0..<screens.count).map { visit in
          points.enumerated().map { item, point in
            ScreenItem(number: (itemsChange ? visit * points.count : 0) + item, mapPoint: point)
          }
        }, strategy, measures: isWarmUp || request.purpose == .trial)
      return ReplaySession(
        replay,
        evaluate: {
          try replay.run()
          return replay
        },
        inspect: { folder in
          // The pictures of all devices are the same.
          try replay.inspect(
            request.scenarioCase, folder: use.screen == scene.map.device ? folder : nil)
        })
    }
  }
}

/// The key of a scenario of map screens besides the map's own keys.
struct MapScreenSettings: MapSettings {
  var screens = Screens()

  static let keys: [Key<Self>] = [
    .group("screens", \.screens, "the visits to the screen with the map")
  ]

  /// The visits to a map screen.
  struct Screens: Settings {
    /// The items of successive visits.
    enum Items: String, Hashable, Sendable, CaseIterable {
      /// The same items on each visit, as of a screen that is opened again.
      case same
      /// Other items at the same places on each visit, as of the screens of several searches.
      case other
    }

    var count = 5
    /// The number of times that the camera follows its path on each visit.
    var loops = 4
    /// At least one; each is a variant.
    var items = [Items.same]

    static let keys: [Key<Self>] = [
      .integer("visits", \.count, in: 1...1_000, "how often the screen is opened"),
      .integer("loops", \.loops, in: 1...1_000, "loops along the camera's path in a visit"),
      .choices(
        "items", \.items, what: "kind of items", "the items of the visits; each is a variant"),
    ]
  }

  var variants: [String] {
    screens.items.count > 1 ? screens.items.map { "\($0.rawValue) items" } : [""]
  }

  func facts(on profile: PlatformProfile) -> [(name: String, value: String)] {
    [("visits", "\(screens.count) of \(screens.loops) loops each, the camera's path out and back")]
  }
}
