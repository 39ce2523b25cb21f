import MapGeometry
import PinData
import PlaceSearch

/// A place that a service found, as `MKMapItem`.
public struct MapItem: Hashable, Sendable {
  /// The place's position in the `PlaceSet` that the engine was made from.
  public let place: Int
  public let name: String
  /// Where it is, for a line below the name: "street number, city", as far as they are known.
  public let title: String
  public let kind: Place.Kinds
  /// The category of a point of interest; `nil` for other places.
  public let category: PointOfInterestCategory?
  public let coordinate: Coordinate

  /// What an app sees of a place that an engine found.
  public init(_ found: FoundPlace) {
    place = found.id
    name = found.place.name
    title = found.place.addressLine
    kind = found.place.kind
    category = found.place.category
    coordinate = found.place.coordinate
  }
}

extension Place {
  /// "street number, city", as far as they are known.
  var addressLine: String {
    let streetLine = [street, houseNumber].filter { !$0.isEmpty }.joined(separator: " ")
    return [streetLine, city].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The bytes of the place's texts.
  var textSize: Int {
    name.utf8.count + street.utf8.count + houseNumber.utf8.count + city.utf8.count
  }
}
