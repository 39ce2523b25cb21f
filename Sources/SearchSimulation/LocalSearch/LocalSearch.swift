import PinData
import PlaceSearch

/// One search for places, as `MKLocalSearch`.
///
/// Keep it until its answer has come: a search that is released is cancelled, and its handler is
/// never called. A local variable does not keep it, for it may be released after its last use.
/// Apple's documentation does not say that a search must be kept; developers report it.
///
/// Used by one thread at a time.
public final class LocalSearch {
  private let request: Request
  private let service: SearchService
  private var pending: ServiceRequest?
  private var wasStarted = false
  /// The number of the request that ``start(completionHandler:)`` made; `nil` before it.
  public private(set) var requestNumber: RequestNumber?

  /// A search that has not started. It keeps the request as it is now.
  public init(request: Request, service: SearchService) {
    self.request = request
    self.service = service
  }

  deinit { pending?.cancel() }

  /// Whether the search has started and its handler has not been called.
  public var isSearching: Bool { pending != nil }

  /// Sends the request; the handler is called on the main queue.
  ///
  /// A search starts once. A further call sends nothing and does not disturb the first; its handler
  /// is called with an error, as Apple documents. Which error is not documented: here it is
  /// ``MapError/unknown``.
  ///
  /// Fails with ``MapError/placemarkNotFound`` where nothing is found, and without a request where
  /// there is nothing to look for: no query or a blank one, or an invalid region that is required.
  public func start(completionHandler: @escaping (Result<Response, MapError>) -> Void) {
    guard !wasStarted else {
      _ = service.refuse(.search, with: .unknown, handler: completionHandler)
      return
    }
    wasStarted = true
    let finish: (Result<Response, MapError>) -> Void = { [weak self] result in
      self?.pending = nil
      completionHandler(result)
    }
    pending =
      if request.asksForSomething {
        service.send(
          .search, textSize: request.text.utf8.count, answer: answer, handler: finish)
      } else {
        service.refuse(.search, with: .placemarkNotFound, handler: finish)
      }
    requestNumber = pending?.number
  }

  /// Gives the search up: its handler is never called. Does nothing where it is not searching.
  public func cancel() {
    pending?.cancel()
    pending = nil
  }

  private func answer(
    _ engine: any PlaceSearching, _ number: RequestNumber
  ) throws(PlaceSearchError) -> ServiceAnswer<Response> {
    let limit = service.parameters.resultLimit
    let found = try request.find(with: engine, limit: limit)
    let places = found.places.prefix(limit)
    let resultSize = service.parameters.resultSize
    let bytes = places.reduce(0) { $0 + $1.place.textSize + resultSize }
    let response = Response(mapItems: places.map(MapItem.init), requestNumber: number)
    return ServiceAnswer(
      response.map(Result.success) ?? .failure(.placemarkNotFound), bytes: bytes,
      examinedPlaces: found.examined)
  }
}
