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
  /// The way of a means of transport.
  package struct Travel: Hashable, Sendable {
    /// In metres per second.
    package let speed: Double
    /// The ratio of the way to the straight line, at least 1.
    package let detour: Double

    /// Creates a way from a speed in kilometres per hour.
    package init(kilometersPerHour: Double, detour: Double) {
      precondition(kilometersPerHour > 0 && detour >= 1, "a way has a speed, and no shortcut")
      speed = kilometersPerHour / 3.6
      self.detour = detour
    }
  }

  private let travels: [TransportType: Travel]
  /// The maximum distance between two places with a route, in metres.
  package let distanceLimit: Double
  /// The distance between two points of a polyline in metres, until there are ``pointLimit``.
  package let pointDistance: Double
  /// The maximum number of points of a polyline, at least 2.
  package let pointLimit: Int
  /// The bytes of a point in an answer.
  package let pointSize: Int
  /// The distance between two steps of a route in metres.
  package let stepDistance: Double
  /// The bytes of a step in an answer.
  package let stepSize: Int

  /// - Precondition: there is a way for each means of transport.
  package init(
    travels: [TransportType: Travel], distanceLimit: Double, pointDistance: Double,
    pointLimit: Int, pointSize: Int, stepDistance: Double, stepSize: Int
  ) {
    precondition(
      travels.count == TransportType.allCases.count, "each means of transport has a way")
    precondition(pointDistance > 0 && stepDistance > 0, "a distance is positive")
    self.travels = travels
    self.distanceLimit = distanceLimit
    self.pointDistance = pointDistance
    self.pointLimit = max(pointLimit, 2)
    self.pointSize = pointSize
    self.stepDistance = stepDistance
    self.stepSize = stepSize
  }

  /// The way of a means of transport.
  package func travel(by type: TransportType) -> Travel {
    travels[type] ?? Travel(kilometersPerHour: 1, detour: 1)
  }

  /// The time in seconds and the length in metres of the way between two places at a distance in
  /// metres: the length in whole millimetres.
  package func way(
    of straightLine: Double, by type: TransportType
  ) -> (time: Double, length: Double) {
    let travel = travel(by: type)
    let length = (straightLine * travel.detour * 1_000).rounded() / 1_000
    return (length / travel.speed, length)
  }
}

extension DirectionsParameters {
  /// The parameters of a platform profile.
  ///
  /// - Precondition: the profile provides the group of directions.
  package init(profile: PlatformProfile) {
    self.init(
      travels: [
        .automobile: Travel(
          kilometersPerHour: profile[.automobileSpeed], detour: profile[.automobileDetour]),
        .walking: Travel(
          kilometersPerHour: profile[.walkingSpeed], detour: profile[.walkingDetour]),
        .transit: Travel(
          kilometersPerHour: profile[.transitSpeed], detour: profile[.transitDetour]),
        .cycling: Travel(
          kilometersPerHour: profile[.cyclingSpeed], detour: profile[.cyclingDetour]),
      ],
      distanceLimit: profile[.directionsDistanceLimit],
      pointDistance: profile[.routePointDistance],
      pointLimit: profile.count(.routePointLimit),
      pointSize: Int(profile[.routePointSize].rounded()),
      stepDistance: profile[.routeStepDistance],
      stepSize: Int(profile[.routeStepSize].rounded()))
  }
}
