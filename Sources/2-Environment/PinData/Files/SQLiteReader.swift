import Foundation
import Support

/// A SQLite database of a stranger that is only read, in bounded time and memory.
struct SQLiteReader {
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

  private let connection: SQLiteConnection
  private let deadline: ReadingDeadline

  /// - Parameter header: the first bytes of the file.
  init(
    path: String, header: ArraySlice<UInt8>, limits: ReadingLimits = ReadingLimits()
  ) throws(Problem) {
    // Bytes 18 and 19 are 2 where the latest changes are in a file with "-wal" after its name.
    // Without that file, the database needs no lock and no files next to it.
    let hasLog = header.dropFirst(18).first == 2 && Self.size(of: path + "-wal") > 0
    let isImmutable = header.dropFirst(18).first == 2 && !hasLog
    let size = Self.size(of: path) + (hasLog ? Self.size(of: path + "-wal") : 0)
    let deadline = ReadingDeadline(after: limits.databaseTime(forSize: size))
    do throws(SQLiteError) {
      connection = try SQLiteConnection(path, isImmutable ? .immutable : .readOnly, busyTimeout: 2)
      connection.setLimit(.valueLength, to: Self.maxLength)
      connection.interrupt(every: Self.instructionsPerLook) { deadline.isOver }
      // Views of a foreign file may call no function with effects.
      try connection.execute("PRAGMA trusted_schema = OFF")
    } catch {
      throw Problem(error, code: error.extendedCode, of: nil, deadline)
    }
    self.deadline = deadline
    do {
      var rows = try rows("SELECT count(*) FROM sqlite_schema")
      while try rows.next() {}
    } catch {
      guard hasLog, case .database(let reason) = error else { throw error }
      throw .database(
        reason: "\(reason); its latest changes are in \(path)-wal: copy both files "
          + "into a folder that may be written, or let the app close the database")
    }
  }

  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// A name as an identifier of SQL.
  static func quoted(_ name: String) -> String {
    "\"" + name.replacing("\"", with: "\"\"") + "\""
  }

  /// Allows short values, patterns and programs only, from now on: the rows to come are computed by
  /// the file.
  func expectComputedValues() {
    connection.setLimit(.valueLength, to: Self.maxComputedLength)
    connection.setLimit(.patternLength, to: Self.maxPatternLength)
    connection.setLimit(.instructions, to: Self.maxInstructions)
  }

  /// The rows that a query gives.
  ///
  /// - Parameter arguments: the values of the question marks in it.
  func rows(_ sql: String, _ arguments: [String] = []) throws(Problem) -> SQLiteRows {
    // Nothing ends the preparation of a query: views may refer to one another many times.
    guard !deadline.isOver else { throw .tooSlow(deadline) }
    do throws(SQLiteError) {
      // Not kept: it would pass the limits that come later.
      let statement = try connection.statement(sql, isKept: false)
      try statement.start(with: arguments)
      return SQLiteRows(statement: statement, connection: connection, deadline: deadline)
    } catch {
      throw Problem(error, code: error.extendedCode, of: connection, deadline)
    }
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

/// The rows of a query, one after the other.
struct SQLiteRows: ~Copyable {
  fileprivate let statement: SQLiteStatement
  fileprivate let connection: SQLiteConnection
  fileprivate let deadline: ReadingDeadline

  /// Goes to the next row. Returns false after the last.
  mutating func next() throws(Problem) -> Bool {
    do {
      return try statement.step()
    } catch {
      throw Problem(error, code: error.code, of: connection, deadline)
    }
  }

  /// The text of a column; empty for null.
  func text(_ column: Int32) -> String { statement.text(column) }

  func integer(_ column: Int32) -> Int { Int(statement.integer(column)) }

  func isNull(_ column: Int32) -> Bool { statement.isNull(column) }

  /// The number in a column, or that its text spells; `nil` where there is none.
  func number(_ column: Int32) -> Double? {
    switch statement.type(column) {
    case .integer, .real: statement.double(column)
    case .text: DecimalNumber.parse(Array(trimmed(column).utf8)[...])
    case .blob, .null: nil
    }
  }

  /// The bytes of a column; empty for null.
  func bytes(_ column: Int32) -> [UInt8] { statement.bytes(column) }

  /// Returns whether this is null and for a text of nothing but white space.
  func isEmpty(_ column: Int32) -> Bool {
    switch statement.type(column) {
    case .null: true
    case .text: trimmed(column).isEmpty
    case .integer, .real, .blob: false
    }
  }

  /// The value as a message shows it.
  func shown(_ column: Int32) -> String {
    switch statement.type(column) {
    case .null: "null"
    case .blob: "a blob of \(statement.bytes(column).count) bytes"
    case .integer, .real, .text: "\"" + text(column) + "\""
    }
  }

  func trimmed(_ column: Int32) -> String {
    ASCII.trimmedText(Array(text(column).utf8)[...])
  }
}

extension DataFileError.Problem {
  /// The problem of a call that ended with an error.
  ///
  /// - Parameter code: the number that a message shows.
  fileprivate init(
    _ error: SQLiteError, code: Int32, of connection: SQLiteConnection?, _ deadline: ReadingDeadline
  ) {
    switch error.kind {
    case .interrupted: self = .tooSlow(deadline)
    case .tooBig:
      let length = connection?.limit(.valueLength) ?? 0
      self = .mismatch(
        expected: "values and rows of at most \(length) bytes", found: "a longer one",
        remedy: "Copy the columns of the coordinate into a table of their own, or into CSV.")
    case .outOfMemory where connection?.limit(.instructions) == SQLiteReader.maxInstructions:
      self = .mismatch(
        expected: "a view or computed columns that take at most \(SQLiteReader.maxInstructions) of "
          + "SQLite's instructions", found: "more",
        remedy: "Copy the places into a table without views and computed columns.")
    default: self = .database(reason: "\(error.message) (SQLite error \(code))")
    }
  }

  fileprivate static func tooSlow(_ deadline: ReadingDeadline) -> Self {
    let seconds = deadline.duration.components.seconds
    return .mismatch(
      expected: "a database of this size to be readable within \(seconds) seconds",
      found: "one whose queries take longer",
      remedy: "Copy the places into a table without views and computed columns.")
  }
}
