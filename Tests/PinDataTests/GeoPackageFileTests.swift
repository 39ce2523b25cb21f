import Clustering
import PinData
import TestSupport
import Testing

@Suite struct GeoPackageFileTests {
  private func read(
    _ blobs: [[UInt8]?], system: Int = 4326, type: String = "POINT", further: [String] = [],
    options: PinFileOptions = PinFileOptions()
  ) throws -> PinFileContents {
    let folder = try TemporaryFolder()
    let path = folder.file("stops.gpkg")
    try makeGeoPackage(at: path, blobs, system: system, type: type, further: further)
    return try PinFile.read(path: path, options: options)
  }

  private let berlin = Coordinate(latitude: 52.52, longitude: 13.405)

  @Test(arguments: [true, false], 0...4)
  func pointsOfAllVariants(isLittleEndian: Bool, envelope: Int) throws {
    var blobs: [[UInt8]] = []
    for (flags, thousands) in [
      (0, 0), (0x8000_0000, 0), (0x4000_0000, 0), (0xC000_0000, 0), (0x2000_0000, 0),
      (0xE000_0000, 0), (0, 1), (0, 2), (0, 3), (0x2000_0000, 3),
    ] as [(UInt32, UInt32)] {
      let blob = GeoPackageBlob(
        isLittleEndian: isLittleEndian, flags: flags, thousands: thousands, envelope: envelope)
      blobs.append(blob.blob(blob.point(13.405, 52.52)))
      blobs.append(blob.blob(blob.multiPoint([(13.405, 52.52), (13.405, 52.52)])))
    }
    let contents = try read(blobs)
    #expect(contents.pins.coordinates == Array(repeating: berlin, count: 30))
    #expect(contents.summary.format == .geoPackage)
    #expect(contents.summary.table == "stops")
    #expect(contents.summary.coincidentCount == 30)
  }

  @Test func otherGeometriesAreLeftOutAndCounted() throws {
    let blob = GeoPackageBlob()
    let contents = try read([
      blob.blob(blob.point(13.405, 52.52)), nil, blob.blob(blob.point(.nan, .nan)),
      blob.blob([], isEmpty: true), blob.blob(blob.multiPoint([])), blob.blob(blob.other(2)),
      blob.blob(blob.other(3)), blob.blob(blob.other(3)), blob.blob(blob.other(7)),
      blob.blob(blob.other(8)), blob.blob(blob.other(1_006)),
    ])
    #expect(contents.pins.coordinates == [berlin])
    #expect(
      contents.summary.leftOut == [
        .nullGeometry: 1, .emptyGeometry: 3, .lineString: 1, .polygon: 2, .geometryCollection: 1,
        .otherGeometry: 1, .multiPolygon: 1,
      ])
  }

  @Test func referenceSystems() throws {
    let point = GeoPackageBlob.plainPoint(13.405, 52.52)
    for system in [4326, 0, -1] {
      #expect(try read([point], system: system).pins.coordinates == [berlin])
    }
    let meters = GeoPackageBlob.plainPoint(1_492_237.774, 6_894_699.801)
    // By the number of its own, which is EPSG's 3857.
    for system in [3857, 100_001] {
      let pin = try #require(try read([meters], system: system).pins.coordinates.first)
      #expect(abs(pin.latitude - 52.52) < 1e-6 && abs(pin.longitude - 13.405) < 1e-6, "\(pin)")
    }
    for system in [4258, 4269, 4283, 7844, 4490, 4674] {
      let contents = try read([point], system: system)
      #expect(contents.pins.coordinates == [berlin])
      #expect(
        contents.summary.notes == [
          "the reference system \"EPSG:\(system)\" is read as WGS 84 (off by metres)"
        ])
    }
    for system in [25_833, 9_999] {
      let error = try #require(throws: DataFileError.self) { try read([point], system: system) }
      #expect(error.description.contains("found the spatial reference system \(system)"))
    }
  }

  @Test func theLayerOfPointsIsChosen() throws {
    let point = GeoPackageBlob.plainPoint(13.405, 52.52)
    let areas = [
      "CREATE TABLE areas(id INTEGER PRIMARY KEY, shape BLOB, lat REAL, lon REAL)",
      "INSERT INTO gpkg_geometry_columns VALUES ('areas', 'shape', 'POLYGON', 4326, 0, 0)",
      "INSERT INTO areas(lat, lon) VALUES (1, 2)",
    ]
    #expect(try read([point], further: areas).pins.coordinates == [berlin])
    let contents = try read(
      [point], further: areas, options: PinFileOptions("lat", "lon", table: "areas"))
    #expect(contents.pins.coordinates == [Coordinate(latitude: 1, longitude: 2)])
    #expect(contents.summary.format == .sqlite)
    let error = try #require(throws: DataFileError.self) {
      try read([point], type: "POLYGON", further: areas)
    }
    #expect(error.description.contains("expected only one table with geometries"))
    #expect(error.description.contains("data: { sqlite: FILE, table: stops }"))
  }

  /// SQLite takes a name in quotes that no column has for a text.
  @Test func aColumnThatIsNotThereIsAnError() throws {
    let change = "UPDATE gpkg_geometry_columns SET column_name = 'GP'"
    let error = try #require(throws: DataFileError.self) {
      try read([GeoPackageBlob.plainPoint(1, 2)], further: [change])
    }
    #expect(error.description.contains("no such column"))
  }

  @Test func aBlobWithoutBytesIsAnEmptyGeometry() throws {
    let contents = try read([GeoPackageBlob.plainPoint(1, 2), []])
    #expect(contents.pins.count == 1)
    #expect(contents.summary.leftOut == [.emptyGeometry: 1])
  }

  @Test func mistakesHaveTheirRow() throws {
    let blob = GeoPackageBlob()
    let point = blob.blob(blob.point(1, 2))
    for (bytes, words) in [
      (Array("PG".utf8), "a geometry that begins with \"GP\""),
      (Array("GP".utf8), "its end after a part"),
      (point + [0], "1 bytes more"), (blob.blob(blob.point(13, 95)), "latitude 95.0"),
      (blob.blob(blob.other(77)), "a type of geometry"), (blob.blob([2]), "the byte order 0 or 1"),
      (blob.blob(blob.point(.infinity, 0)), "longitude inf"),
      (blob.blob([1, 4, 0, 0, 0, 255, 255, 255, 255]), "its end after a part"),
      (blob.blob([1, 4, 0, 0, 0, 1, 0, 0, 0] + blob.other(2)), "points in a MultiPoint"),
    ] as [([UInt8], String)] {
      let error = try #require(throws: DataFileError.self) { try read([point, nil, bytes]) }
      #expect(error.location == .row(3, table: "stops", column: "geom"))
      #expect(error.description.contains(words), "\(error)")
    }
  }

  @Test func everyTruncatedGeometryIsAnError() throws {
    for envelope in [0, 4] {
      for thousands: UInt32 in [0, 3] {
        let form = GeoPackageBlob(thousands: thousands, envelope: envelope)
        let blob = form.blob(form.multiPoint([(1, 2), (3, 4)]))
        for length in 0..<blob.count {
          #expect(throws: DataFileError.Problem.self) {
            try WKBGeometry(Array(blob.prefix(length)), .geoPackage, in: .geographic)
          }
        }
      }
    }
  }
}
