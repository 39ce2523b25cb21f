import Support

/// A store of pins in a file: a SQLite database with a write-ahead log.
///
/// Readers see the state after a whole batch, and never wait for the writer. A batch that was
/// acknowledged is on the disk, see ``Durability``, as far as the disk keeps what it has confirmed.
public final class SQLitePinStore: PinStore {
  /// The failures that an acknowledged batch survives.
  public enum Durability: Hashable, Sendable {
    /// The death of the process and of the machine: each batch waits for the disk.
    case machine
    /// The death of the process.
    case process
  }

  /// The file.
  public let path: String
  let database: SQLitePool
  /// The files of the database when it was opened.
  let files: StoreFiles

  /// Opens a store that ``build(_:at:)`` made.
  ///
  /// A store in a file or a folder that the process may not write is opened for reading; its
  /// changes fail then. A store is refused unless its tables are as a build makes them: a view or a
  /// trigger could run anything.
  ///
  /// - Parameters:
  ///   - durability: what an acknowledged batch survives.
  ///   - readers: the maximum number of reading connections, each with its own cache.
  ///   - cacheSize: the bytes of the cache of a connection.
  ///   - lockTimeout: the seconds that a change waits for the lock of another process.
  /// - Throws: ``PinStoreError/notAStore(path:found:)`` for any other file.
  public init(
    path: String, durability: Durability = .machine, readers: Int = 2, cacheSize: Int = 8 << 20,
    lockTimeout: Double = 5
  ) throws(PinStoreError) {
    self.path = path
    if let reason = Self.reasonAgainst(path) { throw .notAStore(path: path, found: reason) }
    do {
      let file = StoreFiles.withoutLinks(path)
      let isWritable = StoreFiles.isWritable(file)
      if !isWritable { try StoreFiles.checkReadOnly(file) }
      database = try SQLitePool(
        file, isWritable: isWritable, maxReaders: readers, busyTimeout: lockTimeout
      ) { connection throws(SQLiteError) in
        // FULL: a commit waits for the disk, and not only for the operating system.
        try connection.execute(
          """
          PRAGMA synchronous = \(durability == .machine ? "FULL" : "NORMAL");
          PRAGMA cache_size = -\(cacheSize / 1024);
          """)
        // The schema is looked at once, and may change later: a trigger that would run is an error.
        connection.setLimit(.triggerDepth, to: 0)
      }
      if isWritable { try database.write(PinSchema.addProperties) }
      if let found = try database.read({ try PinSchema.reasonAgainst($0) }) {
        throw PinStoreError.notAStore(path: path, found: found)
      }
      files = StoreFiles(path, path: file, isWritable: isWritable)
    } catch {
      throw Self.error(error, path: path)
    }
  }

  /// Ends all connections; what is in the log goes into the file.
  public func close() throws(PinStoreError) {
    if database.isWritable { try write { try $0.execute("PRAGMA wal_checkpoint(TRUNCATE)") } }
    database.close()
  }

  /// The failures that an acknowledged batch survives, as the writing connection reports it.
  package func currentDurability() throws(PinStoreError) -> Durability {
    try write { try $0.integer("PRAGMA synchronous") } == 2 ? .machine : .process
  }

  /// Returns whether a file is a store, of whatever version.
  public static func isStore(path: String) -> Bool {
    guard let file = try? RegularFile.open(path), let header = try? file.read(upToCount: 100),
      header.count == 100, header.starts(with: Array("SQLite format 3\0".utf8))
    else { return false }
    // The application id is big-endian, at byte 68 of a database's header.
    let identifier = header.dropFirst(68).prefix(4).reduce(0) { $0 << 8 | Int($1) }
    return identifier == PinSchema.applicationID
  }

  func read<Value>(_ body: (SQLiteConnection) throws -> Value) throws(PinStoreError) -> Value {
    do {
      return try database.read(body)
    } catch {
      throw Self.error(error, path: path)
    }
  }

  func write<Value: Sendable>(
    _ body: (SQLiteConnection) throws -> Value
  ) throws(PinStoreError) -> Value {
    do {
      return try database.write(body)
    } catch {
      throw Self.error(error, path: path)
    }
  }

