import MapGeometry
import MapSimulation
import PlatformProfiles
import YAMLReading

/// The world of an annotation-updates scenario: pins, a screen, how its camera moves, and what
/// changes meanwhile.
struct AnnotationUpdatesWorkload: Workload {
  static let keys = ["data", "device", "camera", "changes"]
  /// More than a phone holds as annotations.
  static let greatestPinCount = 10_000_000
  /// What the modelled numbers rest on.
  static let profileGroups: [ProfileParameter.Group] = [.app, .map, .updates]

  private var source: PinSource
  private var camera: CameraSource
  private var changes: WorldChanges
  private let device: Device
  private let profileFile: String?
  private let entries: [AnnotationUpdateStrategyEntry]

  init(
    _ mapping: YAMLMapping, file: String, entries: [AnnotationUpdateStrategyEntry]
  ) throws(InputError) {
    source = try PinSource(mapping.value("data"), scenarioFile: file)
    camera = try CameraSource(mapping.value("camera"), scenarioFile: file)
    device = try Device(
      mapping.value("device"), scenarioFile: file, providing: Self.profileGroups)
    profileFile = try Device.profileFile(mapping.value("device"), scenarioFile: file)
    changes = WorldChanges()
    if let yaml = mapping["changes"] { changes = try WorldChanges(yaml) }
    self.entries = entries
  }

  var greatestSize: Int { Self.greatestPinCount }
  var profile: PlatformProfile? { device.profile }
  var profileGroups: [ProfileParameter.Group] { Self.profileGroups }
  var refresh: Double? { device.refresh }

  func defaultSize() throws(InputError) -> Int {
    switch source {
    case .generator(_, let pins, _): return pins
    case .file(let contents):
      do {
        return try contents.read().count
      } catch {
        throw InputError(error)
      }
    }
  }

  func check(sizes: [Int]) throws {
    try source.check(sizes: sizes)
    try camera.check()
    if let size = sizes.min(), size < changes.movingPins {
      throw WorldChangesError.tooFewPins(size: size, moving: changes.movingPins)
    }
  }

  var inputFiles: [String] { [source.file, camera.file, profileFile].compactMap(\.self) }

  var seeds: [(name: String, seed: UInt64)] {
    var seeds: [(name: String, seed: UInt64)] = []
    if case .generator(_, _, let seed) = source { seeds.append(("pins", seed)) }
    if case .generator(_, _, let seed) = camera { seeds.append(("camera", seed)) }
    return seeds + [("changes", changes.seed)]
  }

  func reseeded(_ seed: UInt64) -> any Workload {
    var workload = self
    workload.source = source.reseeded(seed)
    workload.camera = camera.reseeded(seed)
    workload.changes = changes.reseeded(seed)
    return workload
  }

  var facts: [(name: String, value: String)] {
    let viewport = device.viewport
    return [
      ("pins", source.description),
      ("camera", camera.description),
      ("changes", changes.description),
      (
        "screen",
        "\(Int(viewport.width)) x \(Int(viewport.height)) pt at \(device.scale)x, "
          + "\(Int(device.refresh)) Hz"
      ),
      ("profile", device.profile.name + (profileFile.map { " from \($0)" } ?? "")),
    ]
  }

  func prepare(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    AnnotationUpdatesReplay(
      world: try world(size: scenarioCase.size, frameLimit: .max, screen: device),
      entry: try entries.entry(of: scenarioCase))
  }

  /// A few pins and frames on a small screen load the code.
  func prepareWarmUp(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    let screen = Device(
      viewport: device.viewport, scale: 1, refresh: device.refresh, profile: device.profile)
    return AnnotationUpdatesReplay(
      world: try world(size: min(scenarioCase.size, 100), frameLimit: 30, screen: screen),
      entry: try entries.entry(of: scenarioCase))
  }

  func inspect(
    _ scenarioCase: Case, folders: TrialFolders, pictures: String
  ) throws -> Inspection {
    let world = try world(size: scenarioCase.size, frameLimit: .max, screen: device)
    let entry = try entries.entry(of: scenarioCase)
    return try AnnotationUpdatesInspection(world: world, entry: entry).run(scenarioCase)
  }

  private func world(
    size: Int, frameLimit: Int, screen: Device
  ) throws -> AnnotationUpdateWorld {
    let pins = try source.pins(size: size)
    let rects = try camera.visibleMapRects(
      pins: pins, viewport: device.viewport, refresh: device.refresh)
    guard !rects.isEmpty else { throw WorkloadError.emptyTrace }
    return AnnotationUpdateWorld(
      device: screen, camera: CameraWay(Array(rects.prefix(frameLimit))), points: pins.mapPoints,
      changes: changes)
  }
}
