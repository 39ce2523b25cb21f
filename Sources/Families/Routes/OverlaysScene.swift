import ScenarioModel
import Simulation
import Support

/// The scene of a map with overlays: lines or zones, a screen, and how its camera moves.
struct OverlaysScene: ScenarioScene {
  private var lines: LineSettings
  /// `nil` for a track that grows: the map follows it.
  private var camera: CameraSource?
  private let devices: [DeviceVariant]
  private let profileFiles: [String]

  /// The parameters that the modelled numbers rest on.
  private static let groups: [ProfileParameter.Group] = [.app, .map, .overlays]

  static let reader = SceneReader<OverlaysScene>(keys: [
    ScenarioKey("lines", .group(LineSettings.scenarioKeys), isRequired: true), DeviceVariant.key,
    // A track that grows has none.
    CameraSource.key.optional,
  ]) { (mapping, file, parameters) throws(InputError) in
    let lines = try LineSettings(
      mapping.value("lines").mapping(keys: LineSettings.scenarioKeys.map(\.name)))
    let device = try mapping.value("device")
    var scene = OverlaysScene(
      lines: lines,
      devices: try DeviceVariant.variants(
        device, scenarioFile: file, providing: groups, parameters: parameters),
      profileFiles: try DeviceVariant.profileFiles(device, scenarioFile: file))
    if !lines.isGrowing {
      scene.camera = try CameraSource(
        mapping.value("camera"), scenarioFile: file,
        refreshRates: scene.devices.map(\.device.refresh))
    } else if let value = mapping["camera"] {
      throw value.error(expected: "no camera: the map follows a track that grows")
    }
    return scene
  }

  var variants: [String] { devices.map(\.name) }
  var maxSize: Int { lines.maxSize }
  var profile: PlatformProfile? { devices[0].device.profile }
  var profileGroups: [ProfileParameter.Group] {
    Self.groups + [.lines] + (camera?.profileGroups ?? [])
  }
  var refresh: Double? { devices[0].device.refresh }
  var inputFiles: [String] { [camera?.file].compactMap(\.self) + profileFiles }

  func platform(of variant: String) -> VariantPlatform {
    let device = (devices.first { $0.name == variant } ?? devices[0]).device
    return VariantPlatform(variant: variant, refresh: device.refresh, profile: device.profile)
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
    let device = devices[0].device
    let viewport = device.viewport
    return [
      ("lines", lines.description),
      ("camera", camera?.description ?? "follows the track, and looks at all of it now and then"),
      (
        "screen",
        "\(Int(viewport.width)) x \(Int(viewport.height)) pt at \(device.scale)x, "
          + "\(Int(device.refresh)) Hz"
      ),
      ("profile", device.profile.name),
    ]
  }

  /// The replay of a case; in a warm-up, the first steps of a few lines load the code.
  func replay(
    _ request: ReplayRequest, _ strategy: StrategyEntry<OverlayMake>
  ) throws -> OverlaysReplay {
    let variant = request.scenarioCase.variant
    guard let screen = devices.first(where: { $0.name == variant })?.device else {
      throw WorkloadError.unknownVariant(variant, known: variants)
    }
    let device = request.device(screen)
    let size = request.size(warmUp: lines.warmUpSize)
    var script = try request.shared.value(
      "script", lines, camera?.description, size, device.viewport, device.refresh,
      under: device.profile
    ) { try lines.script(size: size, camera: camera, on: device, profile: $0) }
    if request.purpose == .warmUp { script.steps = Array(script.steps.prefix(20)) }
    return OverlaysReplay(script: script, device: device, make: strategy.make)
  }
}
