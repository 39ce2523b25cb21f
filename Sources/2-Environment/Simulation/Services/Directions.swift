import Clustering

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

  /// Indicates whether a request is under way.
  public var isCalculating: Bool { pending != nil }

  /// Requests the route; the handler is called on the main queue.
  ///
  /// Fails with ``MapError/directionsNotFound`` if the places are farther apart than the profile's
  /// `directions-distance-limit`, for public transport, for which Apple documents travel times only,
  /// and without a request if one of the places is invalid. While a request is under way, a further
  /// call sends nothing and its handler is called with an error, as Apple documents: here with
  /// ``MapError/unknown``.
  public func calculate(completionHandler: @escaping (Result<Response, MapError>) -> Void) {
    start(completionHandler) { length, parameters, number in
      guard request.transportType != .transit else { return nil }
      let route = Route(request, length: length, parameters)
      return (Response(routes: [route], requestNumber: number), route.bytes(parameters))
    }
  }

  /// Requests the travel time without the route, also by public transport; otherwise like
  /// ``calculate(completionHandler:)``.
  public func calculateETA(completionHandler: @escaping (Result<ETAResponse, MapError>) -> Void) {
    start(completionHandler) { length, parameters, number in
      let way = parameters.way(of: length, by: request.transportType)
      let response = ETAResponse(
        distance: way.length, expectedTravelTime: way.time, requestNumber: number)
      return (response, 0)
    }
  }

  /// Cancels the request: its handler is never called. Does nothing if none is under way.
  public func cancel() {
    pending?.cancel()
    pending = nil
  }

  private func start<Content>(
    _ handler: @escaping (Result<Content, MapError>) -> Void,
    reply: (_ length: Double, DirectionsParameters, RequestNumber) -> (Content, bytes: Int)?
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
    guard let parameters = service.parameters.directions else {
      preconditionFailure("directions need a profile with the parameters of directions")
    }
    pending = service.send(
      .directions, textSize: 0, unless: request.isValid ? nil : .directionsNotFound
    ) { _, number in
      // Whole millimetres: the last digits of a C library's trigonometry differ between machines.
      let length =
        (request.source.greatCircleDistance(to: request.destination) * 1_000).rounded() / 1_000
      guard length <= parameters.distanceLimit,
        let (content, bytes) = reply(length, parameters, number)
      else { return ServiceAnswer(content: .failure(.directionsNotFound)) }
      return ServiceAnswer(content: .success(content), bytes: resultSize + bytes)
    } handler: {
      finish($0)
    }
    if let pending { requestNumber = pending.number }
  }
}

extension Directions {
  /// The two ends of a route and the means of transport, as `MKDirections.Request`.
  public struct Request: Hashable, Sendable {
    /// The start of the route.
    public var source: Coordinate
    /// The end of the route.
    public var destination: Coordinate
    /// The means of transport.
    public var transportType: TransportType

    /// Creates a request.
    public init(
      source: Coordinate, destination: Coordinate, transportType: TransportType = .automobile
    ) {
      self.source = source
      self.destination = destination
      self.transportType = transportType
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
  }
}
