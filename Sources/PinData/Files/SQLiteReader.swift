import Foundation
import GRDBSQLite

/// A SQLite database that is only read.
///
/// Through SQLite's own interface, because only that opens a database as immutable.
struct SQLiteReader: ~Copyable {
  /// The first bytes of a database.
  static let magic = Array("SQLite format 3\0".utf8)

  private let connection: OpaquePointer?

  /// - Parameter header: the first bytes of the file.
  init(path: String, header: ArraySlice<UInt8>) throws(DataFileError.Problem) {
    // Bytes 18 and 19 are 2 where the latest changes are in a file with "-wal" after its name.
    // Without that file, the database needs no lock and no files beside it.
    let hasLog = header.dropFirst(18).first == 2 && Self.size(of: path + "-wal") > 0
    let isImmutable = header.dropFirst(18).first == 2 && !hasLog
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(
      Self.address(path) + (isImmutable ? "?immutable=1" : ""), &opened,
      SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nil)
    connection = opened
    guard code == SQLITE_OK else { throw problem }
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

  /// The problem that the database reported last.
  fileprivate var problem: DataFileError.Problem {
    let code = sqlite3_extended_errcode(connection)
    return .database(
      reason: "\(String(cString: sqlite3_errmsg(connection))) (SQLite error \(code))")
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
    return SQLiteRows(statement: statement)
  }
}

/// The rows of a query, one after the other. Must not outlive the database.
struct SQLiteRows: ~Copyable {
  private let statement: OpaquePointer?

  fileprivate init(statement: OpaquePointer?) {
    self.statement = statement
  }

  deinit {
    sqlite3_finalize(statement)
  }

  /// Goes to the next row. Returns false after the last.
  mutating func next() throws(DataFileError.Problem) -> Bool {
    switch sqlite3_step(statement) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code:
      let message = String(cString: sqlite3_errmsg(sqlite3_db_handle(statement)))
      throw .database(reason: "\(message) (SQLite error \(code))")
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
  /// SQLite's words.
  fileprivate var databaseReason: String {
    if case .database(let reason) = self { reason } else { "\(self)" }
  }
}
