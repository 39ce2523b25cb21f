#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The part of the sphere within a distance of a place, for comparisons with pins and boxes.
struct SphereCap {
  let origin: SphereOrigin
  /// In metres, at least 0; may be infinite.
  private(set) var radius = 0.0

  /// The maximum haversine that is certainly inside.
  private var certainHaversine = 0.0
  /// The maximum haversine that may be inside.
  private var possibleHaversine = 0.0

  init(origin: SphereOrigin, radius: Double) {
    self.origin = origin
    shrink(to: radius)
  }

  /// Makes the cap smaller.
  mutating func shrink(to radius: Double) {
    self.radius = radius
    // Nothing is farther than pi. The doubt is far above the errors of the fast haversine and of
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

  /// Returns whether a place is within the radius, that itself included.
  func contains(_ point: MapPoint) -> Bool {
    let haversine = origin.haversine(to: point)
    if haversine <= certainHaversine { return true }
    return haversine <= possibleHaversine && origin.distance(to: point) <= radius
  }

  /// Returns whether ``contains(_:)`` is, and rarely where it is not; faster.
  func mayContain(_ point: MapPoint) -> Bool {
    origin.haversine(to: point) <= possibleHaversine
  }

  /// Returns whether a place in a box may be within the radius. For a small box it is rarely `true`
  /// where none is.
  func mayContainPart(of box: FixedBox) -> Bool {
    origin.minHaversine(to: box) <= possibleHaversine
  }

  /// Returns whether all places in a box are certainly inside.
  ///
  /// On one parallel, the distance grows with the difference v of the longitudes. So the farthest
  /// place of the box is on its meridian with the maximum v. The cosine of the distance along that
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
    let farthest = Double(v) * FixedPoint.mapPointsPerUnit
    let top = (Double(box.minY) - 1) * FixedPoint.mapPointsPerUnit
    let bottom = (Double(box.maxY) + 1) * FixedPoint.mapPointsPerUnit
    return origin.haversine(east: farthest, y: top) <= certainHaversine
      && origin.haversine(east: farthest, y: bottom) <= certainHaversine
  }

  /// Returns whether a box is on the same side of the equator as the origin.
  private func isOnHemisphere(_ box: FixedBox) -> Bool {
    origin.latitude > 0
      ? Int64(box.maxY) + 1 < Self.halfWorld
      : origin.latitude < 0 && Int64(box.minY) - 1 > Self.halfWorld
  }

  /// In fixed point units.
  private static var halfWorld: Int64 { 1 << 31 }

  /// A box that contains the cap's part of the map.
  ///
  /// North and south the cap reaches to the parallels a radius away. Where it contains a pole it
  /// meets every meridian. Otherwise the meridian that touches it on its side makes a triangle with
  /// the origin and the pole, with a right angle where it touches, in which sin v = sin radius /
  /// cos φ₀ for the maximum difference v of longitudes.
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
      let left = origin.x / FixedPoint.mapPointsPerUnit - width / 2 - 2
      bounds.left = UInt32(truncatingIfNeeded: Int64(left.rounded(.down)))
      bounds.width = UInt32(width.rounded(.up)) + 5
    }
    return bounds
  }

  private static func unit(atLatitude latitude: Double) -> UInt32 {
    FixedPoint.units(SphereOrigin.y(atLatitude: latitude))
  }
}

/// The place that distances are measured from, and fast measurements from it.
///
/// The haversine of an angle is the square of the sine of half the angle. For the angle between two
/// places on the sphere it grows with their distance. On the Mercator map it has a simple form: for
/// places u apart in Mercator's ordinate m and v in longitude, both in radians,
///
///     haversine = (sinh²(u/2) + sin²(v/2)) · cos φ₀ · cos φ
///
/// as sin φ = tanh m and cos φ = 1/cosh m, so that the cosine of the angle,
/// sin φ₀ sin φ + cos φ₀ cos φ cos v, is (sinh m₀ sinh m + cos v) / (cosh m₀ cosh m), and
/// cosh m₀ cosh m - sinh m₀ sinh m is cosh u.
struct SphereOrigin {
  let coordinate: Coordinate
  /// In radians.
  let latitude: Double
  let cosineOfLatitude: Double
  /// The nearest place on the world.
  let place: FixedPlace
  /// In map points; y is off the world close to a pole.
  let x: Double
  private let y: Double

  private let sineOfLatitude: Double
  private let sinhOfMercator: Double
  private let coshOfMercator: Double
  private let worldWidth = MapSize.world.width
  /// Radians in a map point.
  private let radians = 2 * Double.pi / MapSize.world.width

