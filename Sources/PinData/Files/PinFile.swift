import MapGeometry

/// Reads pins from files that other tools export.
public enum PinFile {
  /// The places in a GeoJSON (.geojson, .json) or CSV (.csv) file, in the file's order.
  ///
  /// - GeoJSON: a FeatureCollection whose features are Points or MultiPoints; other members are
  ///   ignored, features with a null geometry are left out.
  /// - CSV: a header line that names the columns (latitude, lat or y; longitude, lon, lng, long or
  ///   x; upper or lower case), separated by commas, semicolons or tabs.
  ///
  /// The file is read in pieces: memory holds the places, 16 bytes each, and one piece. The first
  /// thing that is wrong ends the reading; no place is dropped silently. Takes O(n) time. Safe to
  /// call from any thread; it blocks while it reads.
  public static func read(path: String) throws(PinFileError) -> PinSet {
    let coordinates: [Coordinate]
    switch fileExtension(of: path) {
    case "geojson", "json": coordinates = try readGeoJSON(path: path)
    case "csv": coordinates = try readCSV(path: path)
    default: throw PinFileError(path: path, location: nil, problem: .unknownExtension)
    }
    guard !coordinates.isEmpty else {
      throw PinFileError(path: path, location: nil, problem: .noPins)
    }
    return PinSet(coordinates: coordinates)
  }

  static func fileExtension(of path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1 ? parts.last?.lowercased() : nil
  }
}

extension PinFileError.Problem {
  init(_ error: ScanError) {
    switch error {
    case .unreadable(let reason): self = .unreadable(reason: reason)
    case .empty: self = .emptyFile
    case .malformed(let expected, let found): self = .malformed(expected: expected, found: found)
    }
  }

  /// What is wrong with a coordinate, or `nil` for a good one.
  init?(_ coordinate: Coordinate) {
    if coordinate.isValid { return nil }
    let exchanged = Coordinate(latitude: coordinate.longitude, longitude: coordinate.latitude)
    self = exchanged.isValid ? .swappedCoordinate(coordinate) : .invalidCoordinate(coordinate)
  }
}

extension PinFile {
  static func readCSV(path: String) throws(PinFileError) -> [Coordinate] {
    var records: CSVRecords
    do {
      records = try CSVRecords(path: path)
    } catch {
      throw PinFileError(path: path, location: nil, problem: .init(error))
    }
    guard try advance(&records, path: path) else {
      throw PinFileError(path: path, location: nil, problem: .emptyFile)
    }
    let header = (0..<records.fieldCount).map {
      String(decoding: records.trimmedField($0), as: UTF8.self)
    }
    guard let columns = CSVColumns(header: header) else {
      throw PinFileError(
        path: path, location: .line(records.line, column: 1),
        problem: .missingColumns(found: header))
    }
    var coordinates: [Coordinate] = []
    while try advance(&records, path: path) {
      let coordinate = Coordinate(
        latitude: try number(in: columns.latitude, of: records, path: path),
        longitude: try number(in: columns.longitude, of: records, path: path))
      if let problem = PinFileError.Problem(coordinate) {
        throw PinFileError(
          path: path, location: .line(records.line, column: columns.latitude + 1), problem: problem)
      }
      coordinates.append(coordinate)
    }
    return coordinates
  }

  static func advance(
    _ records: inout CSVRecords, path: String
  ) throws(PinFileError) -> Bool {
    do {
      return try records.next()
    } catch {
      throw PinFileError(
        path: path, location: .line(records.line, column: records.fieldCount + 1),
        problem: .init(error))
    }
  }

  static func number(
    in column: Int, of records: borrowing CSVRecords, path: String
  ) throws(PinFileError) -> Double {
    let found: String
    if column < records.fieldCount {
      let field = records.trimmedField(column)
      if let number = DecimalNumber.parse(field) { return number }
      found =
        field.isEmpty ? "an empty field" : "\"" + String(decoding: field, as: UTF8.self) + "\""
    } else {
      found = "a record of \(records.fieldCount) fields only"
    }
    throw PinFileError(
      path: path, location: .line(records.line, column: column + 1),
      problem: .malformed(expected: "a number with a decimal point, as 52.52", found: found))
  }
}

extension PinFile {
  static func readGeoJSON(path: String) throws(PinFileError) -> [Coordinate] {
    var features: GeoJSONFeatures
    do {
      features = try GeoJSONFeatures(path: path)
    } catch {
      throw PinFileError(path: path, location: nil, problem: .init(error))
    }
    var coordinates: [Coordinate] = []
    while let geometry = try nextGeometry(of: &features, path: path) {
      let countBefore = coordinates.count
      switch geometry {
      case .none: break
      case .point(let coordinate): coordinates.append(coordinate)
      case .points(let points): coordinates.append(contentsOf: points)
      case .unsupported(let type):
        throw PinFileError(
          path: path, location: features.location, problem: .unsupportedGeometry(type: type))
      }
      for coordinate in coordinates[countBefore...] {
        if let problem = PinFileError.Problem(coordinate) {
          throw PinFileError(path: path, location: features.location, problem: problem)
        }
      }
    }
    return coordinates
  }

  static func nextGeometry(
    of features: inout GeoJSONFeatures, path: String
  ) throws(PinFileError) -> GeoJSONGeometry? {
    do {
      return try features.next()
    } catch .malformed(let expected, let found) {
      throw PinFileError(
        path: path, location: features.location,
        problem: .malformed(expected: expected, found: found))
    } catch {
      throw PinFileError(path: path, location: nil, problem: .init(error))
    }
  }
}

extension GeoJSONFeatures {
  var location: PinFileError.Location {
    if let index { .feature(index, byteOffset: offset) } else { .byteOffset(offset) }
  }
}
