import MapGeometry
import MapSimulation
import PinData
import PlatformProfiles
import YAMLReading

/// The simulated map of a scenario with a screen: its pins, the way of its camera, and the device
/// that shows it.
package struct MapSource: Sendable {
  /// The keys of a scenario file that it is read from.
  package static let keys = ["data", "device", "camera"]

  package private(set) var pins: PinSource
  package private(set) var camera: CameraSource
  package let device: Device
  /// The path of the profile, where it is a file of the user's.
  private let profileFile: String?

  /// - Parameter groups: the parameters that the device's profile must have.
  package init(
    _ mapping: YAMLMapping, scenarioFile: String, providing groups: [ProfileParameter.Group]
  ) throws(InputError) {
    pins = try PinSource(mapping.value("data"), scenarioFile: scenarioFile)
    camera = try CameraSource(mapping.value("camera"), scenarioFile: scenarioFile)
    let value = try mapping.value("device")
    device = try Device(value, scenarioFile: scenarioFile, providing: groups)
    profileFile = try Device.profileFile(value, scenarioFile: scenarioFile)
  }

  /// What the screen shows in each frame of the camera's way.
  package func visibleMapRects(pins: PinSet) throws -> [MapRect] {
    try camera.visibleMapRects(pins: pins, viewport: device.viewport, refresh: device.refresh)
  }

  /// Throws where a file cannot be read, or has fewer pins than a size asks for.
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

  /// What a report lists of the map, with what its family adds before the screen.
  ///
  /// - Parameter pinsName: what the pins are to the family.
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
