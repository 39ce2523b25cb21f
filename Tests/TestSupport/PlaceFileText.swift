import Clustering
import PinData

/// Places as the text of a file.
package enum PlaceFileText {
  package static func csv(_ places: [Place]) -> String {
    let header = "name,category,kind,street,housenumber,city,prominence,latitude,longitude"
    let lines = places.map { place in
      [
        place.name, category(of: place), kind(of: place), place.street, place.houseNumber,
        place.city, "\(place.prominence)", "\(place.coordinate.latitude)",
        "\(place.coordinate.longitude)",
      ].joined(separator: ",")
    }
    return ([header] + lines).joined(separator: "\n") + "\n"
  }

  package static func geoJSON(_ places: [Place]) -> String {
    let features = places.map { place in
      """
      {"type": "Feature", "geometry": {"type": "Point", "coordinates": \
      [\(place.coordinate.longitude), \(place.coordinate.latitude)]}, "properties": \
      {"name": "\(place.name)", "category": "\(category(of: place))", "kind": \
      "\(kind(of: place))", "street": "\(place.street)", "housenumber": "\(place.houseNumber)", \
      "city": "\(place.city)", "prominence": \(place.prominence)}}
      """
    }
    return "{\"type\": \"FeatureCollection\", \"features\": ["
      + features.joined(separator: ",\n") + "]}\n"
  }

  private static func category(of place: Place) -> String {
    switch place.classification {
    case .pointOfInterest(let category): category.rawValue
    case .physicalFeature(let feature): feature.rawValue
    case .address: ""
    }
  }

  private static func kind(of place: Place) -> String {
    switch place.classification {
    case .pointOfInterest: "pointOfInterest"
    case .physicalFeature: "physicalFeature"
    case .address: "address"
    }
  }
}

extension Place {
  package static func cafe(
    _ name: String, _ latitude: Double, _ longitude: Double, prominence: Int
  ) -> Place {
    Place(
      name: name, classification: .pointOfInterest(.cafe), city: "Aachen",
      coordinate: Coordinate(latitude: latitude, longitude: longitude), prominence: prominence)
  }

  package static func address(
    _ houseNumber: String, _ street: String, city: String = "Aachen", _ latitude: Double,
    _ longitude: Double, prominence: Int = 0
  ) -> Place {
    Place(
      name: houseNumber + " " + street, classification: .address, street: street,
      houseNumber: houseNumber, city: city,
      coordinate: Coordinate(latitude: latitude, longitude: longitude), prominence: prominence)
  }
}
