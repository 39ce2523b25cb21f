import Clustering
import PinData
import Platform
import ScenarioModel
import Simulation
import Support

/// The settings that a family with a map reads from a scenario file besides the map's own keys.
package protocol MapSettings: Settings {
  /// The settings that are replayed apart from each other, by name; one empty name for one.
  var variants: [String] { get }
  /// The groups of parameters that these settings need.
  var profileGroups: [ProfileParameter.Group] { get }
  /// The facts for a report, before the screen's facts.
  func facts(on profile: PlatformProfile) -> [(name: String, value: String)]
  /// The size of a scenario that gives none.
  func defaultSize(on map: MapSource) throws(InputError) -> Int
  /// Throws unless the map's files are sufficient for the sizes.
  func check(sizes: [Int], on map: MapSource) throws
}

extension MapSettings {
  package var variants: [String] { [""] }
  package var profileGroups: [ProfileParameter.Group] { [] }
  package func facts(on profile: PlatformProfile) -> [(name: String, value: String)] { facts }
  package func defaultSize(on map: MapSource) throws(InputError) -> Int { try map.pins.count() }
  package func check(sizes: [Int], on map: MapSource) throws { try map.check(sizes: sizes) }
}

/// No keys besides the map's own.
package struct NoSettings: MapSettings {
  package static let keys: [Key<Self>] = []
  package init() {}
}

/// The scene of a scenario with a map: its pins, its camera, its devices, and the family's settings.
///
/// Each of the settings on each device is a variant.
package struct MapScene<Extra: MapSettings>: ScenarioScene {
  package fileprivate(set) var map: MapSource
  package fileprivate(set) var settings: Extra
  /// The parameters that the device's profile must have.
  fileprivate let groups: [ProfileParameter.Group]
  /// The family's name for the pins.
  fileprivate let pinsName: String
  package let maxSize: Int
  /// Indicates whether a frame of a replay is a refresh of the screen.
  fileprivate let isRefreshed: Bool

  package var variants: [String] {
    settings.variants.flatMap { setting in
      map.devices.names.map { [setting, $0].filter { !$0.isEmpty }.joined(separator: ", ") }
    }
  }

  /// The number of a variant's setting, and its device.
  package func variant(_ name: String) throws(WorkloadError) -> (setting: Int, device: Device) {
    guard let index = variants.firstIndex(of: name) else {
      throw .unknownVariant(name, known: variants)
    }
    let (setting, device) = index.quotientAndRemainder(dividingBy: map.devices.all.count)
    return (setting, map.devices.all[device].device)
  }

  package func platform(of variant: String) -> VariantPlatform {
    let device = (try? self.variant(variant))?.device ?? map.device
    return VariantPlatform(
      variant: variant, refresh: isRefreshed ? device.refresh : nil, profile: device.profile)
  }

  package var refresh: Double? { isRefreshed ? map.device.refresh : nil }
  package var profile: PlatformProfile? { map.device.profile }
  package var profileGroups: [ProfileParameter.Group] {
    groups + (map.camera?.profileGroups ?? []) + settings.profileGroups
  }
  package var inputFiles: [String] { map.inputFiles }
  package var seeds: [(name: String, seed: UInt64)] { map.seeds + settings.seeds }
  package var facts: [(name: String, value: String)] {
    map.facts(pinsName: pinsName, adding: settings.facts(on: map.device.profile))
  }

  package func defaultSize() throws(InputError) -> Int { try settings.defaultSize(on: map) }
  package func check(sizes: [Int]) throws { try settings.check(sizes: sizes, on: map) }

  package func reseeded(_ seed: UInt64) -> Self {
    var scene = self
    scene.map = map.reseeded(seed)
    scene.settings.reseed(seed)
    return scene
  }

  /// The pins, the camera's path and the device of a replay.
  ///
  /// - Parameters:
  ///   - draws: indicates whether the device has pixels in a trial, a warm-up and an inspection;
  ///     the screen always has them.
  ///   - warmUp: the numbers of pins and frames of a warm-up at most.
  package func use(
    _ request: ReplayRequest, draws: Bool = false, warmUp: (pins: Int, frames: Int) = (100, 20)
  ) throws -> MapUse {
    let screen = try variant(request.scenarioCase.variant).device
    let device = draws ? request.device(screen) : screen.withoutPixels
    let size = request.size(warmUp: warmUp.pins)
    let pins: PinSet
    let rects: [MapRect]
    if request.purpose == .warmUp {
      pins = try map.pins.pins(size: size, in: request.folders)
      rects = Array(try map.visibleMapRects(around: pins, on: device).prefix(warmUp.frames))
    } else {
      pins = try map.pins(size: size, on: device, for: request)
      rects = try map.visibleMapRects(on: device, for: request)
    }
    precondition(map.camera != nil, "a scene without a camera reads its pins itself")
    guard !rects.isEmpty else { throw WorkloadError.emptyTrace }
    return MapUse(pins: pins, rects: rects, device: device, screen: screen)
  }
}

