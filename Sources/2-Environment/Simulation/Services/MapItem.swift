import Clustering
import PinData

/// A place that a service found, as `MKMapItem`.
public struct MapItem: Hashable, Sendable {
  private let found: FoundPlace

  /// The item for a place that an engine found.
  public init(_ found: FoundPlace) { self.found = found }

  /// The place's position in the `PlaceSet` that the engine was made from.
  public var place: Int { found.id }
  /// The place's name.
  public var name: String { found.place.name }
  /// The address for a line below the name: "street number, city", as far as they are known.
  public var title: String { found.place.addressLine }
  /// The kind of place.
  public var kind: Place.Kinds { found.place.kind }
  /// The category of a point of interest; `nil` for other places.
  public var category: PointOfInterestCategory? { found.place.category }
  /// The place's position.
  public var coordinate: Coordinate { found.place.coordinate }
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

/// The reason why a request to the platform's services failed, with the codes of `MKError`.
public enum MapError: Int, Error, Hashable, Sendable, Codable, CaseIterable {
  /// An error without a known reason.
  case unknown = 1
  /// The service failed.
  case serverFailure = 2
  /// The service refused the request: too many in a short time.
  case loadingThrottled = 3
  /// The service found no place.
  case placemarkNotFound = 4
  /// The service found no route.
  case directionsNotFound = 5
  /// The answer could not be read.
  case decodingFailure = 6

  /// The code in the error domain of MapKit.
  public var code: Int { rawValue }
}

extension MapError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknown: "an unknown error occurred"
    case .serverFailure: "the server could not answer the request"
    case .loadingThrottled: "too many requests were made in a short time"
    case .placemarkNotFound: "no matching place was found"
    case .directionsNotFound: "no directions were found"
    case .decodingFailure: "the server's answer could not be read"
    }
  }
}
