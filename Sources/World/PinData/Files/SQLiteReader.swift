import Foundation
import GRDBSQLite

/// A SQLite database that is only read, in bounded time and memory.
///
/// Through SQLite's own interface, because only that opens a database as immutable.
struct SQLiteReader: ~Copyable {
  /// The first bytes of a database.
  static let magic = Array("SQLite format 3\0".utf8)
  /// The maximum length of a value and of a row in bytes: more than a geometry with a million
  /// points. A column of a foreign file may compute values of a gigabyte.
  private static let maxLength: Int32 = 16 << 20
  /// The same where the file computes values itself: a function compares each part of one with each
  /// part of another, and nothing ends a query within a row. `trim` then takes half a second.
  private static let maxComputedLength: Int32 = 32 << 10
  /// The maximum length of a pattern that the file compares such values with.
  private static let maxPatternLength: Int32 = 100
  /// The maximum number of SQLite's instructions in a query of such values, so that it calls no
  /// more functions for a row: hundreds are those of a large view. SQLite takes memory for 42 of
  /// them, and then twice as many each time.
  fileprivate static let maxInstructions: Int32 = 672
  /// The number of SQLite's instructions between two looks at the clock: less than a tenth of a
  /// millisecond.
  private static let instructionsPerLook: Int32 = 1_000

  private let connection: OpaquePointer?
  private let deadline: ReadingDeadline

  /// - Parameter header: the first bytes of the file.
  init(
    path: String, header: ArraySlice<UInt8>, limits: ReadingLimits = ReadingLimits()
  ) throws(DataFileError.Problem) {
    // Bytes 18 and 19 are 2 where the latest changes are in a file with "-wal" after its name.
    // Without that file, the database needs no lock and no files beside it.
    let hasLog = header.dropFirst(18).first == 2 && Self.size(of: path + "-wal") > 0
    let isImmutable = header.dropFirst(18).first == 2 && !hasLog
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(
      Self.address(path) + (isImmutable ? "?immutable=1" : ""), &opened,
      SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nil)
    connection = opened
    let size = Self.size(of: path) + (hasLog ? Self.size(of: path + "-wal") : 0)
    deadline = ReadingDeadline(after: limits.databaseTime(forSize: size))
    guard code == SQLITE_OK else { throw problem }
    sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, Self.maxLength)
    sqlite3_progress_handler(
      connection, Self.instructionsPerLook,
      { context in
        guard let context else { return 0 }
        let deadline = Unmanaged<ReadingDeadline>.fromOpaque(context).takeUnretainedValue()
        return deadline.isOver ? 1 : 0
      }, Unmanaged.passUnretained(deadline).toOpaque())
    // Views of a foreign file may call no function with effects.
    try execute("PRAGMA trusted_schema = OFF")
    sqlite3_busy_timeout(connection, 2_000)
    do {
      try execute("SELECT count(*) FROM sqlite_schema")
    } catch {
      guard hasLog else { throw error }
      throw .database(
        reason: "\(error.databaseReason); its latest changes are in \(path)-wal: copy both files "
          + "into a folder that may be written, or let the app close the database")
    }
  }

  deinit {
    sqlite3_close_v2(connection)
  }

  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// The path as an address, in which characters with a meaning are escaped.
  private static func address(_ path: String) -> String {
    let absolute = URL(fileURLWithPath: path).path
    let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: "?#%;"))
    return "file:" + (absolute.addingPercentEncoding(withAllowedCharacters: allowed) ?? absolute)
  }

  /// A name as an identifier of SQL.
  static func quoted(_ name: String) -> String {
    "\"" + name.replacing("\"", with: "\"\"") + "\""
  }

  /// Allows short values, patterns and programs only, from now on: the rows to come are computed by
  /// the file.
  func expectComputedValues() {
    sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, Self.maxComputedLength)
    sqlite3_limit(connection, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, Self.maxPatternLength)
    sqlite3_limit(connection, SQLITE_LIMIT_VDBE_OP, Self.maxInstructions)
  }

  /// The problem that the database reported last.
  fileprivate var problem: DataFileError.Problem {
    .sqlite(connection, code: sqlite3_extended_errcode(connection), deadline)
  }

  private func execute(_ sql: String) throws(DataFileError.Problem) {
    var rows = try rows(sql)
    while try rows.next() {}
  }

  /// The rows that a query gives.
  ///
  /// - Parameter arguments: the values of the question marks in it.
  func rows(
    _ sql: String, _ arguments: [String] = []
  ) throws(DataFileError.Problem) -> SQLiteRows {
    // Nothing ends the preparation of a query: views may refer to one another many times.
    guard !deadline.isOver else { throw .sqlite(connection, code: SQLITE_INTERRUPT, deadline) }
    var statement: OpaquePointer?
    // No statement is run but the first; a text with zero bytes ends there.
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK else {
      throw problem
    }
    for (index, argument) in arguments.enumerated() {
      let code = argument.withCString { text in
        // SQLite makes a copy.
        sqlite3_bind_text(
          statement, Int32(index + 1), text, -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        )
      }
      guard code == SQLITE_OK else {
        sqlite3_finalize(statement)
        throw problem
      }
    }
    return SQLiteRows(statement: statement, deadline: deadline)
  }
}

