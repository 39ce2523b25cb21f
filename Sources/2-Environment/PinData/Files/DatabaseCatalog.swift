/// The table in which a database says where its geometries are.
struct GeometryCatalog {
  let encoding: WKBGeometry.Encoding
  let table: String
  /// Its columns with a table, a column of it, the number of a reference system and a type.
  let columns: [String]
  let systems: String
  /// The expression that selects EPSG's number of a system.
  let number: String

  private static let all = [
    GeometryCatalog(
      encoding: .geoPackage, table: "gpkg_geometry_columns",
      columns: ["table_name", "column_name", "srs_id", "geometry_type_name"],
      systems: "gpkg_spatial_ref_sys",
      number: "organization_coordsys_id FROM gpkg_spatial_ref_sys AS system "
        + "WHERE organization LIKE 'EPSG' AND system.srs_id = catalog.srs_id"),
    GeometryCatalog(
      encoding: .spatiaLite, table: "geometry_columns",
      columns: ["f_table_name", "f_geometry_column", "srid", "geometry_type"],
      systems: "spatial_ref_sys",
      number: "auth_srid FROM spatial_ref_sys AS system "
        + "WHERE auth_name LIKE 'EPSG' AND system.srid = catalog.srid"),
  ]

  /// The columns with geometries by their tables, in lower case.
  static func geometryColumns(
    of database: borrowing SQLiteReader
  ) throws(Problem) -> [String: DatabaseTable.GeometryColumn] {
    for catalog in all {
      let columns = try database.columns(of: catalog.table).names
      if catalog.columns.allSatisfy(columns.contains) {
        return try catalog.geometryColumns(of: database)
      }
    }
    return [:]
  }

  private func geometryColumns(
    of database: borrowing SQLiteReader
  ) throws(Problem) -> [String: DatabaseTable.GeometryColumn] {
    let hasSystems = try !database.columns(of: systems).names.isEmpty
    var found: [String: DatabaseTable.GeometryColumn] = [:]
    var rows = try database.rows(
      "SELECT \(columns.joined(separator: ", ")), \(hasSystems ? "(SELECT \(number))" : "NULL") "
        + "FROM \(table) AS catalog LIMIT \(DatabaseTables.maxCount)")
    while try rows.next() {
      let table = rows.text(0).lowercased()
      let column = DatabaseTable.GeometryColumn(
        name: rows.text(1), encoding: encoding,
        referenceSystem: rows.integer(rows.isNull(4) ? 2 : 4),
        isWithoutPoints: Self.isWithoutPoints(rows.text(3).uppercased()))
      // SpatiaLite's tables may have several, such as a place and its area.
      if found[table]?.isWithoutPoints != false {
        found[table] = column
      } else if !column.isWithoutPoints {
        found[table]?.others.append(column.name)
      }
    }
    return found
  }

  /// Returns whether a type is one of lines or areas: a name, or a number with the thousands for
  /// heights and measures.
  private static func isWithoutPoints(_ type: String) -> Bool {
    if let number = Int(type) { return [2, 3, 5, 6].contains((number & 0xFFFF) % 1_000) }
    return !["POINT", "MULTIPOINT", "GEOMETRY", "GEOMETRYCOLLECTION"].contains(type)
  }
}

extension SQLiteReader {
  /// The names of a table's columns, and whether one of them is computed; none where its definition
  /// cannot be used here.
  func columns(of table: String) throws(Problem) -> (names: [String], areComputed: Bool) {
    var names: [String] = []
    var areComputed = false
    do throws(Problem) {
      var rows = try rows("SELECT name, hidden FROM pragma_table_xinfo(?)", [table])
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
}
