#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension Viewport {
  /// The smallest rectangle of this view's aspect ratio around a region's centre whose own region,
  /// read back, covers the region's spans.
  ///
  /// Unlike ``mapRectThatFits(_:)`` it takes the span of latitude for the one that ``Region`` has of
  /// a rectangle, which lies higher on one side of the centre than on the other. So a region that
  /// was read back gives its rectangle again, but for the last digits:
  /// `mapRect(readBackAs: Region(rect))` is `rect` to a hundred-thousandth of a map point, as far
  /// as its centre lies within ``MapPoint/greatestLatitude``.
  ///
  /// The half of the rectangle's height is d on Mercator's ordinate, where with the centre's
  /// ordinate m tan(span / 2) = sinh(d) / cosh(m), by the addition theorem of the Gudermannian
  /// function. For a span of 180 degrees the rectangle is several times as high as the world.
  ///
  /// - Parameter region: a valid one.
  public func mapRect(readBackAs region: Region) -> MapRect {
    let center = MapPoint(region.center)
    let greatest = MapPoint.greatestLatitude
    let latitude = min(max(region.center.latitude, -greatest), greatest)
    // The hyperbolic cosine of the ordinate is the secant of the latitude.
    let halfOrdinate = asinh(
      tan(region.span.latitudeDelta * (.pi / 360)) / cos(latitude * (.pi / 180)))
    let world = MapSize.world
    let height = halfOrdinate / .pi * world.height
    let fitted = max(
      region.span.longitudeDelta / 360 * world.width, height * (width / self.height))
    return MapRect(
      center: center, size: MapSize(width: fitted, height: fitted * (self.height / width)))
  }
}
