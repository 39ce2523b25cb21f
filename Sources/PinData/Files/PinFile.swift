import MapGeometry

/// Reads pins from files that other tools export.
package enum PinFile {
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
  package static func read(path: String) throws(DataFileError) -> PinSet {
    let coordinates = try DataFile.read(path: path, properties: nil) { coordinate, _ in
      coordinate
    }
    return PinSet(coordinates: coordinates)
  }
}

/// Reads the items of a GeoJSON or CSV file: coordinates, with their properties where they are
/// wanted.
enum DataFile {
  /// The items in the file's order, at least one.
  ///
  /// - Parameters:
  ///   - properties: an empty record that takes the properties of each item; `nil` reads none.
  ///   - item: makes an item of a valid coordinate and its properties.
  static func read<Item>(
    path: String, properties: PlaceRecord?,
    item: (Coordinate, PlaceRecord?) throws(PlaceRecord.Mistake) -> Item
  ) throws(DataFileError) -> [Item] {
    let name = path.split(separator: "/").last ?? ""
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let fileExtension = parts.count > 1 ? parts.last?.lowercased() : nil
    let items: [Item]
    switch fileExtension {
    case "geojson", "json": items = try readGeoJSON(path: path, properties, item)
    case "csv": items = try readCSV(path: path, properties, item)
    default:
      throw DataFileError(
        path: path,
        problem: .mismatch(
          expected: "the extension .geojson, .json or .csv",
          found: fileExtension.map { "an unknown one, \".\($0)\"" } ?? "none",
          remedy: "Rename or convert the file."))
    }
    guard !items.isEmpty else {
      throw DataFileError(
        path: path,
        problem: .mismatch(
          expected: "at least one place", found: "none", remedy: "Check how it was exported."))
    }
    return items
  }

  // MARK: - GeoJSON

  private static func readGeoJSON<Item>(
    path: String, _ record: PlaceRecord?,
    _ item: (Coordinate, PlaceRecord?) throws(PlaceRecord.Mistake) -> Item
  ) throws(DataFileError) -> [Item] {
    var features: GeoJSONFeatures
    do {
      features = try GeoJSONFeatures(path: path, record: record)
    } catch {
      throw DataFileError(path: path, problem: error)
    }
    var items: [Item] = []
    do throws(DataFileError.Problem) {
      while let geometry = try features.next() {
        switch geometry {
        case .none: break
        case .point(let coordinate):
          try append(coordinate, features.record, to: &items, item)
        // One name for several places would be several places of one name.
        case .points(let coordinates) where record == nil:
          for coordinate in coordinates { try append(coordinate, nil, to: &items, item) }
        case .points: throw unsupportedGeometry("MultiPoint")
        case .unsupported(let type): throw unsupportedGeometry(type)
        }
      }
    } catch {
      let location: DataFileError.Location? =
        if case .unreadable = error { nil } else { features.location }
      throw DataFileError(path: path, location: location, problem: error)
    }
    return items
  }

  private static func append<Item>(
    _ coordinate: Coordinate, _ record: PlaceRecord?, to items: inout [Item],
    _ item: (Coordinate, PlaceRecord?) throws(PlaceRecord.Mistake) -> Item
  ) throws(DataFileError.Problem) {
    if let problem = DataFileError.Problem(coordinate) { throw problem }
    do {
      items.append(try item(coordinate, record))
    } catch {
      throw error.problem
    }
  }

  private static func unsupportedGeometry(_ type: String) -> DataFileError.Problem {
    .mismatch(
      expected: "a Point", found: "a " + type,
      remedy: "Keep point features only, or replace the others with a point in their middle.")
  }

  // MARK: - CSV

  private static func readCSV<Item>(
    path: String, _ properties: PlaceRecord?,
    _ item: (Coordinate, PlaceRecord?) throws(PlaceRecord.Mistake) -> Item
  ) throws(DataFileError) -> [Item] {
    var records: CSVRecords
    do {
      records = try CSVRecords(path: path)
    } catch {
      throw DataFileError(path: path, problem: error)
    }
    guard try advance(&records, path: path) else {
      throw DataFileError(
        path: path,
        problem: .mismatch(expected: "CSV with a header line", found: "an empty file"))
    }
    let header = (0..<records.fieldCount).map { ASCII.trimmedText(records.field($0)) }
    guard let columns = CSVColumns(header: header) else {
      throw DataFileError(
        path: path, location: .field(line: records.line, column: 1),
        problem: CSVColumns.missing(in: header))
    }
    var record = properties
    let propertyColumns = record == nil ? [] : PlaceProperty.columns(header: header)
    var items: [Item] = []
    while try advance(&records, path: path) {
      let coordinate = Coordinate(
        latitude: try number(in: columns.latitude, of: records, path: path),
        longitude: try number(in: columns.longitude, of: records, path: path))
      if let problem = DataFileError.Problem(coordinate) {
        throw DataFileError(
          path: path, location: .field(line: records.line, column: columns.latitude + 1),
          problem: problem)
      }
      record?.removeAll()
      for (property, column) in propertyColumns where column < records.fieldCount {
        record?[property] = ASCII.trimmedText(records.field(column))
      }
      do {
        items.append(try item(coordinate, record))
      } catch {
        let column = propertyColumns.first { $0.property == error.property }?.column ?? 0
        throw DataFileError(
          path: path, location: .field(line: records.line, column: column + 1),
          problem: error.problem)
      }
    }
    return items
  }

  private static func advance(
    _ records: inout CSVRecords, path: String
  ) throws(DataFileError) -> Bool {
    do {
      return try records.next()
    } catch {
      throw DataFileError(
        path: path, location: .field(line: records.line, column: records.fieldCount + 1),
        problem: error)
    }
  }

  private static func number(
    in column: Int, of records: borrowing CSVRecords, path: String
  ) throws(DataFileError) -> Double {
    let found: String
    if column < records.fieldCount {
      let field = records.trimmedField(column)
      if let number = DecimalNumber.parse(field) { return number }
      found =
        field.isEmpty ? "an empty field" : "\"" + String(decoding: field, as: UTF8.self) + "\""
    } else {
      found = "a record of \(records.fieldCount) fields only"
    }
    throw DataFileError(
      path: path, location: .field(line: records.line, column: column + 1),
      problem: .mismatch(expected: "a number with a decimal point, as 52.52", found: found))
  }
}

extension GeoJSONFeatures {
  fileprivate var location: DataFileError.Location {
    if let index { .feature(index, byteOffset: offset) } else { .byteOffset(offset) }
  }
}
