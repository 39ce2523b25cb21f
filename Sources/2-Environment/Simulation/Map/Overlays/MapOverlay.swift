import Clustering

/// The shape that an overlay draws with its points.
public enum OverlayShape: String, CaseIterable, Sendable {
  /// A line through the points, as `MKPolyline`.
  case line
  /// A closed outline with an interior, as `MKPolygon`; the last point is the first one again.
  case polygon
  /// A circle with an interior, as `MKCircle`; two points are the ends of a diameter.
  case circle
}

/// A part of a line that an overlay has, with the points of the line that it begins with; or the
/// whole outline of a shape.
public struct OverlayLine: Hashable, Sendable {
  /// The number of the line in the app's data.
  public let line: Int
  /// The position in that line of the first point.
  public let firstPoint: Int
  /// The points, each of them a point of that line, in its order.
  public let points: [MapPoint]
  /// The shape that is drawn with the points.
  public let shape: OverlayShape
  /// The smallest rectangle around what is drawn, without the width of the stroke.
  package let bounds: MapRect

  /// Creates a part of a line, or a shape.
  ///
  /// - Parameters:
  ///   - line: the number of the line in the app's data; only a judge of what is drawn reads it.
  ///   - firstPoint: the position in that line of the first point.
  ///   - shape: what is drawn with the points.
  public init(line: Int, firstPoint: Int = 0, points: [MapPoint], shape: OverlayShape = .line) {
    self.line = line
    self.firstPoint = firstPoint
    self.points = points
    self.shape = shape
    let around = MapRect(around: points)
    guard shape == .circle else {
      bounds = around
      return
    }
    let diameter = (around.width * around.width + around.height * around.height).squareRoot()
    bounds = MapRect(
      center: MapPoint(x: around.midX, y: around.midY),
      size: MapSize(width: diameter, height: diameter))
  }
}

/// A shape on a map: one line as `MKPolyline`, one polygon as `MKPolygon`, one circle as `MKCircle`,
/// or several in one overlay as `MKMultiPolyline` and `MKMultiPolygon`; there is no such overlay of
/// circles.
///
/// It does not change: an app that has another line adds another overlay.
public final class MapOverlay {
  /// The lines.
  public let lines: [OverlayLine]
  /// The number of points of all lines.
  public let pointCount: Int
  /// The smallest rectangle around the lines.
  package let bounds: MapRect

  /// Creates an overlay of one line or several.
  public init(_ lines: [OverlayLine]) {
    self.lines = lines
    pointCount = lines.reduce(0) { $0 + $1.points.count }
    bounds = lines.map(\.bounds).reduce(nil) { $0?.union($1) ?? $1 } ?? MapRect(around: [])
  }
}

/// The color and the width of a line, and the color of a shape's interior.
public struct LineStyle: Hashable, Sendable {
  /// The color of the stroke.
  public var color: Color
  /// The width in points of the screen.
  public var width: Double
  /// The color of the interior, as `fillColor`; `nil` for none. A line has no interior.
  public var fill: Color?

  /// Creates a style.
  public init(color: Color, width: Double, fill: Color? = nil) {
    self.color = color
    self.width = width
    self.fill = fill
  }

  /// The style with an interior of its color, a fifth of it opaque.
  public var filled: LineStyle {
    LineStyle(color: color, width: width, fill: color.scaled(by: 51))
  }

  var isVisible: Bool { width > 0 || fill != nil }

  /// The stroke of the axiom-mapkit guide and the ClusterMap post: blue, 5 points wide.
  public static let route = LineStyle(color: Color(red: 0x0A, green: 0x84, blue: 0xFF), width: 5)
  /// A line that is not selected: gray, 3 points wide.
  public static let other = LineStyle(color: Color(red: 0x8E, green: 0x8E, blue: 0x93), width: 3)
}

/// The renderer of an overlay, as `MKPolylineRenderer`, `MKPolygonRenderer` and `MKCircleRenderer`.
public final class OverlayRenderer {
  /// The overlay that it draws.
  public let overlay: MapOverlay
  /// The style. A new renderer has none and draws nothing: MapKit's has a width of 0 and no color.
  public internal(set) var style: LineStyle?

  /// Creates a renderer, without a style unless one is given.
  public init(_ overlay: MapOverlay, style: LineStyle? = nil) {
    self.overlay = overlay
    self.style = style
  }
}

/// The maker of a map's renderers, as `MKMapViewDelegate`.
public protocol OverlayMapDelegate: AnyObject {
  /// Returns the renderer of an overlay that comes into the visible region, as
  /// `mapView(_:rendererFor:)`.
  func mapView(_ mapView: OverlayMapView, rendererFor overlay: MapOverlay) -> OverlayRenderer
}

extension MapRect {
  /// The smallest rectangle around points; one without a place on the world for no points.
  package init(around points: some Sequence<MapPoint>) {
    var (minX, minY) = (Double.infinity, Double.infinity)
    var (maxX, maxY) = (-Double.infinity, -Double.infinity)
    for point in points {
      minX = min(minX, point.x)
      minY = min(minY, point.y)
      maxX = max(maxX, point.x)
      maxY = max(maxY, point.y)
    }
    self =
      minX <= maxX
      ? MapRect(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
      : MapRect(x: -1, y: -1, width: 0, height: 0)
  }

  /// The smallest rectangle around two.
  package func union(_ other: MapRect) -> MapRect {
    let (x, y) = (min(minX, other.minX), min(minY, other.minY))
    return MapRect(x: x, y: y, width: max(maxX, other.maxX) - x, height: max(maxY, other.maxY) - y)
  }
}
