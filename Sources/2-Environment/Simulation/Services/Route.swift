import Clustering

/// A route from one place to another, as `MKRoute`.
///
/// There are no roads here: the route is the great circle, and a detour factor is the ratio of a
/// road's length to it. Speeds, factors and distances are parameters of the profile.
public struct Route: Hashable, Sendable {
  /// A part of a route with an instruction, as `MKRoute.Step`.
  public struct Step: Hashable, Sendable {
    /// The number of the step in its route, from 0.
    public let index: Int
    /// The length in metres.
    public let distance: Double
    fileprivate let isLast: Bool

    /// The text for a person.
    public var instructions: String {
      isLast ? "The destination is ahead" : "Continue to turn \(index + 1)"
    }
  }

  /// The means of transport.
  public let transportType: TransportType
  /// The length of the road, in metres: whole millimetres.
  public let distance: Double
  /// In seconds.
  public let expectedTravelTime: Double
  /// The points from the source to the destination, at least these two, at equal distances.
  /// Coordinates between the two ends are rounded to 1e-7 degrees, about a centimetre.
  public let polyline: [Coordinate]
  private let stepCount: Int

  /// - Parameter length: the length of the great circle in metres.
  init(_ request: Directions.Request, length: Double, _ parameters: DirectionsParameters) {
    let way = parameters.way(of: length, by: request.transportType)
    transportType = request.transportType
    distance = way.length
    expectedTravelTime = way.time
    let legCount = Int((length / parameters.pointDistance).rounded(.up))
    polyline = request.source.greatCirclePoints(
      to: request.destination, count: min(max(legCount, 1) + 1, parameters.pointLimit),
      length: length)
    stepCount = max(1, Int((way.length / parameters.stepDistance).rounded(.up)))
  }

  /// The steps from the source to the destination, at least one, whose lengths add up to the
  /// route's.
  public var steps: [Step] {
    (0..<stepCount).map { index in
      Step(index: index, distance: distance / Double(stepCount), isLast: index == stepCount - 1)
    }
  }

  /// The bytes of the route in an answer.
  func bytes(_ parameters: DirectionsParameters) -> Int {
    polyline.count * parameters.pointSize + stepCount * parameters.stepSize
  }
}
