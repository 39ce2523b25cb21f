import MapGeometry

/// The pins of a file, with the account of its reading.
package struct PinFileContents: Hashable, Sendable {
  package let pins: PinSet
  /// What the file says of each pin; empty where it was not asked for, and for databases.
  package let labels: [PinLabel]
  package let summary: PinFileSummary
}

/// The choice of what is read from a file of pins.
package struct PinFileOptions: Hashable, Sendable {
  /// True if nothing but a database is meant.
  package var isDatabase: Bool
  /// The table of a database; `nil` takes the one that has pins.
  package var table: String?
  /// The columns, or the members of objects; `nil` looks for the usual names.
  package var columns: CoordinateNames?
  /// True if names and identifiers are read too; not from a database.
  package var readsLabels: Bool

  package init(
    isDatabase: Bool = false, table: String? = nil, columns: CoordinateNames? = nil,
    readsLabels: Bool = false
  ) {
    self.isDatabase = isDatabase
    self.readsLabels = readsLabels
    self.table = table
    self.columns = columns
  }
}

/// Reads pins from files that other tools export.
package enum PinFile {
  /// The places in a file, in the file's order. The format is found by the content; each may be
  /// compressed with gzip.
  ///
  /// - CSV: a header line that names the columns (latitude, lat or y; longitude, lon, lng, long or
  ///   x; upper or lower case), separated by commas, semicolons or tabs. With semicolons and tabs a
  ///   number may have a decimal comma.
  /// - GeoJSON: a FeatureCollection, a feature or a geometry, or lines or a sequence (RFC 8142) of
  ///   them. Points, MultiPoints and those in GeometryCollections are pins.
  /// - JSON: an array, or lines, of objects that have a latitude and a longitude by the names of CSV,
  ///   in themselves or in a member such as "location".
  /// - SQLite: a table with columns of these names. A GeoPackage: points in degrees or of web
  ///   mercator.
  ///
  /// A feature or a row without a place is left out and counted in the summary; the first thing that
  /// is wrong ends the reading. A file is read in pieces: memory holds the places, 16 bytes each, and
  /// one piece. Takes O(n) time. Safe to call from any thread; it blocks while it reads.
  ///
  /// - Parameter progress: called after each 65,536 items.
  package static func read(
    path: String, options: PinFileOptions = PinFileOptions(),
    progress: ((PinFileProgress) -> Void)? = nil
  ) throws(DataFileError) -> PinFileContents {
    var collector = PinCollector(progress: progress)
    let source = try DataFile.read(
      path: path, options: options, properties: nil, into: &collector)
    guard let bounds = collector.bounds else {
      throw DataFileError(path: path, problem: .noPlaces(leftOut: collector.leftOut))
    }
    let coordinates = collector.coordinates
    return PinFileContents(
      pins: PinSet(coordinates: coordinates), labels: collector.labels,
      summary: PinFileSummary(
        format: source.format, isCompressed: source.isCompressed, table: source.table,
        placeCount: coordinates.count, leftOut: collector.leftOut,
        coincidentCount: coordinates.coincidentCount,
        zeroCount: coordinates.count { $0.latitude == 0 && $0.longitude == 0 }, bounds: bounds,
        hasSwappedColumns: options.columns != nil && source.columns?.isSwapped == true))
  }
}
