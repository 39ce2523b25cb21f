import Clustering
import PinData
import Platform
import Simulation
import Support
import TestSupport

/// A device with an app and its services.
struct ServiceWorld {
  static let millisecond: Int64 = 1_000_000
  static let second: Int64 = 1_000_000_000

  let simulation = Simulation()
  let main: MainThread
  let engine: FakeEngine
  let service: SearchService
  private let kept = Kept()

  private final class Kept { var objects: [AnyObject] = [] }

  init(
    parameters: SearchServiceParameters = .steady(), coverage: LookAroundCoverage = .none,
    seed: UInt64 = 1, failureShare: Double = 0, watchdogLimit: Int64 = 10 * Self.second
  ) {
    main = MainThread(
      simulation: simulation, hangThreshold: 250 * Self.millisecond, watchdogLimit: watchdogLimit)
    engine = FakeEngine(places: Self.places)
    service = SearchService(
      engine: engine, main: main, parameters: parameters, coverage: coverage, seed: seed,
      failureShare: failureShare)
  }

  /// Runs everything until a time, that time included.
  func run(until time: Int64) {
    withExtendedLifetime(kept) { simulation.run(until: time) }
  }

  /// Holds an object, as an app's property does: a test's own variable may be released after its
  /// last use.
  func keep<Object: AnyObject>(_ object: Object) -> Object {
    kept.objects.append(object)
    return object
  }

  /// A search that has started, and what it was answered.
  func startSearch(_ query: String?) -> SearchLog {
    SearchLog(
      LocalSearch(request: LocalSearch.Request(naturalLanguageQuery: query), service: service))
  }

  /// The coordinate of the first and the third place.
  static let graz = Coordinate(47, 15)

  static let places = [
    Place(
      name: "Cafe Blau", classification: .pointOfInterest(.cafe), street: "Ring", houseNumber: "7",
      city: "Graz", coordinate: Coordinate(47, 15)),
    Place(
      name: "Cafe Rot", classification: .pointOfInterest(.cafe), city: "Wien",
      coordinate: Coordinate(48, 16)),
    Place(
      name: "Ring 7", classification: .address, street: "Ring", houseNumber: "7", city: "Graz",
      coordinate: Coordinate(47, 15)),
    Place(
      name: "Castle Lake", classification: .physicalFeature(.lake), coordinate: Coordinate(46, 14)),
  ]
}

/// A search, and what its handler was called with.
final class SearchLog {
  var search: LocalSearch?
  private(set) var results: [Result<LocalSearch.Response, MapError>] = []

  init(_ search: LocalSearch) {
    self.search = search
    start()
  }

  func start() {
    search?.start { [weak self] in self?.results.append($0) }
  }

  var errors: [MapError] {
    results.compactMap { if case .failure(let error) = $0 { error } else { nil } }
  }

  var names: [[String]] {
    results.compactMap { try? $0.get().mapItems.map(\.name) }
  }
}

extension DirectionsParameters {
  /// Round numbers.
  static var sample: DirectionsParameters {
    var sample = DirectionsParameters(profile: .sample())
    sample.speeds = [.automobile: 50, .walking: 5, .transit: 20, .cycling: 15]
    sample.detours = [.automobile: 1.3, .walking: 1.2, .transit: 1.5, .cycling: 1.25]
    sample.distanceLimit = 5_000_000
    (sample.pointDistance, sample.pointLimit, sample.pointSize) = (100, 10_000, 16)
    (sample.stepDistance, sample.stepSize) = (1_000, 50)
    return sample
  }
}

