import Platform
import ScenarioModel
import Simulation
import Support

/// The lines of a scenario, in one of four situations.
struct LineSettings: Settings {
  enum Situation: String, CaseIterable {
    /// A track that grows by a fix each second; the size is the number of fixes.
    case growingRoute = "growing-route"
    /// Routes, one of them selected; the size is their number.
    case manyRoutes = "many-routes"
    /// One route; the size is its length in kilometres.
    case oneRoute = "one-route"
    /// Delivery zones, one of them selected; the size is their number.
    case zones
  }

  private enum ZoneShape: String, CaseIterable {
    case polygon
    case circle
  }

  private var situation = Situation.growingRoute
  private var zoneShape = ZoneShape.polygon
  /// The points of each of many routes, and of a polygon's outline.
  private var points = 50
  /// The selections per second; `nil` for the profile's.
  private var selectionRate: Double?
  private(set) var seed: UInt64 = 0

  static let keys: [Key<Self>] = [
    .choice("situation", \.situation, what: "situation", required: true, "what is on the map"),
    .choice("shape", \.zoneShape, what: "shape", "what a zone is"),
    .init(
      ScenarioKey(
        "points", .integer(2...100_000), standard: "50",
        "the points of each route in 'many-routes', or of a polygon's outline"),
      read: { (yaml, lines) throws(InputError) in
        lines.points = try yaml.integer(in: (lines.shape == .line ? 2 : 3)...100_000)
      }, text: { _ in nil }),
    .number("selections", \.selectionRate, in: 0...60, "selections of a route or zone per second"),
    .seed(\.seed),
  ]

  func check(_ mapping: YAMLMapping) throws(InputError) {
    for key in ["points", "selections"] where situation != .manyRoutes && situation != .zones {
      if let value = mapping[key] {
        throw value.error(expected: "the situation 'zones' or 'many-routes' with '\(key)'")
      }
    }
    if situation != .zones, let value = mapping["shape"] {
      throw value.error(expected: "the situation 'zones' with 'shape'")
    }
    if shape == .circle, let value = mapping["points"] {
      throw value.error(expected: "no points: a circle has a center and a radius")
    }
  }

  var isGrowing: Bool { situation == .growingRoute }
  var maxSize: Int { isGrowing ? 100_000 : 20_000 }
  var warmUpSize: Int { isGrowing ? 20 : 5 }

  var defaultSize: Int {
    switch situation {
    case .growingRoute: 600
    case .manyRoutes, .zones: 200
    case .oneRoute: 100
    }
  }

  /// The shape of a zone; routes are lines.
  var shape: OverlayShape {
    guard situation == .zones else { return .line }
    return zoneShape == .circle ? .circle : .polygon
  }

  var description: String {
    let selections = (selectionRate.map { "\($0) selections per second, " } ?? "") + "seed \(seed)"
    return switch situation {
    case .growingRoute: "a track that grows by a fix each second, seed \(seed)"
    case .manyRoutes: "routes of \(points) points each, \(selections)"
    case .oneRoute: "one route along a road, seed \(seed)"
    case .zones where shape == .circle: "zones, each a circle, \(selections)"
    case .zones: "zones of \(points) points each, \(selections)"
    }
  }

  func script(
    size: Int, camera: CameraSource?, on device: Device, profile: PlatformProfile
  ) throws -> LineScript {
    var generator = LineGenerator(seed: seed, profile: profile)
    guard !isGrowing, let camera else {
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
