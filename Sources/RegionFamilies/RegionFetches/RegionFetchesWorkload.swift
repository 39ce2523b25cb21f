import Clustering
import EventSimulation
import MapGeometry
import MapSimulation
import PinData
import PlatformProfiles
import ScenarioModel
import Workloads
import YAMLReading

/// The environment of a region fetches scenario: pins on a server, a screen, and a user who moves
/// the map.
struct RegionFetchesWorkload: Workload {
  static let keys: [ScenarioKey] = MapSource.keys + ["user", "network"]
  static let profileGroups: [ProfileParameter.Group] = [.app, .updates, .looking, .server]

  private var map: MapSource
  /// The user on the device of each variant.
  private var users: [String: MapUser]
  private var network: NetworkSource
  private let entries: [StrategyEntry<RegionFetchesFamily.Make>]

  init(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides,
    entries: [StrategyEntry<RegionFetchesFamily.Make>]
  ) throws(InputError) {
    map = try MapSource(
      mapping, scenarioFile: file, providing: Self.profileGroups, parameters: parameters)
    users = [:]
    for variant in map.devices {
      users[variant.name] = try MapUser(mapping["user"], profile: variant.device.profile)
    }
    network = try NetworkSource(mapping.value("network"))
    self.entries = entries
  }

  var variants: [String] { map.variants }
  func platform(of variant: String) -> VariantPlatform {
    VariantPlatform(
      variant: variant, refresh: nil, profile: map.platform(of: variant).profile)
  }
  private var user: MapUser? { users[map.variants[0]] }
  var maxSize: Int { PinSource.maxCount }
  var profile: PlatformProfile? { map.device.profile }
  var profileGroups: [ProfileParameter.Group] {
    Self.profileGroups + (map.camera?.profileGroups ?? [])
  }
  var inputFiles: [String] { map.inputFiles }

  func defaultSize() throws(InputError) -> Int { try map.pins.count() }

  func check(sizes: [Int]) throws { try map.check(sizes: sizes) }

  var seeds: [(name: String, seed: UInt64)] {
    map.seeds + (user.map { [("user", $0.seed)] } ?? []) + [("network", network.seed)]
  }

  func reseeded(_ seed: UInt64) -> Self {
    var workload = self
    workload.map = map.reseeded(seed)
    for variant in variants { workload.users[variant]?.seed = seed }
    workload.network.seed = seed
    return workload
  }

  var facts: [(name: String, value: String)] {
    map.facts(
      pinsName: "pins on the server",
      adding: [
        ("user", user?.description ?? ""),
        ("network", network.description),
        ("server", "answers with \(map.device.answerLimit) pins at most"),
      ])
  }

  func prepare(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    replay(in: try environment(scenarioCase), entry: try entries.entry(of: scenarioCase))
  }

  func evaluate(
    _ scenarioCase: Case, folders: TrialFolders, sharing shared: SharedValues
  ) throws -> any ReplayRecord {
    let replay = replay(
      in: try environment(scenarioCase, sharing: shared),
      entry: try entries.entry(of: scenarioCase))
    try replay.run()
    return FixedRecord(values: replay.results())
  }

  /// A few pins and gestures load the code.
  func prepareWarmUp(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    let device = try map.device(of: scenarioCase.variant)
    let pins = try map.pins.pins(size: min(scenarioCase.size, 100))
    return replay(
      in: try environment(
        scenarioCase, index: SpatialIndex(points: pins.mapPoints),
        visibleMapRects: map.visibleMapRects(around: pins, on: device), gestureLimit: 3),
      entry: try entries.entry(of: scenarioCase))
  }

  /// A user's session with a map; a frame is a gesture and the rest after it, the first one the
  /// map's appearance.
  private func replay(
    in environment: RegionFetchEnvironment, entry: StrategyEntry<RegionFetchesFamily.Make>
  ) -> OutcomeReplay<RegionFetchOutcome> {
    OutcomeReplay(frameCount: environment.session.rests.count) {
      let device = RegionFetchDevice(environment: environment, entry: entry)
      return { frame in device.perform(frame) }
    } values: { outcomes in
      let table = RegionFetchesFamily.table
      return outcomes.isEmpty
        ? table.notAvailable("no gesture was replayed") : table.values(of: outcomes)
    }
  }

  /// The gestures of a transcript.
  private static let transcriptGestures = 8

  /// Each trial records the data for the metrics of a session; an inspection adds a transcript of
  /// its first gestures.
  func inspect(
    _ scenarioCase: Case, folders: TrialFolders, pictures: String
  ) throws -> Inspection {
    let environment = try environment(scenarioCase)
    let writer = TranscriptWriter()
    let device = RegionFetchDevice(
      environment: environment, entry: try entries.entry(of: scenarioCase), transcript: writer)
    let simulation = device.main.simulation
    simulation.timeline = Timeline()
    for frame in environment.session.rests.indices.prefix(Self.transcriptGestures + 1) {
      _ = device.perform(frame)
    }
    return Inspection(
      recording: try ReplayRecording(timeline: simulation.timeline)
        .write(of: scenarioCase, to: pictures),
      transcripts: [writer.transcript(title: "the map appears, and the user moves it")])
  }

  private func environment(
    _ scenarioCase: Case, sharing shared: SharedValues = SharedValues()
  ) throws -> RegionFetchEnvironment {
    let device = try map.device(of: scenarioCase.variant)
    let index = try shared.value(
      "index", map.pins.description, scenarioCase.size, under: device.profile
    ) { _ in
      try SpatialIndex(
        points: map.pins(size: scenarioCase.size, on: device, sharing: shared).mapPoints)
    }
    return try environment(
      scenarioCase, index: index,
      visibleMapRects: map.visibleMapRects(on: device, sharing: shared))
  }

  private func environment(
    _ scenarioCase: Case, index: SpatialIndex, visibleMapRects: [MapRect],
    gestureLimit: Int = .max
  ) throws -> RegionFetchEnvironment {
    let device = try map.device(of: scenarioCase.variant)
    guard let user = users[scenarioCase.variant] else {
      throw WorkloadError.unknownVariant(scenarioCase.variant, known: variants)
    }
    guard !visibleMapRects.isEmpty else { throw WorkloadError.emptyTrace }
    let gestures = CameraGestures(visibleMapRects: visibleMapRects, viewport: device.viewport)
    let session = MapSession(
      gestures, refresh: device.refresh, user: user,
      regionEndLimit: Int(device.profile[.regionEndsPerFling]))
    return RegionFetchEnvironment(
      index: index, session: session.prefix(gestureLimit), device: device, network: network)
  }
}

/// The network between an app and its server: the fraction of failures, and the seed of its
/// latencies.
struct NetworkSource: Hashable, Sendable {
  /// The fraction of the fetches that fail.
  let failureShare: Double
  var seed: UInt64

  private static let keys = ["failures", "seed"]

  init(_ yaml: YAMLValue) throws(InputError) {
    let mapping = try yaml.mapping(keys: Self.keys)
    failureShare = try mapping["failures"]?.number(in: 0...1) ?? 0
    seed = UInt64(try mapping["seed"]?.integer(in: 0 ... .max) ?? 0)
  }

  var description: String {
    let failures = failureShare == 0 ? "" : "\(failureShare * 100) % of the fetches fail, "
    return "\(failures)seed \(seed)"
  }
}
