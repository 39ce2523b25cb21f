import Support

/// Geometries in the binary form of a GeoPackage, and a GeoPackage of them.
struct GeoPackageBlob {
  var isLittleEndian = true
  /// The flags of PostGIS in the type's high bits.
  var flags: UInt32 = 0
  /// The thousands of ISO: 1 has a height, 2 a measure, 3 both.
  var thousands: UInt32 = 0
  /// The contents indicator of the envelope.
  var envelope = 0

  private static let envelopeLengths = [0, 32, 48, 48, 64]

  /// A point in the usual form.
  static func plainPoint(_ x: Double, _ y: Double) -> [UInt8] {
    let form = GeoPackageBlob()
    return form.blob(form.point(x, y))
  }

  /// The header and a geometry.
  func blob(_ geometry: [UInt8], isEmpty: Bool = false) -> [UInt8] {
    let flags = UInt8(isLittleEndian ? 1 : 0) | UInt8(envelope) << 1 | (isEmpty ? 0x10 : 0)
    return Array("GP".utf8) + [0, flags] + number(UInt32(4326))
      + [UInt8](repeating: 7, count: Self.envelopeLengths[envelope]) + geometry
  }

  func point(_ x: Double, _ y: Double) -> [UInt8] {
    let further = (flags >> 31) + (flags >> 30 & 1) + (thousands == 0 ? 0 : thousands == 3 ? 2 : 1)
    let position = [x, y] + Array(repeating: 99, count: Int(further))
    return header(1) + position.flatMap { number($0.bitPattern) }
  }

  func multiPoint(_ points: [(Double, Double)]) -> [UInt8] {
    header(4) + number(UInt32(points.count)) + points.flatMap { point($0.0, $0.1) }
  }

  /// The header of a geometry, with a number in place of what follows.
  func other(_ type: UInt32) -> [UInt8] {
    header(type) + number(UInt32(0))
  }

  private func header(_ type: UInt32) -> [UInt8] {
    [isLittleEndian ? 1 : 0] + number(flags | (type + 1_000 * thousands))
      + (flags & 0x2000_0000 == 0 ? [] : number(UInt32(4326)))
  }

  private func number(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: isLittleEndian ? number.littleEndian : number.bigEndian) { Array($0) }
  }
}

/// Makes a GeoPackage with a table "stops" of the given blobs.
func makeGeoPackage(
  at path: String, _ blobs: [[UInt8]?], system: Int = 4326, type: String = "POINT",
  further: [String] = []
) throws {
  let database = try SQLiteConnection(path, .create)
  try database.transaction {
    try database.execute(
      """
      CREATE TABLE gpkg_spatial_ref_sys(
        srs_name TEXT, srs_id INTEGER PRIMARY KEY, organization TEXT,
        organization_coordsys_id INTEGER, definition TEXT);
      INSERT INTO gpkg_spatial_ref_sys VALUES
        ('WGS 84', 4326, 'EPSG', 4326, ''), ('none', -1, 'NONE', -1, ''),
        ('Mercator', 100001, 'epsg', 3857, ''), ('UTM', 25833, 'EPSG', 25833, '');
      CREATE TABLE gpkg_geometry_columns(
        table_name TEXT, column_name TEXT, geometry_type_name TEXT, srs_id INTEGER, z INTEGER,
        m INTEGER);
      CREATE TABLE stops(fid INTEGER PRIMARY KEY, geom BLOB, name TEXT);
      """)
    try database.run(
      "INSERT INTO gpkg_geometry_columns VALUES ('Stops', 'geom', ?, ?, 0, 0)", type, system)
    let insertion = try database.statement("INSERT INTO stops(geom) VALUES (?)")
    for blob in blobs { try insertion.run(blob) }
    for statement in further { try database.execute(statement) }
  }
  database.close()
}
