import MapGeometry

/// A part of a line that an overlay has, with the points of the line that it begins with.
public struct OverlayLine: Hashable, Sendable {
  /// The number of the line in the app's data.
  public let line: Int
  /// The position in that line of the first point.
  public let firstPoint: Int
  /// The points, each of them a point of that line, in its order.
  public let points: [MapPoint]
  /// The smallest rectangle around the points.
  package let bounds: MapRect

  /// Creates a part of a line.
  ///
  /// - Parameters:
  ///   - line: the number of the line in the app's data; only a judge of what is drawn reads it.
  ///   - firstPoint: the position in that line of the first point.
  public init(line: Int, firstPoint: Int = 0, points: [MapPoint]) {
    self.line = line
    self.firstPoint = firstPoint
    self.points = points
    bounds = MapRect(around: points)
  }
}

/// A shape on a map: one line as `MKPolyline`, or several in one overlay as `MKMultiPolyline`.
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

/// The color and the width of a line.
public struct LineStyle: Hashable, Sendable {
  /// The color of the stroke.
  public var color: Color
  /// The width in points of the screen.
  public var width: Double

  /// Creates a style.
  public init(color: Color, width: Double) {
    self.color = color
    self.width = width
  }

  /// The stroke of the axiom-mapkit guide and the ClusterMap post: blue, 5 points wide.
  public static let route = LineStyle(
    color: Color(red: 0x0A, green: 0x84, blue: 0xFF), width: 5)
  /// A line that is not selected: gray, 3 points wide.
  public static let other = LineStyle(
    color: Color(red: 0x8E, green: 0x8E, blue: 0x93), width: 3)
}

/// The renderer of an overlay, as `MKPolylineRenderer`.
public final class OverlayRenderer {
  /// The overlay that it draws.
  public let overlay: MapOverlay
  /// The style. A new renderer has none and draws nothing: MapKit's has a width of 0 and no color.
  public fileprivate(set) var style: LineStyle?

  /// Creates a renderer, without a style unless one is given.
  public init(_ overlay: MapOverlay, style: LineStyle? = nil) {
    self.overlay = overlay
    self.style = style
  }

  func setStyle(_ style: LineStyle?) { self.style = style }
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
    return MapRect(
      x: x, y: y, width: max(maxX, other.maxX) - x, height: max(maxY, other.maxY) - y)
  }
}
