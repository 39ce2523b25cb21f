import GRDB
import Support

/// A store of pins in a file: a SQLite database with a write-ahead log.
///
/// Readers see the state after a whole batch, and never wait for the writer. A batch that was
/// acknowledged is on the disk, see ``Durability``, as far as the disk keeps what it has confirmed.
public final class SQLitePinStore: PinStore {
  /// What an acknowledged batch survives.
  public enum Durability: Hashable, Sendable {
    /// The death of the process and of the machine: each batch waits for the disk.
    case machine
    /// The death of the process.
    case process
  }

  let path: String
  let database: DatabasePool

  /// Opens a store that ``build(_:at:)`` made.
  ///
  /// - Parameters:
  ///   - durability: what an acknowledged batch survives.
  ///   - readers: the maximum number of reading connections, each with its own cache.
  ///   - cacheSize: the bytes of the cache of a connection.
  /// - Throws: ``PinStoreError/notAStore(path:found:)`` for any other file.
  public init(
    path: String, durability: Durability = .machine, readers: Int = 2, cacheSize: Int = 8 << 20
  ) throws(PinStoreError) {
    self.path = path
    if let reason = Self.reasonAgainst(path) { throw .notAStore(path: path, found: reason) }
    do {
      var configuration = Configuration()
      configuration.label = "pins"
      configuration.maximumReaderCount = max(readers, 1)
      configuration.busyMode = .timeout(10)
      configuration.prepareDatabase { database in
        // FULL: a commit waits for the disk, and not only for the operating system.
        let level = durability == .machine ? "FULL" : "NORMAL"
        try database.execute(
          sql: "PRAGMA cache_size = -\(cacheSize / 1024); PRAGMA synchronous = \(level)")
      }
      database = try DatabasePool(path: path, configuration: configuration)
      let (application, version) = try database.read { database in
        (
          try Int.fetchOne(database, sql: "PRAGMA application_id"),
          try Int.fetchOne(database, sql: "PRAGMA user_version")
        )
      }
      guard application == PinSchema.applicationID else {
        throw PinStoreError.notAStore(path: path, found: "another SQLite database")
      }
      guard version == PinSchema.version else {
        throw PinStoreError.notAStore(path: path, found: "a store of version \(version ?? 0)")
      }
    } catch {
      throw Self.error(error, path: path)
    }
  }

  /// Ends all connections; what is in the log goes into the file.
  public func close() throws(PinStoreError) {
    do {
      try database.writeWithoutTransaction { database in
        _ = try Row.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      }
      try database.close()
    } catch {
      throw Self.error(error, path: path)
    }
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

  func read<Value>(_ body: (Database) throws -> Value) throws(PinStoreError) -> Value {
    do {
      return try database.read(body)
    } catch {
      throw Self.error(error, path: path)
    }
  }

  static func error(_ error: any Error, path: String) -> PinStoreError {
    switch error {
    case let error as PinStoreError: error
    case let error as DatabaseError:
      .database(name: path, reason: error.message ?? "error \(error.resultCode.rawValue) of SQLite")
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
      return start.map(Array.init) == magic ? nil : "a file that is no SQLite database"
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
  static let version = 1

  /// - `pins`: in the order of ``MortonCode/stored``, so that the pins of a cell are neighbours in
  ///   the file.
  /// - `cells`: ``PinCell`` of each stored level; the sums are those of columns and rows.
  /// - `state`: one row.
  static let tables = """
    CREATE TABLE pins(
      code INTEGER NOT NULL, id INTEGER NOT NULL, name TEXT NOT NULL,
      PRIMARY KEY(code, id)) WITHOUT ROWID;
    CREATE TABLE cells(
      level INTEGER NOT NULL, number INTEGER NOT NULL, pins INTEGER NOT NULL,
      columnSum INTEGER NOT NULL, rowSum INTEGER NOT NULL,
      PRIMARY KEY(level, number)) WITHOUT ROWID;
    CREATE TABLE state(pins INTEGER NOT NULL, version INTEGER NOT NULL);
    """
  static let indexes = "CREATE UNIQUE INDEX pinsByID ON pins(id)"
  static let identification =
    "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)"
}
