import MapGeometry

/// How near and how far a map's camera may be, as `MKMapView.CameraZoomRange`.
public struct CameraZoomRange: Hashable, Sendable {
  /// The least distance from the camera to the map's centre, in metres.
  public let minCenterCoordinateDistance: Double
  /// The greatest distance from the camera to the map's centre, in metres.
  public let maxCenterCoordinateDistance: Double

  /// A range of distances in metres; `nil` where it is empty or a distance is negative or no
  /// number, as MapKit's.
  public init?(
    minCenterCoordinateDistance: Double = 0, maxCenterCoordinateDistance: Double = .infinity
  ) {
    guard minCenterCoordinateDistance >= 0,
      minCenterCoordinateDistance <= maxCenterCoordinateDistance
    else { return nil }
    self.minCenterCoordinateDistance = minCenterCoordinateDistance
    self.maxCenterCoordinateDistance = maxCenterCoordinateDistance
  }

  /// The height of what the camera shows from one metre above the ground, looking straight down,
  /// in metres: twice the tangent of 15 degrees, which is 2 - sqrt(3).
  ///
  /// MapKit does not publish its camera's angle of view; 30 degrees from top to bottom is an
  /// assumption.
  private static let heightPerMeter = 2 * (2 - 3.0.squareRoot())

  /// The camera's distance when the screen shows a rectangle, in metres: from where the
  /// rectangle's height, in the centre's scale, fills an angle of view of 30 degrees.
  static func distance(showing rect: MapRect) -> Double {
    let center = MapPoint(x: rect.midX, y: rect.midY)
    return rect.height * MapPoint.metersPerMapPoint(atLatitude: center.coordinate.latitude)
      / heightPerMeter
  }

  /// The heights in map points that may be shown around a centre.
  func heights(around center: MapPoint) -> ClosedRange<Double> {
    let mapPointsPerMeter =
      Self.heightPerMeter / MapPoint.metersPerMapPoint(atLatitude: center.coordinate.latitude)
    let least = minCenterCoordinateDistance * mapPointsPerMeter
    return least...max(least, maxCenterCoordinateDistance * mapPointsPerMeter)
  }
}