/// The moment at which the reading of a database ends.
private final class ReadingDeadline {
  let duration: Duration
  // A machine that sleeps does not read.
  private let end: SuspendingClock.Instant

  init(after duration: Duration) {
    self.duration = duration
    end = SuspendingClock.now + duration
  }

  var isOver: Bool { SuspendingClock.now >= end }
}

/// The rows of a query, one after the other. Must not outlive the database.
struct SQLiteRows: ~Copyable {
  private let statement: OpaquePointer?
  private let deadline: ReadingDeadline

  fileprivate init(statement: OpaquePointer?, deadline: ReadingDeadline) {
    self.statement = statement
    self.deadline = deadline
  }

  deinit {
    sqlite3_finalize(statement)
  }

  /// Goes to the next row. Returns false after the last.
  mutating func next() throws(DataFileError.Problem) -> Bool {
    switch sqlite3_step(statement) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw .sqlite(sqlite3_db_handle(statement), code: code, deadline)
    }
  }

  /// The text of a column; empty for null.
  func text(_ column: Int32) -> String {
    sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
  }

  func integer(_ column: Int32) -> Int {
    Int(sqlite3_column_int64(statement, column))
  }

  func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(statement, column) == SQLITE_NULL
  }

  /// The number in a column, or that its text spells; `nil` where there is none.
  func number(_ column: Int32) -> Double? {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER, SQLITE_FLOAT: sqlite3_column_double(statement, column)
    case SQLITE_TEXT: DecimalNumber.parse(Array(trimmed(column).utf8)[...])
    default: nil
    }
  }

  /// The bytes of a column; empty for null.
  func bytes(_ column: Int32) -> [UInt8] {
    let start = sqlite3_column_blob(statement, column)
    return Array(
      UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
  }

  /// True for null and for a text of nothing but white space.
  func isEmpty(_ column: Int32) -> Bool {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_NULL: true
    case SQLITE_TEXT: trimmed(column).isEmpty
    default: false
    }
  }

  /// The value as a message shows it.
  func shown(_ column: Int32) -> String {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_NULL: "null"
    case SQLITE_BLOB: "a blob of \(sqlite3_column_bytes(statement, column)) bytes"
    default: "\"" + text(column) + "\""
    }
  }

  private func trimmed(_ column: Int32) -> String {
    ASCII.trimmedText(Array(text(column).utf8)[...])
  }
}

extension DataFileError.Problem {
  /// The problem of a call that ended with an error.
  fileprivate static func sqlite(
    _ connection: OpaquePointer?, code: Int32, _ deadline: ReadingDeadline
  ) -> Self {
    switch code & 0xFF {
    case SQLITE_INTERRUPT:
      let seconds = deadline.duration.components.seconds
      return .mismatch(
        expected: "a database that is read within \(seconds) seconds, as long as its size needs",
        found: "one whose queries take longer",
        remedy: "Copy the places into a table without views and computed columns.")
    case SQLITE_TOOBIG:
      let length = sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, -1)
      return .mismatch(
        expected: "values and rows of at most \(length) bytes", found: "a longer one",
        remedy: "Copy the columns of the coordinate into a table of their own, or into CSV.")
    case SQLITE_NOMEM
    where sqlite3_limit(connection, SQLITE_LIMIT_VDBE_OP, -1) == SQLiteReader.maxInstructions:
      return .mismatch(
        expected: "a view or computed columns of at most \(SQLiteReader.maxInstructions) of "
          + "SQLite's instructions", found: "more",
        remedy: "Copy the places into a table without views and computed columns.")
    default:
      return .database(
        reason: "\(String(cString: sqlite3_errmsg(connection))) (SQLite error \(code))")
    }
  }

  /// SQLite's words.
  fileprivate var databaseReason: String {
    if case .database(let reason) = self { reason } else { "\(self)" }
  }
}
