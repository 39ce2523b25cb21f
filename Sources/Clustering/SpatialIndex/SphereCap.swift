import MapGeometry

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The part of the sphere within a distance of a place, as pins and boxes are compared with it.
struct SphereCap {
  let origin: SphereOrigin
  /// In metres, at least 0; may be infinite.
  private(set) var radius: Double

  /// What has at most this haversine is inside.
  private var certainHaversine: Double
  /// What has more than this haversine is outside.
  private var possibleHaversine: Double

  init(origin: SphereOrigin, radius: Double) {
    self.origin = origin
    self.radius = radius
    certainHaversine = 0
    possibleHaversine = 0
    shrink(to: radius)
  }

  /// Makes the cap smaller.
  mutating func shrink(to radius: Double) {
    self.radius = radius
    // Nothing is farther than pi. The doubt is far above the errors of the quick haversine and of
    // the distance, whose arc sine is uncertain by 10^-8 radians for places opposite each other.
    let angle = min(radius / Coordinate.meanEarthRadius, 4)
    let doubt = angle * 1e-7 + 1e-12
    certainHaversine = angle > doubt ? Self.haversine(angle - doubt) : -1
    possibleHaversine = Self.haversine(angle + doubt)
  }

  private static func haversine(_ angle: Double) -> Double {
    guard angle < .pi else { return .infinity }
    let sine = sin(angle / 2)
    return sine * sine
  }

  /// Whether a place is within the radius, that itself included.
  func contains(_ point: MapPoint) -> Bool {
    let haversine = origin.haversine(to: point)
    if haversine <= certainHaversine { return true }
    return haversine <= possibleHaversine && origin.distance(to: point) <= radius
  }

  /// `true` where ``contains(_:)`` is, and seldom where it is not; quicker.
  func mayContain(_ point: MapPoint) -> Bool {
    origin.haversine(to: point) <= possibleHaversine
  }

  /// Whether a place in a box may be within the radius. For a small box it seldom answers so where
  /// none is.
  func mayContainPart(of box: FixedBox) -> Bool {
    origin.leastHaversine(to: box) <= possibleHaversine
  }

  /// Whether all places in a box are certainly inside.
  ///
  /// On one parallel, the distance grows with the difference v of the longitudes. So the farthest
  /// place of the box is on its meridian with the greatest v. The cosine of the distance along that
  /// meridian is A cos(φ - ψ), with A >= 0 and tan ψ = tan φ₀ / cos v. For v <= 90°, both φ and ψ
  /// are from -90° to 90°, so that it falls from its crest at ψ towards both ends of the box. For
  /// v > 90° its trough, ψ ± 180°, is on the other hemisphere than the origin. So where the box is
  /// not there, one of its two corners on that meridian is the farthest place.
  func contains(_ box: FixedBox) -> Bool {
    if certainHaversine == .infinity { return true }
    // The pins and the origin were rounded to units.
    let west = Int64(Int32(bitPattern: box.minX &- origin.place.x)) - 2
    let east = west + Int64(box.maxX - box.minX) + 4
    let v = min(max(-west, east), Self.halfWorld)
    guard v < Self.halfWorld / 2 || isOnHemisphere(box) else { return false }
    let farthest = Double(v) * Self.mapPointsPerUnit
    let top = (Double(box.minY) - 1) * Self.mapPointsPerUnit
    let bottom = (Double(box.maxY) + 1) * Self.mapPointsPerUnit
    return origin.haversine(east: farthest, y: top) <= certainHaversine
      && origin.haversine(east: farthest, y: bottom) <= certainHaversine
  }

  /// Whether a box is on the same side of the equator as the origin.
  private func isOnHemisphere(_ box: FixedBox) -> Bool {
    origin.latitude > 0
      ? Int64(box.maxY) + 1 < Self.halfWorld
      : origin.latitude < 0 && Int64(box.minY) - 1 > Self.halfWorld
  }

  /// In fixed point units.
  private static var halfWorld: Int64 { 1 << 31 }
  private static var mapPointsPerUnit: Double { MapSize.world.width / FixedPoint.worldWidth }

  /// A box that holds the cap's part of the map.
  ///
  /// North and south the cap reaches to the parallels a radius away. Where it holds a pole it meets
  /// every meridian. Otherwise the meridian that touches it on its side makes a triangle with the
  /// origin and the pole, with a right angle where it touches, in which
  /// sin v = sin radius / cos φ₀ for the greatest difference v of longitudes.
  ///
  /// The angle is enlarged beyond what ``contains(_:)`` lets pass, which is far more than the
  /// errors of the formulas here; 2 units are added for the rounding of bounds and pins. A cap that
  /// comes within a millionth of a radian (6 m) of a pole counts as holding it, as the arc sine is
  /// uncertain there.
  var bounds: WrappedBox {
    let angle = radius / Coordinate.meanEarthRadius * (1 + 1e-6) + 1e-11
    let north = origin.latitude + angle
    let south = origin.latitude - angle
    let pole = Double.pi / 2 - 1e-6
    var bounds = WrappedBox.world
    if north < pole { bounds.top = max(Self.unit(atLatitude: north), 2) - 2 }
    if south > -pole { bounds.bottom = min(Self.unit(atLatitude: south), .max - 2) + 2 }
    if north < pole, south > -pole {
      let width = asin(min(sin(angle) / origin.cosineOfLatitude, 1)) / .pi * FixedPoint.worldWidth
      let left = origin.x / Self.mapPointsPerUnit - width / 2 - 2
      bounds.left = UInt32(truncatingIfNeeded: Int64(left.rounded(.down)))
      bounds.width = UInt32(width.rounded(.up)) + 5
    }
    return bounds
  }

  private static func unit(atLatitude latitude: Double) -> UInt32 {
    FixedPoint.units(SphereOrigin.y(atLatitude: latitude))
  }
}
