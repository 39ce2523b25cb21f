#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

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