extension SceneReader {
  /// Reads the scene of a scenario with a map.
  ///
  /// - Parameters:
  ///   - settings: what the family reads besides the map's own keys.
  ///   - groups: the parameters that the device's profile must have.
  ///   - pinsName: the family's name for the pins.
  ///   - refreshes: indicates whether a frame of a replay is a refresh of the screen.
  ///   - camera: indicates whether the scenario has a camera's path.
  package static func map<Extra: MapSettings>(
    _ settings: Extra.Type, providing groups: [ProfileParameter.Group], maxSize: Int,
    pinsName: String = "pins", refreshes: Bool = true, camera: Bool = true
  ) -> Self where S == MapScene<Extra> {
    SceneReader(keys: MapSource.keys(camera: camera) + Extra.scenarioKeys) {
      (mapping, file, parameters) throws(InputError) in
      // First, because without a device there is no map, and the settings have mistakes all the same.
      let settings = try Extra(mapping)
      return MapScene(
        map: try MapSource(
          mapping, scenarioFile: file, providing: groups, parameters: parameters, camera: camera),
        settings: settings, groups: groups, pinsName: pinsName, maxSize: maxSize,
        isRefreshed: refreshes)
    }
  }
}

/// Pins on a device, and the camera's path over them.
package struct MapUse: Sendable {
  package let pins: PinSet
  /// The visible rectangle in each frame; at least one.
  package let rects: [MapRect]
  /// The device, with as many pixels as the replay draws.
  package let device: Device
  /// The device with all of its pixels.
  package let screen: Device
}

/// An observed replay, for which another profile predicts other times and memory.
struct EvaluatedReplay: ReplayRecord {
  let predicted: (PlatformProfile) -> [NamedValue]
  /// The values that no cost changes.
  let observed: [NamedValue]

  func values(under profile: PlatformProfile) -> [NamedValue] { predicted(profile) + observed }
}

extension ReplayRequest {
  /// The device of a replay that draws: with all pixels, few for a warm-up, none for an evaluation.
  package func device(_ screen: Device) -> Device {
    switch purpose {
    case .trial, .inspection: screen
    case .warmUp: screen.atScaleOne
    case .evaluation: screen.withoutPixels
    }
  }
}

extension Device {
  /// The same device with one pixel for each point, which draws a ninth of the pixels.
  ///
  /// For warm-ups, whose contents stay in memory to the end of the trial and must not show in its
  /// peak.
  package var atScaleOne: Device {
    Device(viewport: viewport, scale: 1, refresh: refresh, profile: profile)
  }

  /// The same device with one pixel for each view, for replays that are only counted.
  package var withoutPixels: Device {
    Device(viewport: viewport, scale: 0, refresh: refresh, profile: profile)
  }
}
