import CSQLite

/// A failure of SQLite: its words, the file or the statement, and what helps.
package struct SQLiteError: Error, Hashable, Sendable {
  /// The failures that callers distinguish.
  package enum Kind: Hashable, Sendable {
    /// Another connection holds the lock.
    case busy
    case constraint
    case corrupt
    /// ``SQLiteConnection/interrupt(every:when:)`` ended it.
    case interrupted
    case notADatabase
    case outOfMemory
    case tooBig
    case other
  }

  /// SQLite's extended result code, whose low byte is ``code``.
  package let extendedCode: Int32
  /// SQLite's words.
  package let message: String
  /// The file that was opened, or the SQL that was run.
  package let subject: String

  /// Rows that contradict one another, which SQLite itself does not notice.
  package static func corrupt(_ message: String) -> SQLiteError {
    SQLiteError(extendedCode: SQLITE_CORRUPT, message: message, subject: "its rows")
  }

  static func misuse(_ message: String, _ subject: String) -> SQLiteError {
    SQLiteError(extendedCode: SQLITE_MISUSE, message: message, subject: subject)
  }

  /// SQLite's primary result code.
  package var code: Int32 { extendedCode & 0xFF }

  package var kind: Kind {
    switch code {
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    case SQLITE_CONSTRAINT: .constraint
    case SQLITE_CORRUPT: .corrupt
    case SQLITE_INTERRUPT: .interrupted
    case SQLITE_NOTADB: .notADatabase
    case SQLITE_NOMEM: .outOfMemory
    case SQLITE_TOOBIG: .tooBig
    default: .other
    }
  }

  private var remedy: String {
    switch kind {
    case .busy: "Try again, or end the program that holds the lock."
    case .constraint: "Give a value that the table does not have yet."
    case .corrupt: "Restore the file from a copy, or make it again."
    case .interrupted: "Ask for less, or allow more time."
    case .notADatabase: "Give a SQLite database."
    case .outOfMemory, .tooBig: "Ask for shorter values."
    case .other: "Check that the file exists, that you may use it, and that it has the tables."
    }
  }
}

extension SQLiteError {
  /// The error of a call that ended with a code.
  init(_ connection: OpaquePointer?, code: Int32, subject: String) {
    let extended = connection.map { sqlite3_extended_errcode($0) } ?? code
    // The connection may have an older error than the call.
    let isOfCall = connection != nil && extended & 0xFF == code & 0xFF
    let words = isOfCall ? sqlite3_errmsg(connection) : sqlite3_errstr(code)
    self.init(
      extendedCode: isOfCall ? extended : code,
      message: words.map { String(cString: $0) } ?? "unknown error", subject: subject)
  }
}

extension SQLiteError: CustomStringConvertible {
  package var description: String {
    "\(message) (SQLite error \(extendedCode)) in \"\(subject.prefix(200))\". \(remedy)"
  }
}
