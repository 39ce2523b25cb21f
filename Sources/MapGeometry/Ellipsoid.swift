#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Lengths of a degree on the WGS 84 ellipsoid.
///
/// MapKit's metre conversions follow the ellipsoid, not the sphere; these formulas agree with the
/// values printed by the iOS 18.3.1 simulator to 2 parts in 100,000.
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

  /// Metres in one degree of longitude: the prime vertical radius, scaled to the parallel.
  static func metersPerDegreeOfLongitude(at latitude: Double) -> Double {
    let radians = latitude * .pi / 180
    let sine = sin(radians)
    let radius = equatorialRadius / (1 - eccentricitySquared * sine * sine).squareRoot()
    return radius * cos(radians) * .pi / 180
  }
}
