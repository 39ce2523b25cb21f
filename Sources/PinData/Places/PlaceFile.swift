import MapGeometry

/// Reads places from files that other tools export.
public enum PlaceFile {
  /// The places in a GeoJSON (.geojson, .json) or CSV (.csv) file, in the file's order.
  ///
  /// - GeoJSON: a FeatureCollection of Points with properties; features with a null geometry are
  ///   left out.
  /// - CSV: a header line that names the columns, in upper or lower case, separated by commas,
  ///   semicolons or tabs; the coordinate's columns are those of ``PinFile``.
  ///
  /// The properties or columns, all but one of them optional:
  ///
  /// - `name`. An address may do without: it is called by its street and number.
  /// - `category`: a name of ``PointOfInterestCategory``, as MapKit or people write it ("gasStation",
  ///   "MKPOICategoryGasStation", "Gas Station"), a name of ``PhysicalFeature``, or the value of an
  ///   OpenStreetMap tag, with its key or without ("amenity=fuel", "fuel"). Without this property
  ///   the tags themselves are looked for: `amenity`, `shop`, `tourism`, `leisure`, `sport`,
  ///   `historic`, `natural` and more; the first one whose value is known counts, and every shop
  ///   that is nothing else is a store. A category that is not known is an error, because a search
  ///   by category would miss the place.
  /// - `kind`: "pointOfInterest", "address" or "physicalFeature". Without it the category decides;
  ///   without a category a place with a street is an address.
  /// - `street` or `addr:street`, `housenumber` or `addr:housenumber`, `city` or `addr:city`.
  /// - `prominence`: a whole number from 0 to 100, 0 without it.
  ///
  /// The first thing that is wrong ends the reading; no place is dropped silently. Takes O(n) time.
  /// Safe to call from any thread; it blocks while it reads.
  public static func read(path: String) throws(PlaceFileError) -> PlaceSet {
    let places: [Place]
    switch PinFile.fileExtension(of: path) {
    case "geojson", "json": places = try readGeoJSON(path: path)
    case "csv": places = try readCSV(path: path)
    default:
      throw PlaceFileError(path: path, location: nil, problem: .format(.unknownExtension))
    }
    guard !places.isEmpty else {
      throw PlaceFileError(path: path, location: nil, problem: .format(.noPins))
    }
    return PlaceSet(places: places)
  }
}

extension PlaceFile {
  static func readCSV(path: String) throws(PlaceFileError) -> [Place] {
    var records: CSVRecords
    do {
      records = try CSVRecords(path: path)
    } catch {
      throw PlaceFileError(path: path, location: nil, problem: .format(.init(error)))
    }
    guard try advance(&records, path: path) else {
      throw PlaceFileError(path: path, location: nil, problem: .format(.emptyFile))
    }
    let header = (0..<records.fieldCount).map { text(records.field($0)) }
    guard let coordinateColumns = CSVColumns(header: header) else {
      throw PlaceFileError(
        path: path, location: .line(records.line, column: 1),
        problem: .format(.missingColumns(found: header)))
    }
    let columns = propertyColumns(header: header)
    var record = PlaceRecord()
    var places: [Place] = []
    while try advance(&records, path: path) {
      let coordinate = try coordinate(in: coordinateColumns, of: records, path: path)
      record.removeAll()
      for (property, column) in columns where column < records.fieldCount {
        record[property] = text(records.field(column))
      }
      do {
        places.append(try record.place(at: coordinate))
      } catch {
        let column = columns.first { $0.property == error.property }?.column ?? 0
        throw PlaceFileError(
          path: path, location: .line(records.line, column: column + 1), problem: error.problem)
      }
    }
    return places
  }

  /// Where the header has which property.
  private static func propertyColumns(
    header: [String]
  ) -> [(property: PlaceProperty, column: Int)] {
    let names = header.map { $0.lowercased() }
    return PlaceProperty.allCases.compactMap { property in
      let column = property.names.lazy.compactMap { names.firstIndex(of: $0) }.first
      return column.map { (property, $0) }
    }
  }

