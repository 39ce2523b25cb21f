import CSQLite
import Foundation

/// A connection to a SQLite database, which one thread uses at a time.
///
/// SQLite takes no locks for it (`SQLITE_OPEN_NOMUTEX`), and so it is not `Sendable`: its owner keeps
/// it to itself. ``SQLitePool`` shares several between threads.
package final class SQLiteConnection {
  package enum Access: Hashable, Sendable {
    /// A new database in memory.
    case memory
    /// A file, which is created if it does not exist.
    case create
    case readWrite
    case readOnly
    /// A file that does not change meanwhile: it is read without locks and without files next to
    /// it.
    case immutable
  }

  /// The limits of a database. SQLite lowers a value beyond its own limit to that.
  package enum Limit: Hashable, Sendable {
    /// The bytes of a value and of a row.
    case valueLength
    /// The bytes of a pattern of LIKE or GLOB.
    case patternLength
    /// The instructions of a prepared statement.
    case instructions
    /// Triggers that run triggers; with 0 none may run.
    case triggerDepth

    fileprivate var id: Int32 {
      switch self {
      case .valueLength: SQLITE_LIMIT_LENGTH
      case .patternLength: SQLITE_LIMIT_LIKE_PATTERN_LENGTH
      case .instructions: SQLITE_LIMIT_VDBE_OP
      case .triggerDepth: SQLITE_LIMIT_TRIGGER_DEPTH
      }
    }
  }

  /// A question that is asked between the instructions of a statement.
  private final class Interruption {
    let isOver: () -> Bool

    init(_ isOver: @escaping () -> Bool) {
      self.isOver = isOver
    }
  }

  /// More than any user has texts of statements.
  private static let maxKeptStatements = 64

  /// `nil` after ``close()``.
  private(set) var pointer: OpaquePointer?
  /// Statements that wait for their next use.
  private var kept: [String: OpaquePointer] = [:]
  /// SQLite has its address.
  private var interruption: Interruption?

  /// Opens a database.
  ///
  /// - Parameter busyTimeout: the seconds that a statement waits for the lock of another connection.
  package init(
    _ path: String, _ access: Access, busyTimeout: Double = 0
  ) throws(SQLiteError) {
    guard sqlite3_threadsafe() != 0 else {
      throw .misuse("SQLite was built for one thread only", path)
    }
    guard !path.utf8.contains(0) else { throw .misuse("a path with a zero byte", path) }
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(
      Self.address(path, access), &opened, Self.flags(access) | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened else {
      let error = SQLiteError(opened, code: code, subject: path)
      // SQLite makes a connection for the error's sake.
      sqlite3_close_v2(opened)
      throw error
    }
    pointer = opened
    let seconds = busyTimeout > 0 ? min(busyTimeout, 86_400) : 0
    sqlite3_busy_timeout(opened, Int32(seconds * 1_000))
  }

  deinit {
    close()
  }

  /// Ends the connection; statements that are in use end with their last use.
  package func close() {
    for statement in kept.values { sqlite3_finalize(statement) }
    kept = [:]
    sqlite3_close_v2(pointer)
    pointer = nil
  }

  private static func flags(_ access: Access) -> Int32 {
    switch access {
    case .memory: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY
    case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI
    case .readWrite: SQLITE_OPEN_READWRITE | SQLITE_OPEN_URI
    case .readOnly, .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    }
  }

  /// The path as an address, in which characters with a meaning are escaped: SQLite may be built so
  /// that it takes a path that begins with "file:" for one.
  private static func address(_ path: String, _ access: Access) -> String {
    if access == .memory { return ":memory:" }
    let absolute = URL(fileURLWithPath: path).path
    let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: "?#%;"))
    let escaped = absolute.addingPercentEncoding(withAllowedCharacters: allowed) ?? absolute
    return "file://" + escaped + (access == .immutable ? "?immutable=1" : "")
  }

  // MARK: - Limits

  package func limit(_ limit: Limit) -> Int32 {
    pointer.map { sqlite3_limit($0, limit.id, -1) } ?? 0
  }

  package func setLimit(_ limit: Limit, to value: Int32) {
    if let pointer { sqlite3_limit(pointer, limit.id, value) }
  }

  /// Ends statements with an error from the moment at which a condition holds, which is asked after
  /// each number of SQLite's instructions.
  package func interrupt(every instructions: Int32, when isOver: @escaping () -> Bool) {
    guard let pointer else { return }
    let interruption = Interruption(isOver)
    self.interruption = interruption
    sqlite3_progress_handler(
      pointer, instructions,
      { context in
        guard let context else { return 0 }
        let interruption = Unmanaged<Interruption>.fromOpaque(context).takeUnretainedValue()
        return interruption.isOver() ? 1 : 0
      }, Unmanaged.passUnretained(interruption).toOpaque())
  }

  // MARK: - Statements

  /// Runs all statements of a text, whose rows are not read.
  package func execute(_ script: String) throws(SQLiteError) {
    guard let pointer else { throw .misuse("the database is closed", script) }
    guard !script.utf8.contains(0) else { throw .misuse("SQL with a zero byte", script) }
    let code = sqlite3_exec(pointer, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteError(pointer, code: code, subject: script) }
  }

  /// Prepares the first statement of a text.
  ///
  /// - Parameter isKept: whether it is kept for the next use of the same text. A statement that was
  ///   prepared before a limit changed is not checked against it.
  package func statement(
    _ sql: String, isKept: Bool = true
  ) throws(SQLiteError) -> SQLiteStatement {
    guard let pointer else { throw .misuse("the database is closed", sql) }
    guard !sql.utf8.contains(0) else { throw .misuse("SQL with a zero byte", sql) }
    if isKept, let statement = kept.removeValue(forKey: sql) {
      return SQLiteStatement(statement, of: self, sql: sql, isKept: true)
    }
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v2(pointer, sql, -1, &prepared, nil)
    guard code == SQLITE_OK else { throw SQLiteError(pointer, code: code, subject: sql) }
    guard let prepared else { throw .misuse("there is no statement", sql) }
    return SQLiteStatement(prepared, of: self, sql: sql, isKept: isKept)
  }

  /// Takes back a statement that is no longer used.
  func end(_ statement: OpaquePointer, sql: String, isKept: Bool) {
    // It returns the code of the last step, whose error was thrown.
    sqlite3_reset(statement)
    // The same text may have been in use twice.
    if isKept, pointer != nil, kept.count < Self.maxKeptStatements, kept[sql] == nil {
      sqlite3_clear_bindings(statement)
      kept[sql] = statement
    } else {
      sqlite3_finalize(statement)
    }
  }

  /// A kept statement that was started with its values, before its first row.
  package func rows(
    _ sql: String, _ values: (any SQLiteBindable)?...
  ) throws(SQLiteError) -> SQLiteStatement {
    let statement = try statement(sql)
    try statement.start(with: values)
    return statement
  }

  /// Runs a statement to its end.
  package func run(_ sql: String, _ values: (any SQLiteBindable)?...) throws(SQLiteError) {
    let statement = try statement(sql, isKept: false)
    try statement.start(with: values)
    while try statement.step() {}
  }

  /// The first column of the first row; `nil` without a row, and for null.
  package func integer(_ sql: String) throws(SQLiteError) -> Int64? {
    let rows = try statement(sql, isKept: false)
    return try rows.step() && !rows.isNull(0) ? rows.integer(0) : nil
  }

  /// The first columns of all rows.
  package func texts(_ sql: String) throws(SQLiteError) -> [String] {
    let rows = try statement(sql, isKept: false)
    var texts: [String] = []
    while try rows.step() { texts.append(rows.text(0)) }
    return texts
  }

  // MARK: - Transactions

  package enum Transaction: String {
    /// Begins with the first read, and keeps what that saw.
    case deferred = "BEGIN DEFERRED"
    /// Takes the lock for writing at once, or fails.
    case immediate = "BEGIN IMMEDIATE"
  }

  /// Runs a closure in a transaction, which is undone if it throws.
  package func transaction<Value>(
    _ kind: Transaction = .immediate, _ body: () throws -> Value
  ) throws -> Value {
    try execute(kind.rawValue)
    do {
      let value = try body()
      try execute("COMMIT")
      return value
    } catch {
      // After some errors SQLite has ended it already.
      if isInTransaction { try? execute("ROLLBACK") }
      throw error
    }
  }

  package var isInTransaction: Bool {
    pointer.map { sqlite3_get_autocommit($0) == 0 } ?? false
  }
}