extension SearchServiceParameters {
  /// Parameters in which every request of a kind takes the same time.
  static func steady(
    latency: Int64 = 300 * ServiceWorld.millisecond, percentile95: Int64 = 0,
    throttleLimit: Int = 50, throttleWindow: Int64 = 60 * ServiceWorld.second,
    countedRefusals: Double = 0, resultLimit: Int = 25, completionLimit: Int = 10,
    geocodingDistance: Double = 1_000
  ) -> SearchServiceParameters {
    let (median, slow) = (Double(latency), Double(max(latency, percentile95)))
    let latencies: [ProfileParameter.Name: Double] = [
      .searchLatencyMedian: median, .searchLatencyP95: slow, .completionLatencyMedian: median,
      .completionLatencyP95: slow, .geocodingLatencyMedian: median, .geocodingLatencyP95: slow,
      .directionsLatencyMedian: median, .directionsLatencyP95: slow,
      .lookAroundLatencyMedian: median, .lookAroundLatencyP95: slow,
    ]
    let limits: [ProfileParameter.Name: Double] = [
      .throttleLimit: Double(throttleLimit), .throttleWindow: Double(throttleWindow),
      .throttledRequestsCounted: countedRefusals, .resultLimit: Double(resultLimit),
      .completionLimit: Double(completionLimit), .querySuggestionLimit: 3,
      .completerDebounce: 250e6, .geocodingDistance: geocodingDistance, .requestSize: 1_000,
      .resultSize: 100,
    ]
    var parameters = SearchServiceParameters(
      profile: .sample(latencies.merging(limits) { first, _ in first }))
    parameters.directions = .sample
    return parameters
  }
}

/// An engine that finds the places whose names begin with the query, in the order of the set, and
/// remembers what it was asked.
final class FakeEngine: PlaceSearching {
  struct AddressQuery: Equatable {
    let coordinate: Coordinate
    let distance: Double
    let limit: Int
  }

  let places: [Place]
  /// Thrown by every call from now on.
  var fault: PlaceSearchError?
  /// Indicates whether answers may be longer than the query's limit.
  var ignoresLimits = false
  private(set) var queries: [PlaceQuery] = []
  private(set) var suggestionQueries: [PlaceQuery] = []
  private(set) var queryLimits: [Int] = []
  private(set) var addressQueries: [AddressQuery] = []

  init(places: [Place]) {
    self.places = places
  }

  var callCount: Int { queries.count + suggestionQueries.count + addressQueries.count }

  func places(matching query: PlaceQuery) throws(PlaceSearchError) -> PlaceAnswer {
    queries.append(query)
    if let fault { throw fault }
    return PlaceAnswer(places: found(by: query), examined: places.count)
  }

  func suggestions(
    for query: PlaceQuery, queryLimit: Int
  ) throws(PlaceSearchError) -> [PlaceSuggestion] {
    suggestionQueries.append(query)
    queryLimits.append(queryLimit)
    if let fault { throw fault }
    var suggestions = found(by: query).map {
      PlaceSuggestion(title: $0.place.name, subtitle: $0.place.city, place: $0)
    }
    if queryLimit > 0 {
      suggestions.append(PlaceSuggestion(title: query.text, subtitle: "Search nearby", place: nil))
    }
    return suggestions
  }

  func addresses(
    near coordinate: Coordinate, within distance: Double, limit: Int
  ) throws(PlaceSearchError) -> PlaceAnswer {
    addressQueries.append(AddressQuery(coordinate: coordinate, distance: distance, limit: limit))
    if let fault { throw fault }
    let near = numbered.filter {
      $0.place.kind == .address
        && $0.place.coordinate.greatCircleDistance(to: coordinate) <= distance
    }
    return PlaceAnswer(places: limited(near, to: limit), examined: places.count)
  }

  private var numbered: [FoundPlace] {
    places.enumerated().map { FoundPlace(id: $0.offset, place: $0.element) }
  }

  private func found(by query: PlaceQuery) -> [FoundPlace] {
    let found = numbered.filter {
      query.kinds.contains($0.place.kind) && $0.place.name.hasPrefix(query.text)
    }
    return limited(found, to: query.limit)
  }

  private func limited(_ found: [FoundPlace], to limit: Int) -> [FoundPlace] {
    ignoresLimits ? found : Array(found.prefix(limit))
  }
}
