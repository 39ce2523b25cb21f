import PinData
import ScenarioModel
import Simulation
import Support

extension Family where Make == MarkerRedrawMake {
  /// Markers with contents of their own: a strategy decides when they are drawn again.
  public static var markerRedraw: Self {
    let table = MarkerRecord.redraws
    return Family(
      "marker-redraw", inApp: PackageResources.marker_redraw_md,
      scene: .map(MarkerRedrawSettings.self, providing: [.app, .map, .pictures], maxSize: 100_000),
      strategies: [
        StrategyEntry(
          "redrawn-each-frame",
          summary: "Draws all markers on the screen in each frame, even at rest.",
          reasoning: "Markers that are always drawn again are never out of date."
        ) { screen in
          // What `tracksViewChanges` does by default.
          MarkerRedrawCallbacks(frameWillBeShown: { screen.forEachMarker { screen.redraw($0) } })
        },
        StrategyEntry(
          "drawn-once", summary: "Draws a marker when it comes on the screen, and never again."
        ) { _ in
          // `tracksViewChanges` that is false from the beginning.
          MarkerRedrawCallbacks()
        },
        StrategyEntry(
          "redrawn-while-loading",
          summary: "Draws a marker in each frame until its picture arrives, then never again."
        ) { screen in
          // `tracksViewChanges` that becomes false when the picture has come.
          var tracked: Set<Int> = []
          return MarkerRedrawCallbacks(
            markerDidAppear: { pin in if !screen.hasPicture(pin) { tracked.insert(pin) } },
            frameWillBeShown: {
              // In the order of the pins: a set has none.
              for pin in tracked.sorted() {
                screen.redraw(pin)
                if screen.hasPicture(pin) { tracked.remove(pin) }
              }
            })
        },
        StrategyEntry(
          "drawn-on-change",
          summary: "Draws a marker again when its picture arrives or its number changes."
        ) { screen in
          MarkerRedrawCallbacks(pictureDidArrive: screen.redraw, numberDidChange: screen.redraw)
        },
      ],
      metrics: table.metrics, isMeasured: true,
      headlines: [
        "frame-time-p95", "rest-main-thread", "redraws", "stale-time-fraction", "hitch-time-ratio",
      ],
      columns: [
        "rest-main-thread", "stale-time-fraction", "redraws", "pixels-redrawn",
        "modelled-frame-time-p95", "hitch-time-ratio", "frame-time-p95",
      ],
      sizeLabel: "pins", frameLabel: "one frame of the screen",
      requirement: ResultRequirement(
        metric: table["content-current"], fraction: 0.98,
        summary: "keep markers up to date for at least 98 % as long as the best strategy"),
      criteria: [
        .judged(table["rest-main-thread"], .atMost(0.02), "a map at rest costs no battery"),
        .addedHitches(table["added-hitch-time-ratio"]),
        .judged(table["content-current"], .nearBest(0.02)),
      ]
    ) { scene, strategy, request in
      let use = try scene.use(request, draws: true, warmUp: (pins: 50, frames: 20))
      let markers = scene.settings.markers
      let changes = markers.changes(
        pins: use.pins.count, until: Double(use.rects.count) / use.device.refresh)
      let replay = MarkerReplay(table, use) {
        MarkerRedrawDriver(use, markers, changes: changes, make: strategy.make)
      }
      return ReplaySession(replay) { folder in
        guard let folder else { return Inspection() }
        let recording = try replay.writeRecording(of: request.scenarioCase, to: folder)
        let picture = try replay.driver.map { driver in
          let view = driver.map.view
          return try FramePicture(
            of: view, frame: use.rects.count - 1,
            caption: ", the last frame: \(view.liveViewCount) markers on screen"
          ).write(of: request.scenarioCase, to: folder)
        }
        return Inspection(
          results: replay.results(), pictures: [picture].compactMap(\.self), recording: recording)
      }
    }
  }
}

extension MarkerRecord {
  private static let noMarker = "no marker was on the screen"

  static let redraws =
    Table([
      .init(
        "redraws", .count, .modelled, .lowerIsBetter,
        "How often markers were drawn again, including for another pin in a reused view."
      ) { $0.end.counts.imagesRedrawn },
      .init(
        "pixels-redrawn", .count, .modelled, .lowerIsBetter, "The pixels of these markers."
      ) { record in
        let scale = Double(record.use.screen.scale)
        return Double(record.end.counts.redrawnArea) * scale * scale
      },
      .init(
        "rest-main-thread", .ratio, .modelled, .lowerIsBetter,
        "Seconds of main-thread work per second in which the map rests.",
        effect: "the resting map keeps the app busy for {} s of each second"
      ) { MetricValue($0.restShare, orWhy: "the map never rests") },
      .ratio(
        "stale-time-fraction", .modelled, .lowerIsBetter,
        "The fraction of all markers' on-screen time in which they lacked a picture that had "
          + "arrived, or showed an old number.",
        effect: "stale markers: markers are out of date for {} of the time",
        \.faultyViews, of: \.views, orWhy: noMarker),
      .ratio(
        "content-current", .modelled, .higherIsBetter,
        "The fraction of all markers' on-screen time in which they showed all that the app knew.",
        effect: "markers are up to date for {} of the time",
        { $0.views - $0.faultyViews }, of: \.views, orWhy: noMarker),
    ]) + frameTimes
}

struct MarkerRedrawSettings: MapSettings {
  var markers = RedrawnMarkers()

  static let keys: [Key<Self>] = [
    .group("markers", \.markers, "the markers, and what changes in them")
  ]
}

/// The markers of an app: their size, and how often the number of one changes.
struct RedrawnMarkers: Settings {
  typealias Change = (time: Int64, pin: Int)

  /// The width in points.
  private(set) var size = 48.0
  /// Changes of one marker's number per second, of all together.
  private var changeRate = 0.0
  private(set) var seed: UInt64 = 0

  static let keys: [Key<Self>] = [
    .number("size", \.size, in: 8...200, unit: " pt", "the width of a marker in points"),
    .number(
      "changes", \.changeRate, in: 0...1_000, unit: " per second",
      "how many numbers change per second, over all markers"),
    .seed(\.seed),
  ]

  /// The changes in a number of seconds, evenly spaced, each of a pin drawn by chance.
  func changes(pins: Int, until end: Double) -> [Change] {
    guard changeRate > 0, pins > 0 else { return [] }
    var random = SplitMix64(seed: seed ^ 0xC4A6_9E5D)
    return (0..<Int(changeRate * end)).map { number in
      (Int64((Double(number) + 0.5) / changeRate * 1e9), random.index(below: pins))
    }
  }
}
