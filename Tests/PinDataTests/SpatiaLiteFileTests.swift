import Clustering
import PinData
import Support
import TestSupport
import Testing

/// Databases of SpatiaLite, and those that GDAL writes without it.
@Suite struct SpatiaLiteFileTests {
  /// A geometry as SpatiaLite stores it.
  private struct Blob {
    var isLittleEndian = true

    func point(_ x: Double, _ y: Double, type: UInt32 = 1) -> [UInt8] {
      geometry(type, [x, y] + Array(repeating: 9, count: type < 1_000 ? 0 : type < 3_000 ? 1 : 2))
    }

    func multiPoint(_ points: [(Double, Double)]) -> [UInt8] {
      frame(
        [0x7C] + number(UInt32(4)) + number(UInt32(points.count))
          + points.flatMap { point in
            [0x69] + number(UInt32(1)) + [point.0, point.1].flatMap { number($0.bitPattern) }
          })
    }

    func geometry(_ type: UInt32, _ numbers: [Double]) -> [UInt8] {
      frame([0x7C] + number(type) + numbers.flatMap { number($0.bitPattern) })
    }

    /// The rectangle, which is not used, is not one of the geometry.
    private func frame(_ geometry: [UInt8]) -> [UInt8] {
      [0, isLittleEndian ? 1 : 0] + number(Int32(4326)) + [UInt8](repeating: 7, count: 32)
        + geometry + [0xFE]
    }

