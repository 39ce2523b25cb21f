import Clustering
import PinData

/// One search for places, as `MKLocalSearch`.
///
/// Keep it until its answer arrives: a search that is released is cancelled, and its handler is
/// never called. A local variable is not enough, because it may be released after its last use.
/// Apple's documentation does not say that a search must be kept; developers report it.
///
/// Used by one thread at a time.
public final class LocalSearch {
  private let request: Request
  private let service: SearchService
  private var pending: ServiceRequest?
  /// The number of the request that ``start(completionHandler:)`` made; `nil` before it.
  public private(set) var requestNumber: RequestNumber?

  /// A search that has not started. It keeps the request as it is now.
  public init(request: Request, service: SearchService) {
    self.request = request
    self.service = service
  }

  deinit { pending?.cancel() }

  /// Indicates whether the search has started and its handler has not been called.
  public var isSearching: Bool { pending != nil }

  /// Sends the request; the handler is called on the main queue.
  ///
  /// A search starts once. A further call sends nothing and does not disturb the first; its handler
  /// is called with an error, as Apple documents. Which error is not documented: here it is
  /// ``MapError/unknown``.
  ///
  /// Fails with ``MapError/placemarkNotFound`` if nothing is found. It fails without a request if
  /// there is no query or a blank one, or if an invalid region is required.
  public func start(completionHandler: @escaping (Result<Response, MapError>) -> Void) {
    guard requestNumber == nil else {
      _ = service.refuse(.search, with: .unknown, handler: completionHandler)
      return
    }
    pending = service.send(
      .search, textSize: request.text.utf8.count,
      unless: request.isSearchable ? nil : .placemarkNotFound, answer: answer
    ) { [weak self] in
      self?.pending = nil
      completionHandler($0)
    }
    requestNumber = pending?.number
  }

  /// Cancels the search: its handler is never called. Does nothing if it is not searching.
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
      content: places.isEmpty ? .failure(.placemarkNotFound) : .success(response), bytes: bytes,
      examinedPlaces: found.examined)
  }
}

extension LocalSearch {
  /// The kinds of places that a search can be restricted to, as `MKLocalSearch.ResultType`.
  public typealias ResultType = Place.Kinds

  /// The meaning of a search's region for places outside of it, as `MKLocalSearchRegionPriority`.
  public enum RegionPriority: Hashable, Sendable {
    /// The region is a hint; places outside of it may be found.
    case `default`
    /// Nothing outside of the region is found.
    case required
  }

  /// The text, the kinds of places and the region of a search, as `MKLocalSearch.Request`.
  public struct Request: Hashable, Sendable {
    /// The text that a person typed. Changing it discards the completion that the request was made
    /// from.
    public var naturalLanguageQuery: String? {
      didSet { completion = nil }
    }
    /// Only places of these kinds are found.
    ///
    /// All kinds by default, which is an assumption: Apple documents no default, neither for
    /// addresses and points of interest nor for physical features, which came later.
    public var resultTypes: ResultType = .all
    /// The region to search in; `nil`, or a region that is not valid, means anywhere on earth.
    ///
    /// It is an assumption that the person's place is not known otherwise; a platform may know it.
    public var region: Region?
    /// The effect of the region on the results.
    public var regionPriority = RegionPriority.default
    /// The categories of points of interest that are found; other kinds of places are not filtered.
    public var pointOfInterestFilter = CategoryFilter.all

    private var completion: LocalSearchCompletion?

    /// Creates a request for a query, or without one.
    public init(naturalLanguageQuery: String? = nil, region: Region? = nil) {
      self.naturalLanguageQuery = naturalLanguageQuery
      self.region = region
    }

    /// Creates a request for a completion.
    ///
    /// The request for a place finds only this place, independent of the other properties. The
    /// request for a query searches the region, with the kinds and categories of the completer.
    public init(completion: LocalSearchCompletion) {
      let query = completion.query
      naturalLanguageQuery =
        completion.place == nil || completion.subtitle.isEmpty
        ? completion.title : "\(completion.title), \(completion.subtitle)"
      resultTypes = query.kinds.isEmpty ? .all : query.kinds
      region = query.region
      regionPriority = query.requiresRegion ? .required : .default
      pointOfInterestFilter = query.categories
      self.completion = completion
    }

    // MARK: - Searching

    var text: String { naturalLanguageQuery ?? "" }

    /// Indicates whether there is anything to look for, and anywhere to look for it.
    var isSearchable: Bool {
      guard completion?.place == nil else { return true }
      let isNowhere = regionPriority == .required && region.map(\.isValid) == false
      return !text.isBlank && !isNowhere
    }

    func find(with engine: any PlaceSearching, limit: Int) throws(PlaceSearchError) -> PlaceAnswer {
      if let found = completion?.suggestion.place {
        return PlaceAnswer(places: [found], examined: 1)
      }
      return try engine.places(
        matching: PlaceQuery(
          text: text, kinds: resultTypes, categories: pointOfInterestFilter, region: region,
          priority: regionPriority, limit: limit))
    }
  }
}

extension LocalSearch {
  /// The places that a search found, as `MKLocalSearch.Response`.
  public struct Response: Hashable, Sendable {
    /// At least one place, best first.
    public let mapItems: [MapItem]
    /// The number of the request.
    public let requestNumber: RequestNumber
  }
}

extension PlaceQuery {
  /// A query whose region counts if it is valid.
  init(
    text: String, kinds: Place.Kinds, categories: CategoryFilter, region: Region?,
    priority: LocalSearch.RegionPriority, limit: Int
  ) {
    let region = region.flatMap { $0.isValid ? $0 : nil }
    self.init(
      text: text, kinds: kinds, categories: categories, region: region,
      requiresRegion: priority == .required && region != nil, limit: limit)
  }
}

extension String {
  /// Indicates whether there is nothing in it to look for.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
