import Clustering
import ScenarioModel
import Support

extension Family where Make == ViewPlacementMake {
  /// Views that an app lays over a map: a strategy decides who places them, and when.
  public static var viewAnnotations: Self {
    let table = PlacementRecord.table
    return Family(
      "view-annotations", inApp: PackageResources.view_annotations_md,
      scene: .map(
        ViewAnnotationSettings.self, providing: [.app, .callbacks], maxSize: 100_000,
        pinsName: "views", refreshes: false),
      strategies: [
        .onCallback(
          "placed-on-callback", every: 0,
          summary: "Places all views in each callback of the camera.",
          reasoning: "A view that is placed at each movement stays in its place."),
        .onCallback(
          "placed-at-30-hz", every: 33_000_000,
          summary: "Places all views in callbacks, at most 30 times a second."),
        .onCallback(
          "placed-at-10-hz", every: 100_000_000,
          summary: "Places all views in callbacks, at most 10 times a second."),
        StrategyEntry(
          "placed-at-movement-end", summary: "Places all views when the camera has come to rest."
        ) { views in PlacementCallbacks(didStop: { camera, _ in views.place(for: camera) }) },
        StrategyEntry(
          "hidden-while-moving",
          summary: "Hides all views at the beginning of a movement, and places them at its end."
        ) { views in
          PlacementCallbacks(
            didChange: { _, _ in views.setVisible(false) },
            didStop: { camera, _ in
              views.place(for: camera)
              views.setVisible(true)
            })
        },
        StrategyEntry(
          "placed-by-map",
          summary: "Gives the views to the map, which places them when it draws itself."
        ) { views in
          views.attachToMap()
          return PlacementCallbacks()
        },
      ],
      metrics: table.metrics, isMeasured: false,
      headlines: [
        "annotation-lag-p95", "annotation-lag-max", "lagging-frames", "settle-time-max",
        "views-shown",
      ],
      columns: [
        "annotation-lag-p50", "annotation-lag-p95", "annotation-lag-max", "lagging-frames",
        "settle-time-max", "views-shown", "views-placed",
      ],
      sizeLabel: "views", frameLabel: "one use of the map",
      requirement: ResultRequirement(
        metric: table["views-shown"], fraction: 0.9,
        summary: "show at least 90 % as many views as the best strategy while the map moves"),
      criteria: [
        .judged(table["annotation-lag-p95"], .atMost(1), "a view stands still on the map"),
        .judged(table["settle-time-max"], .atMost(100_000_000), "too short to see"),
      ]
    ) { scene, strategy, request in
      let driver = PlacementDriver(
        use: try scene.use(request), mainThread: scene.settings.main, make: strategy.make)
      return ReplaySession(OutcomeReplay(table) { driver.record() }) { _ in
        Inspection(transcripts: [driver.transcript()])
      }
    }
  }
}

struct ViewAnnotationSettings: MapSettings {
  var main = BusyMainThread()

  static let keys: [Key<Self>] = [
    .group("main", \.main, absent: "free of other work", "other work that blocks the main thread")
  ]
}

/// Other work of an app's main thread: a block of some length in regular intervals.
struct BusyMainThread: Settings {
  /// Seconds between the beginnings of two blocks; 0 for none.
  private var every = 0.0
  /// The length of a block in seconds.
  private var block = 0.0

  static let keys: [Key<Self>] = [
    .number(
      "every", \.every, in: 0.01...3_600, required: true, unit: " s",
      "the seconds from one block to the next"),
    .number(
      "block", \.block, in: 0.001...3_600, required: true, unit: " s",
      "the length of a block in seconds"),
  ]

  func check(_ mapping: YAMLMapping) throws(InputError) {
    guard block >= every else { return }
    throw try mapping.value("block").error(expected: "less than the \(every) s of 'every'")
  }

  /// Returns whether a block is under way. The first begins after a whole interval.
  func isBusy(at time: Int64) -> Bool {
    let (interval, length) = (Int64(every * 1e9), Int64(block * 1e9))
    return interval > 0 && time >= interval && time % interval < length
  }
}
