import Clustering

/// The pins of a file, with the account of its reading.
package struct PinFileContents: Hashable, Sendable {
  package let pins: PinSet
  /// The label of each pin; empty if labels were not asked for, and for databases.
  package let labels: [PinLabel]
  package let summary: PinFileSummary
}

/// The choice of what is read from a file of pins.
package struct PinFileOptions: Hashable, Sendable {
  /// Indicates whether nothing but a database is meant.
  package var isDatabase: Bool
  /// The table of a database; `nil` takes the one that has pins.
  package var table: String?
  /// The columns, or the members of objects; `nil` looks for the usual names.
  package var columns: CoordinateNames?
  /// The notation of the coordinates.
  package var notation = CoordinateNotation()
  /// Indicates whether names, identifiers and other properties are read too; not from a database.
  package var readsLabels: Bool
  /// The most places; a file with more is refused.
  package var maxPlaces: Int
  /// The other limits of what the reading may cost.
  package var limits = ReadingLimits()

  /// The most places, unless a caller says otherwise: 160 MB of coordinates.
  package static let usualMaxPlaces = 10_000_000

  /// The most rows or features, places or not.
  var maxItems: Int { 4 * max(1_000_000, min(maxPlaces, .max / 4)) }

  package init(
    isDatabase: Bool = false, table: String? = nil, columns: CoordinateNames? = nil,
    readsLabels: Bool = false, maxPlaces: Int = PinFileOptions.usualMaxPlaces
  ) {
    self.isDatabase = isDatabase
    self.readsLabels = readsLabels
    self.maxPlaces = maxPlaces
    self.table = table
    self.columns = columns
  }
}

/// Reads pins from files that other tools export.
package enum PinFile {
  /// The places in a file, in the file's order. The format is found by the content; each may be
  /// compressed with gzip.
  ///
  /// - CSV: a header line that names the columns (latitude and longitude; lat and lon, lng or long;
  ///   y and x; these with a known word, as stop_lat or Latitude (deg); other languages; upper or
  ///   lower case), separated by commas, semicolons, tabs or bars. Columns of minutes, seconds and
  ///   hemispheres complete them. One column may have both numbers: "52.52, 13.40", latitude first,
  ///   "POINT (13.40 52.52)", its binary form in hexadecimal digits, or "+52.52+013.40/" (ISO 6709).
  ///   Columns may be chosen by their numbers, also where there is no header. A number may have a
  ///   decimal comma, between commas in quotes, or be written as 52° 31' 12" N. A row of units below
  ///   the header and comments are skipped. A title above the header (up to 20 lines), and a last
  ///   line of one field are not read, which is a note. A row may be shorter than the header, not longer. A
  ///   field in quotes may have up to 100 lines, unless one of them is a row of its own: then its
  ///   quote was left open. Between tabs or bars a quote is a letter, but for a pair around a field.
  ///   What is not UTF-8 is read as Windows-1252.
  /// - GeoJSON: a FeatureCollection, a feature or a geometry, or lines or a sequence (RFC 8142) of
  ///   them. Points, MultiPoints and those in GeometryCollections are pins.
  /// - JSON: an array, or lines, of objects that have a latitude and a longitude named as in CSV,
  ///   in themselves, in a member such as "location", or in the only member that has them, up to
  ///   three deep; or one object whose only array of places is at most two members deep, which is
  ///   read twice. GeoJSON points and texts with both numbers in members, and Esri's x and y in
  ///   degrees, are places; OpenStreetMap's nodes without tags in a file with ways are none. An object
  ///   that has places inside, besides a coordinate of its own that is not the centre of a view, is
  ///   refused; what may be places in another notation is a note.
  /// - SQLite: a table with columns of these names, also of Core Data. A GeoPackage, SpatiaLite:
  ///   points in degrees or of web mercator.
  ///
  /// If there are two tables, pairs of columns or arrays, the reader does not guess; the summary
  /// says which it took. A feature or a row without a place is left out and counted there; the
  /// first thing that is wrong ends the reading. A file is read in pieces: memory holds the places,
  /// 16 bytes each, and one piece. Takes O(n) time. Safe to call from any thread; it blocks while
  /// it reads.
  ///
  /// - Parameter progress: called after each 65,536 items.
  package static func read(
    path: String, options: PinFileOptions = PinFileOptions(),
    progress: ((PinFileProgress) -> Void)? = nil
  ) throws(DataFileError) -> PinFileContents {
    var collector = PinCollector(
      options: options, details: PlaceDetails(label: options.readsLabels ? PinLabel() : nil),
      showProgress: progress)
    let source = try DataFile.read(path: path, into: &collector)
    guard let bounds = collector.bounds else {
      throw DataFileError(path: path, problem: .noPlaces(leftOut: collector.leftOut))
    }
    let coordinates = collector.coordinates
    return PinFileContents(
      pins: PinSet(coordinates: coordinates), labels: collector.labels,
      summary: PinFileSummary(
        format: source.format, isCompressed: source.isCompressed, table: source.table,
        taken: source.taken, notes: source.notes, placeCount: coordinates.count,
        leftOut: collector.leftOut, coincidentCount: coordinates.coincidentCount,
        zeroCount: coordinates.count { $0.latitude == 0 && $0.longitude == 0 }, bounds: bounds,
        hasSwappedColumns: options.columns?.isSwapped == true))
  }
}
