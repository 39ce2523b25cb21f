import MapGeometry
import PinData
import PlaceSearch

/// Finds the coordinates of addresses and the addresses of coordinates, as `CLGeocoder`.
///
/// A geocoder does one request at a time. Apple documents not to make a second one meanwhile; in
/// practice its handler is never called, and so it is here. Handlers are called on the main queue:
/// a main thread that blocks until its geocoder answers waits for itself.
///
/// A geocoder need not be kept: it lives until its request is done, as the many examples show that
/// make one in passing.
///
/// Used by one thread at a time.
public final class Geocoder {
  /// What the handlers of a geocoder are called with.
  public typealias Completion = (Result<[Placemark], MapError>) -> Void

  /// How far from a coordinate its address may be, in metres. An assumption; Apple documents none.
  public static let reverseReach = 1_000.0

  /// A call under way. Its handler waits with its answer, so that a geocoder whose handler holds
  /// the geocoder itself is released when no answer can come any more.
  private struct Call {
    let request: ServiceRequest
    let kind: RequestKind
    weak var handler: Handler?
  }

  private final class Handler {
    let run: Completion

    init(_ run: @escaping Completion) {
      self.run = run
    }
  }

  private let service: SearchService
  private var pending: Call?
  /// The number of the newest request; `nil` before the first.
  public private(set) var requestNumber: RequestNumber?

  /// A geocoder without a request.
  public init(service: SearchService) {
    self.service = service
  }

  /// Whether a request is under way.
  public var isGeocoding: Bool { pending != nil }

  /// Finds the addresses that a text may mean, best first.
  ///
  /// Only addresses are found; for points of interest there is ``LocalSearch``. A blank text fails
  /// with ``MapError/placemarkNotFound`` without a request, one that means no address with one.
  public func geocodeAddressString(_ address: String, completionHandler: @escaping Completion) {
    let limit = service.parameters.resultLimit
    start(
      .geocoding, textSize: address.utf8.count, isAnswerable: !address.isBlank, completionHandler
    ) { engine throws(PlaceSearchError) in
      try engine.places(matching: PlaceQuery(text: address, kinds: .address, limit: limit))
    }
  }

  /// Finds the address nearest to a coordinate, within ``reverseReach``.
  ///
  /// An invalid coordinate fails with ``MapError/placemarkNotFound`` without a request, one far
  /// from all addresses with one.
  public func reverseGeocodeLocation(
    _ coordinate: Coordinate, completionHandler: @escaping Completion
  ) {
    start(
      .reverseGeocoding, textSize: 0, isAnswerable: coordinate.isValid, completionHandler
    ) { engine throws(PlaceSearchError) in
      try engine.addresses(near: coordinate, within: Self.reverseReach, limit: 1)
    }
  }

  /// Gives the request up. Its handler is called with an error, as Apple documents: here with
  /// ``MapError/unknown``. Does nothing where no request is under way.
  public func cancelGeocode() {
    guard let pending, let handler = pending.handler else { return }
    self.pending = nil
    pending.request.cancel()
    _ = service.refuse(pending.kind, with: .unknown, handler: handler.run)
  }

  private func start(
    _ kind: RequestKind, textSize: Int, isAnswerable: Bool, _ completion: @escaping Completion,
    find: (any PlaceSearching) throws(PlaceSearchError) -> PlaceAnswer
  ) {
    guard pending == nil else { return service.drop(kind) }
    let handler = Handler(completion)
    let finish: Completion = { result in
      self.pending = nil
      handler.run(result)
    }
    let parameters = service.parameters
    let request =
      if isAnswerable {
        service.send(kind, textSize: textSize) { engine, number throws(PlaceSearchError) in
          let found = try find(engine)
          let places = found.places.prefix(parameters.resultLimit)
          let bytes = places.reduce(0) { $0 + $1.place.textSize + parameters.resultSize }
          let placemarks = places.map { Placemark($0, requestNumber: number) }
          return ServiceAnswer(
            placemarks.isEmpty ? .failure(.placemarkNotFound) : .success(placemarks),
            bytes: bytes, examinedPlaces: found.examined)
        } handler: {
          finish($0)
        }
      } else {
        service.refuse(kind, with: .placemarkNotFound, handler: finish)
      }
    guard let request else { return }
    pending = Call(request: request, kind: kind, handler: handler)
    requestNumber = request.number
  }
}

/// An address that a geocoder found, as `CLPlacemark`.
public struct Placemark: Hashable, Sendable {
  public let name: String
  /// Empty where there is none.
  public let street: String
  /// Empty where there is none.
  public let houseNumber: String
  /// Empty where it is not known.
  public let city: String
  public let coordinate: Coordinate
  /// The place's position in the `PlaceSet` that the engine was made from.
  public let place: Int?
  /// The request that this answers.
  public let requestNumber: RequestNumber

  init(_ found: FoundPlace, requestNumber: RequestNumber) {
    name = found.place.name
    street = found.place.street
    houseNumber = found.place.houseNumber
    city = found.place.city
    coordinate = found.place.coordinate
    place = found.id
    self.requestNumber = requestNumber
  }
}
