import Clustering
import Foundation
import MapGeometry
import MapSimulation
import PinData
import PinStorage
import PlatformProfiles
import ScenarioModel
import Workloads
import YAMLReading

/// The environment of a server clusters scenario: pins on a server, networks, and a user who moves
/// the map.
struct ServerClustersWorkload: Workload {
  static let keys: [ScenarioKey] = MapSource.keys + ["user", "networks", "updates", "server"]
  static let profileGroups: [ProfileParameter.Group] = [.app, .map, .looking, .server, .network]

  private var map: MapSource
  private var user: MapUser
  private let networks: [NetworkKind]
  private var updates: PinUpdates
  /// True if trials start the program of the server.
  private let startsProgram: Bool
  private let entries: [StrategyEntry<ServerClustersFamily.Make>]

  init(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides,
    entries: [StrategyEntry<ServerClustersFamily.Make>]
  ) throws(InputError) {
    map = try MapSource(
      mapping, scenarioFile: file, providing: Self.profileGroups, parameters: parameters)
    guard map.devices.count == 1 else {
      throw try mapping.value("device").error(
        expected: "one refresh rate and one profile: the variants are the networks")
    }
    user = try MapUser(mapping["user"], profile: map.device.profile)
    networks = try Self.networks(mapping.value("networks"))
    let changes = try mapping["updates"]?.mapping(keys: [
      "per-minute", "clusters-every", "release-days", "seed",
    ])
    updates = PinUpdates(
      perMinute: try changes?.value("per-minute").integer(in: 1...6_000_000) ?? 0,
      // The standard interval of the server.
      clusterInterval: try changes?["clusters-every"]?.integer(in: 1...86_400) ?? 10,
      // Two weeks between two releases of an app.
      releaseDays: try changes?["release-days"]?.integer(in: 0...3_650) ?? 14,
      seed: UInt64(try changes?["seed"]?.integer(in: 0 ... .max) ?? 0))
    startsProgram = try Self.startsProgram(mapping["server"])
    self.entries = entries
  }

  private static func startsProgram(_ value: YAMLValue?) throws(InputError) -> Bool {
    guard let value else { return false }
    let name = try value.text()
    guard ["inside", "program"].contains(name) else {
      throw value.unknownName(name, what: "server", known: ["inside", "program"])
    }
    return name == "program"
  }

  private static func networks(_ value: YAMLValue) throws(InputError) -> [NetworkKind] {
    var kinds: [NetworkKind] = []
    for element in try value.oneOrMore() {
      let name = try element.text()
      guard let kind = NetworkKind(rawValue: name) else {
        throw element.unknownName(
          name, what: "network", known: NetworkKind.allCases.map(\.rawValue))
      }
      guard !kinds.contains(kind) else { throw element.error(expected: "every network once") }
      kinds.append(kind)
    }
    return kinds
  }

  /// One network is no variant.
  var variants: [String] { networks.count == 1 ? [""] : networks.map(\.rawValue) }
  var maxSize: Int { PinSource.maxCount }
  var profile: PlatformProfile? { map.device.profile }
  var profileGroups: [ProfileParameter.Group] {
    Self.profileGroups + (map.camera?.profileGroups ?? [])
  }
  var inputFiles: [String] { map.inputFiles }

  func platform(of variant: String) -> VariantPlatform {
    VariantPlatform(variant: variant, refresh: nil, profile: profile)
  }

  func defaultSize() throws(InputError) -> Int { try map.pins.count() }

  func check(sizes: [Int]) throws { try map.check(sizes: sizes) }

  var seeds: [(name: String, seed: UInt64)] {
    map.seeds + [("user", user.seed)] + (updates.perMinute > 0 ? [("updates", updates.seed)] : [])
  }

  func reseeded(_ seed: UInt64) -> Self {
    var workload = self
    workload.map = map.reseeded(seed)
    workload.user.seed = seed
    workload.updates.seed = seed
    return workload
  }

  var facts: [(name: String, value: String)] {
    map.facts(
      pinsName: "pins on the server",
      adding: [
        ("user", user.description),
        ("networks", networks.map(\.rawValue).joined(separator: ", ")),
        (
          "updates",
          updates.perMinute == 0
            ? "none"
            : "\(updates.perMinute) pins a minute move to the place of another pin; the server builds its "
              + "clusters again after \(updates.clusterInterval) s; the app is "
              + "\(updates.releaseDays) days old"
        ),
        (
          "server",
          startsProgram
            ? "mappressure-server with its SQLite store; in replays that are not measured its "
              + "service inside the replay's process, with the same answers"
            : "the service of mappressure-server with its SQLite store, inside the replay's process"
        ),
      ])
  }