    private func number(_ number: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: isLittleEndian ? number.littleEndian : number.bigEndian) { Array($0) }
    }
  }

  /// A database with a table "Stops" of blobs, which the catalog calls "stops".
  private func read(
    _ blobs: [[UInt8]?], system: Int = 4326, type: String = "1", further: [String] = []
  ) throws -> PinFileContents {
    let folder = try TemporaryFolder()
    let path = folder.file("stops.sqlite")
    let database = try SQLiteConnection(path, .create)
    try database.transaction {
      try database.execute(
        """
        CREATE TABLE spatial_ref_sys(srid INTEGER PRIMARY KEY, auth_name TEXT, auth_srid INTEGER);
        INSERT INTO spatial_ref_sys VALUES
          (4326, 'epsg', 4326), (7, 'EPSG', 3857), (4258, 'epsg', 4258), (25833, 'epsg', 25833);
        CREATE TABLE geometry_columns(
          f_table_name TEXT, f_geometry_column TEXT, geometry_type, coord_dimension, srid INTEGER);
        CREATE TABLE spatialite_history(event_id INTEGER PRIMARY KEY, lat REAL, lon REAL);
        CREATE TABLE "Stops"(pk INTEGER PRIMARY KEY, Geometry POINT, name TEXT);
        """)
      try database.run(
        "INSERT INTO geometry_columns VALUES ('stops', 'Geometry', ?, 2, ?)", type, system)
      let insertion = try database.statement("INSERT INTO Stops(Geometry) VALUES (?)")
      for blob in blobs { try insertion.run(blob) }
      for statement in further { try database.execute(statement) }
    }
    database.close()
    return try PinFile.read(path: path)
  }

  private let berlin = Coordinate(latitude: 52.52, longitude: 13.405)

  @Test(arguments: [true, false])
  func pointsOfAllVariants(isLittleEndian: Bool) throws {
    let form = Blob(isLittleEndian: isLittleEndian)
    let points: [[UInt8]] =
      [1, 1_001, 2_001, 3_001].map { form.point(13.405, 52.52, type: $0) }
      + [form.multiPoint([(13.405, 52.52), (13.405, 52.52)])]
    let contents = try read(points)
    #expect(contents.pins.coordinates == Array(repeating: berlin, count: 6))
    #expect(
      contents.summary.description.contains(
        #"6 places from SQLite, table "Stops", column "Geometry"; left out: none"#))
  }

  /// Compressed lines, too.
  @Test func otherGeometriesAreLeftOutAndCounted() throws {
    let form = Blob()
    let contents = try read([
      form.point(13.405, 52.52), nil, form.point(.nan, .nan), form.multiPoint([]),
      form.geometry(2, [1, 2]), form.geometry(1_000_002, [1]), form.geometry(1_001_003, []),
      form.geometry(7, []),
    ])
    #expect(contents.pins.coordinates == [berlin])
    #expect(
      contents.summary.leftOut == [
        .nullGeometry: 1, .emptyGeometry: 2, .lineString: 2, .polygon: 1, .geometryCollection: 1,
      ])
  }

  /// The system has EPSG's number, or one of its own.
  @Test func systemsHaveNumbers() throws {
    let point = Blob().point(13.405, 52.52)
    let meters = Blob().point(1_492_237.774, 6_894_699.801)
    let pin = try #require(try read([meters], system: 7).pins.coordinates.first)
    #expect(abs(pin.latitude - 52.52) < 1e-6 && abs(pin.longitude - 13.405) < 1e-6)
    let near = try read([point], system: 4258)
    #expect(near.pins.coordinates == [berlin])
    #expect(near.summary.notes.count == 1)
    let error = try #require(throws: DataFileError.self) { try read([point], system: 25_833) }
    #expect(error.description.contains("found the spatial reference system 25833"))
  }

  /// The layer of points is chosen by the number of its type.
  @Test func aTableOfLinesIsNoCandidate() throws {
    let lines = [
      "CREATE TABLE roads(pk INTEGER PRIMARY KEY, shape LINESTRING)",
      "INSERT INTO geometry_columns VALUES ('roads', 'shape', 1002, 3, 4326)",
    ]
    let contents = try read([Blob().point(13.405, 52.52)], type: "1001", further: lines)
    #expect(contents.pins.coordinates == [berlin])
  }

  /// GDAL writes the well-known binary form, with the old number of a point with a height.
  @Test func theFormWithoutAHeaderIsRead() throws {
    let form = GeoPackageBlob(flags: 0x8000_0000)
    let contents = try read([form.point(13.405, 52.52)], type: "-2147483647")
    #expect(contents.pins.coordinates == [berlin])
  }

  @Test func mistakesHaveTheirRow() throws {
    let form = Blob()
    let point = form.point(1, 2)
    for (bytes, words) in [
      (Array("GP".utf8), "begins with 0 0 or 0 1 and ends with fe"),
      (Array(point.dropLast()), "ends with fe"),
      (form.point(13, 95), "latitude 95.0"), (form.geometry(77, []), "a type of geometry"),
      ([0, 0x81] + Array(point.dropFirst(2)), "bytes that begin with 0 81"),
      (Array(point.prefix(38)) + [1] + Array(point.dropFirst(39)), "the mark 124 or 105"),
      (form.geometry(1, [1, 2, 3]), "8 bytes more"),
    ] as [([UInt8], String)] {
      let error = try #require(throws: DataFileError.self) { try read([point, nil, bytes]) }
      #expect(error.location == .row(3, table: "Stops", column: "Geometry"))
      #expect(error.description.contains(words), "\(error)")
    }
  }

  @Test func everyTruncatedGeometryIsAnError() throws {
    // With the mark at the end, so that the geometry itself is too short.
    let blob = Blob().multiPoint([(1, 2), (3, 4)])
    for length in 0..<blob.count - 1 {
      #expect(throws: DataFileError.Problem.self) {
        try WKBGeometry(Array(blob.prefix(length)) + [0xFE], .spatiaLite, in: .geographic)
      }
    }
  }

  /// The tables of the framework are not listed.
  @Test func theFrameworksTablesAreHidden() throws {
    let error = try withDatabase([
      "CREATE TABLE geometry_columns(id)", "CREATE TABLE spatial_ref_sys(lat, lon)",
      "CREATE TABLE places(name)",
    ]) { try readingError($0) }
    #expect(error.description.contains("found \"places\" (name)."))
    let contents = try withDatabase([
      "CREATE TABLE idx_places(lat, lon)", "INSERT INTO idx_places VALUES (1, 2)",
    ]) { try PinFile.read(path: $0) }
    #expect(contents.summary.table == "idx_places")
  }
}
