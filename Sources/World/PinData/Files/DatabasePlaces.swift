import Clustering

/// The places of a SQLite database: rows with a latitude and a longitude, or with a geometry of a
/// GeoPackage.
struct DatabasePlaces: ~Copyable {
  private let path: String
  private let database: SQLiteReader
  private let table: DatabaseTable
  private let options: PinFileOptions

  private init(
    path: String, database: consuming SQLiteReader, table: DatabaseTable, options: PinFileOptions
  ) {
    self.path = path
    self.database = database
    self.table = table
    self.options = options
  }

  /// Opens a database and chooses the table.
  ///
  /// - Parameters:
  ///   - path: the file as it was named by the caller.
  ///   - file: the file to read, which is another one for a database that was unpacked.
  ///   - header: the first bytes of the file.
  static func open(
    path: String, file: String, header: ArraySlice<UInt8>, options: PinFileOptions
  ) throws(DataFileError) -> DatabasePlaces {
    do {
      let database = try SQLiteReader(path: file, header: header, limits: options.limits)
      let table = try DatabaseTables(database).table(for: options)
      if table.isComputed { database.expectComputedValues() }
      return DatabasePlaces(path: path, database: database, table: table, options: options)
    } catch {
      throw DataFileError(path: path, problem: error)
    }
  }

  /// Indicates whether the places are geometries.
  private var isGeoPackage: Bool { options.columns == nil && table.geometry != nil }

  /// Hands all places to a collector, in the order of the table.
  consuming func read(
    isCompressed: Bool, into collector: inout some PlaceCollecting
  ) throws(DataFileError) -> DataFile.Source {
    var source = DataFile.Source(
      format: isGeoPackage ? .geoPackage : .sqlite, isCompressed: isCompressed, table: table.name)
    if let columns = try read(into: &collector) {
      source.columns = columns.names
      source.taken = [PinFileSummary.Taken(columns.names.latitude, columns.names.longitude)]
      source.notes = columns.notes
    } else if let geometry = table.geometry {
      source.taken = [PinFileSummary.Taken(geometry.name)]
    }
    return source
  }

  /// Returns the columns with a latitude and a longitude; `nil` for geometries.
  private func read(
    into collector: inout some PlaceCollecting
  ) throws(DataFileError) -> CoordinateColumns? {
    var place = Place(row: 0, column: "")
    do throws(DataFileError.Problem) {
      // Nobody knows how many rows a query of a foreign file has.
      let total = try table.isView ? 0 : count()
      // A file cannot make the program take more memory than its rows are worth.
      collector.reserve(min(total, 1 << 24))
      if isGeoPackage, let geometry = table.geometry {
        try readGeometries(geometry, total: total, place: &place, into: &collector)
        return nil
      }
      switch CoordinateColumns.match(table.columns, chosen: options.columns) {
      case .none: return nil
      case .several(let names): throw CoordinateColumns.several(names, table: table.name)
      case .one(let columns):
        try readNumbers(columns.names, total: total, place: &place, into: &collector)
        return columns
      }
    } catch {
      let location = DataFileError.Location.row(
        place.row, table: table.name, column: place.column)
      throw DataFileError(
        path: path, location: error.isOfContents && place.row > 0 ? location : nil, problem: error)
    }
  }

  /// The place that is being read, for an error.
  private struct Place {
    /// The row, from 1; 0 before the first.
    var row: Int
    var column: String
  }

  private func count() throws(DataFileError.Problem) -> Int {
    var rows = try database.rows("SELECT count(*) FROM \(SQLiteReader.quoted(table.name))")
    return try rows.next() ? rows.integer(0) : 0
  }

  /// The rows of the table in its order: an index on the columns could give another one.
  private func rows(_ columns: String...) throws(DataFileError.Problem) -> SQLiteRows {
    let name = SQLiteReader.quoted(table.name)
    // With the table's name before it, SQLite takes no name of a column for a text.
    let list = columns.map { name + "." + SQLiteReader.quoted($0) }.joined(separator: ", ")
    return try database.rows("SELECT \(list) FROM \(name)\(table.isView ? "" : " NOT INDEXED")")
  }

  private func readNumbers(
    _ names: CoordinateNames, total: Int, place: inout Place,
    into collector: inout some PlaceCollecting
  ) throws(DataFileError.Problem) {
    var rows = try rows(names.latitude, names.longitude)
    while try rows.next() {
      place.row += 1
      place.column = names.latitude
      if rows.isEmpty(0), rows.isEmpty(1) {
        try collector.leaveOut(.missingCoordinate)
      } else {
        let latitude = try Self.number(rows, 0)
        place.column = names.longitude
        let coordinate = Coordinate(latitude: latitude, longitude: try Self.number(rows, 1))
        place.column = names.latitude
        try add(coordinate, exchange: names.exchange, to: &collector)
      }
      collector.advance(to: PinFileProgress(done: place.row, total: total, unit: .rows))
    }
  }

  private func readGeometries(
    _ geometry: DatabaseTable.GeometryColumn, total: Int, place: inout Place,
    into collector: inout some PlaceCollecting
  ) throws(DataFileError.Problem) {
    let system = try ReferenceSystem(number: geometry.referenceSystem)
    var rows = try rows(geometry.name)
    place.column = geometry.name
    while try rows.next() {
      place.row += 1
      if rows.isNull(0) {
        try collector.leaveOut(.nullGeometry)
      } else if rows.bytes(0).isEmpty {
        try collector.leaveOut(.emptyGeometry)
      } else {
        let value = try WKBGeometry(geoPackage: rows.bytes(0), in: system)
        for coordinate in value.coordinates {
          try add(
            coordinate, exchange: "Exchange the two (a GeoPackage has longitude first).",
            to: &collector)
        }
        if let reason = value.leftOut { try collector.leaveOut(reason) }
      }
      collector.advance(to: PinFileProgress(done: place.row, total: total, unit: .rows))
    }
  }

  private static func number(
    _ rows: borrowing SQLiteRows, _ column: Int32
  ) throws(DataFileError.Problem) -> Double {
    guard let number = rows.number(column) else {
      throw .mismatch(expected: "a number, as 52.52", found: rows.shown(column))
    }
    return number
  }

  private func add(
    _ coordinate: Coordinate, exchange: @autoclosure () -> String,
    to collector: inout some PlaceCollecting
  ) throws(DataFileError.Problem) {
    if let problem = DataFileError.Problem(coordinate, exchange: exchange()) { throw problem }
    do {
      try collector.add(coordinate, nil)
    } catch {
      throw error.problem
    }
  }
}
