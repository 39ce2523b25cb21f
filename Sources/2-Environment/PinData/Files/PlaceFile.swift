import Clustering

/// The reader of place files that other tools export.
package enum PlaceFile {
  /// Reads the places of a GeoJSON or CSV file, in the file's order. It may be compressed with gzip.
  ///
  /// - GeoJSON: a FeatureCollection, or lines, of Points with properties; features with a null
  ///   geometry are left out.
  /// - CSV: a header line that names the columns, in upper or lower case, separated by commas,
  ///   semicolons or tabs; the coordinate's columns are those of ``PinFile``.
  ///
  /// The properties or columns, all but one of them optional:
  ///
  /// - `name`. An address may do without: it is called by its street and number.
  /// - `category`: a name of ``PointOfInterestCategory``, as MapKit or people write it
  ///   ("gasStation", "MKPOICategoryGasStation", "Gas Station"), a name of ``PhysicalFeature``, or
  ///   the value of an OpenStreetMap tag, with its key or without ("amenity=fuel", "fuel"). Without
  ///   this property the tags themselves are looked for: `amenity`, `shop`, `tourism`, `leisure`,
  ///   `sport`, `historic`, `natural` and more; the first one whose value is known counts, and
  ///   every shop that is nothing else is a store. A category that is not known is an error,
  ///   because a search by category would miss the place.
  /// - `kind`: "pointOfInterest", "address" or "physicalFeature". Without it the category decides;
  ///   without a category a place with a street is an address.
  /// - `street` or `addr:street`, `housenumber` or `addr:housenumber`, `city` or `addr:city`.
  /// - `prominence`: a whole number from 0 to 100, 0 without it.
  ///
  /// The first error ends the reading; no place is dropped silently. Takes O(n) time. Safe to call
  /// from any thread; it blocks while it reads.
  package static func read(path: String) throws(DataFileError) -> PlaceSet {
    var collector = PinCollector(details: PlaceDetails(record: PlaceRecord()))
    _ = try DataFile.read(path: path, into: &collector)
    guard !collector.places.isEmpty else { throw DataFileError(path: path, problem: .noPlaces()) }
    return PlaceSet(places: collector.places)
  }
}

/// The properties of one place of a file, while it is read.
struct PlaceRecord {
  /// A problem with a place.
  struct Mistake: Error {
    /// The property that is wrong.
    let property: PlaceProperty
    let problem: Problem

    fileprivate init(_ property: PlaceProperty, expected: String, found: String) {
      self.property = property
      problem = .mismatch(expected: expected, found: found)
    }

    fileprivate init(_ property: PlaceProperty, unknownCategory: String) {
      self.property = property
      problem = .mismatch(
        expected: "a MapKit category (such as \"cafe\" or \"gasStation\"), a physical "
          + "feature (such as \"lake\") or a common OpenStreetMap tag (such as \"amenity=fuel\")",
        found: "\"\(unknownCategory)\"",
        remedy: "Give the place one of these as its \"category\", or remove it.")
    }
  }

  private var values: [PlaceProperty: String] = [:]
  private let propertiesByName: [String: PlaceProperty]

  init() {
    var properties: [String: PlaceProperty] = [:]
    for property in PlaceProperty.allCases {
      for name in property.names { properties[name] = property }
    }
    propertiesByName = properties
  }

  /// The value of a property, without the white space around it; empty where there is none.
  subscript(property: PlaceProperty) -> String {
    get { values[property] ?? "" }
    set { values[property] = newValue }
  }

  /// The property that a file means by a name, in upper or lower case.
  func property(named name: String) -> PlaceProperty? {
    propertiesByName[name] ?? propertiesByName[name.lowercased()]
  }

  mutating func removeAll() { values.removeAll(keepingCapacity: true) }

  /// The place that the properties describe.
  func place(at coordinate: Coordinate) throws(Mistake) -> Place {
    let classification = try classification()
    var name = self[.name]
    if name.isEmpty, classification == .address {
      name = self[.houseNumber].isEmpty ? self[.street] : self[.street] + " " + self[.houseNumber]
    }
    guard !name.isEmpty else {
      let expected = classification == .address ? "a name or a street" : "a name"
      throw Mistake(.name, expected: expected + " of the place", found: "none")
    }
    for property in [PlaceProperty.name, .street, .houseNumber, .city] {
      let length = self[property].utf8.count
      guard length <= PinLabel.maxNameLength else {
        throw Mistake(
          property, expected: "a text of at most \(PinLabel.maxNameLength) bytes",
          found: "\(length)")
      }
    }
    return Place(
      name: name, classification: classification, street: self[.street],
      houseNumber: self[.houseNumber], city: self[.city], coordinate: coordinate,
      prominence: try prominence())
  }

  // MARK: - The properties

  private func classification() throws(Mistake) -> Place.Classification {
    let kind = self[.kind]
    switch kind {
    case "address": return .address
    case "", "pointOfInterest", "physicalFeature": break
    default:
      throw Mistake(
        .kind, expected: "the kind \"pointOfInterest\", \"address\" or \"physicalFeature\"",
        found: "\"\(kind)\"")
    }
    guard let (property, classification) = try classificationByCategory() else {
      if kind.isEmpty, !self[.street].isEmpty { return .address }
      throw Mistake(
        .category,
        expected: kind.isEmpty ? "a category, or the street of an address" : "a category",
        found: "none")
    }
    let isFeature = if case .physicalFeature = classification { true } else { false }
    guard kind.isEmpty || isFeature == (kind == "physicalFeature") else {
      throw Mistake(
        property, expected: "a category of the kind \"\(kind)\"", found: "\"\(self[property])\"")
    }
    return classification
  }

  /// The classification by the category or the first known tag, and the property that gives it.
  private func classificationByCategory() throws(Mistake) -> (PlaceProperty, Place.Classification)?
  {
    let category = self[.category]
    if !category.isEmpty {
      guard let known = PlaceClassifications.classification(ofCategory: category) else {
        throw Mistake(.category, unknownCategory: category)
      }
      return (.category, known)
    }
    var unknown: PlaceProperty?
    for tag in PlaceProperty.tags where !self[tag].isEmpty {
      if let known = PlaceClassifications.classification(of: tag, value: self[tag]) {
        return (tag, known)
      }
      unknown = unknown ?? tag
    }
    // A tag that is not known says nothing of a house that is looked for by its address.
    guard let unknown, self[.houseNumber].isEmpty || !self[.name].isEmpty else { return nil }
    throw Mistake(unknown, unknownCategory: unknown.names[0] + "=" + self[unknown])
  }

  private func prominence() throws(Mistake) -> Int {
    let text = self[.prominence]
    if text.isEmpty { return 0 }
    guard let number = Double(text), let prominence = Int(exactly: number),
      (0...100).contains(prominence)
    else {
      throw Mistake(
        .prominence, expected: "a prominence that is a whole number from 0 to 100",
        found: "\"\(text)\"")
    }
    return prominence
  }
}

/// A property of a place in a file, besides its coordinate.
enum PlaceProperty: String, CaseIterable {
  case name, category, kind, street, houseNumber, city, prominence
  // The keys of OpenStreetMap with the kind of a place; the more specific ones first.
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

  /// The properties that a CSV header names, with their columns.
  ///
  /// - Parameter names: the names of all columns in lower case.
  static func columns(_ names: [String]) -> [(property: PlaceProperty, column: Int)] {
    allCases.compactMap { property in
      names.firstIndex(ofFirst: property.names).map { (property, $0) }
    }
  }
}
