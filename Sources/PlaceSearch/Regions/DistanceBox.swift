import MapGeometry

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The rectangles of degrees that contain all places within a distance of a centre.
struct DistanceBox {
  let latitudes: ClosedRange<Double>
  /// Two where the box crosses the antimeridian.
  let longitudes: [ClosedRange<Double>]

  init(center: Coordinate, distance: Double) {
    // More than all rounding, less than matters.
    let angle = distance / Coordinate.meanEarthRadius * (1 + 1e-9) + 1e-12
    let degrees = angle * 180 / .pi
    let south = center.latitude - degrees
    let north = center.latitude + degrees
    latitudes = max(south, -90)...min(north, 90)
    guard south > -90, north < 90 else {
      longitudes = [-180...180]
      return
    }
    // Where the meridians touch the circle; it has no pole inside, so the ratio is below 1.
    let ratio = min(sin(angle) / cos(center.latitude * .pi / 180), 1)
    let halfWidth = asin(ratio) * 180 / .pi * (1 + 1e-9) + 1e-9
    let west = center.longitude - halfWidth
    let east = center.longitude + halfWidth
    if halfWidth >= 180 {
      longitudes = [-180...180]
    } else if west < -180 {
      longitudes = [-180...east, west + 360...180]
    } else if east > 180 {
      longitudes = [west...180, -180...east - 360]
    } else {
      longitudes = [west...east]
    }
  }
}
