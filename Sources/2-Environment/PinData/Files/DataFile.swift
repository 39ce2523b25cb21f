import Foundation

/// Reads the places of a file, in whatever format it is.
enum DataFile {
  /// The known facts about a file that was read.
  struct Source {
    let format: PinFileFormat
    var isCompressed = false
    var table: String?
    var taken: [PinFileSummary.Taken] = []
    var notes: [String] = []
  }

  /// Hands all places of a file to a collector, in the file's order.
  static func read(
    path: String, into collector: inout PinCollector
  ) throws(DataFileError) -> Source {
    let (options, details) = (collector.options, collector.details)
    let reader = try opened(path, maxUnpackedSize: options.limits.textSize)
    let isCompressed = reader.isCompressed
    let start = reader.buffered.prefix(512)
    var source: Source
    if start.starts(with: SQLiteReader.magic) {
      source = try readDatabase(reader, path: path, start: start, into: &collector)
    } else if let problem = problem(start, path: path, isCompressed, options) {
      throw DataFileError(path: path, problem: problem)
    } else if isJSON(start, path: path) {
      source = try JSONItems.read(reader, path: path, into: &collector)
    } else {
      var places = try CSVPlaces(reader, path: path, chosen: options.columns, details: details)
      source = try places.read(path: path, into: &collector)
    }
    source.isCompressed = isCompressed
    return source
  }

  static func opened(
    _ path: String, maxUnpackedSize: Int
  ) throws(DataFileError) -> ByteReader {
    do {
      return try ByteReader(path: path, maxUnpackedSize: maxUnpackedSize)
    } catch {
      throw DataFileError(path: path, problem: error)
    }
  }

  // MARK: - The format

  /// The reason why a file cannot be read that begins so.
  private static func problem(
    _ start: ArraySlice<UInt8>, path: String, _ isCompressed: Bool, _ options: PinFileOptions
  ) -> Problem? {
    let isDatabase = options.isDatabase || options.table != nil
    let format = ForeignFormat.of(start, path: path)
    guard isDatabase || format != nil else { return nil }
    return .mismatch(
      expected: isDatabase ? "a SQLite database" : "GeoJSON, JSON, CSV, SQLite or GeoPackage",
      found: format.map { $0.name + (isCompressed ? " in a gzip file" : "") } ?? "another format",
      remedy: format?.remedy ?? "For other formats, use 'file'.")
  }

  /// Returns whether a text is JSON: by its first character and, where that says nothing, by the
  /// file's name, so that the message on a damaged file is that of its format.
  private static func isJSON(_ start: ArraySlice<UInt8>, path: String) -> Bool {
    switch start.first(where: { $0 > ASCII.space || $0 == ASCII.recordSeparator }) {
    case ASCII.openBrace, ASCII.openBracket, ASCII.recordSeparator: return true
    default: break
    }
    let names: Set = ["geojson", "json", "geojsonl", "geojsons", "ndjson", "jsonl", "geojsonseq"]
    return names.contains(ending(of: path) ?? "")
  }

  /// The ending of a file's name, in lower case, without that of gzip.
  static func ending(of path: String) -> String? {
    var parts = (path.split(separator: "/").last ?? "").lowercased().split(separator: ".")
    if parts.last == "gz" { parts.removeLast() }
    return parts.count > 1 ? parts.last.map { String($0) } : nil
  }

  // MARK: - Databases

  private static func readDatabase(
    _ reader: consuming ByteReader, path: String, start: ArraySlice<UInt8>,
    into collector: inout PinCollector
  ) throws(DataFileError) -> Source {
    guard !collector.isOfPlaces else {
      throw DataFileError(
        path: path,
        problem: .mismatch(
          expected: "GeoJSON or CSV with properties", found: "a SQLite database",
          remedy: "Export the places as CSV."))
    }
    guard reader.isCompressed else {
      return try readTable(path, path: path, start: start, into: &collector)
    }
    let unpacked = try UnpackedFile.unpack(
      reader, path: path, maxSize: collector.options.limits.databaseSize)
    return try readTable(unpacked.path, path: path, start: start, into: &collector)
  }

  /// - Parameter file: the file to read, which is another one for a database that was unpacked.
  private static func readTable(
    _ file: String, path: String, start: ArraySlice<UInt8>, into collector: inout PinCollector
  ) throws(DataFileError) -> Source {
    let rows = try DatabaseRows.open(file, path: path, header: start, options: collector.options)
    // A file cannot make the program take more memory than its rows are worth.
    collector.reserve(min(rows.total, 1 << 24))
    let content = rows.content
    switch content {
    case .numbers(let columns):
      var places = DatabasePlaces(rows: rows, columns: columns)
      return try places.read(path: path, into: &collector)
    case .geometries(let column, let system):
      var places = GeometryPlaces(rows: rows, column: column, system: system)
      return try places.read(path: path, into: &collector)
    }
  }
}

extension DataFileError.Problem {
  static let outCenter =
    "Ask OpenStreetMap with \"out center\", which gives ways and relations a place."

  /// The problem with a file whose places all lack a coordinate, or that has none.
  static func noPlaces(leftOut: [PinFileSummary.LeftOutReason: Int] = [:]) -> Self {
    let shapes: [PinFileSummary.LeftOutReason] = [
      .lineString, .polygon, .multiLineString, .multiPolygon,
    ]
    let remedy =
      if leftOut[.way] != nil {
        outCenter
      } else if shapes.contains(where: { leftOut[$0] != nil }) {
        "The family overlays reads lines and areas. To take the middle of each, from GeoJSON: "
          + "jq -c '.. | objects | select(.coordinates) | [.coordinates | .. | arrays | "
          + "select(.[0] | numbers)] | {lon: (map(.[0]) | add / length), lat: (map(.[1]) | add / "
          + "length)}' FILE > NEW.ndjson."
      } else {
        "Check how it was exported."
      }
    return .mismatch(
      expected: "at least one place",
      found: leftOut.isEmpty ? "none" : "only " + leftOut.listing, remedy: remedy)
  }

  /// The problem with a geometry that is no single place.
  static func notAPoint(_ type: String) -> Self {
    .mismatch(
      expected: "a Point", found: "a " + type,
      remedy: "Keep only point features, or replace the others with points in their middle.")
  }
}
