import MapSimulation
import PinData
import PlatformProfiles
import ScenarioModel
import Workloads
import YAMLReading

/// A map whose pins and camera change while it is shown: a strategy keeps it up to date.
public struct AnnotationUpdatesFamily: ScenarioFamily {
  public let description: FamilyDescription
  private let entries: [StrategyEntry<AnnotationUpdateStrategyFactory>]

  /// The family with its own strategies and further ones, which come after them.
  public init(adding further: [StrategyEntry<AnnotationUpdateStrategyFactory>] = []) {
    entries = StrategyEntry.standard + further
    let metrics = AnnotationUpdateRecord.table.metrics + MetricTable.coverage { $0 }.metrics
    description = FamilyDescription(
      name: "annotation-updates", strategies: entries.map(\.description), metrics: metrics,
      headlines: [
        "hitch-time-ratio", "staleness-p95", "annotations-inserted", "views-created",
        "selections-lost", "frame-time-max",
      ],
      columns: [
        "hitch-time-ratio", "modelled-frame-time-p99", "staleness-p95", "pin-coverage",
        "selection-kept", "items-compared", "views-created", "frame-time-max",
      ],
      sizeLabel: "pins",
      frameLabel:
        "one refresh of the screen; it does nothing while the previous frame keeps the main thread busy",
      requirement: ResultRequirement(
        metric: metrics["pin-coverage"], fraction: 0.8,
        summary: "show at least 80 % of the pins in view that the best one shows"))
  }

  public var keys: [String] { AnnotationUpdatesWorkload.keys }

  public func workload(
    _ mapping: YAMLMapping, file: String
  ) throws(InputError) -> any Workload {
    try AnnotationUpdatesWorkload(mapping, file: file, entries: entries)
  }
}

/// The environment of an annotation-updates scenario: pins, a screen, how its camera moves, and
/// what changes meanwhile.
struct AnnotationUpdatesWorkload: Workload {
  static let keys = MapSource.keys + ["changes"]
  /// More than a phone holds as annotations.
  static let maxPinCount = 10_000_000
  /// Pins times refreshes of the data: where all are replaced each time, their numbers alone take
  /// 8 bytes each, and no more than 0.8 GB.
  static let maxReloadCount = 100_000_000
  /// The parameters that the modelled numbers rest on.
  static let profileGroups: [ProfileParameter.Group] = [.app, .map, .updates]

  private var map: MapSource
  private var changes: EnvironmentChanges
  private let entries: [StrategyEntry<AnnotationUpdateStrategyFactory>]

  init(
    _ mapping: YAMLMapping, file: String, entries: [StrategyEntry<AnnotationUpdateStrategyFactory>]
  ) throws(InputError) {
    map = try MapSource(mapping, scenarioFile: file, providing: Self.profileGroups)
    changes = EnvironmentChanges()
    if let yaml = mapping["changes"] { changes = try EnvironmentChanges(yaml) }
    self.entries = entries
  }

  var maxSize: Int { Self.maxPinCount }
  var profile: PlatformProfile? { map.device.profile }
  var profileGroups: [ProfileParameter.Group] { Self.profileGroups }
  var refresh: Double? { map.device.refresh }
  var inputFiles: [String] { map.inputFiles }
  var seeds: [(name: String, seed: UInt64)] { map.seeds + [("changes", changes.seed)] }
  var facts: [(name: String, value: String)] {
    map.facts(adding: [("changes", changes.description)])
  }

  func defaultSize() throws(InputError) -> Int { try map.pins.count() }

  func check(sizes: [Int]) throws {
    try map.check(sizes: sizes)
    if let size = sizes.min(), size < changes.movingPins {
      throw WorkloadError.tooManyMovingPins(size: size, moving: changes.movingPins)
    }
    let refreshes = changes.maxRefreshCount(in: try seconds())
    if let size = sizes.max(), size > Self.maxReloadCount / max(1, refreshes) {
      throw WorkloadError.tooManyReloadedPins(
        size: size, refreshes: refreshes, max: Self.maxReloadCount)
    }
  }

  /// The time for which the map is visible.
  private func seconds() throws -> Double {
    switch map.camera {
    case .generator(_, let frames, _): return Double(frames) / map.device.refresh
    case .file(let path):
      let times = try CameraTrace.read(path: path).frames.map(\.time)
      return (times.last ?? 0) - (times.first ?? 0)
    }
  }

  func reseeded(_ seed: UInt64) -> any Workload {
    var workload = self
    workload.map = map.reseeded(seed)
    workload.changes = changes.reseeded(seed)
    return workload
  }

  func prepare(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    AnnotationUpdateReplay(
      environment: try environment(size: scenarioCase.size, device: map.device),
      factory: try entries.entry(of: scenarioCase).make)
  }

  /// A few pins and frames on a small screen load the code.
  func prepareWarmUp(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    AnnotationUpdateReplay(
      environment: try environment(
        size: min(scenarioCase.size, 100), maxFrames: 30, device: map.device.forWarmUp),
      factory: try entries.entry(of: scenarioCase).make)
  }

  func inspect(
    _ scenarioCase: Case, folders: TrialFolders, pictures: String
  ) throws -> Inspection {
    try AnnotationUpdateInspection(
      environment: try environment(size: scenarioCase.size, device: map.device),
      factory: try entries.entry(of: scenarioCase).make
    ).run(scenarioCase)
  }

  private func environment(
    size: Int, maxFrames: Int = .max, device: Device
  ) throws -> UpdateEnvironment {
    let pins = try map.pins.pins(size: size)
    let rects = try map.visibleMapRects(pins: pins)
    guard !rects.isEmpty else { throw WorkloadError.emptyTrace }
    return UpdateEnvironment(
      device: device, camera: CameraPath(Array(rects.prefix(maxFrames))), points: pins.mapPoints,
      changes: changes)
  }
}