  func prepare(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    try replay(
      scenarioCase, folders: folders, sharing: SharedValues(), startsProgram: startsProgram)
  }

  func evaluate(
    _ scenarioCase: Case, folders: TrialFolders, sharing shared: SharedValues
  ) throws -> any ReplayRecord {
    let replay = try replay(scenarioCase, folders: folders, sharing: shared)
    try replay.run()
    return FixedRecord(values: ServerClustersFamily.exact(replay.results()))
  }

  /// A few pins and rests load the code.
  func prepareWarmUp(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    let small = Case(
      scenario: scenarioCase.scenario, variant: scenarioCase.variant,
      size: min(scenarioCase.size, 100), strategy: scenarioCase.strategy)
    return try replay(
      small, folders: folders, sharing: SharedValues(), startsProgram: startsProgram, restLimit: 3)
  }

  func inspect(
    _ scenarioCase: Case, folders: TrialFolders, pictures: String
  ) throws -> Inspection {
    let replay = try replay(scenarioCase, folders: folders, sharing: SharedValues())
    try replay.run()
    return Inspection(results: ServerClustersFamily.exact(replay.results()))
  }

  private func replay(
    _ scenarioCase: Case, folders: TrialFolders, sharing shared: SharedValues,
    startsProgram: Bool = false, restLimit: Int = .max
  ) throws -> OutcomeReplay<ServerOutcome> {
    let environment = try environment(scenarioCase, sharing: shared)
    let entry: StrategyEntry<ServerClustersFamily.Make> = try entries.entry(of: scenarioCase)
    let path = try storePath(of: environment.points, folders: folders)
    let log = folders.own + "/server.log"
    return OutcomeReplay(frameCount: min(environment.session.rests.count, restLimit)) {
      let backend: any PinBackend =
        startsProgram
        ? try ProgramBackend(store: path, log: log)
        : try InsideBackend(SQLitePinStore(path: path, durability: .process))
      let session = ServerSession(environment, backend: backend, entry: entry)
      return { rest in try session.perform(rest) }
    } values: { outcomes in
      ServerClustersFamily.table.values(of: outcomes)
    }
  }

  /// The path of the store of the pins: all cases without updates read one file; a replay that changes
  /// pins has a copy of its own.
  private func storePath(
    of points: [MapPoint], folders: TrialFolders
  ) throws -> String {
    let seed = map.pins.seed.map(String.init) ?? "file"
    let path = folders.shared + "/pins-\(seed)-\(points.count).sqlite"
    if !SQLitePinStore.isStore(path: path) {
      let pins = points.enumerated().map { StoredPin(id: Int64($0), code: MortonCode($1)) }
      do {
        try SQLitePinStore.build(pins, at: path)
      } catch {
        // Another worker may have made the same store meanwhile.
        guard case .exists = error else { throw error }
      }
    }
    guard updates.perMinute > 0 else { return path }
    // The warm-up and the trial share the folder.
    let copy = folders.own + "/pins-\(UUID().uuidString).sqlite"
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    return copy
  }

  private func environment(
    _ scenarioCase: Case, sharing shared: SharedValues
  ) throws -> ServerEnvironment {
    let device = map.device
    let kind = networks.first { $0.rawValue == scenarioCase.variant } ?? networks[0]
    let pins = try map.pins(size: scenarioCase.size, on: device, sharing: shared)
    // The server keeps places to a centimetre; the truth is what it has.
    let points = pins.mapPoints.map { MortonCode($0).mapPoint }
    let rects = try map.visibleMapRects(on: device, sharing: shared)
    guard !rects.isEmpty else { throw WorkloadError.emptyTrace }
    let gestures = CameraGestures(visibleMapRects: rects, viewport: device.viewport)
    let session = MapSession(gestures, refresh: device.refresh, user: user, regionEndLimit: 1)
    let restingRects =
      [gestures.start]
      + gestures.gestures.map { rects[$0.firstFrame + $0.movements.count - 1] }
    let views = zip(session.rests, restingRects).map { rest, rect in
      MapRest(
        visible: rect, zoom: min(max(Int(device.viewport.zoom(showing: rect)), 0), 22),
        time: rest.start)
    }
    return ServerEnvironment(
      points: points, index: try SpatialIndex(points: points), session: session, views: views,
      network: ServerNetwork(kind, profile: device.profile), updates: updates)
  }
}
