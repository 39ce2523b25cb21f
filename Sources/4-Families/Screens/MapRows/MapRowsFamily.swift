import Platform
import ScenarioModel
import Simulation

extension Family where Make == MapRowMake {
  /// Lists whose rows show small maps: live maps, maps that are used again, or pictures.
  public static var mapRows: Self {
    let table = MapRowsRecord.table
    return Family(
      "map-rows", inApp: PackageResources.map_rows_md,
      scene: .map(
        MapRowSettings.self, providing: [.app, .map, .mapInstances, .list, .mapList],
        maxSize: MapRowSettings.maxRowCount, refreshes: false, camera: false),
      strategies: StrategyEntry<MapRowMake>.standard, metrics: table.metrics,
      // The memory of maps and pictures is real.
      isMeasured: true,
      headlines: [
        "peak-live-bytes", "modelled-footprint", "memory-limit-terminations", "hitch-time-ratio",
        "blank-time-p95", "wrong-maps-shown",
      ],
      columns: [
        "modelled-footprint", "memory-limit-terminations", "hitch-time-ratio", "blank-time-p95",
        "wrong-maps-shown", "rows-with-map", "maps-alive-max", "peak-live-bytes",
      ],
      sizeLabel: "rows of the list",
      frameLabel: "one person's visit to a list",
      requirement: ResultRequirement(
        metric: table["rows-with-map"], fraction: 0.75,
        summary: "show their own map in at least 75 % as many rows as the best strategy"),
      criteria: [
        Criterion(table["memory-limit-terminations"], .atMost(0), source: "the app is not ended"),
        Criterion(table["wrong-maps-shown"], .atMost(0), source: "a row shows its own place"),
        // A list has no hitches of its own.
        .addedHitches(table["hitch-time-ratio"]),
        .judged(table["blank-time-p95"], .nearBest(0.5)),
      ]
    ) { scene, strategy, request in
      let visits = try scene.visits(request)
      let replay = OutcomeReplay(
        frameCount: visits.people.count, table, orWhy: "no visit was replayed",
        perform: { MapRowsDriver(visits, person: $0, strategy).perform() }, record: { $0 })
      return ReplaySession(replay) { folder in
        guard let folder else { return Inspection() }
        let scenarioCase = request.scenarioCase
        let transcript = TranscriptWriter()
        let driver = MapRowsDriver(visits, person: 0, strategy, transcript: transcript)
        driver.simulation.timeline = Timeline()
        // The pictures of all devices are the same.
        let hasPicture = visits.device == scene.map.device
        var picture: FramePicture?
        _ = driver.perform {
          if hasPicture { picture = FramePicture(rows: $0, device: visits.device) }
        }
        return Inspection(
          pictures: try [picture].compactMap { try $0?.write(of: scenarioCase, to: folder) },
          recording: try ReplayRecording(timeline: driver.simulation.timeline)
            .write(of: scenarioCase, to: folder),
          transcripts: [transcript.transcript(title: "a person opens the list and scrolls")])
      }
    }
  }
}

/// The key of a scenario of map rows besides the map's own keys.
struct MapRowSettings: MapSettings {
  var list = List()

  static let keys: [Key<Self>] = [
    .group("list", \.list, required: true, "the lists that people scroll through")
  ]

  /// People do not scroll through longer lists.
  static let maxRowCount = 10_000

  /// The lists that people scroll through.
  struct List: Settings {
    var rows = 1
    var pinsPerRow = 3
    var people = 5
    var seed: UInt64 = 0

    static let keys: [Key<Self>] = [
      .integer(
        "rows", \.rows, in: 1...MapRowSettings.maxRowCount, required: true,
        "the rows of a list in a scenario without sizes"),
      .integer("pins", \.pinsPerRow, in: 1...1_000, "the pins of a row's map"),
      .integer("people", \.people, in: 1...10_000, "people who scroll through one list each"),
      .seed(\.seed),
    ]
  }

  func defaultSize(on map: MapSource) -> Int { list.rows }

  func check(sizes: [Int], on map: MapSource) throws {
    try map.check(sizes: (sizes + [list.rows]).map { $0 * list.pinsPerRow })
  }
}