  /// `nil` for a coordinate that is not valid.
  init?(_ coordinate: Coordinate) {
    guard coordinate.isValid else { return nil }
    self.coordinate = coordinate
    latitude = coordinate.latitude * (.pi / 180)
    sineOfLatitude = sin(latitude)
    // Exactly 0 at the poles; the hyperbolic functions are infinite there, and not used.
    cosineOfLatitude = sin((90 - abs(coordinate.latitude)) * (.pi / 180))
    sinhOfMercator = sineOfLatitude / cosineOfLatitude
    coshOfMercator = 1 / cosineOfLatitude
    x = (coordinate.longitude / 360 + 0.5) * worldWidth
    y = Self.y(atLatitude: latitude)
    place = FixedPlace(x: FixedPoint.units(x), y: FixedPoint.units(y))
  }

  /// The y of a latitude in map points; the latitude in radians, from -π/2 to π/2.
  static func y(atLatitude latitude: Double) -> Double {
    (0.5 - asinh(tan(latitude)) / (2 * .pi)) * MapSize.world.height
  }

  /// The great-circle distance to a place in metres.
  func distance(to point: MapPoint) -> Double {
    coordinate.greatCircleDistance(to: point.coordinate)
  }

  /// The haversine of the angle to a place; of that angle it is right to 1 part in 10^10 or to
  /// 10^-14 radians.
  func haversine(to point: MapPoint) -> Double {
    var east = point.x - x
    if east > worldWidth / 2 { east -= worldWidth }
    if east < -worldWidth / 2 { east += worldWidth }
    return haversine(east: east, y: point.y)
  }

  /// The haversine of the angle to a place that is a number of map points east, at most half the
  /// world in either direction.
  func haversine(east: Double, y otherY: Double) -> Double {
    let v = east * radians
    let u = (y - otherY) * radians
    guard abs(u) <= 0.5, abs(v) <= 0.5 else { return farHaversine(v: v, y: otherY) }
    let sinhSquared = Self.squareOfHalf(u * u)
    let sinSquared = -Self.squareOfHalf(-v * v)
    let coshOfU = 1 + 2 * sinhSquared
    let coshOfOther = coshOfMercator * coshOfU + sinhOfMercator * Self.sinh(u)
    return (sinhSquared + sinSquared) / (coshOfMercator * coshOfOther)
  }

  /// A lower bound of the haversines to the places in a box; close to the minimum for a small box.
  ///
  /// A place in the box is at least as far north or south as the nearest parallel, at least as far
  /// east or west as the nearest meridian, and its latitude's cosine is at least the cosine of the
  /// parallel farthest from the equator. The haversine is sin²(Δφ/2) + cos φ₀ cos φ sin²(v/2).
  func minHaversine(to box: FixedBox) -> Double {
    // The pins were rounded to units.
    let top = (Double(box.minY) - 1) * FixedPoint.mapPointsPerUnit
    let bottom = (Double(box.maxY) + 1) * FixedPoint.mapPointsPerUnit
    let northwards = haversine(east: 0, y: min(max(y, top), bottom))
    let gap = box.gap(toColumn: place.x)
    guard gap > 2 else { return northwards }
    let v = Double(gap - 2) * FixedPoint.mapPointsPerUnit * radians
    let farthest = max(worldWidth / 2 - top, bottom - worldWidth / 2)
    let exponential = exp(farthest * radians)
    let cosine = 2 * exponential / (exponential * exponential + 1)
    let sinSquared = v <= 0.5 ? -Self.squareOfHalf(-v * v) : (1 - cos(v)) / 2
    return northwards + cosineOfLatitude * cosine * sinSquared
  }

  /// Through the cosine of the angle, which is exact enough for angles that are not small.
  private func farHaversine(v: Double, y otherY: Double) -> Double {
    let exponential = exp((worldWidth / 2 - otherY) * radians)
    let square = exponential * exponential
    let sine = (square - 1) / (square + 1)
    let cosine = 2 * exponential / (square + 1)
    return (1 - sineOfLatitude * sine - cosineOfLatitude * cosine * cos(v)) / 2
  }

  /// The power series of (cosh t - 1)/2 in w = t²: sinh²(t/2), and for w = -t² it is -sin²(t/2).
  ///
  /// What is left out is below 1 part in 10^11 for |t| <= 1/2.
  private static func squareOfHalf(_ w: Double) -> Double {
    w / 4 * (1 + w * (1 / 12) * (1 + w * (1 / 30) * (1 + w * (1 / 56) * (1 + w * (1 / 90)))))
  }

  /// As a power series, like ``squareOfHalf(_:)``.
  private static func sinh(_ t: Double) -> Double {
    let w = t * t
    return t * (1 + w * (1 / 6) * (1 + w * (1 / 20) * (1 + w * (1 / 42) * (1 + w * (1 / 72)))))
  }
}
