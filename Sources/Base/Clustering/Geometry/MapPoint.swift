#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A place on the flat Mercator world, as `MKMapPoint`: x grows eastwards, y southwards.
///
/// The world is a square of 2^28 map points: at zoom 20 one map point is one screen point.
public struct MapPoint: Hashable, Sendable, Codable {
  /// Map points eastwards from the antimeridian.
  public var x: Double
  /// Map points southwards from the northern edge.
  public var y: Double

  /// A place by its two parts.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The point that MapKit returns for a coordinate off the earth: both parts are -1.
  public static let invalid = MapPoint(x: -1, y: -1)

  /// The maximum latitude that differs from the pole, in degrees. MapKit saturates here
  /// (iOS 18.3.1 simulator), short of the square world's edge at 85.05112878.
  public static let maxLatitude = 85.0

  /// Projects a coordinate with the spherical Mercator projection, as `MKMapPoint(_:)`.
  ///
  /// Latitudes beyond ±85 saturate; a coordinate that is not valid gives ``invalid``.
  public init(_ coordinate: Coordinate) {
    guard coordinate.isValid else {
      self = .invalid
      return
    }
    let latitude = min(max(coordinate.latitude, -Self.maxLatitude), Self.maxLatitude)
    let world = MapSize.world
    x = (coordinate.longitude / 360 + 0.5) * world.width
    y = (0.5 - Self.mercator(latitude) / (2 * .pi)) * world.height
  }

  /// The place on earth, as `MKMapPoint.coordinate`. The inverse of the projection; y = 0 is
  /// latitude 85.05112878.
  public var coordinate: Coordinate {
    let world = MapSize.world
    let mercator = (0.5 - y / world.height) * 2 * .pi
    return Coordinate(
      latitude: atan(sinh(mercator)) * 180 / .pi,
      longitude: (x / world.width - 0.5) * 360
    )
  }

  /// The length of one map point at a latitude in metres, as `MKMetersPerMapPointAtLatitude`;
  /// infinite beyond the square world's edge.
  ///
  /// MapKit's values are those of the band of one degree around the latitude: its height in metres
  /// along the ellipsoid's meridian, divided by its height in map points. This agrees with what the
  /// iOS 18.3.1 simulator prints to 3 parts in 10,000,000.
  public static func metersPerMapPoint(atLatitude latitude: Double) -> Double {
    guard abs(latitude) <= edgeLatitude else { return .infinity }
    let (south, north) = (latitude - 0.5, latitude + 0.5)
    let mapPoints = (mercator(north) - mercator(south)) / (2 * .pi) * MapSize.world.height
    return Ellipsoid.meridianArc(from: south, to: north) / mapPoints
  }

  /// The latitude of the square world's edge, in degrees: atan(sinh(pi)).
  private static let edgeLatitude = 85.051_128_78

  /// Mercator's ordinate of a latitude, in radians; it grows northwards.
  private static func mercator(_ latitude: Double) -> Double {
    let sine = sin(latitude * .pi / 180)
    return log((1 + sine) / (1 - sine)) / 2
  }
}
