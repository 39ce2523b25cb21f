import MapGeometry
import MapSimulation
import PinData
import PlatformProfiles
import ScenarioModel
import Workloads
import YAMLReading

/// The world of an annotation-updates scenario: pins, a screen, how its camera moves, and what
/// changes meanwhile.
struct AnnotationUpdatesWorkload: Workload {
  static let keys = MapSource.keys + ["changes"]
  /// More than a phone holds as annotations.
  static let greatestPinCount = 10_000_000
  /// Pins times refreshes of the data: where all are replaced each time, their numbers alone take
  /// 8 bytes each, and no more than 0.8 GB.
  static let greatestReloadCount = 100_000_000
  /// What the modelled numbers rest on.
  static let profileGroups: [ProfileParameter.Group] = [.app, .map, .updates]

  private var map: MapSource
  private var changes: WorldChanges
  private let entries: [AnnotationUpdateStrategyEntry]

  init(
    _ mapping: YAMLMapping, file: String, entries: [AnnotationUpdateStrategyEntry]
  ) throws(InputError) {
    map = try MapSource(mapping, scenarioFile: file, providing: Self.profileGroups)
    changes = WorldChanges()
    if let yaml = mapping["changes"] { changes = try WorldChanges(yaml) }
    self.entries = entries
  }

  private var device: Device { map.device }
  var maxSize: Int { Self.greatestPinCount }
  var profile: PlatformProfile? { device.profile }
  var profileGroups: [ProfileParameter.Group] { Self.profileGroups }
  var refresh: Double? { device.refresh }

  func defaultSize() throws(InputError) -> Int { try map.pins.count() }

  func check(sizes: [Int]) throws {
    try map.check(sizes: sizes)
    if let size = sizes.min(), size < changes.movingPins {
      throw WorkloadError.tooManyMovingPins(size: size, moving: changes.movingPins)
    }
    let refreshes = changes.refreshCount(in: try seconds())
    if let size = sizes.max(), size > Self.greatestReloadCount / max(1, refreshes) {
      throw WorkloadError.tooManyReloadedPins(
        size: size, refreshes: refreshes, greatest: Self.greatestReloadCount)
    }
  }

  var inputFiles: [String] { map.inputFiles }

  var seeds: [(name: String, seed: UInt64)] {
    map.seeds + [("changes", changes.seed)]
  }

  func reseeded(_ seed: UInt64) -> any Workload {
    var workload = self
    workload.map = map.reseeded(seed)
    workload.changes = changes.reseeded(seed)
    return workload
  }

  var facts: [(name: String, value: String)] {
    map.facts(adding: [("changes", changes.description)])
  }

  func prepare(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    AnnotationUpdateReplay(
      world: try world(size: scenarioCase.size, frameLimit: .max, screen: device),
      entry: try entries.entry(of: scenarioCase))
  }

  /// A few pins and frames on a small screen load the code.
  func prepareWarmUp(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    let screen = Device(
      viewport: device.viewport, scale: 1, refresh: device.refresh, profile: device.profile)
    return AnnotationUpdateReplay(
      world: try world(size: min(scenarioCase.size, 100), frameLimit: 30, screen: screen),
      entry: try entries.entry(of: scenarioCase))
  }

  func inspect(
    _ scenarioCase: Case, folders: TrialFolders, pictures: String
  ) throws -> Inspection {
    let world = try world(size: scenarioCase.size, frameLimit: .max, screen: device)
    let entry = try entries.entry(of: scenarioCase)
    return try AnnotationUpdateInspection(world: world, entry: entry).run(scenarioCase)
  }

  /// How long the map is shown.
  private func seconds() throws -> Double {
    switch map.camera {
    case .generator(_, let frames, _): return Double(frames) / device.refresh
    case .file(let path):
      let times = try CameraTrace.read(path: path).frames.map(\.time)
      return (times.last ?? 0) - (times.first ?? 0)
    }
  }

  private func world(
    size: Int, frameLimit: Int, screen: Device
  ) throws -> AnnotationUpdateWorld {
    let pins = try map.pins.pins(size: size)
    let rects = try map.visibleMapRects(pins: pins)
    guard !rects.isEmpty else { throw WorkloadError.emptyTrace }
    return AnnotationUpdateWorld(
      device: screen, camera: CameraWay(Array(rects.prefix(frameLimit))), points: pins.mapPoints,
      changes: changes)
  }
}
