import CSQLite

/// A prepared statement: its values, and the row that it is at.
///
/// It keeps its connection alive, and goes back to it or ends with its last use. A column that is
/// not there reads as null.
package struct SQLiteStatement: ~Copyable {
  private let pointer: OpaquePointer
  private let connection: SQLiteConnection
  private let sql: String
  private let isKept: Bool

  init(_ pointer: OpaquePointer, of connection: SQLiteConnection, sql: String, isKept: Bool) {
    self.pointer = pointer
    self.connection = connection
    self.sql = sql
    self.isKept = isKept
  }

  deinit {
    connection.end(pointer, sql: sql, isKept: isKept)
  }

  // MARK: - Running

  /// Starts again with other values, one for each parameter.
  package func start(_ values: (any SQLiteBindable)?...) throws(SQLiteError) {
    try start(with: values)
  }

  package func start(with values: [(any SQLiteBindable)?]) throws(SQLiteError) {
    sqlite3_reset(pointer)
    let count = Int(sqlite3_bind_parameter_count(pointer))
    guard count == values.count else {
      throw .misuse("expected \(count) values, found \(values.count)", sql)
    }
    for (index, value) in values.enumerated() {
      let position = Int32(index + 1)
      let code = value?.bind(to: pointer, at: position) ?? sqlite3_bind_null(pointer, position)
      guard code == SQLITE_OK else { throw error(code) }
    }
  }

  /// Goes to the next row; returns false after the last.
  package func step() throws(SQLiteError) -> Bool {
    switch sqlite3_step(pointer) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw error(code)
    }
  }

  /// Runs the statement with values to its end.
  package func run(_ values: (any SQLiteBindable)?...) throws(SQLiteError) {
    try start(with: values)
    while try step() {}
    sqlite3_reset(pointer)
  }

  private func error(_ code: Int32) -> SQLiteError {
    SQLiteError(sqlite3_db_handle(pointer), code: code, subject: sql)
  }

  // MARK: - Columns

  /// The type that a value is stored as.
  package enum ColumnType: Hashable, Sendable {
    case integer, real, text, blob, null
  }

  /// The type before another function has converted the value.
  package func type(_ column: Int32) -> ColumnType {
    switch sqlite3_column_type(pointer, column) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  package func isNull(_ column: Int32) -> Bool {
    type(column) == .null
  }

  /// The number as SQLite converts it; 0 for null.
  package func integer(_ column: Int32) -> Int64 {
    sqlite3_column_int64(pointer, column)
  }

  /// The number as SQLite converts it; 0 for null.
  package func double(_ column: Int32) -> Double {
    sqlite3_column_double(pointer, column)
  }

  /// The text; empty for null. What is no UTF-8 is replaced.
  package func text(_ column: Int32) -> String {
    // In this order: the second call has the length of what the first has converted.
    guard let start = sqlite3_column_text(pointer, column) else { return "" }
    let count = Int(sqlite3_column_bytes(pointer, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// The bytes, which are not copied; none for null.
  package func withBytes<Value>(
    _ column: Int32, _ body: (RawSpan) throws -> Value
  ) rethrows -> Value {
    // SQLite keeps them until the next step or conversion; the span does not outlive the closure.
    let start = sqlite3_column_blob(pointer, column)
    let count = start == nil ? 0 : Int(sqlite3_column_bytes(pointer, column))
    return try body(UnsafeRawBufferPointer(start: start, count: count).bytes)
  }

  /// A copy of the bytes; none for null.
  package func bytes(_ column: Int32) -> [UInt8] {
    withBytes(column) { span in span.withUnsafeBytes { [UInt8]($0) } }
  }
}

/// A value of a statement's parameter, which SQLite copies.
package protocol SQLiteBindable {
  /// Returns SQLite's result code.
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

extension SQLiteBindable where Self: BinaryInteger {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, Int64(self))
  }
}

extension Int64: SQLiteBindable {}
extension Int: SQLiteBindable {}
extension UInt32: SQLiteBindable {}

extension Double: SQLiteBindable {
  /// A value that is not a number becomes null.
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_double(statement, index, self)
  }
}

extension String: SQLiteBindable {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_text64(
      statement, index, self, UInt64(utf8.count), copied, UInt8(SQLITE_UTF8))
  }
}

extension [UInt8]: SQLiteBindable {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    // No bytes may have no address, which SQLite takes for null.
    isEmpty
      ? sqlite3_bind_zeroblob(statement, index, 0)
      : sqlite3_bind_blob64(statement, index, self, UInt64(count), copied)
  }
}

/// SQLITE_TRANSIENT: SQLite makes a copy before the call returns.
private var copied: sqlite3_destructor_type {
  unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
