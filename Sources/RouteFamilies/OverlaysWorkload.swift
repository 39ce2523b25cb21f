import MapGeometry
import MapSimulation
import PlatformProfiles
import ScenarioModel
import Workloads
import YAMLReading

/// The environment of a scenario with overlays: lines or zones, a screen, and how its camera moves.
struct OverlaysWorkload: Workload {
  static let keys: [ScenarioKey] = ["lines", "device", "camera"]
  /// The parameters that the modelled numbers rest on.
  private static let profileGroups: [ProfileParameter.Group] = [.app, .map, .overlays]

  private var source: LineSource
  private var camera: CameraSource?
  private let devices: [DeviceVariant]
  private let profileFiles: [String]
  private let entries: [StrategyEntry<OverlaysFamily.Make>]

  init(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides,
    entries: [StrategyEntry<OverlaysFamily.Make>]
  ) throws(InputError) {
    source = try LineSource(mapping.value("lines"))
    let device = try mapping.value("device")
    devices = try DeviceVariant.variants(
      device, scenarioFile: file, providing: Self.profileGroups, parameters: parameters)
    profileFiles = try DeviceVariant.profileFiles(device, scenarioFile: file)
    if source.isGrowing {
      if let value = mapping["camera"] {
        throw value.error(expected: "no camera: the map follows a track that grows")
      }
    } else {
      camera = try CameraSource(
        mapping.value("camera"), scenarioFile: file, refreshRates: devices.map(\.device.refresh))
    }
    self.entries = entries
  }

  var variants: [String] { devices.map(\.name) }
  private var device: Device { devices[0].device }
  var maxSize: Int { source.maxSize }
  var profile: PlatformProfile? { device.profile }
  var profileGroups: [ProfileParameter.Group] {
    Self.profileGroups + [.lines] + (camera?.profileGroups ?? [])
  }
  var refresh: Double? { device.refresh }
  var inputFiles: [String] { [camera?.file].compactMap(\.self) + profileFiles }

  func platform(of variant: String) -> VariantPlatform {
    let device = (devices.first { $0.name == variant } ?? devices[0]).device
    return VariantPlatform(variant: variant, refresh: device.refresh, profile: device.profile)
  }

  func defaultSize() -> Int { source.defaultSize }

  func check(sizes: [Int]) throws { try camera?.check() }

  var seeds: [(name: String, seed: UInt64)] {
    [("lines", source.seed)] + (camera?.seed.map { [(name: "camera", seed: $0)] } ?? [])
  }

  func reseeded(_ seed: UInt64) -> Self {
    var workload = self
    workload.source.seed = seed
    workload.camera = camera?.reseeded(seed)
    return workload
  }

  var facts: [(name: String, value: String)] {
    let viewport = device.viewport
    return [
      ("lines", source.description),
      ("camera", camera?.description ?? "follows the track, and looks at all of it now and then"),
      (
        "screen",
        "\(Int(viewport.width)) x \(Int(viewport.height)) pt at \(device.scale)x, "
          + "\(Int(device.refresh)) Hz"
      ),
      ("profile", device.profile.name),
    ]
  }

  func prepare(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    try replay(
      scenarioCase, size: scenarioCase.size, on: device(of: scenarioCase), sharing: SharedValues())
  }

  /// A few points load the code.
  func prepareWarmUp(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    let device = try device(of: scenarioCase)
    return try replay(
      scenarioCase, size: min(scenarioCase.size, source.warmUpSize),
      on: Device(
        viewport: device.viewport, scale: 1, refresh: device.refresh, profile: device.profile),
      sharing: SharedValues(), steps: 20)
  }

  func evaluate(
    _ scenarioCase: Case, folders: TrialFolders, sharing shared: SharedValues
  ) throws -> any ReplayRecord {
    let device = try device(of: scenarioCase)
    let replay = try replay(
      scenarioCase, size: scenarioCase.size,
      on: Device(
        viewport: device.viewport, scale: 0, refresh: device.refresh, profile: device.profile),
      sharing: shared)
    let observed = try replay.observe { _ in }
    replay.releaseMap()
    return EvaluatedOverlays(replay: replay, observed: ObservedLines.table.values(of: observed))
  }

  func inspect(
    _ scenarioCase: Case, folders: TrialFolders, pictures: String
  ) throws -> Inspection {
    // The pictures of all devices are the same.
    let hasPictures = scenarioCase.variant == variants[0]
    return try replay(
      scenarioCase, size: scenarioCase.size, on: device(of: scenarioCase), sharing: SharedValues()
    ).inspect(scenarioCase, picturesFolder: hasPictures ? pictures : nil)
  }

  private func device(of scenarioCase: Case) throws(WorkloadError) -> Device {
    guard let found = devices.first(where: { $0.name == scenarioCase.variant }) else {
      throw .unknownVariant(scenarioCase.variant, known: variants)
    }
    return found.device
  }

