import Clustering

/// The rows of a database's table, in its order.
struct DatabaseRows: ~Copyable {
  /// The content of the rows' columns.
  enum Content {
    /// A latitude and a longitude, in this order.
    case numbers(CoordinateColumns)
    /// A geometry of a GeoPackage or of SpatiaLite.
    case geometries(DatabaseTable.GeometryColumn, ReferenceSystem)
  }

  let table: DatabaseTable
  let content: Content
  /// The number of rows; 0 if it is not known, as for a foreign file's query.
  let total: Int
  /// The columns of the current row.
  private(set) var values: SQLiteRows
  /// The current row, from 1; 0 before the first.
  private var row = 0

  /// Opens a database and chooses the table.
  ///
  /// - Parameters:
  ///   - file: the file to read, which is another one for a database that was unpacked.
  ///   - path: the file as it was named by the caller.
  ///   - header: the first bytes of the file.
  static func open(
    _ file: String, path: String, header: ArraySlice<UInt8>, options: PinFileOptions
  ) throws(DataFileError) -> DatabaseRows {
    do {
      let database = try SQLiteReader(path: file, header: header, limits: options.limits)
      let table = try DatabaseTables(database).table(for: options)
      if table.isComputed { database.expectComputedValues() }
      return try DatabaseRows(database, table, chosen: options.columns)
    } catch {
      throw DataFileError(path: path, problem: error)
    }
  }

  private init(
    _ database: SQLiteReader, _ table: DatabaseTable, chosen: CoordinateNames?
  ) throws(Problem) {
    let content: Content
    let columns: [String]
    if chosen == nil, let geometry = table.geometry {
      guard geometry.others.isEmpty else {
        throw .mismatch(
          expected: "one column with points",
          found: "several candidates: "
            + ([geometry.name] + geometry.others).prefix(8).map { $0.excerpt(40) }.quotedList
            + " of the table \"\(table.name.excerpt(40))\"",
          remedy: "Write the right one to another file, for example: "
            + "ogr2ogr -sql \"SELECT COLUMN FROM TABLE\" NEW.geojson FILE.")
      }
      content = .geometries(geometry, try ReferenceSystem(number: geometry.referenceSystem))
      columns = [geometry.name]
    } else {
      let found = try CoordinateColumns.find(in: table.columns, chosen: chosen, table: table.name)
      // The columns of the query, in this order.
      let parts = found.parts.sorted { $0.value.column < $1.value.column }
      columns = [found.names.latitude, found.names.longitude] + parts.map(\.value.name)
      let numbered = zip(parts, 2...).map { ($0.key, (column: $1, name: $0.value.name)) }
      content = .numbers(
        CoordinateColumns(
          latitude: 0, longitude: 1, names: found.names, besides: found.besides,
          parts: Dictionary(uniqueKeysWithValues: numbered)))
    }
    let name = SQLiteReader.quoted(table.name)
    var total = 0
    if !table.isView {
      var count = try database.rows("SELECT count(*) FROM \(name)")
      total = try count.next() ? count.integer(0) : 0
    }
    // With the table's name before it, SQLite takes no name of a column for a text.
    let list = columns.map { name + "." + SQLiteReader.quoted($0) }.joined(separator: ", ")
    // An index on the columns could give another order.
    let values = try database.rows(
      "SELECT \(list) FROM \(name)\(table.isView ? "" : " NOT INDEXED")")
    // At last: a value that cannot be copied is made as a whole.
    self.table = table
    self.content = content
    self.total = total
    self.values = values
  }

  var progress: PinFileProgress { PinFileProgress(done: row, total: total, unit: .rows) }

  mutating func next() throws(Problem) -> Bool {
    guard try values.next() else { return false }
    row += 1
    return true
  }

  /// The place of a column in the current row.
  func location(_ column: String) -> DataFileError.Location? {
    row > 0 ? .row(row, table: table.name, column: column) : nil
  }
}

/// The places of a table that has a latitude and a longitude.
struct DatabasePlaces: PlaceTable, ~Copyable {
  var rows: DatabaseRows
  let columns: CoordinateColumns
  var column: Int?

  var progress: PinFileProgress { rows.progress }
  var source: DataFile.Source {
    DataFile.Source(
      format: .sqlite, table: rows.table.name, taken: [columns.taken], notes: columns.notes)
  }

  func location(of _: PlaceProperty?) -> DataFileError.Location? {
    let part = columns.parts.values.first { $0.column == column }?.name
    return rows.location(
      part ?? (column == columns.longitude ? columns.names.longitude : columns.names.latitude))
  }

  mutating func next(into collector: inout PinCollector) throws(Problem) -> Bool {
    guard try rows.next() else { return false }
    _ = try addRow(to: &collector)
    return true
  }

  func isMissing(_ column: Int) -> Bool { rows.values.isEmpty(Int32(column)) }

  func text(_ column: Int) -> String { rows.values.trimmed(Int32(column)) }

  func number(_ column: Int) throws(Problem) -> Double {
    guard let number = rows.values.number(Int32(column)) else {
      throw .mismatch(expected: "a number, such as 52.52", found: rows.values.shown(Int32(column)))
    }
    return number
  }

  mutating func readDetails() -> PlaceDetails { PlaceDetails() }
}

/// The places of a table with geometries.
struct GeometryPlaces: PlaceRows, ~Copyable {
  var rows: DatabaseRows
  let column: DatabaseTable.GeometryColumn
  let system: ReferenceSystem

  var progress: PinFileProgress { rows.progress }
  var source: DataFile.Source {
    let number = column.referenceSystem
    return DataFile.Source(
      format: column.encoding == .geoPackage ? .geoPackage : .sqlite, table: rows.table.name,
      taken: [PinFileSummary.Taken(column.name)],
      notes: ReferenceSystem.notes(number))
  }

  func location(of _: PlaceProperty?) -> DataFileError.Location? { rows.location(column.name) }

  mutating func next(into collector: inout PinCollector) throws(Problem) -> Bool {
    guard try rows.next() else { return false }
    let isNull = rows.values.isNull(0)
    let blob = rows.values.bytes(0)
    if blob.isEmpty {
      try collector.leaveOut(isNull ? .nullGeometry : .emptyGeometry)
      return true
    }
    let geometry = try WKBGeometry(blob, column.encoding, in: system)
    for coordinate in geometry.coordinates {
      try collector.add(
        coordinate, PlaceDetails(),
        exchange: "Exchange the two (geometries have longitude first).")
    }
    if let reason = geometry.leftOut { try collector.leaveOut(reason) }
    return true
  }
}
