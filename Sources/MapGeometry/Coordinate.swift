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

  /// Whether both angles are finite and within the earth's range, as
  /// `CLLocationCoordinate2DIsValid`.
  public var isValid: Bool {
    // NaN fails every comparison, so no separate test is needed.
    abs(latitude) <= 90 && abs(longitude) <= 180
  }
}
