import Clustering
import PinData
import ScenarioModel
import Simulation
import Support

/// The simulated map of a scenario with a screen: its pins, its camera path, and the device or
/// devices that show it.
///
/// A file may list several refresh rates and several profiles; each combination is a variant.
package struct MapSource: Sendable {
  /// The keys of a scenario file that it is read from.
  ///
  /// - Parameter camera: indicates whether a camera moves the map.
  package static func keys(camera: Bool) -> [ScenarioKey] {
    [PinSource.key, DeviceVariant.key] + (camera ? [CameraSource.key] : [])
  }

  package private(set) var pins: PinSource
  /// `nil` for a map that no camera moves.
  package private(set) var camera: CameraSource?
  /// At least one; each is a variant.
  package let devices: [DeviceVariant]
  /// The paths of the profiles that are files of the user.
  private let profileFiles: [String]

  /// - Parameters:
  ///   - groups: the parameters that the device's profile must have.
  ///   - hasCamera: indicates whether a camera moves the map.
  package init(
    _ mapping: YAMLMapping, scenarioFile: String, providing groups: [ProfileParameter.Group],
    parameters: ParameterOverrides, camera hasCamera: Bool = true
  ) throws(InputError) {
    pins = try PinSource(mapping.value("data"), scenarioFile: scenarioFile)
    let value = try mapping.value("device")
    devices = try DeviceVariant.variants(
      value, scenarioFile: scenarioFile, providing: groups, parameters: parameters)
    profileFiles = try DeviceVariant.profileFiles(value, scenarioFile: scenarioFile)
    guard hasCamera else { return }
    camera = try CameraSource(
      mapping.value("camera"), scenarioFile: scenarioFile,
      refreshRates: devices.map(\.device.refresh))
  }

  /// The names of the variants; one empty name for one device.
  package var variants: [String] { devices.map(\.name) }

  /// The first of the devices, whose screen all of them have.
  package var device: Device { devices[0].device }

  /// The pins of a size.
  package func pins(
    size: Int, on device: Device, sharing shared: SharedValues
  ) throws -> PinSet {
    try shared.value("pins", pins.description, size, under: device.profile) { _ in
      try pins.pins(size: size)
    }
  }

  /// The visible rectangle in each frame of the camera path, which depends on all pins of the
  /// scenario: it is the same at each size.
  package func visibleMapRects(
    on device: Device, sharing shared: SharedValues
  ) throws -> [MapRect] {
    guard let camera else { return [] }
    return try shared.value(
      "camera", pins.description, camera.description, device.viewport, device.refresh,
      under: device.profile
    ) { profile in
      try camera.visibleMapRects(
        pins: pins(size: pins.count(), on: device, sharing: shared), viewport: device.viewport,
        refresh: device.refresh, profile: profile)
    }
  }

  /// The visible rectangle in each frame of a camera path around some pins, for a warm-up: of few
  /// pins, hardly one would be in view of the scenario's own path.
  package func visibleMapRects(around pins: PinSet, on device: Device) throws -> [MapRect] {
    try camera?.visibleMapRects(
      pins: pins, viewport: device.viewport, refresh: device.refresh, profile: device.profile)
      ?? []
  }

  /// Throws if a file cannot be read, or has fewer pins than a size asks for.
  package func check(sizes: [Int]) throws {
    try pins.check(sizes: sizes)
    try camera?.check()
  }

  /// The files that it is read from.
  package var inputFiles: [String] { [pins.file, camera?.file].compactMap(\.self) + profileFiles }

  /// The seeds that it is made from, by name.
  package var seeds: [(name: String, seed: UInt64)] {
    [("pins", pins.seed), ("camera", camera?.seed)].compactMap { name, seed in
      seed.map { (name, $0) }
    }
  }

  package func reseeded(_ seed: UInt64) -> MapSource {
    var source = self
    source.pins = pins.reseeded(seed)
    source.camera = camera?.reseeded(seed)
    return source
  }

  /// The facts about the map for a report, with those that its family adds before the screen.
  ///
  /// - Parameter pinsName: the family's name for the pins.
  package func facts(
    pinsName: String = "pins", adding further: [(name: String, value: String)] = []
  ) -> [(name: String, value: String)] {
    let viewport = device.viewport
    let rates = devices.map { "\(Int($0.device.refresh))" }.uniqued()
    let profiles = devices.map(\.device.profile.name).uniqued()
    let sources = [(pinsName, pins.description), ("camera", camera?.description)]
    return sources.compactMap { name, text in text.map { (name, $0) } } + further + [
      (
        "screen",
        "\(Int(viewport.width)) x \(Int(viewport.height)) pt at \(device.scale)x, "
          + "\(rates.joined(separator: " and ")) Hz"
      ),
      (
        "profile",
        profiles.joined(separator: ", ")
          + (profileFiles.isEmpty ? "" : " from \(profileFiles.joined(separator: ", "))")
      ),
    ]
  }
}

