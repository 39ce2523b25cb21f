import GRDB
import GRDBSQLite

/// A prepared statement whose arguments and columns are integers and texts, without a value object
/// for each: a map's request reads hundreds of rows.
///
/// Used inside one access of a database. It is left without bound texts, ready for the next use.
struct PinStatement: ~Copyable {
  /// Kept, because a change of the schema removes it from the database's cache.
  private let owner: Statement
  private let statement: OpaquePointer
  private let database: Database

  init(_ sql: String, in database: Database) throws {
    owner = try database.cachedStatement(sql: sql)
    statement = owner.sqliteStatement
    self.database = database
    sqlite3_reset(statement)
  }

  deinit {
    sqlite3_reset(statement)
    sqlite3_clear_bindings(statement)
  }

  /// Starts again with other arguments, which count from 1.
  func start(_ arguments: Int64...) {
    sqlite3_reset(statement)
    for (index, argument) in arguments.enumerated() {
      sqlite3_bind_int64(statement, Int32(index + 1), argument)
    }
  }

  /// Binds a text after the integers; it is copied.
  func bind(_ text: String, at index: Int32) {
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    var text = text
    text.withUTF8 { bytes in
      _ = bytes.withMemoryRebound(to: CChar.self) { characters in
        sqlite3_bind_text(
          statement, index, characters.baseAddress ?? UnsafePointer(bitPattern: 1),
          Int32(bytes.count), transient)
      }
    }
  }

  /// Goes to the next row; returns false after the last.
  func step() throws -> Bool {
    switch sqlite3_step(statement) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code:
      let message = database.lastErrorMessage
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
    }
  }

  /// Runs a statement that returns no rows.
  func run() throws {
    while try step() {}
  }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  func text(_ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(statement, column) else { return "" }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }
}
