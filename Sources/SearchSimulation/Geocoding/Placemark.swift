import MapGeometry
import PlaceSearch

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
