import Clustering
import PinData
import Support
import TestSupport
import Testing

/// Stores of Core Data and SwiftData, which are SQLite: tables and columns of an app begin with Z.
@Suite struct CoreDataStoreTests {
  /// A store with an entity "Store" and the framework's tables. One of the tables has a coordinate
  /// too.
  private func statements(_ columns: String) -> [String] {
    [
      "CREATE TABLE ZSTORE(Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \(columns))",
      "CREATE TABLE ZTAG(Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTITLE VARCHAR)",
      "CREATE TABLE Z_1TAGS(Z_1STORES INTEGER, Z_2TAGS INTEGER, PRIMARY KEY (Z_1STORES, Z_2TAGS))",
      "CREATE TABLE Z_PRIMARYKEY(Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_MAX INTEGER)",
      "CREATE TABLE Z_METADATA(Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
      "CREATE TABLE Z_MODELCACHE(Z_CONTENT BLOB)",
      "CREATE TABLE ACHANGE(Z_PK INTEGER PRIMARY KEY, ZLATITUDE REAL, ZLONGITUDE REAL)",
      "CREATE TABLE ATRANSACTION(Z_PK INTEGER PRIMARY KEY, ZTIMESTAMP TIMESTAMP)",
      "CREATE TABLE ATRANSACTIONSTRING(Z_PK INTEGER PRIMARY KEY, ZNAME VARCHAR)",
    ]
  }

  /// With its latest changes in a log, as the app that is open leaves it.
  @Test func aStoreIsReadWithoutOptions() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("default.store")
    let database = try SQLiteConnection(path, .create)
    try database.execute("PRAGMA journal_mode = WAL")
    for statement in statements("ZLATITUDE FLOAT, ZLONGITUDE FLOAT, ZNAME VARCHAR") {
      try database.execute(statement)
    }
    try database.execute("INSERT INTO ACHANGE VALUES (1, 3, 4)")
    try database.execute(
      """
      INSERT INTO ZSTORE VALUES
        (1, 1, 1, 52.5163, 13.3777, 'A'), (2, 1, 3, 52.52, 13.405, 'B'), (3, 1, 1, NULL, NULL, 'C')
      """)
    let contents = try PinFile.read(path: path)
    #expect(contents.pins.coordinates.map(\.latitude) == [52.5163, 52.52])
    #expect(contents.summary.table == "ZSTORE")
    #expect(contents.summary.leftOut == [.missingCoordinate: 1])
    database.close()
  }

  /// A transformable attribute has bytes that only the app can read.
  @Test func aStoreWithoutNumbersIsListed() throws {
    let error = try withDatabase(statements("ZCOORDINATE BLOB, ZNAME VARCHAR")) {
      try readingError($0)
    }.description
    #expect(
      error.contains("\"ZSTORE\" (Z_PK, Z_ENT, Z_OPT, ZCOORDINATE, ZNAME), \"ZTAG\""), "\(error)")
    #expect(!error.contains("ACHANGE") && !error.contains("Z_METADATA"))
  }
}
