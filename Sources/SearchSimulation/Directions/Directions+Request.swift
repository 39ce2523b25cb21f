import MapGeometry

extension Directions {
  /// Where a way begins and ends, as `MKDirections.Request`.
  public struct Request: Hashable, Sendable {
    public var source: Coordinate
    public var destination: Coordinate

    public init(source: Coordinate, destination: Coordinate) {
      self.source = source
      self.destination = destination
    }

    var isValid: Bool { source.isValid && destination.isValid }
  }

  /// The routes of a request, as `MKDirections.Response`.
  public struct Response: Hashable, Sendable {
    /// At least one route.
    public let routes: [Route]
    /// The request that this answers.
    public let requestNumber: RequestNumber
  }

  /// How long a way takes, as `MKDirections.ETAResponse`.
  public struct ETAResponse: Hashable, Sendable {
    /// In metres.
    public let distance: Double
    /// In seconds.
    public let expectedTravelTime: Double
    /// The request that this answers.
    public let requestNumber: RequestNumber

    init(_ route: Route, requestNumber: RequestNumber) {
      distance = route.distance
      expectedTravelTime = route.expectedTravelTime
      self.requestNumber = requestNumber
    }
  }
}
