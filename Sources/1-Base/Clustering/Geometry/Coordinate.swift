#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A place on the earth in degrees, as `CLLocationCoordinate2D`.
public struct Coordinate: Hashable, Sendable, Codable {
  /// Degrees north of the equator, -90 to 90.
  public var latitude: Double
  /// Degrees east of Greenwich, -180 to 180.
  public var longitude: Double

  /// A place by its two angles, valid or not.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Indicates whether both angles are finite and within the earth's range, as
  /// `CLLocationCoordinate2DIsValid`.
  public var isValid: Bool {
    // NaN fails every comparison, so no separate test is needed.
    abs(latitude) <= 90 && abs(longitude) <= 180
  }

  /// The earth's mean radius in metres: (2 x equatorial radius + polar radius) / 3
  /// (R1 in Moritz, "Geodetic Reference System 1980", to a decimetre).
  public static let meanEarthRadius = 6_371_008.8

  /// The length of the shortest path to another place on a sphere of the earth's mean radius, in
  /// metres.
  ///
  /// By the haversine formula (Sinnott, "Virtues of the Haversine", Sky & Telescope 68, 1984). It
  /// is as exact for places a millimetre apart as for far ones, but uncertain by decimetres for
  /// places opposite each other on the earth. The earth is flattened: lengths on the ellipsoid
  /// differ by up to 0.6 %.
  ///
  /// The same in both directions; zero between the names that one place has (a longitude of 180
  /// and of -180, every longitude of a pole). Not a number where a coordinate has none.
  public func greatCircleDistance(to other: Coordinate) -> Double {
    var degreesEast = abs(other.longitude - longitude)
    // Exact, where the sine of nearly pi would not be.
    if degreesEast > 180 { degreesEast = 360 - degreesEast }
    let north = sin((other.latitude - latitude) * (.pi / 360))
    let east = sin(degreesEast * (.pi / 360))
    let haversine = north * north + cosineOfLatitude * other.cosineOfLatitude * (east * east)
    return 2 * Self.meanEarthRadius * asin(min(haversine.squareRoot(), 1))
  }

  /// Exactly 0 at the poles.
  private var cosineOfLatitude: Double { sin((90 - abs(latitude)) * (.pi / 180)) }
}

/// Lengths on the WGS 84 ellipsoid, which MapKit's metre conversions follow, not the sphere.
enum Ellipsoid {
  /// Semi-major axis in metres (WGS 84).
  static let equatorialRadius = 6_378_137.0
  /// First eccentricity squared (WGS 84).
  static let eccentricitySquared = 0.006_694_379_990_14

  /// Metres in one degree of latitude: the meridional radius of curvature times one degree.
  static func metersPerDegreeOfLatitude(at latitude: Double) -> Double {
    let sine = sin(latitude * .pi / 180)
    let flattening = 1 - eccentricitySquared * sine * sine
    let radius =
      equatorialRadius * (1 - eccentricitySquared) / (flattening * flattening.squareRoot())
    return radius * .pi / 180
  }

  /// Metres along a meridian between two latitudes, by Simpson's rule: exact to a micrometre over
  /// a degree.
  static func meridianArc(from south: Double, to north: Double) -> Double {
    let middle = (south + north) / 2
    let mean =
      (metersPerDegreeOfLatitude(at: south) + 4 * metersPerDegreeOfLatitude(at: middle)
        + metersPerDegreeOfLatitude(at: north)) / 6
    return mean * (north - south)
  }

  /// Metres in one degree of longitude: the prime vertical radius, scaled to the parallel.
  static func metersPerDegreeOfLongitude(at latitude: Double) -> Double {
    let radians = latitude * .pi / 180
    let sine = sin(radians)
    let radius = equatorialRadius / (1 - eccentricitySquared * sine * sine).squareRoot()
    return radius * cos(radians) * .pi / 180
  }
}
