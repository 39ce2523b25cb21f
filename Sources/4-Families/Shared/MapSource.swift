import Clustering
import PinData
import Platform
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
    [PinSource.key, DeviceList.key] + (camera ? [CameraSource.key] : [])
  }

  package private(set) var pins: PinSource
  /// `nil` for a map that no camera moves.
  package private(set) var camera: CameraSource?
  package let devices: DeviceList

  /// - Parameters:
  ///   - groups: the parameters that the device's profile must have.
  ///   - hasCamera: indicates whether a camera moves the map.
  package init(
    _ mapping: YAMLMapping, scenarioFile: String, providing groups: [ProfileParameter.Group],
    parameters: ParameterOverrides, camera hasCamera: Bool = true
  ) throws(InputError) {
    let mistakes = mapping.mistakes
    pins = try mistakes.part(
      or: .generator(.cities, pins: 1, seed: 0),
      try PinSource(mapping.value("data"), scenarioFile: scenarioFile))
    let read: DeviceList? = try mistakes.part(
      or: nil,
      try DeviceList(
        mapping.value("device"), scenarioFile: scenarioFile, providing: groups,
        parameters: parameters))
    if hasCamera {
      let rates = read?.all.map(\.device.refresh) ?? [60]
      camera = try mistakes.part(
        or: nil,
        try CameraSource(mapping.value("camera"), scenarioFile: scenarioFile, refreshRates: rates))
    }
    guard let read else { throw mistakes?.error ?? mapping.missing(oneOf: ["device"]) }
    devices = read
  }

  /// The first of the devices, whose screen all of them have.
  package var device: Device { devices.first }

  /// The pins of a size.
  package func pins(size: Int, on device: Device, for request: ReplayRequest) throws -> PinSet {
    try request.shared.value("pins", pins.description, size, under: device.profile) { _ in
      try pins.pins(size: size, in: request.folders)
    }
  }

  /// The visible rectangle in each frame of the camera path, which depends on all pins of the
  /// scenario: it is the same at each size.
  package func visibleMapRects(
    on device: Device, for request: ReplayRequest
  ) throws -> [MapRect] {
    guard let camera else { return [] }
    return try request.shared.value(
      "camera", pins.description, camera.description, device.viewport, device.refresh,
      under: device.profile
    ) { profile in
      try camera.visibleMapRects(
        pins: pins(size: pins.count(in: request.folders), on: device, for: request),
        viewport: device.viewport, refresh: device.refresh, profile: profile)
    }
  }

  /// The visible rectangle in each frame of a camera path around some pins, for a warm-up: of few
  /// pins, hardly one would be in view of the scenario's own path.
  package func visibleMapRects(around pins: PinSet, on device: Device) throws -> [MapRect] {
    try camera?.visibleMapRects(
      pins: pins, viewport: device.viewport, refresh: device.refresh, profile: device.profile) ?? []
  }

  /// Throws if a file cannot be read, or has fewer pins than a size asks for.
  package func check(sizes: [Int]) throws {
    try pins.check(sizes: sizes)
    try camera?.check()
  }

  /// The files that it is read from.
  package var inputFiles: [String] {
    [pins.file, camera?.file].compactMap(\.self) + devices.profileFiles
  }

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
  func facts(
    pinsName: String, adding further: [(name: String, value: String)]
  ) -> [(name: String, value: String)] {
    let sources = [(pinsName, pins.description), ("camera", camera?.description)]
    return sources.compactMap { name, text in text.map { (name, $0) } } + further + devices.facts
  }
}

/// One of the devices that a scenario file lists.
package struct DeviceVariant: Sendable {
  /// The refresh rate and the profile, as far as the file lists several; else empty.
  package let name: String
  package let device: Device
}

