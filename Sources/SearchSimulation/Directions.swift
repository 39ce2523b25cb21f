import MapGeometry
import PlaceSearch

/// The route from one place to another, as `MKDirections`.
///
/// One request at a time for an object; several objects can calculate at the same time. Directions
/// need not be kept: they live until their request is done.
///
/// Used by one thread at a time.
public final class Directions {
  private let request: Request
  private let service: SearchService
  private var pending: ServiceRequest?
  /// The number of the newest request; `nil` before the first.
  public private(set) var requestNumber: RequestNumber?

  /// Creates directions without sending the request. They keep the current values of the request.
  public init(request: Request, service: SearchService) {
    self.request = request
    self.service = service
  }

  /// True if a request is under way.
  public var isCalculating: Bool { pending != nil }

  /// Requests the route; the handler is called on the main queue.
  ///
  /// Fails with ``MapError/directionsNotFound`` if the places are farther apart than
  /// ``Route/maxDistance``, and without a request if one of them is invalid. While a request
  /// is under way, a further call sends nothing and its handler is called with an error, as Apple
  /// documents: here with ``MapError/unknown``.
  public func calculate(completionHandler: @escaping (Result<Response, MapError>) -> Void) {
    start(completionHandler) { route, resultSize, number in
      // A coordinate moves as two numbers of 8 bytes.
      (Response(routes: [route], requestNumber: number), resultSize + 16 * route.polyline.count)
    }
  }

  /// Requests the travel time without the route; otherwise like ``calculate(completionHandler:)``.
  public func calculateETA(completionHandler: @escaping (Result<ETAResponse, MapError>) -> Void) {
    start(completionHandler) { route, resultSize, number in
      (ETAResponse(route, requestNumber: number), resultSize)
    }
  }

  /// Cancels the request: its handler is never called. Does nothing if none is under way.
  public func cancel() {
    pending?.cancel()
    pending = nil
  }

  private func start<Content>(
    _ handler: @escaping (Result<Content, MapError>) -> Void,
    reply: (Route, Int, RequestNumber) -> (Content, bytes: Int)
  ) {
    guard pending == nil else {
      _ = service.refuse(.directions, with: .unknown, handler: handler)
      return
    }
    let finish: (Result<Content, MapError>) -> Void = { result in
      self.pending = nil
      handler(result)
    }
    let resultSize = service.parameters.resultSize
    pending =
      if request.isValid {
        service.send(.directions, textSize: 0) { _, number in
          guard let route = Route(from: request.source, to: request.destination) else {
            return ServiceAnswer(.failure(.directionsNotFound))
          }
          let (content, bytes) = reply(route, resultSize, number)
          return ServiceAnswer(.success(content), bytes: bytes)
        } handler: {
          finish($0)
        }
      } else {
        service.refuse(.directions, with: .directionsNotFound, handler: finish)
      }
    if let pending { requestNumber = pending.number }
  }
}

extension Directions {
  /// The two ends of a route, as `MKDirections.Request`.
  public struct Request: Hashable, Sendable {
    /// The start of the route.
    public var source: Coordinate
    /// The end of the route.
    public var destination: Coordinate

    /// Creates a request.
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
    /// The number of the request.
    public let requestNumber: RequestNumber
  }

  /// The travel time of a route, as `MKDirections.ETAResponse`.
  public struct ETAResponse: Hashable, Sendable {
    /// In metres.
    public let distance: Double
    /// In seconds.
    public let expectedTravelTime: Double
    /// The number of the request.
    public let requestNumber: RequestNumber

    init(_ route: Route, requestNumber: RequestNumber) {
      distance = route.distance
      expectedTravelTime = route.expectedTravelTime
      self.requestNumber = requestNumber
    }
  }
}

/// A route from one place to another, as `MKRoute`.
///
/// There are no roads here: the route is the great circle, and a detour factor is the ratio of a
/// road's length to it.
public struct Route: Hashable, Sendable {
  /// The ratio of a road's length to the straight line. An assumption.
  public static let detourFactor = 1.3
  /// The travel speed in metres a second: 50 km/h. An assumption.
  public static let speed = 50 / 3.6
  /// The maximum distance between two places with a route, in metres. An assumption.
  public static let maxDistance = 5_000_000.0
  /// The distance between the points of a polyline in metres, until there are
  /// ``maxPointCount``.
  public static let pointDistance = 100.0
  /// The maximum number of points of a route's line.
  public static let maxPointCount = 10_000

  /// The length of the road, in metres: whole millimetres.
  public let distance: Double
  /// In seconds.
  public let expectedTravelTime: Double
  /// The points from the source to the destination, at least these two, at equal distances of at
  /// most ``pointDistance`` if ``maxPointCount`` allows it. Coordinates between the two ends are
  /// rounded to 1e-7 degrees, about a centimetre.
  public let polyline: [Coordinate]

  /// `nil` if the places are too far apart; both must be valid.
  init?(from source: Coordinate, to destination: Coordinate) {
    let line = GreatCircleLine(from: source, to: destination)
    guard line.length <= Self.maxDistance else { return nil }
    distance = (line.length * Self.detourFactor * 1_000).rounded() / 1_000
    expectedTravelTime = distance / Self.speed
    let legCount = Int((line.length / Self.pointDistance).rounded(.up))
    polyline = line.points(count: min(max(legCount, 1) + 1, Self.maxPointCount))
  }
}
