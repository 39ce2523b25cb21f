import EventSimulation
import MapGeometry
import MapSimulation
import PinData
import PlatformProfiles
import YAMLReading

/// The simulated map of a scenario with a screen: its pins, its camera path, and the device that
/// shows it.
package struct MapSource: Sendable {
  /// The keys of a scenario file that it is read from.
  package static let keys = ["data", "device", "camera"]

  package private(set) var pins: PinSource
  package private(set) var camera: CameraSource
  package let device: Device
  /// The path of the profile, if it is a file of the user.
  private let profileFile: String?

  /// - Parameter groups: the parameters that the device's profile must have.
  package init(
    _ mapping: YAMLMapping, scenarioFile: String, providing groups: [ProfileParameter.Group],
    parameters: ParameterOverrides
  ) throws(InputError) {
    pins = try PinSource(mapping.value("data"), scenarioFile: scenarioFile)
    camera = try CameraSource(mapping.value("camera"), scenarioFile: scenarioFile)
    let value = try mapping.value("device")
    device = try Device(
      value, scenarioFile: scenarioFile, providing: groups, parameters: parameters)
    profileFile = try Device.profileFile(value, scenarioFile: scenarioFile)
  }

  /// The visible rectangle in each frame of the camera path.
  package func visibleMapRects(pins: PinSet) throws -> [MapRect] {
    try camera.visibleMapRects(
      pins: pins, viewport: device.viewport, refresh: device.refresh, profile: device.profile)
  }

  /// Throws if a file cannot be read, or has fewer pins than a size asks for.
  package func check(sizes: [Int]) throws {
    try pins.check(sizes: sizes)
    try camera.check()
  }

  /// The files that it is read from.
  package var inputFiles: [String] { [pins.file, camera.file, profileFile].compactMap(\.self) }

  /// The seeds that it is made from, by name.
  package var seeds: [(name: String, seed: UInt64)] {
    [("pins", pins.seed), ("camera", camera.seed)].compactMap { name, seed in
      seed.map { (name, $0) }
    }
  }

  package func reseeded(_ seed: UInt64) -> MapSource {
    var source = self
    source.pins = pins.reseeded(seed)
    source.camera = camera.reseeded(seed)
    return source
  }

  /// The facts about the map for a report, with those that its family adds before the screen.
  ///
  /// - Parameter pinsName: the family's name for the pins.
  package func facts(
    pinsName: String = "pins", adding further: [(name: String, value: String)] = []
  ) -> [(name: String, value: String)] {
    let viewport = device.viewport
    return [(pinsName, pins.description), ("camera", camera.description)] + further + [
      (
        "screen",
        "\(Int(viewport.width)) x \(Int(viewport.height)) pt at \(device.scale)x, "
          + "\(Int(device.refresh)) Hz"
      ),
      ("profile", device.profile.name + (profileFile.map { " from \($0)" } ?? "")),
    ]
  }
}

extension Device {
  private static let keys = ["viewport", "scale", "refresh", "profile"]

  /// Reads the `device` of a scenario file.
  ///
  /// - Parameter groups: the parameters that its profile must have.
  package init(
    _ yaml: YAMLValue, scenarioFile: String, providing groups: [ProfileParameter.Group],
    parameters: ParameterOverrides
  ) throws(InputError) {
    let mapping = try yaml.mapping(keys: Self.keys)
    let viewportValue = try mapping.value("viewport")
    let sides = try viewportValue.elements()
    guard sides.count == 2 else {
      throw viewportValue.error(expected: "a width and a height in points: [393, 852]")
    }
    let refreshValue = mapping["refresh"]
    self.init(
      viewport: Viewport(
        width: Double(try sides[0].integer(in: 50...4_000)),
        height: Double(try sides[1].integer(in: 50...4_000))),
      scale: try mapping["scale"]?.integer(in: 1...3) ?? 3,
      refresh: try refreshValue?.number(in: 10...240) ?? 60,
      profile: try PlatformProfile(
        named: mapping.value("profile"), scenarioFile: scenarioFile, providing: groups,
        parameters: parameters))
  }

  /// The path of the profile, if it is a file of the user.
  package static func profileFile(
    _ yaml: YAMLValue, scenarioFile: String
  ) throws(InputError) -> String? {
    try PlatformProfile.file(
      named: yaml.mapping(keys: keys).value("profile"), scenarioFile: scenarioFile)
  }
}

extension PlatformProfile {
  /// The main thread of an app on this platform.
  package func mainThread(in simulation: Simulation) -> MainThread {
    MainThread(
      simulation: simulation, hangThreshold: Int64(self[.hangThreshold]),
      watchdogLimit: Int64(self[.watchdog]))
  }
}
