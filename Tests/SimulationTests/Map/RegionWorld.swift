import Clustering
import Simulation
import TestSupport

/// A map view on a clock, whose delegate records its calls.
final class RegionWorld: RegionMapViewDelegate {
  enum Event: Hashable {
    case will(animated: Bool)
    case visible
    case did(animated: Bool)
  }

  let simulation = Simulation()
  let main: MainThread
  let map: RegionMapView
  private(set) var events: [Event] = []
  /// The regions that the map showed with each of the events, and their times.
  private(set) var regions: [Region] = []
  private(set) var rects: [MapRect] = []
  private(set) var times: [Int64] = []
  /// The action of the app in a call.
  var onWill: ((RegionWorld) -> Void)?
  var onVisible: ((RegionWorld) -> Void)?
  var onDid: ((RegionWorld) -> Void)?

  /// The number of steps that were reported to the delegate.
  var stepCount: Int { events.count { $0 == .visible } }

  static let beijing = Coordinate(39.9042, 116.4074)
  static let beijingRegion = Region(
    center: beijing, latitudinalMeters: 2000, longitudinalMeters: 2000)

  /// - Parameter layoutPassConversions: `nil` for as many as keep an inexact map from coming to rest
  ///   after a change: 1, and 2 on the expanding map.
  init(
    viewport: Viewport = Viewport(width: 320, height: 480), showing region: Region? = nil,
    askedFor wanted: Region? = nil, refresh: Double = 60, fitting: RegionFitting = .exact,
    layoutPassConversions: Int? = nil,
    changeThreshold: Double = 1e-5, animationDuration: Int64 = 400_000_000,
    watchdogLimit: Int64 = .max
  ) {
    main = MainThread(simulation: simulation, hangThreshold: .max, watchdogLimit: watchdogLimit)
    map = RegionMapView(
      main: main, viewport: viewport,
      visibleMapRect: region.map { viewport.mapRect(readBackAs: $0) } ?? .world,
      refresh: refresh, fitting: fitting,
      layoutPassConversions: layoutPassConversions ?? (fitting == .expanding ? 2 : 1),
      changeThreshold: changeThreshold, animationDuration: animationDuration)
    map.delegate = self
    if let wanted { map.setRegion(wanted, animated: false) }
  }

  func forgetEvents() {
    events = []
    regions = []
    rects = []
    times = []
  }

  private func note(_ event: Event) {
    events.append(event)
    regions.append(map.region)
    rects.append(map.visibleMapRect)
    times.append(simulation.now)
  }

  func mapView(_ mapView: RegionMapView, regionWillChangeAnimated animated: Bool) {
    note(.will(animated: animated))
    onWill?(self)
  }

  func mapViewDidChangeVisibleRegion(_ mapView: RegionMapView) {
    note(.visible)
    onVisible?(self)
  }

  func mapView(_ mapView: RegionMapView, regionDidChangeAnimated animated: Bool) {
    note(.did(animated: animated))
    onDid?(self)
  }
}

extension RegionWorld.Event {
  /// A change at once.
  static let change: [Self] = [.will(animated: false), .visible, .did(animated: false)]

  /// An animated change with a number of steps; 24 are a whole one.
  static func animation(steps: Int = 24) -> [Self] {
    [.will(animated: true)] + Array(repeating: .visible, count: steps) + [.did(animated: true)]
  }
}

extension RegionMapView {
  /// A movement of the user's fingers, from its beginning to its end.
  func gesture(_ movements: [UserMovement]) {
    userDidBeginGesture()
    for movement in movements { userDidMove(by: movement) }
    userDidEndGesture()
  }
}

extension RegionFitting {
  static let inexact: [Self] = [
    .residual(points: 0.024), .centerResidual(degrees: 1e-9), .expanding,
  ]
  static let all: [Self] = [.exact] + inexact
}

extension Region {
  /// A region somewhere on earth, from a street to a continent.
  static func random(
    latitudes: ClosedRange<Double> = -84...84, using generator: inout SeededGenerator
  ) -> Region {
    Region(
      .random(in: latitudes, using: &generator), .random(in: -180...180, using: &generator),
      degrees: randomSpan(using: &generator))
  }

  private static func randomSpan(using generator: inout SeededGenerator) -> Double {
    // 0.002 to 64 degrees, each doubling as likely as any other.
    var span = 0.002 * Double.random(in: 1...2, using: &generator)
    for _ in 0..<Int.random(in: 0...14, using: &generator) { span *= 2 }
    return span
  }
}

extension Viewport {
  /// A phone or a tablet, upright or not, or a part of its screen.
  static func random(using generator: inout SeededGenerator) -> Viewport {
    Viewport(
      width: .random(in: 200...1_400, using: &generator).rounded(),
      height: .random(in: 200...1_400, using: &generator).rounded())
  }
}

extension MapRect {
  /// The largest distance between two edges of two rectangles, in map points, whichever name the
  /// antimeridian has.
  func distance(to other: MapRect) -> Double {
    let east = abs(minX - other.minX)
    return max(
      min(east, abs(east - MapSize.world.width)), abs(minY - other.minY),
      abs(width - other.width), abs(height - other.height))
  }

  var aspect: Double { width / height }
}
