import CPostgreSQL
import PinService

/// A connection to a PostgreSQL server, whose arguments and columns are integers and texts.
///
/// Used by one thread at a time; a connection that has failed is not used again.
final class PostgreSQLConnection {
  private let connection: OpaquePointer
  /// The statements that this connection has prepared, by their texts.
  private var prepared: [String: String] = [:]
  /// The store's name in messages, without a password.
  let name: String

  /// An argument of a statement.
  enum Argument {
    case integer(Int64)
    case text(String)
    case integers([Int64])
    case texts([String])
  }

  init(_ address: PostgreSQLAddress) throws(PinStoreError) {
    name = address.name
    guard address.isValid else {
      throw .database(
        name: address.name,
        reason: "the address cannot be read; \(PostgreSQLAddress.form)")
    }
    guard let opened = PQconnectdb(address.text) else {
      throw .database(name: address.name, reason: "there is no memory for a connection")
    }
    guard PQstatus(opened) == CONNECTION_OK else {
      let reason = String(cString: PQerrorMessage(opened))
      PQfinish(opened)
      throw .database(
        name: address.name,
        // The library repeats parts of the address.
        reason: address.isPlain
          ? reason.trimmed
          : "the connection failed; the address may contain a password, so it is not shown; "
            + PostgreSQLAddress.form)
    }
    connection = opened
    // Notices, such as that a table is already there, are not shown.
    PQsetNoticeProcessor(connection, { _, _ in }, nil)
    // A compilation takes longer than these statements.
    try run("SET jit = off")
  }

  deinit {
    PQfinish(connection)
  }

  /// Indicates whether the connection can take another statement.
  var isUsable: Bool {
    PQstatus(connection) == CONNECTION_OK && PQtransactionStatus(connection) == PQTRANS_IDLE
  }

  /// Runs statements without arguments and rows.
  func run(_ script: String) throws(PinStoreError) {
    let result = PQexec(connection, script)
    defer { PQclear(result) }
    switch PQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK: return
    default: throw failure(result)
    }
  }

  /// Runs a statement, which is prepared at its first use.
  func rows(_ statement: String, _ arguments: [Argument] = []) throws(PinStoreError) -> Rows {
    let name: String
    if let known = prepared[statement] { name = known } else { name = try prepare(statement) }
    let texts = arguments.map(\.encoded)
    let result = texts.withCStrings { pointers in
      PQexecPrepared(connection, name, Int32(pointers.count), pointers, nil, nil, 0)
    }
    switch PQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK: return Rows(result: result)
    default:
      defer { PQclear(result) }
      throw failure(result)
    }
  }

  private func prepare(_ statement: String) throws(PinStoreError) -> String {
    let name = "s\(prepared.count)"
    let result = PQprepare(connection, name, statement, 0, nil)
    defer { PQclear(result) }
    guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw failure(result) }
    prepared[statement] = name
    return name
  }

  /// Sends the rows of a table in the text form of COPY, a line each.
  func copy(
    into table: String, _ write: (_ send: (String) -> Void) -> Void
  ) throws(PinStoreError) {
    let start = PQexec(connection, "COPY \(table) FROM STDIN")
    defer { PQclear(start) }
    guard PQresultStatus(start) == PGRES_COPY_IN else { throw failure(start) }
    var buffer: [CChar] = []
    // A part that cannot be sent fails the end, too.
    func flush() {
      _ = PQputCopyData(connection, buffer, Int32(buffer.count))
      buffer.removeAll(keepingCapacity: true)
    }
    write { line in
      for byte in line.utf8 { buffer.append(CChar(bitPattern: byte)) }
      buffer.append(10)
      if buffer.count >= 1 << 16 { flush() }
    }
    flush()
    guard PQputCopyEnd(connection, nil) == 1 else { throw failure(nil) }
    var problem: PinStoreError?
    while let result = PQgetResult(connection) {
      if PQresultStatus(result) != PGRES_COMMAND_OK { problem = failure(result) }
      PQclear(result)
    }
    if let problem { throw problem }
  }

  private func failure(_ result: OpaquePointer?) -> PinStoreError {
    let message = result.map { String(cString: PQresultErrorMessage($0)) } ?? ""
    let reason = message.isEmpty ? String(cString: PQerrorMessage(connection)) : message
    return .database(name: name, reason: reason.trimmed)
  }

  /// The rows of an answer, all of them in memory.
  struct Rows: ~Copyable {
    fileprivate let result: OpaquePointer?

    deinit {
      PQclear(result)
    }

    var count: Int { Int(PQntuples(result)) }

    func text(_ row: Int, _ column: Int32) -> String {
      String(cString: PQgetvalue(result, Int32(row), column))
    }

    /// The digits of a column, without a text between.
    func integer(_ row: Int, _ column: Int32) -> Int64 {
      guard var digit = PQgetvalue(result, Int32(row), column) else { return 0 }
      let isNegative = digit.pointee == 45
      if isNegative { digit += 1 }
      var number: Int64 = 0
      while digit.pointee >= 48 {
        // Below zero, where the smallest integer has its digits too.
        number = number &* 10 &- Int64(digit.pointee - 48)
        digit += 1
      }
      return isNegative ? number : 0 &- number
    }
  }
}

extension PostgreSQLConnection.Argument {
  fileprivate var encoded: String {
    switch self {
    case .integer(let number): "\(number)"
    case .text(let text): text
    case .integers(let numbers): "{" + numbers.map(String.init).joined(separator: ",") + "}"
    case .texts(let texts):
      "{"
        + texts.map {
          "\"" + $0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        }.joined(separator: ",") + "}"
    }
  }
}

extension [String] {
  fileprivate func withCStrings<Result>(
    _ body: ([UnsafePointer<CChar>?]) -> Result
  ) -> Result {
    var bytes: [CChar] = []
    var offsets: [Int] = []
    for text in self {
      offsets.append(bytes.count)
      bytes += text.utf8CString
    }
    return bytes.withUnsafeBufferPointer { buffer in
      body(offsets.map { buffer.baseAddress?.advanced(by: $0) })
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    split(whereSeparator: \.isNewline).map(String.init).joined(separator: "; ")
  }
}
