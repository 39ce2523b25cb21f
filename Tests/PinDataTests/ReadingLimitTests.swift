import Clustering
import Foundation
import PinData
import Support
import TestSupport
import Testing

/// The costs that the reading of a foreign file may have.
@Suite struct ReadingLimitTests {
  /// Expects an error with some words at the end of the reading of a file.
  private func expectError(
    _ words: String, reading path: String, _ options: PinFileOptions = PinFileOptions()
  ) throws {
    let message = try readingError(path, options).description
    #expect(message.contains(words), "\(message)")
  }

  /// The same for a database that SQL makes.
  private func expectError(
    _ words: String, sql: String, _ options: PinFileOptions = PinFileOptions()
  ) throws {
    try withDatabase([sql]) { try expectError(words, reading: $0, options) }
  }

  /// A view whose rows have no end.
  private func endlessView(of latitude: String, _ longitude: String) -> String {
    "CREATE VIEW p AS WITH RECURSIVE r(lat, lon) AS (SELECT \(latitude), \(longitude) "
      + "UNION ALL SELECT lat, lon FROM r) SELECT * FROM r"
  }

  /// A table with many places.
  private func table(rows: Int) -> String {
    """
    CREATE TABLE p(lat, lon);
    INSERT INTO p WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < \(rows))
    SELECT 1, 2 FROM r;
    """
  }

  @Test func theUsualLimits() throws {
    #expect(PinFileOptions().maxPlaces == 10_000_000)
    #expect(ReadingLimits().textSize == 8 << 30)
    #expect(ReadingLimits().databaseSize == 4 << 30)
    #expect(ReadingLimits().databaseTime == nil)
  }

  // MARK: - Places

