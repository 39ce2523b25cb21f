import Clustering
import PinData

/// Finds the addresses of coordinates and the places of addresses, as `CLGeocoder`.
///
/// A geocoder handles one request at a time. Apple's documentation forbids a second one in this
/// time; in practice its handler is never called, and it is the same here. Handlers are called on
/// the main queue, so a main thread that blocks until its geocoder's result arrives waits forever.
///
/// A geocoder need not be kept: it lives until its request is done, because many examples do not
/// keep theirs.
///
/// Apple deprecates `CLGeocoder` from iOS 26.0 on in favour of MapKit's `MKGeocodingRequest` and
/// `MKReverseGeocodingRequest`. Their handlers are called on the main actor too.
///
/// Used by one thread at a time.
public final class Geocoder {
  /// A function that is called with the result of a request.
  public typealias CompletionHandler = (Result<[Placemark], MapError>) -> Void

  private let service: SearchService
  private var pending: ServiceRequest?
  /// The number of the newest request; `nil` before the first.
  public private(set) var requestNumber: RequestNumber?

  /// A geocoder without a request.
  public init(service: SearchService) {
    self.service = service
  }

  /// Finds the places of an address, best first.
  ///
  /// Only addresses are found; for points of interest there is ``LocalSearch``. The request fails
  /// with ``MapError/placemarkNotFound`` if the text means no address. A blank text fails in the
  /// same way, without a request.
  ///
  /// It is an assumption that it takes as long as the other direction, and that it finds at most as
  /// many places as a search.
  public func geocodeAddressString(
    _ address: String, completionHandler: @escaping CompletionHandler
  ) {
    let limit = service.parameters.resultLimit
    start(
      .geocoding, textSize: address.utf8.count, isAnswerable: !address.isBlank, completionHandler
    ) { engine throws(PlaceSearchError) in
      try engine.places(matching: PlaceQuery(text: address, kinds: .address, limit: limit))
    }
  }

  /// Finds the address nearest to a coordinate, within the profile's `geocoding-distance`.
  ///
  /// The request fails with ``MapError/placemarkNotFound`` if no address is near. An invalid
  /// coordinate fails in the same way, without a request.
  public func reverseGeocodeLocation(
    _ coordinate: Coordinate, completionHandler: @escaping CompletionHandler
  ) {
    let distance = service.parameters.geocodingDistance
    start(
      .reverseGeocoding, textSize: 0, isAnswerable: coordinate.isValid, completionHandler
    ) { engine throws(PlaceSearchError) in
      try engine.addresses(near: coordinate, within: distance, limit: 1)
    }
  }

  private func start(
    _ kind: RequestKind, textSize: Int, isAnswerable: Bool,
    _ completionHandler: @escaping CompletionHandler,
    find: (any PlaceSearching) throws(PlaceSearchError) -> PlaceAnswer
  ) {
    guard pending == nil else { return service.drop(kind) }
    let resultSize = service.parameters.resultSize
    pending = service.send(
      kind, textSize: textSize, unless: isAnswerable ? nil : .placemarkNotFound
    ) { engine, number throws(PlaceSearchError) in
      let found = try find(engine)
      let bytes = found.places.reduce(0) { $0 + $1.place.textSize + resultSize }
      let placemarks = found.places.map { Placemark(found: $0, requestNumber: number) }
      return ServiceAnswer(
        content: placemarks.isEmpty ? .failure(.placemarkNotFound) : .success(placemarks),
        bytes: bytes, examinedPlaces: found.examined)
    } handler: {
      self.pending = nil
      completionHandler($0)
    }
    if let pending { requestNumber = pending.number }
  }
}

/// An address that a geocoder found, as `CLPlacemark`.
public struct Placemark: Hashable, Sendable {
  let found: FoundPlace
  /// The number of the request.
  public let requestNumber: RequestNumber

  /// The place's name.
  public var name: String { found.place.name }
  /// Empty if there is none.
  public var street: String { found.place.street }
  /// Empty if there is none.
  public var houseNumber: String { found.place.houseNumber }
  /// Empty if it is not known.
  public var city: String { found.place.city }
  /// The place's position.
  public var coordinate: Coordinate { found.place.coordinate }
  /// The place's position in the `PlaceSet` that the engine was made from.
  public var place: Int? { found.id }
}
