import MapGeometry
import MapSimulation
import PinData
import PlatformProfiles
import ScenarioModel
import Workloads
import YAMLReading

/// The environment of a scenario of map screens: items, a screen, the camera's path, and the visits.
struct MapScreensWorkload: MapWorkload {
  static let keys: [ScenarioKey] = MapSource.keys + ["screens"]
  /// The parameters that the modelled numbers rest on.
  static let profileGroups: [ProfileParameter.Group] = [.app, .map, .mapInstances]

  private struct Variant: Sendable {
    let name: String
    let items: ScreenVisits.Items
    let device: DeviceVariant
  }

  var map: MapSource
  private let visits: ScreenVisits
  private let entries: [StrategyEntry<MapScreensFamily.Make>]

  init(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides,
    entries: [StrategyEntry<MapScreensFamily.Make>]
  ) throws(InputError) {
    map = try MapSource(
      mapping, scenarioFile: file, providing: Self.profileGroups, parameters: parameters)
    visits = try ScreenVisits(mapping["screens"])
    self.entries = entries
  }

  private var allVariants: [Variant] {
    visits.items.flatMap { items in
      map.devices.map { device in
        let names = [visits.items.count > 1 ? "\(items.rawValue) items" : "", device.name]
        return Variant(
          name: names.filter { !$0.isEmpty }.joined(separator: ", "), items: items,
          device: device)
      }
    }
  }

  private func variant(_ name: String) throws(WorkloadError) -> Variant {
    guard let found = allVariants.first(where: { $0.name == name }) else {
      throw .unknownVariant(name, known: variants)
    }
    return found
  }

  var variants: [String] { allVariants.map(\.name) }
  func platform(of variant: String) -> VariantPlatform {
    let found = allVariants.first { $0.name == variant } ?? allVariants[0]
    return VariantPlatform(
      variant: variant, refresh: found.device.device.refresh,
      profile: found.device.device.profile)
  }
  /// More items than a map of views can hold.
  var maxSize: Int { 1_000_000 }
  var facts: [(name: String, value: String)] {
    map.facts(pinsName: "items", adding: [("visits", visits.description)])
  }

  func prepare(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    let variant = try variant(scenarioCase.variant)
    return try replay(
      scenarioCase, variant, on: variant.device.device, measures: true)
  }

  /// Two visits with few items and a short path load the code.
  func prepareWarmUp(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    let device = try variant(scenarioCase.variant).device.device
    let small = Device(
      viewport: device.viewport, scale: 1, refresh: device.refresh, profile: device.profile)
    let pins = try map.pins.pins(size: min(scenarioCase.size, 50))
    let path = try map.visibleMapRects(around: pins, on: small).prefix(10)
    let loop = CameraLoop(outAndBack: Array(path))
    return MapScreensReplay(
      frames: VisitFrames(visits: 2, loops: 2, loopLength: loop.rects.count), loop: loop,
      items: Array(repeating: Self.items(pins, first: 0), count: 2), device: small,
      modelledScale: 1, entry: try entries.entry(of: scenarioCase), measures: true)
  }

  func inspect(
    _ scenarioCase: Case, folders: TrialFolders, pictures: String
  ) throws -> Inspection {
    let variant = try variant(scenarioCase.variant)
    // The pictures of all devices are the same.
    let hasPictures = map.variants[0] == variant.device.name
    return try replay(scenarioCase, variant, on: variant.device.device, measures: false)
      .inspect(scenarioCase, picturesFolder: hasPictures ? pictures : nil)
  }

  func evaluate(
    _ scenarioCase: Case, folders: TrialFolders, sharing shared: SharedValues
  ) throws -> any ReplayRecord {
    let variant = try variant(scenarioCase.variant)
    let device = variant.device.device
    let replay = try replay(
      scenarioCase, variant,
      on: Device(
        viewport: device.viewport, scale: 0, refresh: device.refresh, profile: device.profile),
      measures: false, sharing: shared)
    try replay.run()
    return EvaluatedScreens(replay: replay)
  }

  private func replay(
    _ scenarioCase: Case, _ variant: Variant, on device: Device, measures: Bool,
    sharing shared: SharedValues = SharedValues()
  ) throws -> MapScreensReplay {
    let pins = try map.pins(size: scenarioCase.size, on: device, sharing: shared)
    let loop = CameraLoop(
      outAndBack: try map.visibleMapRects(on: device, sharing: shared))
    let frames = VisitFrames(
      visits: visits.count, loops: visits.loops, loopLength: loop.rects.count)
    return MapScreensReplay(
      frames: frames, loop: loop,
      items: (0..<visits.count).map { visit in
        Self.items(
          pins,
          first: visits.firstItem(ofVisit: visit, itemCount: pins.count, variant.items))
      }, device: device, modelledScale: variant.device.device.scale,
      entry: try entries.entry(of: scenarioCase), measures: measures)
  }

  private static func items(_ pins: PinSet, first: Int) -> [ScreenItem] {
    pins.mapPoints.enumerated().map { ScreenItem(number: first + $0, mapPoint: $1) }
  }
}

/// A replay of which another profile predicts other memory and times.
struct EvaluatedScreens: ReplayRecord {
  let replay: MapScreensReplay

  func values(under profile: PlatformProfile) -> [NamedValue] { replay.values(under: profile) }
}