  @Test(arguments: WrittenFormat.allCases)
  func moreThanTheMostPlacesAreRefused(format: WrittenFormat) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("pins")
    try format.write((1...4).map { Coordinate(Double($0), 5) }, to: path)
    #expect(try PinFile.read(path: path, options: PinFileOptions(maxPlaces: 4)).pins.count == 4)
    try expectError(
      "expected at most 3 places, found more. Allow more with", reading: path,
      PinFileOptions(maxPlaces: 3))
  }

  @Test func aGeometryOfManyPlacesIsRefused() throws {
    let text = #"{"type":"MultiPoint","coordinates":[[0,0],[0,0],[0,0],[0,0]]}"#
    let found = try PinTextFile(name: "pins.geojson").error(text, PinFileOptions(maxPlaces: 3))
    #expect(found.description.contains("at most 3 places"))
  }

  @Test func aQueryWithoutAnEndIsRefused() throws {
    let options = PinFileOptions(table: "p", maxPlaces: 1_000)
    try expectError("at most 1000", sql: endlessView(of: "1", "1"), options)
  }

  /// Rows without a place count, too.
  @Test(.exhaustive) func rowsWithoutPlacesHaveAnEnd() throws {
    var options = PinFileOptions(table: "p", maxPlaces: 1)
    options.limits.databaseTime = .seconds(3_600)
    let view = endlessView(of: "NULL", "NULL")
    try expectError("at most 4000000 rows or features", sql: view, options)
  }

  // MARK: - Files

  /// A small compressed file can stand for any number of bytes.
  @Test func unpackedBytesHaveALimit() throws {
    var options = PinFileOptions()
    options.limits.textSize = 100
    options.limits.databaseSize = 1_000
    let text = "lat,lon\n" + String(repeating: "1,2\n", count: 100)
    let packed = try #require(Gzip.compressed(Array(text.utf8)))
    try withTemporaryFile(named: "pins.csv.gz", bytes: packed) { path in
      #expect(try PinFile.read(path: path).pins.count == 100)
      try expectError("at most 100 bytes in the compressed file", reading: path, options)
    }
    options.limits.textSize = 1 << 20
    try withDatabase(["CREATE TABLE p(lat, lon); INSERT INTO p VALUES (1, 2)"]) { path in
      let bytes = Array(try Data(contentsOf: URL(filePath: path)))
      let packed = try #require(Gzip.compressed(bytes))
      try withTemporaryFile(named: "app.db.gz", bytes: packed) { path in
        #expect(try PinFile.read(path: path).pins.count == 1)
        try expectError("database of at most 1000 bytes", reading: path, options)
      }
    }
  }

  /// A process that is killed leaves a folder that the next one recognizes and removes.
  @Test func anUnpackedDatabaseIsInALockedFolder() throws {
    try withDatabase([table(rows: 70_000)]) { path in
      let bytes = Array(try Data(contentsOf: URL(filePath: path)))
      let packed = try #require(Gzip.compressed(bytes, level: .fast))
      try withTemporaryFile(named: "app.db.gz", bytes: packed) { path in
        var folders: [String] = []
        _ = try PinFile.read(path: path) { _ in
          folders = Self.unpackingFolders(size: UInt64(bytes.count))
        }
        let left = folders.filter { FileManager.default.fileExists(atPath: $0) }
        #expect(folders.count == 1 && left.isEmpty, "\(folders)")
      }
    }
  }

  /// The locked folders with an unpacked database of a size.
  private static func unpackingFolders(size: UInt64) -> [String] {
    let base = FileManager.default.temporaryDirectory.path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: base)) ?? []
    return names.map { base + "/" + $0 }.filter { folder in
      guard FileManager.default.fileExists(atPath: folder + "/.lock"),
        let file = FileHandle(forReadingAtPath: folder + "/places.sqlite")
      else { return false }
      return (try? file.seekToEnd()) == size
    }
  }

  /// Of long names in a small compressed file only the beginnings are kept.
  @Test(arguments: [
    "name,lat,lon\nNAME,1,2\n", #"[{"title":"NAME","lat":1,"lon":2}]"#,
    #"{"type":"Feature","properties":{"name":"NAME"},"geometry":{"type":"Point","coordinates":[1,2]}}"#,
  ])
  func longNamesAreCut(text: String) throws {
    let name = "x" + String(repeating: "é", count: 3_000)
    let contents = try PinTextFile(name: "pins").read(
      text.replacing("NAME", with: name), PinFileOptions(readsLabels: true))
    #expect(contents.labels.map(\.name) == ["x" + String(repeating: "é", count: 499)])
  }

  /// The names count as the properties do: a small compressed file could fill the memory.
  @Test func theLabelsOfAllPinsHaveALimit() throws {
    var options = PinFileOptions(readsLabels: true)
    options.limits.labelsSize = 30
    let rows = (0..<3).map { "\(String(repeating: "A", count: 12)),\($0),1\n" }.joined()
    let labels = try PinTextFile(name: "pins.csv").read("name,lat,lon\n" + rows, options).labels
    #expect(labels.map(\.name.count) == [12, 12, 0])
    #expect(labels.map(\.properties.leftOutCount) == [0, 0, 1])
  }

  @Test func partsOfARecordHaveALimit() throws {
    let header = "lat,lon" + String(repeating: ",", count: 70_000)
    let message = try PinTextFile(name: "pins.csv").message(header + "\n1,2\n")
    #expect(message.contains("a record of at most 65536 fields"))
    let file = PinTextFile(name: "pins.json")
    func object(_ count: Int) -> String {
      "{" + String(repeating: #""location":{"lat":1,"lng":2},"#, count: count) + #""id":1}"#
    }
    #expect(try file.coordinates(object(100)).count == 1)
    #expect(try file.message(object(101)).contains("at most 100 members"))
  }

  @Test func aFileThatGrowsIsRefused() throws {
    let rows = String(repeating: "1,2\n", count: 100_000)
    try withTemporaryFile(named: "pins.csv", "lat,lon\n" + rows) { path in
      let error = try #require(throws: DataFileError.self) {
        // The first step comes long before the end, which another program then moves.
        _ = try PinFile.read(path: path) { _ in
          guard let file = FileHandle(forWritingAtPath: path) else { return }
          _ = try? file.seekToEnd()
          try? file.write(contentsOf: Data(rows.utf8))
          try? file.close()
        }
      }
      #expect(
        error.description.contains(
          "expected a file that does not change while it is read, found more than the 400008 bytes")
      )
    }
  }

  // MARK: - Databases

  @Test func aDatabaseIsReadInALimitedTime() throws {
    try withDatabase([table(rows: 20_000)]) { path in
      #expect(try PinFile.read(path: path).pins.count == 20_000)
      var options = PinFileOptions()
      options.limits.databaseTime = .zero
      try expectError("found one whose queries take longer", reading: path, options)
    }
  }

  /// A column of a foreign file may compute values of a gigabyte.
  @Test func computedValuesHaveALimit() throws {
    let sql = """
      CREATE TABLE p(a, lon, lat GENERATED ALWAYS AS (length(hex(zeroblob(2000000 + a)))));
      INSERT INTO p(a, lon) VALUES (1, 1);
      """
    try expectError("expected values and rows of at most 32768 bytes", sql: sql)
  }

  /// A function within a row cannot be ended: of each there are few, with short texts.
  @Test func computedValuesAreSimple() throws {
    let parts = (0..<400).map { "instr(a, '\($0)')" }.joined(separator: " + ")
    for (value, words) in [
      ("47 + (a LIKE '%' || hex(zeroblob(60)) || '1')", "pattern too complex"),
      ("47 + 0 * (\(parts))", "at most 672 of SQLite's instructions, found more"),
    ] {
      let sql = """
        CREATE TABLE p(a, lon, lat GENERATED ALWAYS AS (\(value)));
        INSERT INTO p(a, lon) VALUES (1, 1);
        """
      try expectError(words, sql: sql)
    }
    let simple = """
      CREATE TABLE p(a, lon, lat GENERATED ALWAYS AS (round(a / 10.0, 1)));
      INSERT INTO p(a, lon) VALUES (470, 1);
      """
    try withDatabase([simple]) { path in
      let coordinates = try PinFile.read(path: path).pins.coordinates
      #expect(coordinates == [Coordinate(47, 1)])
    }
  }

  /// A virtual table may show a view that was not named.
  @Test func theViewOfAVirtualTableHasALimit() throws {
    let sql = """
      CREATE VIEW v AS SELECT 1 AS rowid, 47 + 0 * length(hex(zeroblob(100000))) AS lat, 8 AS lon;
      CREATE VIRTUAL TABLE p USING fts5(lat, lon, content='v');
      """
    try expectError("expected values and rows of at most 32768 bytes", sql: sql)
  }

  /// The columns of views that refer to one another are found in seconds each.
  @Test func manyViewsAreReadInALimitedTime() throws {
    let views = (1...20).map {
      "CREATE VIEW v\($0) AS SELECT x.a FROM v\($0 - 1) AS x, v\($0 - 1) AS y;"
    }
    let sql = """
      CREATE TABLE p(lat, lon);
      INSERT INTO p VALUES (1, 2);
      CREATE VIEW v0 AS SELECT 1 AS a;
      \(views.joined(separator: "\n"))
      """
    var options = PinFileOptions()
    options.limits.databaseTime = .milliseconds(50)
    try expectError("found one whose queries take longer", sql: sql, options)
  }

  @Test func valuesHaveALimit() throws {
    let sql = """
      CREATE TABLE p(lat, lon); INSERT INTO p VALUES (1, 2);
      INSERT INTO p VALUES (printf('%.*c', 17000000, ' '), 1);
      """
    try expectError("expected values and rows of at most 16777216 bytes", sql: sql)
  }
}
