/// The width and height of a region in degrees, as `MKCoordinateSpan`.
public struct CoordinateSpan: Hashable, Sendable, Codable {
  /// Degrees from south to north.
  public var latitudeDelta: Double
  /// Degrees from west to east.
  public var longitudeDelta: Double

  /// A span by its two angles, valid or not.
  public init(latitudeDelta: Double, longitudeDelta: Double) {
    self.latitudeDelta = latitudeDelta
    self.longitudeDelta = longitudeDelta
  }
}

/// A centre and a span in degrees, as `MKCoordinateRegion`.
///
/// Like MapKit's, it stores what it is given: `isValid` says whether a map can show it. Unlike
/// MapKit's it is `Equatable`, because apps add that conformance themselves and their guards
/// depend on it.
public struct Region: Hashable, Sendable, Codable {
  /// The middle.
  public var center: Coordinate
  /// The width and the height.
  public var span: CoordinateSpan

  /// A region around a centre, valid or not.
  public init(center: Coordinate, span: CoordinateSpan) {
    self.center = center
    self.span = span
  }

  /// A region of the given size in metres around a centre, as
  /// `MKCoordinateRegion(center:latitudinalMeters:longitudinalMeters:)`.
  ///
  /// Metres become degrees along the WGS 84 ellipsoid's own curvature at the centre.
  public init(center: Coordinate, latitudinalMeters: Double, longitudinalMeters: Double) {
    self.init(
      center: center,
      span: CoordinateSpan(
        latitudeDelta: latitudinalMeters / Ellipsoid.metersPerDegreeOfLatitude(at: center.latitude),
        longitudeDelta: longitudinalMeters
          / Ellipsoid.metersPerDegreeOfLongitude(at: center.latitude)
      )
    )
  }

  /// Indicates whether the centre is a place on earth and the span is finite, positive and no
  /// larger than the world.
  public var isValid: Bool {
    center.isValid
      && span.latitudeDelta > 0 && span.latitudeDelta <= 180
      && span.longitudeDelta > 0 && span.longitudeDelta <= 360
  }
}

extension MapRect {
  /// The smallest rectangle that shows a region.
  ///
  /// Latitudes beyond the projection saturate. The rectangle spans the antimeridian where the
  /// region does.
  public init(_ region: Region) {
    let center = MapPoint(region.center)
    let width = region.span.longitudeDelta / 360 * MapSize.world.width
    let north = min(region.center.latitude + region.span.latitudeDelta / 2, 90)
    let south = max(region.center.latitude - region.span.latitudeDelta / 2, -90)
    let top = MapPoint(Coordinate(latitude: north, longitude: 0)).y
    let bottom = MapPoint(Coordinate(latitude: south, longitude: 0)).y
    self.init(x: center.x - width / 2, y: top, width: width, height: bottom - top)
  }
}

extension Region {
  /// The region that a rectangle shows, as `MKCoordinateRegion(_: MKMapRect)`: centred on the
  /// rectangle's middle on the flat world, which is what a map view reads back.
  public init(_ rect: MapRect) {
    let top = MapPoint(x: rect.midX, y: rect.minY).coordinate
    let bottom = MapPoint(x: rect.midX, y: rect.maxY).coordinate
    var longitude = top.longitude
    if longitude > 180 { longitude -= 360 }
    if longitude < -180 { longitude += 360 }
    self.init(
      center: Coordinate(
        latitude: MapPoint(x: rect.midX, y: rect.midY).coordinate.latitude, longitude: longitude),
      span: CoordinateSpan(
        latitudeDelta: top.latitude - bottom.latitude,
        longitudeDelta: rect.width / MapSize.world.width * 360
      )
    )
  }
}
