import Foundation

/// Reads the places of a file, in whatever format it is.
enum DataFile {
  /// The kind of a file that was read.
  struct Source {
    let format: PinFileFormat
    var isCompressed = false
    var table: String?
    var columns: CoordinateNames?
    var taken: [PinFileSummary.Taken] = []
    var notes: [String] = []
  }

  /// Hands all places of a file to a collector, in the file's order.
  ///
  /// - Parameter properties: an empty record that takes the properties of each place; `nil` reads
  ///   none.
  static func read(
    path: String, options: PinFileOptions = PinFileOptions(), properties: PlaceRecord?,
    into collector: inout some PlaceCollecting
  ) throws(DataFileError) -> Source {
    let reader = try opened(path, maxUnpackedSize: options.limits.textSize)
    let isCompressed = reader.isCompressed
    let start = reader.buffered.prefix(512)
    if start.starts(with: SQLiteReader.magic) {
      guard properties == nil else {
        throw DataFileError(
          path: path,
          problem: .mismatch(
            expected: "GeoJSON or CSV with properties", found: "a SQLite database",
            remedy: "Export the places as CSV."))
      }
      return try readDatabase(reader, path: path, start: start, options, into: &collector)
    }
    if let problem = problem(start, options) { throw DataFileError(path: path, problem: problem) }
    if isJSON(start, path: path) {
      var source = try readJSON(reader, path: path, properties, options, into: &collector)
      source.isCompressed = isCompressed
      return source
    }
    var places = CSVPlaces(
      reader, path: path, record: properties, readsLabels: options.readsLabels)
    let columns = try places.read(chosen: options.columns, into: &collector)
    return Source(
      format: .csv, isCompressed: isCompressed, columns: columns.names,
      taken: [PinFileSummary.Taken(columns.names.latitude, columns.names.longitude)],
      notes: columns.notes + places.notes)
  }

  private static func opened(
    _ path: String, maxUnpackedSize: Int
  ) throws(DataFileError) -> ByteReader {
    do {
      return try ByteReader(path: path, maxUnpackedSize: maxUnpackedSize)
    } catch {
      throw DataFileError(path: path, problem: error)
    }
  }

  // MARK: - The format

  /// The first bytes of formats that are often met and not read.
  private static let otherFormats: [(start: [UInt8], found: String, remedy: String)] = [
    (Array("PK\u{3}\u{4}".utf8), "a ZIP archive (also KMZ and XLSX)", "Unpack it, or export CSV."),
    (GzipInflater.magic, "a gzip file in a gzip file", "Unpack it once."),
    ([0xFF, 0xFE], "text in UTF-16", "Save it as UTF-8."),
    ([0xFE, 0xFF], "text in UTF-16", "Save it as UTF-8."),
    (Array("PAR1".utf8), "Parquet", "Convert it to CSV."),
    (Array("<".utf8), "XML (as KML and GPX)", "Convert it to GeoJSON, as with ogr2ogr."),
  ]

  /// The reason why a file cannot be read that begins so.
  private static func problem(
    _ start: ArraySlice<UInt8>, _ options: PinFileOptions
  ) -> DataFileError.Problem? {
    if options.isDatabase || options.table != nil {
      return .mismatch(
        expected: "a SQLite database", found: "another format",
        remedy: "Name a file of another format as 'file'.")
    }
    let text = start.drop {
      [ASCII.space, ASCII.tab, ASCII.lineFeed, ASCII.carriageReturn].contains($0)
    }
    for format in otherFormats where text.starts(with: format.start) {
      return .mismatch(
        expected: "GeoJSON, JSON, CSV, SQLite or GeoPackage", found: format.found,
        remedy: format.remedy)
    }
    guard start.contains(0) else { return nil }
    return .mismatch(
      expected: "GeoJSON, JSON, CSV, SQLite or GeoPackage", found: "bytes that are no text",
      remedy: "Convert the file.")
  }

  /// Indicates whether a text is JSON: by its first character and, where that says nothing, by the
  /// file's name, so that the message on a damaged file is that of its format.
  private static func isJSON(_ start: ArraySlice<UInt8>, path: String) -> Bool {
    switch start.first(where: { $0 > ASCII.space || $0 == ASCII.recordSeparator }) {
    case ASCII.openBrace, ASCII.openBracket, ASCII.recordSeparator: return true
    default: break
    }
    var parts = (path.split(separator: "/").last ?? "").lowercased().split(separator: ".")
    if parts.last == "gz" { parts.removeLast() }
    let names: Set = ["geojson", "json", "geojsonl", "geojsons", "ndjson", "jsonl", "geojsonseq"]
    return parts.count > 1 && names.contains(String(parts.last ?? ""))
  }

  // MARK: - JSON

  private static func readJSON(
    _ reader: consuming ByteReader, path: String, _ properties: PlaceRecord?,
    _ options: PinFileOptions, into collector: inout some PlaceCollecting
  ) throws(DataFileError) -> Source {
    var items = JSONItems(reader, record: properties, options: options)
    if options.readsLabels { items.label = PinLabel() }
    do throws(DataFileError.Problem) {
      while try items.next() {
        // One name for several places would be several places of one name.
        if properties != nil, items.geometryType != "Point", !items.coordinates.isEmpty {
          throw .notAPoint(items.geometryType)
        }
        if let label = items.label { collector.take(label) }
        for coordinate in items.coordinates {
          do {
            try collector.add(coordinate, items.record)
          } catch {
            throw error.problem
          }
        }
        for reason in items.leftOut { try collector.leaveOut(reason) }
        collector.advance(to: items.progress)
      }
    } catch {
      throw DataFileError(
        path: path, location: error.isOfContents ? items.location : nil, problem: error)
    }
    return Source(
      format: items.format, columns: options.columns, taken: items.taken, notes: items.notes)
  }

  // MARK: - Databases

  private static func readDatabase(
    _ reader: consuming ByteReader, path: String, start: ArraySlice<UInt8>,
    _ options: PinFileOptions, into collector: inout some PlaceCollecting
  ) throws(DataFileError) -> Source {
    guard reader.isCompressed else {
      return try DatabasePlaces.open(path: path, file: path, header: start, options: options)
        .read(isCompressed: false, into: &collector)
    }
    let unpacked = try UnpackedFile.unpack(
      reader, path: path, maxSize: options.limits.databaseSize)
    return try DatabasePlaces.open(path: path, file: unpacked.path, header: start, options: options)
      .read(isCompressed: true, into: &collector)
  }
}

extension DataFileError.Problem {
  /// The problem with a file whose places all lack a coordinate, or that has none.
  static func noPlaces(leftOut: [PinFileSummary.LeftOutReason: Int] = [:]) -> Self {
    let counts = PinFileSummary.LeftOutReason.allCases.compactMap { reason in
      leftOut[reason].map { "\($0) \(reason.rawValue)" }
    }
    return .mismatch(
      expected: "at least one place",
      found: counts.isEmpty ? "none" : "only what is none: " + counts.joined(separator: ", "),
      remedy: "Check how it was exported.")
  }

  /// The problem with a geometry that is no single place.
  static func notAPoint(_ type: String) -> Self {
    .mismatch(
      expected: "a Point", found: "a " + type,
      remedy: "Keep point features only, or replace the others with a point in their middle.")
  }
}
