import Clustering
import Foundation
import PinData
import Support
import TestSupport
import Testing

@Suite struct DatabaseFileTests {
  private func read(
    _ statements: String..., options: PinFileOptions = PinFileOptions()
  ) throws -> PinFileContents {
    try withDatabase(statements) { try PinFile.read(path: $0, options: options) }
  }

  private func error(
    _ statements: String..., options: PinFileOptions = PinFileOptions()
  ) throws -> DataFileError {
    try withDatabase(statements) { try readingError($0, options) }
  }

  private func options(
    _ table: String? = nil, _ columns: (latitude: String, longitude: String)? = nil
  ) -> PinFileOptions {
    PinFileOptions(
      isDatabase: true, table: table,
      columns: columns.map { CoordinateNames(latitude: $0.latitude, longitude: $0.longitude) })
  }

  private let places = "CREATE TABLE places(name, lat REAL, Lng)"
  private let rows = "INSERT INTO places VALUES ('A', 1, 2.5), ('B', '-3.5', ' 4 ')"
  private let coordinates = [Coordinate(1, 2.5), Coordinate(-3.5, 4)]

  @Test func theOnlyTableThatFitsIsRead() throws {
    let contents = try read(
      "CREATE TABLE other(id INTEGER PRIMARY KEY, lat REAL, height REAL)", places, rows)
    #expect(contents.pins.coordinates == coordinates)
    #expect(contents.summary.format == .sqlite)
    #expect(contents.summary.table == "places")
  }

  @Test func tablesAndColumnsMayBeNamed() throws {
    let two = "CREATE TABLE stops(north REAL, east REAL, lat REAL, lon REAL)"
    let stop = "INSERT INTO stops VALUES (5, 6, 7, 8)"
    for (chosen, latitude) in [
      (options("stops"), 7.0), (options("STOPS", ("north", "east")), 5),
      (options("stops", ("lat", "east")), 7),
      (options(nil, ("North", "EAST")), 5), (options("places"), 1),
    ] {
      let contents = try read(places, rows, two, stop, options: chosen)
      #expect(contents.pins.coordinates[0].latitude == latitude, "\(chosen)")
    }
  }

  @Test func severalTablesAreListedWithTheKeysToGive() throws {
    let error = try error(places, rows, "CREATE TABLE stops(id, y, x)")
    for words in [
      "\"places\" (name, lat, Lng)", "\"stops\" (id, y, x)", "only one table",
      "data: { sqlite: FILE, table: places }",
    ] {
      #expect(error.description.contains(words), "\(error)")
    }
  }

