import MapGeometry

/// A way from one place to another, as `MKRoute`.
///
/// There are no roads here: the way is the great circle, and a detour factor says how much longer
/// roads are.
public struct Route: Hashable, Sendable {
  /// How much longer a road is than the straight line. An assumption.
  public static let detourFactor = 1.3
  /// How fast one gets along, in metres a second: 50 km/h. An assumption.
  public static let speed = 50 / 3.6
  /// The farthest that two places with a route between them are apart, in metres. An assumption.
  public static let greatestDistance = 5_000_000.0
  /// How far the points of a polyline are apart, in metres, until there are
  /// ``greatestPointCount``.
  public static let pointDistance = 100.0
  public static let greatestPointCount = 10_000

  /// The length of the road, in metres: whole millimetres.
  public let distance: Double
  /// In seconds.
  public let expectedTravelTime: Double
  /// The way from the source to the destination, at least these two, at equal distances of at most
  /// ``pointDistance`` where ``greatestPointCount`` allows it. Coordinates between the two ends are
  /// rounded to 1e-7 degrees, about a centimetre.
  public let polyline: [Coordinate]

  /// `nil` where the places are too far apart; both must be valid.
  init?(from source: Coordinate, to destination: Coordinate) {
    let line = GreatCircleLine(from: source, to: destination)
    guard line.length <= Self.greatestDistance else { return nil }
    distance = (line.length * Self.detourFactor * 1_000).rounded() / 1_000
    expectedTravelTime = distance / Self.speed
    let legCount = Int((line.length / Self.pointDistance).rounded(.up))
    polyline = line.points(count: min(max(legCount, 1) + 1, Self.greatestPointCount))
  }
}
