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

  /// The beginnings of names, in lower case, of the tables that Core Data with SwiftData, and
  /// SpatiaLite, add to an app's own.
  private static let frameworkNames = [
    "z_metadata", "z_modelcache", "z_primarykey", "achange", "atransaction", "spatialite_",
    "spatial_ref_sys", "geometry_columns", "views_geometry_", "virts_geometry_", "vector_layers",
    "spatialindex", "elementarygeometries", "sql_statements_log", "data_licenses",
  ]

  /// Indicates whether this is a table that is no app's, which is read only where the caller names
  /// it.
  var isOfFramework: Bool {
    geometry == nil && Self.frameworkNames.contains(where: name.lowercased().hasPrefix)
  }

  /// A column with geometries, of a GeoPackage or of SpatiaLite.
  struct GeometryColumn: Hashable {
    let name: String
    let encoding: WKBGeometry.Encoding
    /// The number of its spatial reference system: EPSG's where it has one.
    let referenceSystem: Int
    /// Indicates whether all of its geometries are lines or areas.
    let isWithoutPoints: Bool
    /// The names of further columns with points.
    var others: [String] = []
  }
}

/// The tables of a database, and the choice between them.
struct DatabaseTables {
  /// More tables than an app has; a hostile file may have any number.
  static let maxCount = 10_000

  private let tables: [DatabaseTable]

  init(_ database: borrowing SQLiteReader) throws(Problem) {
    let geometries = try GeometryCatalog.geometryColumns(of: database)
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
      let columns = try database.columns(of: name)
      tables.append(
        DatabaseTable(
          name: name, columns: columns.names, isView: isView,
          isComputed: isQuery || columns.areComputed, geometry: geometries[name.lowercased()]))
    }
    self.tables = tables
  }

  // MARK: - The choice

  /// The one table with pins.
  func table(for options: PinFileOptions) throws(Problem) -> DatabaseTable {
    var tables = self.tables.filter { !$0.isOfFramework }
    if let name = options.table {
      let named =
        self.tables.first { $0.name == name }
        ?? self.tables.first { $0.name.lowercased() == name.lowercased() }
      guard let named else {
        throw .tables(
          tables, expected: "a table \"\(name)\"",
          remedy: "Name one of them with 'table', or with the option --table of 'try'.")
      }
      tables = [named]
    }
    let found = Self.candidates(tables, options)
    if found.count == 1 { return found[0] }
    let wanted =
      found.first?.geometry == nil ? CoordinateColumns.wanted(options.columns) : "with geometries"
    throw .tables(
      found.isEmpty ? tables : found,
      expected: found.isEmpty ? "a table \(wanted)" : "only one table \(wanted)",
      remedy: Self.remedy(found.isEmpty ? tables : found, options))
  }

  private static func candidates(
    _ tables: [DatabaseTable], _ options: PinFileOptions
  ) -> [DatabaseTable] {
    if options.table != nil { return tables.filter { fits($0, options) } }
    if options.columns == nil {
      let geometries = tables.filter { $0.geometry != nil && !$0.isView }
      let points = geometries.filter { $0.geometry?.isWithoutPoints == false }
      if !geometries.isEmpty { return points.isEmpty ? geometries : points }
    }
    return tables.filter { !$0.isView && fits($0, options) }
  }

  /// Returns whether a table has geometries or columns that could be meant.
  private static func fits(_ table: DatabaseTable, _ options: PinFileOptions) -> Bool {
    if options.columns == nil, table.geometry != nil { return true }
    do throws(Problem) {
      return try CoordinateColumns.match(table.columns, chosen: options.columns) != nil
    } catch {
      return true
    }
  }

  private static func remedy(_ tables: [DatabaseTable], _ options: PinFileOptions) -> String {
    if tables.contains(where: { $0.columns.contains("tile_column") }) {
      return "Tiles (MBTiles) are pictures or parts of a map: name the file that they were "
        + "made from."
    }
    for table in tables where !tables.contains(where: { fits($0, options) }) {
      if let names = CoordinateNames.similar(in: table.columns) {
        return "If they are \([names.latitude, names.longitude].quotedList) of the table: "
          + names.choice(table: table.name)
      }
    }
    guard let table = tables.first else { return "Check how it was exported." }
    let columns =
      options.columns == nil && fits(table, options)
      ? "" : ", latitude: COLUMN, longitude: COLUMN"
    return "Name them: 'try' has the options --table, --latitude and --longitude; in a scenario, "
      + "data: { sqlite: FILE, table: \(table.name.yamlText)\(columns) }."
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
