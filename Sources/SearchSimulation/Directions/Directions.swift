import MapGeometry
import PlaceSearch

/// The way from one place to another, as `MKDirections`.
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

  /// Directions that have not been asked for. They keep the request as it is now.
  public init(request: Request, service: SearchService) {
    self.request = request
    self.service = service
  }

  /// Whether a request is under way.
  public var isCalculating: Bool { pending != nil }

  /// Asks for the route; the handler is called on the main queue.
  ///
  /// Fails with ``MapError/directionsNotFound`` where the places are farther apart than
  /// ``Route/greatestDistance``, and without a request where one of them is invalid. While a request
  /// is under way, a further call sends nothing and its handler is called with an error, as Apple
  /// documents: here with ``MapError/unknown``.
  public func calculate(completionHandler: @escaping (Result<Response, MapError>) -> Void) {
    start(completionHandler) { route, resultSize, number in
      // A coordinate moves as two numbers of 8 bytes.
      (Response(routes: [route], requestNumber: number), resultSize + 16 * route.polyline.count)
    }
  }

  /// Asks how long the way takes, without the way itself; otherwise as
  /// ``calculate(completionHandler:)``.
  public func calculateETA(completionHandler: @escaping (Result<ETAResponse, MapError>) -> Void) {
    start(completionHandler) { route, resultSize, number in
      (ETAResponse(route, requestNumber: number), resultSize)
    }
  }

  /// Gives the request up: its handler is never called. Does nothing where none is under way.
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
