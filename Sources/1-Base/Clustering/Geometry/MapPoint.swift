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
  /// Latitudes beyond ±85 saturate; a coordinate that is not valid gives ``invalid``. y is within
  /// 2.3e-8 map points of the true one and never larger for a larger latitude; both parts have the
  /// same bits on every platform.
  ///
  /// Many coordinates take less time together, with `[MapPoint](projecting:)`.
  public init(_ coordinate: Coordinate) {
    guard coordinate.isValid else {
      self = .invalid
      return
    }
    self = MercatorProjection.point(coordinate)
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
  /// MapKit computes the value for the band of one degree around the latitude: the band's height in
  /// metres along the ellipsoid's meridian, divided by its height in map points. This agrees with
  /// what the iOS 18.3.1 simulator prints to 3 parts in 10,000,000.
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

extension [MapPoint] {
  /// Projects coordinates, each to the same bits as ``MapPoint/init(_:)`` alone.
  ///
  /// The points are in the order of the coordinates; a coordinate that is not valid gives
  /// ``MapPoint/invalid``.
  ///
  /// Complexity: O(n), a few nanoseconds a coordinate.
  public init(projecting coordinates: [Coordinate]) {
    self.init(unsafeUninitializedCapacity: coordinates.count) { points, count in
      guard let start = points.baseAddress else { return }
      coordinates.withUnsafeBufferPointer { MercatorProjection.project($0, to: start) }
      count = coordinates.count
    }
  }
}
