import MapGeometry
import MapSimulation
import PinData
import PlatformProfiles
import YAMLReading

/// The world of a region scenario: a map screen, its camera and what else happens to it, for each
/// way in which the map may give regions back.
struct RegionUpdatesWorkload: Workload {
  static let keys = ["data", "device", "camera", "map", "app", "events"]
  /// What the modelled numbers rest on.
  static let profileGroups: [ProfileParameter.Group] = [.app, .updates]
  /// An hour of use.
  private static let greatestSeconds = 3_600

  private var source: PinSource
  private var camera: CameraSource
  private var rates: RegionEventRates
  let device: Device
  private let fittings: [RegionFittingMode]
  private let app: RegionAppSettings
  private let profileFile: String?
  private let entries: [RegionStrategyEntry]

  init(
    _ mapping: YAMLMapping, file: String, entries: [RegionStrategyEntry]
  ) throws(InputError) {
    source = try PinSource(mapping.value("data"), scenarioFile: file)
    camera = try CameraSource(mapping.value("camera"), scenarioFile: file)
    device = try Device(
      mapping.value("device"), scenarioFile: file, providing: Self.profileGroups)
    profileFile = try Device.profileFile(mapping.value("device"), scenarioFile: file)
    fittings = try Self.fittings(mapping["map"])
    if let value = mapping["app"] { app = try RegionAppSettings(value) } else { app = .init() }
    if let value = mapping["events"] {
      rates = try RegionEventRates(value)
    } else {
      rates = .standard
    }
    self.entries = entries
  }

  private static func fittings(_ yaml: YAMLValue?) throws(InputError) -> [RegionFittingMode] {
    guard let yaml else { return RegionFittingMode.allCases }
    let mapping = try yaml.mapping(keys: ["fitting"])
    return try mapping["fitting"]?.choices { (value) throws(InputError) in
      try value.choice("fitting")
    } ?? RegionFittingMode.allCases
  }

  var variants: [String] { fittings.map(\.rawValue) }
  var greatestSize: Int { Self.greatestSeconds }
  var profile: PlatformProfile? { device.profile }
  var profileGroups: [ProfileParameter.Group] { Self.profileGroups }
  var refresh: Double? { device.refresh }
  var inputFiles: [String] { [source.file, camera.file, profileFile].compactMap(\.self) }

  /// As many whole seconds as the camera's trace has, one at least.
  func defaultSize() throws(InputError) -> Int {
    guard case .generator(_, let frames, _) = camera else {
      do {
        return max(1, try recordedSeconds())
      } catch let error as InputError {
        throw error
      } catch {
        throw InputError(
          .unreadable(reason: "\(error)"),
          at: SourceLocation(file: camera.file ?? "", line: 1, column: 1))
      }
    }
    return min(max(1, Int(Double(frames) / device.refresh)), Self.greatestSeconds)
  }

  private func recordedSeconds() throws -> Int {
    let rects = try camera.visibleMapRects(
      pins: PinSet(coordinates: []), viewport: device.viewport, refresh: device.refresh)
    return Int((Double(rects.count - 1) / device.refresh + 0.01).rounded(.down))
  }

  func check(sizes: [Int]) throws {
    try source.check(sizes: [])
    try camera.check()
    guard let path = camera.file else { return }
    let found = try recordedSeconds()
    if let size = sizes.first(where: { $0 > max(1, found) }) {
      throw RegionUpdatesError.traceTooShort(file: path, found: found, wanted: size)
    }
  }

  var seeds: [(name: String, seed: UInt64)] {
    var seeds: [(name: String, seed: UInt64)] = []
    if case .generator(_, _, let seed) = source { seeds.append(("pins", seed)) }
    if case .generator(_, _, let seed) = camera { seeds.append(("camera", seed)) }
    return seeds + [("events", rates.seed)]
  }

  func reseeded(_ seed: UInt64) -> any Workload {
    var workload = self
    workload.source = source.reseeded(seed)
    workload.camera = camera.reseeded(seed)
    workload.rates = rates.reseeded(seed)
    return workload
  }

  var facts: [(name: String, value: String)] {
    let viewport = device.viewport
    return [
      ("places", source.description),
      ("camera", camera.description),
      ("events", rates.description),
      ("app", app.settings.map(\.name).joined(separator: "; ")),
      (
        "screen",
        "\(Int(viewport.width)) x \(Int(viewport.height)) pt, \(Int(device.refresh)) Hz"
      ),
      ("profile", device.profile.name + (profileFile.map { " from \($0)" } ?? "")),
    ]
  }

  func prepare(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    try replay(scenarioCase, seconds: scenarioCase.size)
  }

  func prepareWarmUp(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    try replay(scenarioCase, seconds: min(scenarioCase.size, 2))
  }

  func inspect(
    _ scenarioCase: Case, folders: TrialFolders, pictures: String
  ) throws -> Inspection {
    RegionInspection(
      world: try world(scenarioCase, seconds: scenarioCase.size), settings: app.settings,
      entry: try entries.entry(of: scenarioCase)
    ).run()
  }

  private func replay(_ scenarioCase: Case, seconds: Int) throws -> RegionReplay {
    RegionReplay(
      world: try world(scenarioCase, seconds: seconds), settings: app.settings,
      entry: try entries.entry(of: scenarioCase))
  }

  private func world(_ scenarioCase: Case, seconds: Int) throws -> RegionWorld {
    guard let fitting = fittings.first(where: { $0.rawValue == scenarioCase.variant }) else {
      throw RegionUpdatesError.unknownFitting(scenarioCase.variant)
    }
    let pins = try places()
    let rects = try way(seconds: seconds).visibleMapRects(
      pins: pins, viewport: device.viewport, refresh: device.refresh)
    let frames = Int((Double(seconds) * device.refresh).rounded(.up))
    let generator = RegionScriptGenerator(
      viewport: device.viewport, refresh: device.refresh, rates: rates, seconds: seconds)
    let script = generator.script(
      gestures: CameraGestures(
        visibleMapRects: Array(rects.prefix(frames + 1)), viewport: device.viewport),
      pins: pins)
    return RegionWorld(
      script: script, device: device, fitting: fitting.fitting(on: device.profile))
  }

  /// The trace of a generator is made as long as it is needed.
  private func way(seconds: Int) -> CameraSource {
    guard case .generator(let generator, _, let seed) = camera else { return camera }
    let frames = Int((Double(seconds) * device.refresh).rounded(.up)) + 1
    return .generator(generator, frames: frames, seed: seed)
  }

  private func places() throws -> PinSet {
    switch source {
    case .generator(_, let pins, _): try source.pins(size: pins)
    case .file(let contents): try contents.read()
    }
  }
}