  /// - Parameter count: the number of steps; `nil` for all.
  private func replay(
    _ scenarioCase: Case, size: Int, on device: Device, sharing shared: SharedValues,
    steps count: Int? = nil
  ) throws -> OverlaysReplay {
    let entry = try entries.entry(of: scenarioCase)
    var script = try shared.value(
      "script", source.description, camera?.description ?? "", size, device.viewport,
      device.refresh, under: device.profile
    ) { profile in
      try source.script(size: size, camera: camera, on: device, profile: profile)
    }
    if let count {
      script = LineScript(
        lines: script.lines, steps: Array(script.steps.prefix(count)),
        refreshes: script.refreshes, shape: script.shape)
    }
    return OverlaysReplay(script: script, device: device, make: entry.make)
  }
}

/// An observed replay of which another profile predicts other times and memory.
private struct EvaluatedOverlays: ReplayRecord {
  let replay: OverlaysReplay
  /// The values that no cost changes.
  let observed: [NamedValue]

  func values(under profile: PlatformProfile) -> [NamedValue] {
    replay.values(under: profile) + observed
  }
}

/// The lines of a scenario, in one of four situations.
struct LineSource: Sendable {
  enum Situation: String, CaseIterable {
    /// A track that grows by a fix each second; the size is the number of fixes.
    case growingRoute = "growing-route"
    /// Routes of which one is selected; the size is their number.
    case manyRoutes = "many-routes"
    /// One route; the size is its length in kilometres.
    case oneRoute = "one-route"
    /// Delivery zones of which one is selected; the size is their number.
    case zones
  }

  private let situation: Situation
  /// What a zone is; routes are lines.
  private let shape: OverlayShape
  /// The points of each of many routes, and of a polygon's outline.
  private let points: Int
  /// The selections per second; `nil` for the profile's.
  private let selectionRate: Double?
  var seed: UInt64

  private static let keys = ["situation", "shape", "points", "selections", "seed"]

  init(_ yaml: YAMLValue) throws(InputError) {
    let mapping = try yaml.mapping(keys: Self.keys)
    let value = try mapping.value("situation")
    let name = try value.text()
    guard let situation = Situation(rawValue: name) else {
      throw value.unknownName(
        name, what: "situation", known: Situation.allCases.map(\.rawValue))
    }
    self.situation = situation
    seed = UInt64(try mapping["seed"]?.integer(in: 0 ... .max) ?? 0)
    if situation != .manyRoutes && situation != .zones {
      for key in ["points", "selections"] {
        if let value = mapping[key] {
          throw value.error(expected: "the situation zones or many-routes together with '\(key)'")
        }
      }
    }
    shape = try Self.shape(mapping["shape"], in: situation)
    if shape == .circle, let value = mapping["points"] {
      throw value.error(expected: "no points: a circle has a center and a radius")
    }
    points = try mapping["points"]?.integer(in: (shape == .line ? 2 : 3)...100_000) ?? 50
    selectionRate = try mapping["selections"]?.number(in: 0...60)
  }

  private static func shape(
    _ yaml: YAMLValue?, in situation: Situation
  ) throws(InputError) -> OverlayShape {
    guard let yaml else { return situation == .zones ? .polygon : .line }
    guard situation == .zones else {
      throw yaml.error(expected: "the situation zones together with 'shape'")
    }
    let name = try yaml.text()
    guard let shape = OverlayShape(rawValue: name), shape != .line else {
      throw yaml.unknownName(
        name, what: "shape",
        known: OverlayShape.allCases.filter { $0 != .line }.map(\.rawValue))
    }
    return shape
  }

  var isGrowing: Bool { situation == .growingRoute }

  var maxSize: Int {
    switch situation {
    case .growingRoute: 100_000
    case .manyRoutes: 20_000
    case .oneRoute, .zones: 20_000
    }
  }

  var defaultSize: Int {
    switch situation {
    case .growingRoute: 600
    case .manyRoutes, .zones: 200
    case .oneRoute: 100
    }
  }

  var warmUpSize: Int { situation == .growingRoute ? 20 : 5 }

  var description: String {
    switch situation {
    case .growingRoute: "a track that grows by a fix each second, seed \(seed)"
    case .manyRoutes: "routes of \(points) points each, " + selections
    case .oneRoute: "one route along a road, seed \(seed)"
    case .zones:
      (shape == .circle ? "zones, each a circle, " : "zones of \(points) points each, ")
        + selections
    }
  }

  private var selections: String {
    (selectionRate.map { "\($0) selections per second, " } ?? "") + "seed \(seed)"
  }

  func script(
    size: Int, camera: CameraSource?, on device: Device, profile: PlatformProfile
  ) throws -> LineScript {
    var generator = LineGenerator(seed: seed, profile: profile)
    guard situation != .growingRoute, let camera else {
      return .growing(fixes: size, seed: seed, on: device, profile: profile)
    }
    let lines =
      switch situation {
      case .oneRoute: [generator.route(meters: Double(size) * 1_000)]
      case .zones: generator.zones(size, points: shape == .circle ? nil : points)
      case .growingRoute, .manyRoutes: generator.routes(size, points: points)
      }
    return try .still(
      lines, shape: shape, camera: camera,
      selectionRate: situation == .oneRoute ? 0 : selectionRate ?? profile[.routeSelectionRate],
      seed: seed, on: device, profile: profile)
  }
}
