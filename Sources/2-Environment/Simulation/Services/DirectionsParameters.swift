import Platform

/// The means of transport of a route, as `MKDirectionsTransportType`.
public enum TransportType: String, Hashable, Sendable, Codable, CaseIterable {
  /// A car.
  case automobile
  /// A pedestrian.
  case walking
  /// Public transport; it has travel times only and no routes, as Apple documents.
  case transit
  /// A bicycle.
  case cycling
}

/// The roads of the simulated directions, and the sizes of their answers.
package struct DirectionsParameters: Hashable, Sendable {
  /// The speed of each means of transport, in kilometres per hour, and more than 0.
  package var speeds: [TransportType: Double]
  /// The ratio of the way of each means of transport to the straight line, at least 1.
  package var detours: [TransportType: Double]
  /// The maximum distance between two places with a route, in metres.
  package var distanceLimit: Double
  /// The distance between two points of a polyline in metres, until there are ``pointLimit``.
  package var pointDistance: Double
  /// The maximum number of points of a polyline, at least 2.
  package var pointLimit: Int
  /// The bytes of a point in an answer.
  package var pointSize: Int
  /// The distance between two steps of a route in metres.
  package var stepDistance: Double
  /// The bytes of a step in an answer.
  package var stepSize: Int

  /// The parameters of a platform profile.
  ///
  /// - Precondition: the profile provides the group of directions.
  package init(profile: PlatformProfile) {
    speeds = [
      .automobile: profile[.automobileSpeed], .walking: profile[.walkingSpeed],
      .transit: profile[.transitSpeed], .cycling: profile[.cyclingSpeed],
    ]
    detours = [
      .automobile: profile[.roadDetour], .walking: profile[.roadDetour],
      .transit: profile[.transitDetour], .cycling: profile[.roadDetour],
    ]
    distanceLimit = profile[.directionsDistanceLimit]
    pointDistance = profile[.routePointDistance]
    pointLimit = max(profile.count(.routePointLimit), 2)
    pointSize = profile.count(.routePointSize)
    stepDistance = profile[.routeStepDistance]
    stepSize = profile.count(.routeStepSize)
  }

  /// The time in seconds and the length in metres of the way between two places at a distance in
  /// metres: the length in whole millimetres.
  package func way(
    of straightLine: Double, by type: TransportType
  ) -> (time: Double, length: Double) {
    guard let speed = speeds[type], let detour = detours[type] else {
      preconditionFailure("\(type.rawValue) has no way")
    }
    let length = (straightLine * detour * 1_000).rounded() / 1_000
    return (length / (speed / 3.6), length)
  }
}
