import MapGeometry
import PinData
import PlaceSearch

/// Finds the addresses of coordinates, as `CLGeocoder`.
///
/// A geocoder handles one request at a time. Apple's documentation forbids a second one in this
/// time; in practice its handler is never called, and it is the same here. Handlers are called on
/// the main queue, so a main thread that blocks until its geocoder's result arrives waits forever.
///
/// A geocoder need not be kept: it lives until its request is done, because many examples do not
/// keep theirs.
///
/// Used by one thread at a time.
public final class Geocoder {
  private let service: SearchService
  private var pending: ServiceRequest?
  /// The number of the newest request; `nil` before the first.
  public private(set) var requestNumber: RequestNumber?

  /// A geocoder without a request.
  public init(service: SearchService) {
    self.service = service
  }

  /// Finds the address nearest to a coordinate, within the profile's `geocoding-distance`.
  ///
  /// The request fails with ``MapError/placemarkNotFound`` if no address is near. An invalid
  /// coordinate fails in the same way, without a request.
  public func reverseGeocodeLocation(
    _ coordinate: Coordinate, completionHandler: @escaping (Result<[Placemark], MapError>) -> Void
  ) {
    guard pending == nil else { return service.drop(.reverseGeocoding) }
    let finish: (Result<[Placemark], MapError>) -> Void = { result in
      self.pending = nil
      completionHandler(result)
    }
    let parameters = service.parameters
    let request =
      if coordinate.isValid {
        service.send(.reverseGeocoding, textSize: 0) {
          engine, number throws(PlaceSearchError) in
          let found = try engine.addresses(
            near: coordinate, within: parameters.geocodingDistance, limit: 1)
          let bytes = found.places.reduce(0) { $0 + $1.place.textSize + parameters.resultSize }
          let placemarks = found.places.map { Placemark($0, requestNumber: number) }
          return ServiceAnswer(
            placemarks.isEmpty ? .failure(.placemarkNotFound) : .success(placemarks),
            bytes: bytes, examinedPlaces: found.examined)
        } handler: {
          finish($0)
        }
      } else {
        service.refuse(.reverseGeocoding, with: .placemarkNotFound, handler: finish)
      }
    guard let request else { return }
    pending = request
    requestNumber = request.number
  }
}

/// An address that a geocoder found, as `CLPlacemark`.
public struct Placemark: Hashable, Sendable {
  /// The place's name.
  public let name: String
  /// Empty if there is none.
  public let street: String
  /// Empty if there is none.
  public let houseNumber: String
  /// Empty if it is not known.
  public let city: String
  /// The place's position.
  public let coordinate: Coordinate
  /// The place's position in the `PlaceSet` that the engine was made from.
  public let place: Int?
  /// The number of the request.
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
