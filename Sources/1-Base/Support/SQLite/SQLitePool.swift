import Dispatch
import Synchronization

/// A database with a write-ahead log that several threads use: one writes, others read meanwhile.
///
/// Each read sees one state of the database, which no write changes. At most a number of reads run
/// at once, each with a connection of its own that is opened when it is first needed; further ones
/// wait for the end of another, without a limit of time. Writes wait for one another, never for
/// reads. A closure must not use the pool again.
package final class SQLitePool: Sendable {
  /// A connection that moves between threads: it is used inside of the writer's lock, or by the one
  /// that took it from the readers that wait. Both locks order the uses.
  private struct Confined: @unchecked Sendable {
    let connection: SQLiteConnection
  }

  private struct Readers {
    var idle: [Confined] = []
    var isClosed = false
  }

  package let isWritable: Bool
  private let writer: Mutex<Confined>
  private let readers = Mutex(Readers())
  private let maxReaders: Int
  /// A permit for each read that may run.
  private let permits: DispatchSemaphore
  private let openReader: @Sendable () throws(SQLiteError) -> SQLiteConnection

  /// Opens a database, which gets a write-ahead log if it may be written.
  ///
  /// - Parameters:
  ///   - isWritable: whether it may be written; otherwise the file is expected not to change.
  ///   - maxReaders: the maximum number of reads at once, at least one.
  ///   - busyTimeout: the seconds that a statement waits for the lock of another process.
  ///   - prepare: is called with each new connection.
  package init(
    _ path: String, isWritable: Bool, maxReaders: Int, busyTimeout: Double,
    prepare: @escaping @Sendable (SQLiteConnection) throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    let open: @Sendable (SQLiteConnection.Access) throws(SQLiteError) -> SQLiteConnection = {
      access throws(SQLiteError) in
      let connection = try SQLiteConnection(path, access, busyTimeout: busyTimeout)
      try prepare(connection)
      return connection
    }
    let first = try open(isWritable ? .readWrite : .immutable)
    if isWritable {
      let mode = try first.texts("PRAGMA journal_mode = WAL").first ?? "none"
      guard mode == "wal" else {
        throw .misuse("expected a write-ahead log, found the journal mode \(mode)", path)
      }
      // The first read makes the log, which connections that only read cannot.
      try first.execute("SELECT count(*) FROM sqlite_schema")
    }
    self.isWritable = isWritable
    writer = Mutex(Confined(connection: first))
    self.maxReaders = max(maxReaders, 1)
    permits = DispatchSemaphore(value: self.maxReaders)
    openReader = { () throws(SQLiteError) in try open(isWritable ? .readOnly : .immutable) }
  }

  deinit {
    close()
  }

  /// Ends the connections, after the reads that run.
  package func close() {
    // A read that ended later would leave the log next to the file.
    for _ in 0..<maxReaders { permits.wait() }
    defer { for _ in 0..<maxReaders { permits.signal() } }
    readers.withLock {
      $0.isClosed = true
      for reader in $0.idle { reader.connection.close() }
      $0.idle = []
    }
    // At last, so that SQLite can bring the log into the file and remove it.
    writer.withLock { $0.connection.close() }
  }

  /// Runs a closure with the connection that writes, outside of a transaction.
  package func write<Value: Sendable>(
    _ body: (SQLiteConnection) throws -> Value
  ) throws -> Value {
    try writer.withLock { try body($0.connection) }
  }

  /// Runs a closure that sees one state of the database.
  package func read<Value>(_ body: (SQLiteConnection) throws -> Value) throws -> Value {
    permits.wait()
    defer { permits.signal() }
    let reader = try takeReader()
    defer { giveBack(reader) }
    return try reader.connection.transaction(.deferred) { try body(reader.connection) }
  }

  private func takeReader() throws(SQLiteError) -> Confined {
    let (idle, isClosed) = readers.withLock { ($0.idle.popLast(), $0.isClosed) }
    if isClosed { throw .misuse("the database is closed", "a read") }
    if let idle { return idle }
    return Confined(connection: try openReader())
  }

  private func giveBack(_ reader: Confined) {
    readers.withLock {
      // A transaction that could not be ended would show its old state again.
      if $0.isClosed || reader.connection.isInTransaction {
        reader.connection.close()
      } else {
        $0.idle.append(reader)
      }
    }
  }
}
