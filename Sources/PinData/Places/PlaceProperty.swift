/// What a file can say about a place beside its coordinate.
enum PlaceProperty: String, CaseIterable {
  case name, category, kind, street, houseNumber, city, prominence
  // The keys of OpenStreetMap that say what a place is; the more telling ones first.
  case amenity, shop, tourism, leisure, sport, historic, craft, aeroway, railway, highway
  case publicTransport, healthcare, boundary, waterway, water, place, landuse, natural

  /// The names of the property in files, in lower case; the first that a file has is taken.
  var names: [String] {
    switch self {
    case .street: ["street", "addr:street"]
    case .houseNumber: ["housenumber", "addr:housenumber", "house_number"]
    case .city: ["city", "addr:city"]
    case .publicTransport: ["public_transport"]
    default: [rawValue]
    }
  }

  /// The keys of OpenStreetMap.
  static let tags = Array(allCases.drop { $0 != .amenity })
}