/// One of the devices that a scenario file lists.
package struct DeviceVariant: Sendable {
  /// The refresh rate and the profile, as far as the file lists several; else empty.
  package let name: String
  package let device: Device
}

extension DeviceVariant {
  /// The key that devices are read from.
  package static let key = ScenarioKey(
    "device",
    .group([
      ScenarioKey("viewport", isRequired: true, "the width and the height of the map in points"),
      ScenarioKey("scale", .integer(1...3), standard: "3", "pixels for each point"),
      ScenarioKey("refresh", standard: "60", "refreshes per second; several are variants"),
      ScenarioKey(
        "profile", isRequired: true,
        "the platform's parameters, by name or file; several are variants"),
    ]), isRequired: true)

  /// Reads the `device` of a scenario file: one device for each combination of a refresh rate and a
  /// profile.
  ///
  /// - Parameter groups: the parameters that the profiles must have.
  package static func variants(
    _ yaml: YAMLValue, scenarioFile: String, providing groups: [ProfileParameter.Group],
    parameters: ParameterOverrides
  ) throws(InputError) -> [DeviceVariant] {
    let mapping = try yaml.mapping(keys: key.names)
    let viewportValue = try mapping.value("viewport")
    let sides = try viewportValue.elements()
    guard sides.count == 2 else {
      throw viewportValue.error(expected: "a width and a height in points: [393, 852]")
    }
    let viewport = Viewport(
      width: Double(try sides[0].integer(in: 50...4_000)),
      height: Double(try sides[1].integer(in: 50...4_000)))
    let scale = try mapping["scale"]?.integer(in: 1...3) ?? 3
    let rates = try refreshRates(mapping["refresh"])
    let profiles = try profiles(
      mapping.value("profile"), scenarioFile: scenarioFile, providing: groups,
      parameters: parameters)
    return rates.flatMap { rate in
      profiles.map { profile in
        let names = [
          rates.count > 1 ? Self.name(ofRate: rate) : nil, profiles.count > 1 ? profile.name : nil,
        ]
        return DeviceVariant(
          name: names.compactMap(\.self).joined(separator: ", "),
          device: Device(viewport: viewport, scale: scale, refresh: rate, profile: profile))
      }
    }
  }

  /// The paths of the profiles that are files of the user.
  package static func profileFiles(
    _ yaml: YAMLValue, scenarioFile: String
  ) throws(InputError) -> [String] {
    var files: [String] = []
    for value in try yaml.mapping(keys: key.names).value("profile").oneOrMore() {
      if let file = try PlatformProfile.file(named: value, scenarioFile: scenarioFile) {
        files.append(file)
      }
    }
    return files
  }

  private static func refreshRates(_ value: YAMLValue?) throws(InputError) -> [Double] {
    guard let value else { return [60] }
    var rates: [Double] = []
    for element in try value.oneOrMore() {
      let rate = try element.number(in: 10...240)
      guard !rates.contains(rate) else { throw element.error(expected: "every refresh rate once") }
      rates.append(rate)
    }
    return rates
  }

  private static func profiles(
    _ value: YAMLValue, scenarioFile: String, providing groups: [ProfileParameter.Group],
    parameters: ParameterOverrides
  ) throws(InputError) -> [PlatformProfile] {
    var profiles: [PlatformProfile] = []
    for element in try value.oneOrMore() {
      let profile = try PlatformProfile(
        named: element, scenarioFile: scenarioFile, providing: groups, parameters: parameters)
      guard !profiles.contains(where: { $0.name == profile.name }) else {
        throw element.error(expected: "profiles with different names, not '\(profile.name)' twice")
      }
      profiles.append(profile)
    }
    return profiles
  }

  /// `60 Hz`, `59.94 Hz`.
  private static func name(ofRate rate: Double) -> String {
    "\(Int(exactly: rate).map(String.init) ?? "\(rate)") Hz"
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
