import Platform
import ScenarioModel
import Simulation

extension Family where Make == PictureMake {
  /// Pins with pictures that are loaded into views which are used again.
  public static var reusedContent: Self {
    let table = ContentRecord.table
    return Family(
      "reused-content", inApp: PackageResources.reused_content_md,
      scene: .map(
        ReusedContentSettings.self, providing: [.app, .map, .pictures], maxSize: 1_000_000,
        refreshes: false),
      strategies: [
        .loading(
          "load-into-view",
          summary: "Loads a pin's picture into its view; the view keeps what it had until then.",
          reasoning: "The picture is replaced when the new one arrives."),
        .loading(
          "reset-only", resets: true, summary: "Loads a picture; empties views in prepareForReuse.",
          reasoning: "An emptied view cannot show another pin's picture."),
        .loading(
          "checked", checks: true,
          summary:
            "Shows an arriving picture only if the view is still that pin's; empties no view."),
        .loading(
          "reset-and-checked", resets: true, checks: true,
          summary: "Empties reused views, and checks arriving pictures."),
        .loading(
          "reset-and-cancel", resets: true, cancels: true,
          summary: "Empties a reused view, and cancels the load for its old pin."),
        .modelCache(
          "model-cache",
          summary: "Keeps each pin's picture in the model; views show what the model has."),
      ],
      metrics: table.metrics, isMeasured: false,
      headlines: [
        "wrong-views", "wrong-time-max", "content-shown", "time-to-content-p95", "loads-started",
      ],
      columns: [
        "wrong-views", "wrong-time-fraction", "wrong-time-max", "content-shown",
        "time-to-content-p50", "time-to-content-p95", "loads-started", "loads-unused",
      ],
      sizeLabel: "pins", frameLabel: "one use of the map",
      requirement: ResultRequirement(
        metric: table["content-shown"], fraction: 0.8,
        summary: "show the right picture for at least 80 % as long as the best strategy"),
      criteria: [
        Criterion(table["wrong-views"], .atMost(0), source: "no view shows another pin's picture"),
        .judged(table["content-shown"], .nearBest(0.1)),
      ]
    ) { scene, strategy, request in
      let use = try scene.use(request)
      func makeDriver(on device: Device, _ transcript: TranscriptWriter? = nil) -> PictureDriver {
        PictureDriver(
          use.pins, on: device, scene.settings.pictures, make: strategy.make,
          transcript: transcript)
      }
      let replay = OutcomeReplay(table) {
        let driver = makeDriver(on: use.device)
        driver.show(use.rects)
        return driver.record
      }
      return ReplaySession(replay) { folder in
        guard let folder else { return Inspection() }
        let writer = TranscriptWriter()
        let driver = makeDriver(on: use.device, writer)
        let simulation = driver.map.simulation
        simulation.timeline = Timeline()
        let wrongViews = driver.show(use.rects)
        // The first frame with the most of them is drawn, in a replay with pixels.
        let worst = wrongViews.indices.max { wrongViews[$0] < wrongViews[$1] } ?? 0
        let drawn = makeDriver(on: use.screen)
        drawn.show(use.rects.prefix(worst + 1))
        drawn.drawStates()
        let picture = FramePicture(
          of: drawn.map.view, frame: worst,
          caption:
            ", frame \(worst): \(wrongViews[worst]) of \(drawn.map.view.liveViewCount) views "
            + "show another pin's picture (red); blue ones show their own, grey ones none")
        return Inspection(
          pictures: [try picture.write(of: request.scenarioCase, to: folder)],
          recording: try ReplayRecording(timeline: simulation.timeline)
            .write(of: request.scenarioCase, to: folder),
          transcripts: [writer.transcript(title: "the map appears, and the user moves it")])
      }
    }
  }
}

struct ReusedContentSettings: MapSettings {
  var pictures = PictureServer()

  static let keys: [Key<Self>] = [.group("pictures", \.pictures, "the server of pictures")]
}

/// The server of pictures: the fraction of failures, and the seed of its latencies.
struct PictureServer: Settings {
  private(set) var failures = 0.0
  private(set) var seed: UInt64 = 0

  static let keys: [Key<Self>] = [
    .number("failures", \.failures, in: 0...1, "the fraction of the loads that fail"),
    .seed(\.seed),
  ]
}
