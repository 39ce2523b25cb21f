import Clustering
import Foundation
import PinService
import ScenarioModel
import Simulation

extension Family where Make == ServerMake {
  /// Maps whose pins come from a server, and what the server prepares for them.
  public static var serverClusters: Self {
    let table = ServerRecord.table
    return Family(
      "server-clusters", inApp: PackageResources.server_clusters_md, scene: ServerSettings.reader,
      strategies: StrategyEntry.standard,
      metrics: table.metrics, isMeasured: true,
      headlines: [
        "request-time-p99", "server-processor-time", "server-peak-memory", "first-wait", "wait-p95",
        "pin-coverage", "wire-bytes", "outdated-pins",
      ],
      columns: [
        "first-wait", "wait-p95", "pin-coverage", "outdated-pins", "wire-bytes",
        "requests-per-gesture", "rows-read", "cache-hit-fraction",
      ],
      sizeLabel: "pins",
      frameLabel:
        "one rest of the map, with the changes of pins before it and the server's answers",
      requirement: ResultRequirement(
        metric: table["pin-coverage-at-end"], fraction: 0.9,
        summary: "show every visible pin at the end of at least 90 % as many looks as the best "
          + "strategy"),
      criteria: [
        .judged(table["outdated-pins"], .atMost(0.01)),
        .judged(table["pin-coverage"], .nearBest(0.02)),
        Criterion(
          table["first-wait"], .atMost(2_000_000_000),
          source: "people begin to leave after 2 to 3 s, this project's judgement"),
        Criterion(
          table["wire-bytes"], .atMost(1_000_000),
          source: "less than a web page, this project's judgement"),
      ]
    ) { scene, strategy, request in
      let (setting, device) = try scene.variant(request.scenarioCase.variant)
      let network = ServerNetwork(
        kind: scene.settings.networks[setting], profile: device.profile)
      let isExact = request.purpose == .evaluation || request.purpose == .inspection
      let environment = try scene.environment(request, on: device)
      // A trial's store is made before it is measured.
      let made = isExact ? nil : try scene.store(of: environment.points, for: request)
      let log = request.folders.own + "/server.log"
      // What is not measured needs no program.
      let startsProgram = scene.settings.server == .program && !isExact
      let rests = environment.views.count
      let replay = OutcomeReplay(
        frameCount: request.purpose == .warmUp ? min(rests, 3) : rests, table,
        orWhy: "no rest was replayed",
        begin: {
          let store = try made ?? scene.store(of: environment.points, for: request)
          let backend: any PinBackend =
            startsProgram
            ? try ProgramBackend(store: store, log: log)
            : try InsideBackend(SQLitePinStore(path: store, durability: .process))
          let driver = ServerDriver(environment, backend: backend, entry: strategy)
          return { rest in try driver.perform(rest).waiting(for: network) }
        })
      // The values that are the same in each replay of a case.
      let exactValues: () throws -> [NamedValue] = {
        let outcomes = try scene.outcomes(of: strategy, request, on: device)
        return table.values(of: outcomes.map { $0.waiting(for: network) })
          .filter { table[$0.name].kind != .measured }
      }
      return ReplaySession(replay, evaluate: { FixedRecord(values: try exactValues()) }) { _ in
        Inspection(results: try exactValues())
      }
    }
  }
}

extension MapScene<ServerSettings> {
  /// The environment that all strategies of a case share; a few pins are a warm-up.
  fileprivate func environment(
    _ request: ReplayRequest, on device: Device
  ) throws -> ServerEnvironment {
    let size = request.size(warmUp: 100)
    let (points, index) = try request.shared.value(
      "pins on the server", map.pins.description, size, under: device.profile
    ) { _ in
      let pins = try map.pins(size: size, on: device, for: request)
      // The server keeps places to a centimetre; its places are the truth.
      let points = pins.mapPoints.map { MortonCode($0).mapPoint }
      return (points, try SpatialIndex(points: points))
    }
    let rects = try map.visibleMapRects(on: device, for: request)
    guard !rects.isEmpty else { throw WorkloadError.emptyTrace }
    let gestures = CameraGestures(visibleMapRects: rects, viewport: device.viewport)
    let session = MapSession(gestures, on: device, user: settings.user, regionEndLimit: 1)
    let restingRects =
      [gestures.start] + gestures.gestures.map { rects[$0.firstFrame + $0.movements.count - 1] }
    let views = zip(session.rests, restingRects).map { rest, rect in
      MapRest(
        visible: rect, zoom: min(max(Int(device.viewport.zoom(showing: rect)), 0), 22),
        time: rest.start)
    }
    return ServerEnvironment(
      points: points, index: index, session: session, views: views, updates: settings.updates)
  }

  /// The outcomes of a strategy at each rest, with the service inside this process.
  ///
  /// They do not depend on the network, which decides only how long the user waits. So the networks
  /// of a scenario, and all parameters of a network, share them.
  fileprivate func outcomes(
    of strategy: StrategyEntry<ServerMake>, _ request: ReplayRequest, on device: Device
  ) throws -> [ServerRecord] {
    // They are small, and come back at many points of the parameters.
    let shared = request.shared.value("uses of the server", under: device.profile) { _ in
      SharedValues(capacity: 1_024)
    }
    return try shared.value(
      request.scenarioCase.strategy, request.scenarioCase.size, map.pins.description,
      map.camera?.description,
      device.viewport, device.refresh, settings.user, settings.updates, under: device.profile
    ) { profile in
      let environment = try environment(
        request,
        on: Device(
          viewport: device.viewport, scale: device.scale, refresh: device.refresh,
          profile: profile))
      let backend = try DeferringBackend {
        try SQLitePinStore(
          path: store(of: environment.points, for: request), durability: .process)
      }
      let driver = ServerDriver(environment, backend: backend, entry: strategy)
      return try environment.views.indices.map(driver.perform)
    }
  }

  /// The path of the store of the pins: all cases without updates read one file; a replay that
  /// changes pins has a copy of its own.
  fileprivate func store(
    of points: [MapPoint], for request: ReplayRequest
  ) throws -> String {
    let (scenarioCase, folders) = (request.scenarioCase, request.folders)
    // The scenarios of a run have one shared folder.
    let source =
      switch map.pins {
      case .generator(let generator, _, let seed): "\(generator.rawValue)-\(seed)"
      case .file: "of-\(scenarioCase.scenario)"
      }
    let path = folders.shared + "/pins-\(source)-\(points.count).sqlite"
    if !SQLitePinStore.isStore(path: path) {
      let pins = points.enumerated().map { StoredPin(id: Int64($0), code: MortonCode($1)) }
      do {
        try SQLitePinStore.build(pins, at: path)
      } catch {
        // Another worker may have made the same store meanwhile.
        guard case .exists = error else { throw error }
      }
    }
    guard settings.updates.perMinute > 0 else { return path }
    // The warm-up and the trial share the folder.
    let copy = folders.own + "/pins-\(UUID().uuidString).sqlite"
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    return copy
  }
}