/// The devices that a scenario file lists: one for each combination of a refresh rate and a profile,
/// and each a variant.
package struct DeviceList: Sendable {
  /// The sides of a viewport, and the refreshes per second.
  private static let sides = 50...4_000
  private static let rates = 10.0...240.0

  /// The key that devices are read from.
  static let key = ScenarioKey(
    "device",
    .group([
      ScenarioKey(
        "viewport", .list(.integer(sides), count: 2...2), isRequired: true,
        "the width and the height of the map in points"),
      ScenarioKey("scale", .integer(1...3), standard: "3", "pixels for each point"),
      ScenarioKey(
        "refresh", .oneOrMore(.number(rates)), standard: "60",
        "refreshes per second; several are variants"),
      ScenarioKey(
        "profile", .oneOrMore(PlatformProfile.keyValue), isRequired: true,
        "the platform's parameters, by name or file; several are variants"),
      ScenarioKey(
        "slowness", .number(Slowness.axis),
        "the factor by which the phone's main thread is slower than the profile's; 'validate-model "
          + "--measured' finds it; without this key, draws try 1 to 4"),
      ScenarioKey("slowness-up-to", .number(Slowness.axis), "the largest possible slowness"),
      ScenarioKey(
        "memory", .choice(KnownPhone.memoryLimits.map(\.key)),
        "the phone's memory in GB, which decides when the system ends an app"),
    ]), isRequired: true)

  /// At least one.
  let all: [DeviceVariant]
  /// The paths of the profiles that are files of the user.
  let profileFiles: [String]

  /// - Parameter groups: the parameters that the profiles must have.
  init(
    _ yaml: YAMLValue, scenarioFile: String, providing groups: [ProfileParameter.Group],
    parameters: ParameterOverrides
  ) throws(InputError) {
    let mapping = try yaml.mapping(keys: Self.key.names)
    let mistakes = yaml.mistakes
    let viewport = try mistakes.part(
      or: Viewport(width: 393, height: 852), try Self.viewport(mapping.value("viewport")))
    let scale = try mistakes.part(or: 3, try mapping["scale"]?.integer(in: 1...3) ?? 3)
    let rates = try mistakes.part(or: [60], try Self.refreshRates(mapping["refresh"]))
    let phone = KnownPhone(
      slowness: try mistakes.part(or: nil, try Self.slowness(mapping)),
      memory: try mistakes.part(
        or: nil,
        try mapping["memory"]?.choice("memory", among: KnownPhone.memoryLimits.map(\.key))))
    var profiles: [PlatformProfile] = []
    var files: [String] = []
    for value in try mistakes.part(or: [], try mapping.value("profile").oneOrMore()) {
      let before = mistakes?.count
      let profile = try PlatformProfile(
        named: value, scenarioFile: scenarioFile, providing: groups, phone: phone,
        parameters: parameters)
      if mistakes?.count == before, profiles.contains(where: { $0.name == profile.name }) {
        try mistakes.report(
          value.error(expected: "profiles with different names, not '\(profile.name)' twice"))
      }
      profiles.append(profile)
      if let file = try PlatformProfile.file(named: value, scenarioFile: scenarioFile) {
        files.append(file)
      }
    }
    if profiles.isEmpty { profiles = [.simulator] }
    profileFiles = files
    all = rates.flatMap { rate in
      profiles.map { profile in
        let names = [
          rates.count > 1 ? "\(rate.shortText) Hz" : nil, profiles.count > 1 ? profile.name : nil,
        ]
        return DeviceVariant(
          name: names.compactMap(\.self).joined(separator: ", "),
          device: Device(viewport: viewport, scale: scale, refresh: rate, profile: profile))
      }
    }
  }

  private static func viewport(_ value: YAMLValue) throws(InputError) -> Viewport {
    let lengths = try value.elements()
    guard lengths.count == 2 else {
      throw value.error(expected: "a width and a height in points: [393, 852]")
    }
    return Viewport(
      width: Double(try lengths[0].integer(in: sides)),
      height: Double(try lengths[1].integer(in: sides)))
  }

  private static func slowness(_ mapping: YAMLMapping) throws(InputError) -> Slowness? {
    let upTo = try mapping["slowness-up-to"]?.number(in: Slowness.axis)
    guard let value = mapping["slowness"] else {
      if let other = mapping["slowness-up-to"] { throw other.error(expected: "'slowness' with it") }
      return nil
    }
    let factor = try value.number(in: Slowness.axis)
    if let upTo, upTo < factor, let other = mapping["slowness-up-to"] {
      throw other.error(expected: "at least the slowness, \(Slowness.text(factor))")
    }
    return Slowness(factor, upTo: upTo)
  }

  private static func refreshRates(_ value: YAMLValue?) throws(InputError) -> [Double] {
    guard let value else { return [60] }
    var rates: [Double] = []
    for element in try value.oneOrMore() {
      let rate = try element.number(in: Self.rates)
      guard !rates.contains(rate) else { throw element.error(expected: "every refresh rate once") }
      rates.append(rate)
    }
    return rates
  }

  /// The first of the devices, whose screen all of them have.
  var first: Device { all[0].device }

  /// The names of the variants; one empty name for one device.
  var names: [String] { all.map(\.name) }

  /// The facts about the screen and the profiles for a report.
  var facts: [(name: String, value: String)] {
    let viewport = first.viewport
    let rates = all.map { "\(Int($0.device.refresh))" }.uniqued().joined(separator: " and ")
    let profiles = all.map(\.device.profile.name).uniqued().joined(separator: ", ")
    let files = profileFiles.isEmpty ? "" : " from \(profileFiles.joined(separator: ", "))"
    let size = "\(Int(viewport.width)) x \(Int(viewport.height)) pt"
    return [("screen", "\(size) at \(first.scale)x, \(rates) Hz"), ("profile", profiles + files)]
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

extension LatencyDistribution {
  /// The latencies with the median and the 95th percentile of a profile.
  init(_ profile: PlatformProfile, _ median: ProfileParameter.Name, _ p95: ProfileParameter.Name) {
    self.init(median: Int64(profile[median]), percentile95: Int64(profile[p95]))
  }
}

extension RegionMapView {
  /// A map on a device, whose profile has the parameters of its region.
  convenience init(
    on device: Device, main: MainThread, visibleMapRect: MapRect, fitting: RegionFitting = .exact
  ) {
    let profile = device.profile
    self.init(
      main: main, viewport: device.viewport, visibleMapRect: visibleMapRect,
      refresh: device.refresh, fitting: fitting,
      layoutPassConversions: profile.count(.layoutPassConversions),
      changeThreshold: profile[.regionChangeThreshold],
      animationDuration: Int64(profile[.regionAnimation]))
  }
}
