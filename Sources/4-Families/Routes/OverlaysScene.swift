import Platform
import ScenarioModel
import Simulation
import Support

/// The scene of a map with overlays: lines or zones, a screen, and how its camera moves.
struct OverlaysScene: ScenarioScene {
  private var lines: LineSettings
  /// `nil` for a track that grows: the map follows it.
  private var camera: CameraSource?
  private let devices: DeviceList

  /// The parameters that the modelled numbers rest on.
  private static let groups: [ProfileParameter.Group] = [.app, .map, .overlays]

  static let reader = SceneReader<OverlaysScene>(keys: [
    ScenarioKey("lines", .group(LineSettings.scenarioKeys), isRequired: true), DeviceList.key,
    // A track that grows has none.
    CameraSource.key.optional,
  ]) { (mapping, file, parameters) throws(InputError) in
    let before = mapping.mistakes?.count
    let lines = try mapping.mistakes.part(
      or: LineSettings(),
      try LineSettings(
        mapping.value("lines").mapping(keys: LineSettings.scenarioKeys.map(\.name))))
    let isSound = mapping.mistakes?.count == before
    let devices = try DeviceList(
      mapping.value("device"), scenarioFile: file, providing: groups, parameters: parameters)
    var scene = OverlaysScene(lines: lines, devices: devices)
    if !lines.isGrowing {
      scene.camera = try CameraSource(
        mapping.value("camera"), scenarioFile: file,
        refreshRates: devices.all.map(\.device.refresh))
    } else if isSound, let value = mapping["camera"] {
      throw value.error(expected: "no camera: the map follows a track that grows")
    }
    return scene
  }

  var variants: [String] { devices.names }
  var maxSize: Int { lines.maxSize }
  var profile: PlatformProfile? { devices.first.profile }
  var profileGroups: [ProfileParameter.Group] {
    Self.groups + [.lines] + (camera?.profileGroups ?? [])
  }
  var refresh: Double? { devices.first.refresh }
  var inputFiles: [String] { [camera?.file].compactMap(\.self) + devices.profileFiles }

  func platform(of variant: String) -> VariantPlatform {
    let device = device(of: variant)
    return VariantPlatform(variant: variant, refresh: device.refresh, profile: device.profile)
  }

  /// The device of a variant; a request for another one does not come here.
  private func device(of variant: String) -> Device {
    devices.all.first { $0.name == variant }?.device ?? devices.first
  }

  func inApp(_ code: AppCode) -> AppCode {
    lines.shape == .polygon ? code.replacing("Polyline", with: "Polygon") : code
  }

  func defaultSize() -> Int { lines.defaultSize }
  func check(sizes: [Int]) throws { try camera?.check() }

  var seeds: [(name: String, seed: UInt64)] {
    [("lines", lines.seed)] + (camera?.seed.map { [(name: "camera", seed: $0)] } ?? [])
  }

  func reseeded(_ seed: UInt64) -> Self {
    var scene = self
    scene.lines.reseed(seed)
    scene.camera = camera?.reseeded(seed)
    return scene
  }

  var facts: [(name: String, value: String)] {
    let path = camera?.description ?? "follows the track, and shows all of it now and then"
    return [("lines", lines.description), ("camera", path)] + devices.facts
  }

  /// The replay of a case; in a warm-up, the first steps of a few lines load the code.
  func replay(
    _ request: ReplayRequest, _ strategy: StrategyEntry<OverlayMake>
  ) throws -> OverlaysReplay {
    let device = request.device(device(of: request.scenarioCase.variant))
    let size = request.size(warmUp: lines.warmUpSize)
    var script = try request.shared.value(
      "script", lines, camera?.description, size, device.viewport, device.refresh,
      under: device.profile
    ) { try lines.script(size: size, camera: camera, on: device, profile: $0) }
    if request.purpose == .warmUp { script.steps = Array(script.steps.prefix(20)) }
    return OverlaysReplay(script: script, device: device, make: strategy.make)
  }
}
