import MapGeometry
import MapSimulation
import PinData
import PlatformProfiles
import ScenarioModel
import Statistics
import Workloads
import YAMLReading

/// The environment of a scenario of drawn markers: pins, a screen, a camera, and changes.
struct MarkerRedrawWorkload: MapWorkload {
  static let keys: [ScenarioKey] = MapSource.keys + ["markers"]
  static let profileGroups: [ProfileParameter.Group] = [.app, .map, .pictures]

  var map: MapSource
  private var markers: MarkerSource
  private let entries: [StrategyEntry<MarkerRedrawFamily.Make>]

  init(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides,
    entries: [StrategyEntry<MarkerRedrawFamily.Make>]
  ) throws(InputError) {
    map = try MapSource(
      mapping, scenarioFile: file, providing: Self.profileGroups, parameters: parameters)
    markers = try MarkerSource(mapping["markers"])
    self.entries = entries
  }

  var maxSize: Int { 100_000 }
  var seeds: [(name: String, seed: UInt64)] { map.seeds + [("markers", markers.seed)] }
  var facts: [(name: String, value: String)] {
    map.facts(adding: [("markers", markers.description)])
  }

  func reseeded(_ seed: UInt64) -> Self {
    var workload = self
    workload.map = map.reseeded(seed)
    workload.markers.seed = seed
    return workload
  }

  func prepare(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    let device = try map.device(of: scenarioCase.variant)
    return try replay(scenarioCase, on: device, sharing: SharedValues())
  }

  func evaluate(
    _ scenarioCase: Case, folders: TrialFolders, sharing shared: SharedValues
  ) throws -> any ReplayRecord {
    let device = try map.device(of: scenarioCase.variant).withoutPixels
    let replay = try replay(scenarioCase, on: device, sharing: shared)
    try replay.run()
    return FixedRecord(values: replay.results())
  }

  func prepareWarmUp(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    let device = try map.device(of: scenarioCase.variant).atScaleOne
    let pins = try map.pins.pins(size: min(scenarioCase.size, 50))
    return try replay(
      scenarioCase, pins: pins,
      rects: Array(try map.visibleMapRects(around: pins, on: device).prefix(20)), on: device)
  }

  func inspect(
    _ scenarioCase: Case, folders: TrialFolders, pictures: String
  ) throws -> Inspection {
    let device = try map.device(of: scenarioCase.variant)
    let replay = try replay(scenarioCase, on: device, sharing: SharedValues())
    let name = scenarioCase.fileName("png")
    let last = replay.rects.count - 1
    var shown = 0
    let recording = try replay.record(on: device) { frame, mapView in
      guard frame == last else { return }
      shown = mapView.liveViewCount
      try mapView.paint(to: pictures + "/" + name)
    }
    return Inspection(
      pictures: [
        Inspection.Picture(
          file: name, frame: last,
          caption: "\(scenarioCase.strategy), the last frame: \(shown) markers on screen")
      ],
      recording: try ReplayRecording(map: recording).write(of: scenarioCase, to: pictures))
  }

  private func replay(
    _ scenarioCase: Case, on device: Device, sharing shared: SharedValues
  ) throws -> MarkerReplay<RedrawDevice> {
    try replay(
      scenarioCase, pins: map.pins(size: scenarioCase.size, on: device, sharing: shared),
      rects: map.visibleMapRects(on: device, sharing: shared), on: device)
  }

  private func replay(
    _ scenarioCase: Case, pins: PinSet, rects: [MapRect], on device: Device
  ) throws -> MarkerReplay<RedrawDevice> {
    let entry = try entries.entry(of: scenarioCase)
    let scale = Double(map.device.scale)
    let environment = RedrawEnvironment(
      pins: pins, device: device, markerSize: markers.size,
      changes: markers.changes(
        pins: pins.count, until: Double(rects.count) / device.refresh), seed: markers.seed)
    return MarkerReplay(rects: rects) {
      RedrawDevice(environment, entry: entry)
    } values: { replay in
      let table = MarkerRedrawFamily.table
      guard let driver = replay.driver, !replay.frames.isEmpty else {
        return table.notAvailable("no frame was replayed")
      }
      let counts = driver.mapView.counts
      return table.values(
        of: MarkerRedrawRecord(
          forecast: replay.forecast(on: device), redraws: counts.imagesRedrawn,
          redrawnPixels: Double(counts.redrawnArea) * scale * scale,
          restShare: replay.restShare(on: device), markerFrames: driver.markerFrames,
          staleFrames: driver.staleFrames))
    }
  }
}

/// The markers of an app: their size, and how often the number of one changes.
struct MarkerSource: Hashable, Sendable {
  /// The width in points.
  let size: Double
  /// Changes of one marker's number per second, of all together.
  let changeRate: Double
  var seed: UInt64

  private static let keys = ["size", "changes", "seed"]

  /// - Parameter yaml: `nil` for markers of 48 points whose numbers do not change.
  init(_ yaml: YAMLValue?) throws(InputError) {
    let mapping = try yaml?.mapping(keys: Self.keys)
    size = try mapping?["size"]?.number(in: 8...200) ?? 48
    changeRate = try mapping?["changes"]?.number(in: 0...1_000) ?? 0
    seed = UInt64(try mapping?["seed"]?.integer(in: 0 ... .max) ?? 0)
  }

  /// The changes in a number of seconds, evenly spaced, each of a pin drawn by chance.
  func changes(pins: Int, until end: Double) -> [(time: Int64, pin: Int)] {
    guard changeRate > 0, pins > 0 else { return [] }
    var random = SplitMix64(seed: seed ^ 0xC4A6_9E5D)
    return (0..<Int(changeRate * end)).map { number in
      (Int64((Double(number) + 0.5) / changeRate * 1e9), random.index(below: pins))
    }
  }

  var description: String {
    "\(Int(size)) pt wide, \(changeRate) changes of a number per second, seed \(seed)"
  }
}