  static func error(_ error: any Error, path: String) -> PinStoreError {
    switch error {
    case let error as PinStoreError: error
    case let fault as StoreFault: .damaged(name: path, found: "\(fault)")
    case let error as SQLiteError:
      error.kind == .busy ? .busy(name: path) : .database(name: path, reason: error.message)
    case let error as AtomicFile.Failure: .database(name: path, reason: error.reason)
    default: .database(name: path, reason: FileFault.reason(error))
    }
  }

  /// A missing file would be made by the database, and an empty one taken for its own.
  private static func reasonAgainst(_ path: String) -> String? {
    do throws(RegularFile.Failure) {
      let magic = Array("SQLite format 3\0".utf8)
      let file = try RegularFile.open(path)
      let start = (try? file.read(upToCount: magic.count)) ?? nil
      return start.map(Array.init) == magic ? nil : "a file that is not a SQLite database"
    } catch {
      return "\(error)"
    }
  }
}

/// The tables of a store's file.
enum PinSchema {
  /// SQLite's application id: "MPPS" in ASCII.
  static let applicationID = 0x4D50_5053
  /// The version, which increases with each change of the tables or their contents.
  static let version = 2
  /// A column that version 1 does not have.
  private static let properties = "properties TEXT NOT NULL DEFAULT ''"

  /// - `pins`: in the order of ``MortonCode/stored``, so that the pins of a cell are neighbours in
  ///   the file.
  /// - `cells`: ``PinCell`` of each stored level; the sums are those of columns and rows.
  /// - `state`: one row.
  static let tables = """
    CREATE TABLE pins(
      code INTEGER NOT NULL, id INTEGER NOT NULL, name TEXT NOT NULL, \(properties),
      PRIMARY KEY(code, id)) WITHOUT ROWID;
    CREATE TABLE cells(
      level INTEGER NOT NULL, number INTEGER NOT NULL, pins INTEGER NOT NULL,
      columnSum INTEGER NOT NULL, rowSum INTEGER NOT NULL,
      PRIMARY KEY(level, number)) WITHOUT ROWID;
    CREATE TABLE state(pins INTEGER NOT NULL, version INTEGER NOT NULL);
    """
  static let indexes = "CREATE UNIQUE INDEX pinsByID ON pins(id)"
  /// The tables of ANALYZE, which are no part of the schema.
  private static let statistics = [
    "CREATE TABLE sqlite_stat1(tbl,idx,stat)",
    "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)",
  ]
  static let identification =
    "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)"

  /// Makes a store of version 1, which has no properties, one of this version.
  static func addProperties(to database: SQLiteConnection) throws {
    guard try database.integer("PRAGMA user_version") == 1,
      try reasonAgainst(database, version: 1) == nil
    else { return }
    try database.transaction {
      // Another process may have done it since.
      guard try database.integer("PRAGMA user_version") == 1 else { return }
      try database.execute(
        "ALTER TABLE pins ADD COLUMN \(properties); PRAGMA user_version = \(version)")
    }
  }

  /// Returns why a database is no store, or `nil` for one.
  static func reasonAgainst(
    _ database: SQLiteConnection, version expectedVersion: Int = version
  ) throws -> String? {
    guard try database.integer("PRAGMA application_id") == Int64(applicationID) else {
      return "another SQLite database"
    }
    let version = try database.integer("PRAGMA user_version") ?? 0
    guard version == Int64(expectedVersion) else {
      return "a store of version \(version)"
        + (version == 1 ? "; a process that may write to it updates it to version 2" : "")
    }
    // By the texts, which are what SQLite runs: anything may have a name like SQLite's own.
    let found = try database.texts("SELECT coalesce(sql, name) FROM sqlite_schema")
    let tables =
      expectedVersion == 1 ? Self.tables.replacing(" \(properties),", with: "") : Self.tables
    let expected = (tables + indexes).split(separator: ";").map(String.init)
    let difference = Set(found.map(\.words)).subtracting(statistics)
      .symmetricDifference(expected.map(\.words))
    guard let first = difference.min() else { return nil }
    return (expected.map(\.words).contains(first) ? "no " : "another ")
      + "\"\(first.prefix(60))\" in its schema"
  }
}

extension String {
  /// The text with one space between its words.
  fileprivate var words: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
