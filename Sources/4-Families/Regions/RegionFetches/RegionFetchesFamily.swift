import Clustering
import Platform
import ScenarioModel
import Simulation

extension Family where Make == RegionFetchMake {
  /// Maps with pins on a server: the map's delegate decides when to request them.
  public static var regionFetches: Self {
    let table = RegionFetchRecord.table
    return Family(
      "region-fetches", inApp: PackageResources.region_fetches_md,
      scene: .map(
        RegionFetchSettings.self, providing: [.app, .updates, .looking, .server],
        maxSize: PinSource.maxCount, pinsName: "pins on the server", refreshes: false),
      strategies: StrategyEntry.standard, metrics: table.metrics,
      // The time of a replay is mostly the simulated server's.
      isMeasured: false,
      headlines: [
        "fetches-per-fling", "region-loaded-fraction", "stale-pins-shown",
        "loaded-time-fraction", "fetched-bytes",
      ],
      columns: [
        "region-loaded-fraction", "fetches-per-fling", "fetches-per-gesture", "stale-pins-shown",
        "loaded-time-fraction", "empty-time-fraction", "unloaded-time-p95", "fetched-bytes",
      ],
      sizeLabel: "pins",
      frameLabel:
        "one gesture and the map's rest after it, with what the server computes in that time",
      // The effect of each of the three settings, alone and in addition to the others.
      ablation: Ablation(
        base: "fetch-each-end", full: "fetch-debounced-padded-cancelling",
        settings: [
          .init(name: "waiting for a rest", alone: "fetch-debounced", leftOut: "padded-cancelling"),
          .init(
            name: "asking for more and keeping it", alone: "fetch-padded-cache",
            leftOut: "debounced-cancelling"),
          .init(name: "cancelling", alone: "fetch-cancelling", leftOut: "debounced-padded"),
        ],
        metrics: table.metrics.named(
          "fetches-per-gesture", "fetches-per-fling", "stale-pins-shown",
          "region-loaded-fraction", "loaded-time-fraction", "unloaded-time-p95", "fetched-bytes")),
      requirement: ResultRequirement(
        metric: table["region-loaded-fraction"], fraction: 0.9,
        summary: "load everything visible in at least 90 % as many looks as the best strategy"),
      criteria: [
        Criterion(
          table["stale-pins-shown"], .atMost(0), source: "no old answer replaces a newer one"),
        Criterion(table["fetches-per-fling"], .atMost(1), source: "a gesture has one result"),
        .judged(table["loaded-time-fraction"], .nearBest(0.05)),
      ]
    ) { scene, strategy, request in
      let environment = try scene.environment(request)
      let rests = environment.session.rests.indices
      // A frame is a gesture and the rest after it, the first one the map's appearance.
      let replay = OutcomeReplay(
        frameCount: rests.count, table, orWhy: "no gesture was replayed",
        begin: { RegionFetchDriver(environment, make: strategy.make).perform })
      return ReplaySession(replay) { folder in
        guard let folder else { return Inspection() }
        let transcript = TranscriptWriter()
        let driver = RegionFetchDriver(environment, make: strategy.make, transcript: transcript)
        let simulation = driver.main.simulation
        simulation.timeline = Timeline()
        // The map's appearance and the first eight gestures.
        for frame in rests.prefix(9) { _ = driver.perform(frame) }
        return Inspection(
          recording: try ReplayRecording(timeline: simulation.timeline)
            .write(of: request.scenarioCase, to: folder),
          transcripts: [transcript.transcript(title: "the map appears, and the user moves it")])
      }
    }
  }
}

/// The keys of a scenario with fetches: the user, and the network.
struct RegionFetchSettings: MapSettings {
  fileprivate var user = MapUser()
  fileprivate var network = Network()

  static let keys: [Key<Self>] = [
    .group("user", \.user, "the user who moves the map"),
    .group("network", \.network, required: true, "the network between the app and its server"),
  ]

  struct Network: Settings {
    /// The fraction of the fetches that fail.
    private(set) var failures = 0.0
    /// The seed of latencies and failures, together with a fetch's number.
    private(set) var seed: UInt64 = 0

    static let keys: [Key<Self>] = [
      .number("failures", \.failures, in: 0...1, "the fraction of the fetches that fail"),
      .seed(\.seed),
    ]
  }

  func facts(on profile: PlatformProfile) -> [(name: String, value: String)] {
    facts + [("server", "answers with at most \(Int(profile[.serverAnswerLimit])) pins")]
  }
}

extension MapScene<RegionFetchSettings> {
  /// The environment that all strategies of a case share; a few pins and gestures are a warm-up.
  fileprivate func environment(_ request: ReplayRequest) throws -> RegionFetchEnvironment {
    let use = try use(request, warmUp: (pins: 100, frames: .max))
    let device = use.device
    let session = MapSession(
      CameraGestures(visibleMapRects: use.rects, viewport: device.viewport), on: device,
      user: settings.user, regionEndLimit: Int(device.profile[.regionEndsPerFling]))
    return RegionFetchEnvironment(
      index: try request.shared.value(
        "index", map.pins.description, request.scenarioCase.size, under: device.profile
      ) { _ in try SpatialIndex(points: use.pins.mapPoints) },
      session: request.purpose == .warmUp ? session.prefix(3) : session, device: device,
      network: settings.network)
  }
}