  private static func advance(
    _ records: inout CSVRecords, path: String
  ) throws(PlaceFileError) -> Bool {
    do {
      return try PinFile.advance(&records, path: path)
    } catch {
      throw PlaceFileError(error)
    }
  }

  private static func coordinate(
    in columns: CSVColumns, of records: borrowing CSVRecords, path: String
  ) throws(PlaceFileError) -> Coordinate {
    let coordinate: Coordinate
    do {
      coordinate = Coordinate(
        latitude: try PinFile.number(in: columns.latitude, of: records, path: path),
        longitude: try PinFile.number(in: columns.longitude, of: records, path: path))
    } catch {
      throw PlaceFileError(error)
    }
    if let problem = PinFileError.Problem(coordinate) {
      throw PlaceFileError(
        path: path, location: .line(records.line, column: columns.latitude + 1),
        problem: .format(problem))
    }
    return coordinate
  }

  /// The text of a value without the white space around it.
  static func text(_ bytes: ArraySlice<UInt8>) -> String {
    func isSpace(_ byte: UInt8) -> Bool { byte <= ASCII.space }
    let start = bytes.firstIndex { !isSpace($0) } ?? bytes.endIndex
    let end = bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}

extension PlaceFile {
  static func readGeoJSON(path: String) throws(PlaceFileError) -> [Place] {
    var features: GeoJSONFeatures
    do {
      features = try GeoJSONFeatures(path: path, record: PlaceRecord())
    } catch {
      throw PlaceFileError(path: path, location: nil, problem: .format(.init(error)))
    }
    var places: [Place] = []
    while let geometry = try nextGeometry(of: &features, path: path) {
      do {
        if let place = try place(geometry, features.record) { places.append(place) }
      } catch {
        throw PlaceFileError(path: path, location: features.location, problem: error)
      }
    }
    return places
  }

  private static func nextGeometry(
    of features: inout GeoJSONFeatures, path: String
  ) throws(PlaceFileError) -> GeoJSONGeometry? {
    features.record?.removeAll()
    do {
      return try PinFile.nextGeometry(of: &features, path: path)
    } catch {
      throw PlaceFileError(error)
    }
  }

  private static func place(
    _ geometry: GeoJSONGeometry, _ record: PlaceRecord?
  ) throws(PlaceFileError.Problem) -> Place? {
    switch geometry {
    case .none: return nil
    // One name for several places would be several places of one name.
    case .points: throw .format(.unsupportedGeometry(type: "MultiPoint"))
    case .unsupported(let type): throw .format(.unsupportedGeometry(type: type))
    case .point(let coordinate):
      if let problem = PinFileError.Problem(coordinate) { throw .format(problem) }
      do {
        return try record?.place(at: coordinate)
      } catch {
        throw error.problem
      }
    }
  }
}

extension GeoJSONFeatures {
  /// Reads the properties of the current feature into the record.
  mutating func scanProperties() throws(ScanError) {
    if try scanner.peek() == UInt8(ascii: "n") { return try scanner.expectWord("null") }
    guard try scanner.open(.object) else { return }
    repeat {
      let name = try scanner.key()
      if let property = record?.property(named: name) {
        try scanValue(of: property, named: name)
      } else {
        try scanner.skipValue()
      }
    } while try scanner.continues(.object)
  }

  /// Reads a property's string or number. What a name says that stands earlier in the list of the
  /// property's names is kept.
  private mutating func scanValue(
    of property: PlaceProperty, named name: String
  ) throws(ScanError) {
    switch try scanner.peek() {
    case UInt8(ascii: "n"):
      return try scanner.expectWord("null")
    case ASCII.quote:
      try scanner.scanString()
    case let byte? where ASCII.isDigit(byte) || byte == ASCII.minus:
      _ = try scanner.number()
    case let byte:
      throw ScanError.malformed(
        expected: "a string or a number as the property \"\(name)\"", found: ASCII.name(of: byte))
    }
    let text = PlaceFile.text(scanner.token[...])
    let isPreferred = name.lowercased() == property.names[0]
    guard !text.isEmpty, isPreferred || record?[property].isEmpty == true else { return }
    record?[property] = text
  }
}
