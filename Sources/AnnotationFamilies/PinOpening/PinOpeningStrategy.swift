import Clustering
import MapGeometry
import MapSimulation
import PinData
import ScenarioModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An app's code that shows pins, and decides what a tap on a cluster does.
///
/// The harness shows all pins, and taps one marker after the other until a certain pin is open.
/// Used by one thread at a time.
public protocol PinOpeningStrategy: PinOpeningCallbacks, SendableMetatype {
  /// Makes the strategy from its pins.
  init(pins: PinSet, context: StrategyContext) throws
}

/// The callbacks of a ``PinOpeningStrategy``: those of a map, and a tap on a cluster.
public protocol PinOpeningCallbacks: AnnotationStrategyCallbacks {
  /// A person tapped a cluster, as `mapView(_:didSelect:)`.
  ///
  /// A tap on a single pin opens it, and is not asked for.
  func mapView(_ mapView: MapView, didTap cluster: TappedCluster) -> TapResponse
}

/// A cluster that a person tapped.
public struct TappedCluster {
  /// The annotation of the strategy, or one of the map's own clustering.
  public let annotation: Annotation
  /// The pins of the cluster, in ascending order, at least two.
  public let pins: [Int]
  /// The closest zoom level of the map.
  public let zoomLimit: Double
}

/// The effect of a tap on a cluster.
public enum TapResponse: Hashable, Sendable {
  /// Nothing happens.
  case nothing
  /// The map shows a rectangle, fitted to the screen, as close as it can.
  case zoom(to: MapRect)
  /// The pins are laid out around the cluster, over everything else.
  case fan([FannedMarker])
  /// A list of the pins appears, in the order of the array.
  case list([Int])
}

/// The marker of a pin that is laid out around its cluster.
public struct FannedMarker: Hashable, Sendable {
  /// The pin.
  public let pin: Int
  /// The marker's middle from that of the cluster to the right, in points of the screen.
  public let x: Double
  /// The same downwards.
  public let y: Double

  /// Creates a marker at a distance from its cluster.
  public init(pin: Int, x: Double, y: Double) {
    self.pin = pin
    self.x = x
    self.y = y
  }
}

/// A map of any content with one behavior of its clusters.
final class OpeningMap: PinOpeningCallbacks {
  /// What a tap on a cluster does.
  enum Behavior {
    /// Shows the rectangle around the pins of the cluster.
    case zoom
    /// The same; pins that no zoom level separates are laid out around the cluster.
    case zoomOrFan(FanLayout)
    /// The same; pins that no zoom level separates are listed.
    case zoomOrList
  }

  private let content: any AnnotationStrategyCallbacks
  private let points: [MapPoint]
  private let behavior: Behavior
  /// The lowest zoom level at which the pins of a cluster are in several items; `nil` if they are
  /// together at all levels.
  private let expansionZoom: (AnnotationID) -> Int?

  /// The room around the pins of a cluster that the map zooms to, as a fraction of their extent.
  private static let padding = 0.1

  init(
    _ content: any AnnotationStrategyCallbacks, points: [MapPoint], behavior: Behavior = .zoom,
    expansionZoom: @escaping (AnnotationID) -> Int? = { _ in nil }
  ) {
    self.content = content
    self.points = points
    self.behavior = behavior
    self.expansionZoom = expansionZoom
  }

  func mapViewDidChangeVisibleRegion(_ mapView: MapView) throws {
    try content.mapViewDidChangeVisibleRegion(mapView)
  }

  func regionDidChange(_ mapView: MapView) throws { try content.regionDidChange(mapView) }

  func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    content.mapView(mapView, viewFor: annotation)
  }

  func forEachPin(of annotation: Annotation, _ body: (Int) -> Void) {
    content.forEachPin(of: annotation, body)
  }

  func mapView(_ mapView: MapView, didTap cluster: TappedCluster) -> TapResponse {
    switch behavior {
    case .zoom: break
    case .zoomOrFan(let layout):
      if isInseparable(cluster) { return .fan(layout.markers(of: cluster.pins)) }
    case .zoomOrList:
      if isInseparable(cluster) { return .list(cluster.pins) }
    }
    return .zoom(to: rect(around: cluster.pins))
  }

  private func isInseparable(_ cluster: TappedCluster) -> Bool {
    guard let zoom = expansionZoom(cluster.annotation.id) else { return true }
    return Double(zoom) > cluster.zoomLimit
  }

  /// The rectangle around pins, the short way around the world.
  private func rect(around pins: [Int]) -> MapRect {
    let world = MapSize.world.width
    let origin = points[pins[0]]
    var (minX, maxX, minY, maxY) = (0.0, 0.0, origin.y, origin.y)
    for pin in pins {
      var x = points[pin].x - origin.x
      x -= (x / world).rounded() * world
      minX = min(minX, x)
      maxX = max(maxX, x)
      minY = min(minY, points[pin].y)
      maxY = max(maxY, points[pin].y)
    }
    return MapRect(
      x: origin.x + minX, y: minY, width: maxX - minX, height: maxY - minY
    ).padded(by: Self.padding)
  }
}

/// Markers on a circle, or on a spiral if there are many: the layout of Leaflet.markercluster's
/// spiderfy, with its numbers, which are made for icons of 25 x 41 pixels.
struct FanLayout: Hashable, Sendable {
  /// The factor to all distances, `spiderfyDistanceMultiplier`.
  let multiplier: Double

  /// From so many markers on they lie on a spiral.
  private static let spiralFrom = 9
  private static let circleSeparation = 25.0
  private static let circleMinRadius = 35.0
  private static let spiralSeparation = 28.0
  private static let spiralStart = 11.0
  private static let spiralGrowth = 5.0

  func markers(of pins: [Int]) -> [FannedMarker] {
    pins.count < Self.spiralFrom ? circle(pins) : spiral(pins)
  }

  private func circle(_ pins: [Int]) -> [FannedMarker] {
    let circumference = multiplier * Self.circleSeparation * Double(2 + pins.count)
    let radius = max(circumference / (2 * .pi), Self.circleMinRadius)
    return pins.enumerated().map { index, pin in
      let angle = Double(index) * 2 * .pi / Double(pins.count)
      return FannedMarker(pin: pin, x: radius * cos(angle), y: radius * sin(angle))
    }
  }

  /// The last pin is the innermost.
  private func spiral(_ pins: [Int]) -> [FannedMarker] {
    var radius = multiplier * Self.spiralStart
    var angle = 0.0
    var markers: [FannedMarker] = []
    // One place more than there are pins: the innermost would lie on the cluster.
    for index in (0...pins.count).reversed() {
      if index < pins.count {
        markers.append(
          FannedMarker(pin: pins[index], x: radius * cos(angle), y: radius * sin(angle)))
      }
      angle += multiplier * Self.spiralSeparation / radius + Double(index) * 0.0005
      radius += multiplier * Self.spiralGrowth * 2 * .pi / angle
    }
    return markers.reversed()
  }
}
