#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The size of a map view on screen, in points.
public struct Viewport: Hashable, Sendable, Codable {
  /// Points from left to right.
  public var width: Double
  /// Points from top to bottom.
  public var height: Double

  /// A view of the given sides, in points.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Tiles are 256 points wide: zoom 0 shows the world in one of them.
  public static let tileSize = 256.0

  /// The rectangle that a map view of this size shows when it is asked for a region: the smallest
  /// of the view's aspect ratio, with the same centre, that contains the request.
  ///
  /// The comparison is made in map points, as MapKit does: a square request in a portrait view
  /// keeps its width and grows in height.
  public func mapRectThatFits(_ region: Region) -> MapRect {
    let center = MapPoint(region.center)
    let requested = MapRect(region)
    // Degrees of latitude are not symmetric around the centre on the flat world.
    let halfHeight = max(center.y - requested.minY, requested.maxY - center.y)
    let widthForHeight = 2 * halfHeight * width / height
    let fitted = max(requested.width, widthForHeight)
    return MapRect(center: center, size: MapSize(width: fitted, height: fitted * height / width))
  }

  /// The region that a map view of this size reads back after it was asked for one, as
  /// `MKMapView.regionThatFits(_:)`.
  public func regionThatFits(_ region: Region) -> Region {
    Region(mapRectThatFits(region))
  }

  /// The zoom level at which a view of this width shows a rectangle: 0 shows the world in 256
  /// points, and each level doubles that; fractional in between.
  public func zoom(showing rect: MapRect) -> Double {
    log2(MapSize.world.width / Self.tileSize * (width / rect.width))
  }

  /// The rectangle that a view of this size shows around a centre at a zoom level.
  public func mapRect(center: MapPoint, zoom: Double) -> MapRect {
    let mapPointsPerPoint = MapSize.world.width / (Self.tileSize * exp2(zoom))
    return MapRect(
      center: center,
      size: MapSize(width: width * mapPointsPerPoint, height: height * mapPointsPerPoint))
  }

  /// The smallest rectangle of this view's aspect ratio, with the same middle, that contains a
  /// rectangle, as `MKMapView.mapRectThatFits(_:)`. One that has the aspect ratio already, up to
  /// rounding, is returned unchanged.
  public func mapRectThatFits(_ rect: MapRect) -> MapRect {
    let widthForHeight = rect.height * (width / height)
    if abs(widthForHeight - rect.width) <= 1e-12 * rect.width { return rect }
    let fitted = max(rect.width, widthForHeight)
    return MapRect(
      center: MapPoint(x: rect.midX, y: rect.midY),
      size: MapSize(width: fitted, height: fitted * (height / width)))
  }

  /// The smallest rectangle of this view's aspect ratio around a region's centre whose own region,
  /// read back, covers the region's spans.
  ///
  /// Unlike ``mapRectThatFits(_:)-(Region)``, it uses the span of latitude that ``Region`` computes
  /// from a rectangle, which lies higher on one side of the centre than on the other. So a region
  /// that was read back gives its rectangle again, except for the last digits: `mapRect(readBackAs:
  /// Region(rect))` is `rect` to a hundred-thousandth of a map point, if its centre lies within
  /// ``MapPoint/maxLatitude``.
  ///
  /// The half of the rectangle's height is d on Mercator's ordinate, where with the centre's
  /// ordinate m tan(span / 2) = sinh(d) / cosh(m), by the addition theorem of the Gudermannian
  /// function. For a span of 180 degrees the rectangle is several times as high as the world.
  ///
  /// - Parameter region: a valid one.
  public func mapRect(readBackAs region: Region) -> MapRect {
    let center = MapPoint(region.center)
    let limit = MapPoint.maxLatitude
    let latitude = min(max(region.center.latitude, -limit), limit)
    // The hyperbolic cosine of the ordinate is the secant of the latitude.
    let halfOrdinate = asinh(
      tan(region.span.latitudeDelta * (.pi / 360)) / cos(latitude * (.pi / 180)))
    let world = MapSize.world
    let height = halfOrdinate / .pi * world.height
    let fitted = max(region.span.longitudeDelta / 360 * world.width, height * (width / self.height))
    return MapRect(
      center: center, size: MapSize(width: fitted, height: fitted * (self.height / width)))
  }
}