  @Test func aDatabaseWithoutSuchColumnsIsListed() throws {
    let none = try error("CREATE TABLE cities(name, north, east)")
    #expect(none.description.contains("\"cities\" (name, north, east)"))
    #expect(none.description.contains("table: cities, latitude: COLUMN, longitude: COLUMN"))
    let noTable = try error(places, options: options("place"))
    #expect(noTable.description.contains("expected a table \"place\", found \"places\""))
    let noColumn = try error(places, options: options("places", ("north", "east")))
    #expect(noColumn.description.contains("found \"places\" (name, lat, Lng)"))
    #expect(
      try error("CREATE VIEW v AS SELECT 1 AS lat, 2 AS lon").description.contains("view \"v\""))
  }

  @Test func aViewIsReadWhereItIsNamed() throws {
    let view = "CREATE VIEW v AS SELECT lat AS latitude, Lng AS longitude FROM places"
    #expect(try read(places, rows, view).summary.table == "places")
    let contents = try read(places, rows, view, options: options("v"))
    #expect(contents.pins.coordinates == coordinates)
  }

  /// An index that has all columns would be shorter to read.
  @Test func rowsComeInTheOrderOfTheTable() throws {
    let contents = try read(
      "CREATE TABLE p(lat REAL, lon REAL)", "CREATE INDEX i ON p(lat, lon)",
      "INSERT INTO p VALUES (3, 1), (1, 1), (2, 1)")
    #expect(contents.pins.coordinates.map(\.latitude) == [3, 1, 2])
  }

  @Test func emptyRowsAreCountedAndMistakesAreNot() throws {
    let contents = try read(
      places, rows, "INSERT INTO places VALUES ('C', NULL, NULL), ('D', '', ' ')")
    #expect(contents.pins.count == 2)
    #expect(contents.summary.leftOut == [.missingCoordinate: 2])
    for (values, column, found) in [
      ("NULL, 1", "lat", "null"), ("1, 'east'", "Lng", "\"east\""), ("1, x'00'", "Lng", "a blob"),
      ("91, 1", "lat", "latitude 91.0"),
    ] {
      let error = try error(places, rows, "INSERT INTO places VALUES ('C', \(values))")
      #expect(error.location == .row(3, table: "places", column: column))
      #expect(error.description.contains(found), "\(error)")
    }
  }

  @Test func swappedColumnsAreNoticed() throws {
    let error = try error(places, "INSERT INTO places VALUES ('A', 151, -33)")
    #expect(error.description.contains("look swapped"))
    #expect(error.description.contains("{ …, latitude: Lng, longitude: lat }"))
    let contents = try read(
      places, "INSERT INTO places VALUES ('A', 151, -33)", options: options(nil, ("Lng", "lat")))
    #expect(contents.pins.coordinates == [Coordinate(-33, 151)])
    #expect(contents.summary.hasSwappedColumns)
  }

  @Test func signsMayBeInColumnsOfTheirOwn() throws {
    let photos = "CREATE TABLE photos(longitude_ref, longitude, latitude, latitude_ref)"
    let contents = try read(photos, "INSERT INTO photos VALUES ('W', 2.5, 1, 'S')")
    #expect(contents.pins.coordinates == [Coordinate(-1, -2.5)])
    let error = try error(photos, "INSERT INTO photos VALUES ('O', 2.5, 1, 'S')")
    #expect(error.location == .row(1, table: "photos", column: "longitude_ref"))
  }

  /// Names that are SQL themselves are names and nothing else.
  @Test(arguments: ["a\"b", "places; DROP TABLE x", "'--", "select", "a b]`", "\"\"\"", "naïve 🗺"])
  func namesAreQuoted(name: String) throws {
    let quoted = "\"" + name.replacing("\"", with: "\"\"") + "\""
    try withDatabase([
      "CREATE TABLE x(id)", "CREATE TABLE \(quoted)(\(quoted) REAL, \"lon\"\"\" REAL)",
      "INSERT INTO \(quoted) VALUES (1, 2)",
    ]) { path in
      let before = try Data(contentsOf: URL(filePath: path))
      let contents = try PinFile.read(path: path, options: options(name, (name, "lon\"")))
      #expect(contents.pins.coordinates == [Coordinate(1, 2)])
      #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }
  }

  @Test func whatIsNotADatabaseIsRefusedAsOne() throws {
    for chosen in [options(), options("places")] {
      let error = try PinTextFile(name: "app.db").error("lat,lon\n1,2\n", chosen)
      #expect(error.description.contains("expected a SQLite database, found another format"))
    }
  }

  @Test func aDamagedDatabaseIsATypedError() throws {
    try withDatabase([places] + (0..<300).map { "INSERT INTO places VALUES ('\($0)', 1, 2)" }) {
      let bytes = Array(try Data(contentsOf: URL(filePath: $0)))
      for length in [16, 100, 4_096, 8_000] {
        try withTemporaryFile(named: "cut.db", bytes: Array(bytes.prefix(length))) { path in
          let error = try readingError(path)
          guard case .database = error.problem else { throw OtherCase(error) }
        }
      }
    }
  }

  // MARK: - Write-ahead logs

  /// A database with a log, which is open in another process, as that of a simulator often is.
  @Test func changesInALogAreRead() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("app.db")
    let database = try databaseWithLog(path)
    #expect(try PinFile.read(path: path).pins.coordinates == coordinates)
    database.close()
  }

  private func databaseWithLog(_ path: String) throws -> SQLiteConnection {
    let database = try SQLiteConnection(path, .create)
    try database.execute("PRAGMA journal_mode = WAL; \(places); \(rows)")
    return database
  }

  @Test func aDatabaseWithoutItsLogLeavesNoFiles() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("app.db")
    let database = try databaseWithLog(path)
    database.close()
    let copy = try folder.makeFolder("copy") + "/app.db"
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    let header = try folder.data("copy/app.db")
    #expect(header[18] == 2, "in the mode of a log")
    #expect(try PinFile.read(path: copy).pins.coordinates == coordinates)
    #expect(try folder.names("copy") == ["app.db"])
  }

  // MARK: - Compressed databases

  @Test func aCompressedDatabaseIsUnpackedAndRemoved() throws {
    try withDatabase([places, rows]) { path in
      let bytes = try #require(Gzip.compressed(Array(try Data(contentsOf: URL(filePath: path)))))
      try withTemporaryFile(named: "app.db.gz", bytes: bytes) { path in
        let contents = try PinFile.read(path: path)
        #expect(contents.pins.coordinates == coordinates)
        #expect(contents.summary.format == .sqlite && contents.summary.isCompressed)
        #expect(try readingError(path, options("other")).path == path)
      }
      try withTemporaryFile(named: "app.db.gz", bytes: Array(bytes.dropLast(4))) {
        (path: String) throws in
        #expect(try readingError(path).problem == .damagedCompression(.truncated))
      }
    }
  }
}
