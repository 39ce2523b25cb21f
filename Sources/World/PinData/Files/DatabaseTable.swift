/// A table or a view of a database.
package struct DatabaseTable: Hashable, Sendable {
  package let name: String
  package let columns: [String]
  /// Indicates whether it is a query with a name, which is read only where the caller names it: that
  /// of a foreign file may never end.
  package let isView: Bool
  /// Indicates whether the file computes its values when they are read.
  let isComputed: Bool
  /// The column with geometries; `nil` in a table of another kind.
  let geometry: GeometryColumn?

  /// A column of a GeoPackage with geometries.
  struct GeometryColumn: Hashable {
    let name: String
    /// The number of its spatial reference system: EPSG's where it has one.
    let referenceSystem: Int
    /// Indicates whether all of its geometries are lines or areas.
    let isWithoutPoints: Bool
  }
}

/// The tables of a database, and the choice between them.
struct DatabaseTables {
  /// More tables than an app has; a hostile file may have any number.
  private static let maxCount = 10_000

  private let tables: [DatabaseTable]

  init(_ database: borrowing SQLiteReader) throws(Problem) {
    let geometries = try Self.geometryColumns(of: database)
    var tables: [DatabaseTable] = []
    var rows = try database.rows(
      """
      SELECT name, type, sql NOT LIKE 'CREATE TABLE%' FROM sqlite_schema
      WHERE type IN ('table', 'view')
      AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE 'gpkg\\_%' ESCAPE '\\'
      AND name NOT LIKE 'rtree\\_%' ESCAPE '\\' LIMIT \(Self.maxCount)
      """)
    while try rows.next() {
      let name = rows.text(0)
      let isView = rows.text(1) == "view"
      // A virtual table may show the rows of a view.
      let isQuery = isView || rows.integer(2) != 0
      let columns = try Self.columns(of: name, in: database)
      tables.append(
        DatabaseTable(
          name: name, columns: columns.names, isView: isView,
          isComputed: isQuery || columns.areComputed, geometry: geometries[name.lowercased()]))
    }
    self.tables = tables
  }

  /// The names of a table's columns, and whether one of them is computed; none where its definition
  /// cannot be used here.
  private static func columns(
    of table: String, in database: borrowing SQLiteReader
  ) throws(Problem) -> (names: [String], areComputed: Bool) {
    var names: [String] = []
    var areComputed = false
    do throws(Problem) {
      var rows = try database.rows("SELECT name, hidden FROM pragma_table_xinfo(?)", [table])
      while try rows.next() {
        names.append(rows.text(0))
        // 2 is a generated column that is not stored.
        if rows.integer(1) == 2 { areComputed = true }
      }
    } catch {
      // Such as a virtual table of a module that is not built in.
      guard case .database = error else { throw error }
      return ([], false)
    }
    return (names, areComputed)
  }

  /// The geometry columns of a GeoPackage by their tables, in lower case; none of another database.
  private static func geometryColumns(
    of database: borrowing SQLiteReader
  ) throws(Problem) -> [String: DatabaseTable.GeometryColumn] {
    guard try database.hasTable("gpkg_geometry_columns") else { return [:] }
    var systems: [Int: Int] = [:]
    if try database.hasTable("gpkg_spatial_ref_sys") {
      var rows = try database.rows(
        """
        SELECT srs_id, organization_coordsys_id FROM gpkg_spatial_ref_sys
        WHERE organization LIKE 'EPSG' LIMIT \(maxCount)
        """)
      while try rows.next() { systems[rows.integer(0)] = rows.integer(1) }
    }
    var columns: [String: DatabaseTable.GeometryColumn] = [:]
    var rows = try database.rows(
      """
      SELECT table_name, column_name, srs_id, geometry_type_name FROM gpkg_geometry_columns
      LIMIT \(maxCount)
      """)
    while try rows.next() {
      let id = rows.integer(2)
      let type = rows.text(3).uppercased()
      columns[rows.text(0).lowercased()] = DatabaseTable.GeometryColumn(
        name: rows.text(1), referenceSystem: systems[id] ?? id,
        isWithoutPoints: !["POINT", "MULTIPOINT", "GEOMETRY", "GEOMETRYCOLLECTION"].contains(type))
    }
    return columns
  }

  // MARK: - The choice

  /// The one table with pins.
  func table(for options: PinFileOptions) throws(Problem) -> DatabaseTable {
    if let name = options.table {
      let named =
        tables.first { $0.name == name }
        ?? tables.first { $0.name.lowercased() == name.lowercased() }
      guard let named else {
        throw .tables(
          tables, expected: "a table \"\(name)\"",
          remedy: "Give one of them as 'table', which is --table with 'try'.")
      }
      guard Self.fits(named, options) else {
        throw .tables(
          [named], expected: CoordinateColumns.wanted(options.columns),
          remedy: Self.remedy([named], options))
      }
      return named
    }
    let found = candidates(for: options)
    guard found.count == 1 else {
      throw .tables(
        found.isEmpty ? tables : found,
        expected: found.isEmpty
          ? "a table " + CoordinateColumns.wanted(options.columns)
          : "one table only "
            + (found[0].geometry == nil
              ? CoordinateColumns.wanted(options.columns) : "with geometries"),
        remedy: Self.remedy(found.isEmpty ? tables : found, options))
    }
    return found[0]
  }

  private func candidates(for options: PinFileOptions) -> [DatabaseTable] {
    if options.columns == nil {
      let geometries = tables.filter { $0.geometry != nil && !$0.isView }
      let points = geometries.filter { $0.geometry?.isWithoutPoints == false }
      if !geometries.isEmpty { return points.isEmpty ? geometries : points }
    }
    return tables.filter { !$0.isView && Self.fits($0, options) }
  }

  /// Indicates whether a table has geometries or columns that could be meant.
  private static func fits(_ table: DatabaseTable, _ options: PinFileOptions) -> Bool {
    if options.columns == nil, table.geometry != nil { return true }
    if case .none = CoordinateColumns.match(table.columns, chosen: options.columns) { return false }
    return true
  }

  private static func remedy(_ tables: [DatabaseTable], _ options: PinFileOptions) -> String {
    guard let table = tables.first else { return "Check how it was exported." }
    let columns =
      options.columns == nil && fits(table, options)
      ? "" : ", latitude: COLUMN, longitude: COLUMN"
    return "Name them: 'try' has the options --table, --latitude and --longitude; in a scenario, "
      + "data: { sqlite: FILE, table: \(table.name.yamlText)\(columns) }."
  }
}

extension SQLiteReader {
  fileprivate func hasTable(_ name: String) throws(Problem) -> Bool {
    var rows = try rows(
      "SELECT 1 FROM sqlite_schema WHERE type IN ('table', 'view') AND name = ?", [name])
    return try rows.next()
  }
}

extension [DatabaseTable] {
  /// The tables with their columns, as many as a message shows.
  var listing: String {
    guard !isEmpty else { return "no table" }
    let names = map { table in
      "\(table.isView ? "view " : "")\"\(table.name.excerpt(40))\" ("
        + table.columns.map { $0.excerpt(40) }.joined(separator: ", ") + ")"
    }
    return names.joined(separator: ", ").excerpt(500)
  }
}
