import MapGeometry
import MapSimulation
import PinData
import PlatformProfiles
import ScenarioModel
import Workloads
import YAMLReading

/// The world of a region scenario: a map screen, its camera and what else happens to it, for each
/// way in which the map may give regions back.
struct RegionUpdatesWorkload: Workload {
  static let keys = MapSource.keys + ["map", "app", "events"]
  /// What the modelled numbers rest on.
  static let profileGroups: [ProfileParameter.Group] = [.app, .updates]
  /// An hour of use.
  private static let greatestSeconds = 3_600

  private var map: MapSource
  private var rates: RegionEventRates
  private let fittings: [RegionFittingMode]
  private let app: RegionAppSettings
  private let entries: [RegionUpdateStrategyEntry]

  init(
    _ mapping: YAMLMapping, file: String, entries: [RegionUpdateStrategyEntry]
  ) throws(InputError) {
    map = try MapSource(mapping, scenarioFile: file, providing: Self.profileGroups)
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
  private var device: Device { map.device }
  var maxSize: Int { Self.greatestSeconds }
  var profile: PlatformProfile? { device.profile }
  var profileGroups: [ProfileParameter.Group] { Self.profileGroups }
  var inputFiles: [String] { map.inputFiles }

  /// As many whole seconds as the camera's trace has, one at least.
  func defaultSize() throws(InputError) -> Int {
    guard case .generator(_, let frames, _) = map.camera else {
      do {
        return max(1, try recordedSeconds())
      } catch let error as InputError {
        throw error
      } catch {
        throw InputError(
          .unreadable(reason: "\(error)"),
          at: SourceLocation(file: map.camera.file ?? "", line: 1, column: 1))
      }
    }
    return min(max(1, Int(Double(frames) / device.refresh)), Self.greatestSeconds)
  }

  private func recordedSeconds() throws -> Int {
    let rects = try map.visibleMapRects(pins: PinSet(coordinates: []))
    return Int((Double(rects.count - 1) / device.refresh + 0.01).rounded(.down))
  }

  func check(sizes: [Int]) throws {
    try map.check(sizes: [])
    guard let path = map.camera.file else { return }
    let found = try recordedSeconds()
    if let size = sizes.first(where: { $0 > max(1, found) }) {
      throw WorkloadError.traceTooShort(file: path, found: found, wanted: size)
    }
  }

  var seeds: [(name: String, seed: UInt64)] {
    map.seeds + [("events", rates.seed)]
  }

  func reseeded(_ seed: UInt64) -> any Workload {
    var workload = self
    workload.map = map.reseeded(seed)
    workload.rates = rates.reseeded(seed)
    return workload
  }

  var facts: [(name: String, value: String)] {
    map.facts(
      pinsName: "places",
      adding: [
        ("events", rates.description),
        ("app", app.settings.map(\.name).joined(separator: "; ")),
      ]
        + fittings.map { ("map that is \($0.rawValue)", $0.summary) }
        + [
          (
            "which map it is",
            "no documentation says it; developers report each of these, and whether a comparison "
              + "of regions ends a loop depends on it"
          )
        ])
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
    RegionUpdateInspection(
      world: try world(scenarioCase, seconds: scenarioCase.size), settings: app.settings,
      entry: try entries.entry(of: scenarioCase)
    ).run()
  }

  private func replay(_ scenarioCase: Case, seconds: Int) throws -> RegionUpdateReplay {
    RegionUpdateReplay(
      world: try world(scenarioCase, seconds: seconds), settings: app.settings,
      entry: try entries.entry(of: scenarioCase))
  }

  private func world(_ scenarioCase: Case, seconds: Int) throws -> RegionUpdateWorld {
    guard let fitting = fittings.first(where: { $0.rawValue == scenarioCase.variant }) else {
      throw WorkloadError.unknownVariant(scenarioCase.variant, known: variants)
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
    return RegionUpdateWorld(
      script: script, device: device, fitting: fitting.fitting(on: device.profile))
  }

  /// The trace of a generator is made as long as it is needed.
  private func way(seconds: Int) -> CameraSource {
    guard case .generator(let generator, _, let seed) = map.camera else { return map.camera }
    let frames = Int((Double(seconds) * device.refresh).rounded(.up)) + 1
    return .generator(generator, frames: frames, seed: seed)
  }

  private func places() throws -> PinSet {
    try map.pins.pins(size: map.pins.count())
  }
}
