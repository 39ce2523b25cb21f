import PinService
import Synchronization

/// A store of pins in PostgreSQL with PostGIS, which several servers can share.
///
/// It has the answers of ``SQLitePinStore`` for the same batches. Pins in a box are found by the
/// spatial index of PostGIS, whose units are the steps of ``MortonCode``; cells are rows, which each
/// batch changes in its own transaction. Batches of several servers follow one another.
public final class PostgreSQLPinStore: PinStore {
  let address: PostgreSQLAddress
  /// Connections that are not in use.
  private let pool = Mutex<[Lent]>([])

  /// A connection is used by the thread that took it from the pool.
  private struct Lent: @unchecked Sendable {
    let connection: PostgreSQLConnection
  }

  /// Opens a store; in a database without one, an empty one is made.
  public init(_ address: PostgreSQLAddress) throws(PinStoreError) {
    self.address = address
    let version = try use { (connection) throws(PinStoreError) -> Int64 in
      try connection.run(PostgreSQLSchema.creation)
      let version = try connection.rows("SELECT schema FROM mappressure.state").integer(0, 0)
      guard version == 1 else { return version }
      try connection.run(PostgreSQLSchema.additionOfProperties)
      return PostgreSQLSchema.version
    }
    guard version == PostgreSQLSchema.version else {
      throw .notAStore(path: address.name, found: "a store of version \(version)")
    }
  }

  func use<Value>(
    _ body: (PostgreSQLConnection) throws(PinStoreError) -> Value
  ) throws(PinStoreError) -> Value {
    let connection: PostgreSQLConnection
    if let lent = pool.withLock({ $0.popLast() }) {
      connection = lent.connection
    } else {
      connection = try PostgreSQLConnection(address)
    }
    // A connection inside a transaction that failed, or that the server ended, is closed.
    defer {
      if connection.isUsable {
        let lent = Lent(connection: connection)
        pool.withLock { $0.append(lent) }
      }
    }
    return try body(connection)
  }

  /// Does all of it at one state of the database, or nothing.
  func transaction<Value>(
    _ kind: String, _ body: (PostgreSQLConnection) throws(PinStoreError) -> Value
  ) throws(PinStoreError) -> Value {
    try use { (connection) throws(PinStoreError) in
      try connection.run("BEGIN ISOLATION LEVEL \(kind)")
      do throws(PinStoreError) {
        let value = try body(connection)
        try connection.run("COMMIT")
        return value
      } catch {
        // The connection may be gone; the server ends the transaction then.
        try? connection.run("ROLLBACK")
        throw error
      }
    }
  }

  // MARK: - Reading

  public func state() throws(PinStoreError) -> PinStoreState {
    try use { (connection) throws(PinStoreError) in try Self.state(connection) }
  }

  static func state(
    _ connection: PostgreSQLConnection, lock: String = ""
  ) throws(PinStoreError) -> PinStoreState {
    let rows = try connection.rows("SELECT pins, version FROM mappressure.state" + lock)
    guard rows.count == 1,
      let state = PinStoreState(storedPins: rows.integer(0, 0), version: rows.integer(0, 1))
    else {
      throw .damaged(
        name: connection.name, found: "the table \"state\" without one row of valid numbers")
    }
    return state
  }

  public func pin(id: Int64) throws(PinStoreError) -> StoredPin? {
    try pins(ids: [id]).first
  }

  public func pins(ids: [Int64]) throws(PinStoreError) -> [StoredPin] {
    try use { (connection) throws(PinStoreError) in
      let rows = try connection.rows(
        """
        SELECT code, id, name, properties FROM mappressure.pins WHERE id = ANY($1::bigint[])
        ORDER BY id
        """, [.integers(ids)])
      return try Self.pins(rows, connection)
    }
  }

  /// The pins of rows with the columns code, id, name and properties.
  private static func pins(
    _ rows: borrowing PostgreSQLConnection.Rows, _ connection: PostgreSQLConnection
  ) throws(PinStoreError) -> [StoredPin] {
    var pins: [StoredPin] = []
    for row in 0..<rows.count {
      do throws(StoreFault) {
        pins.append(
          try StoredPin(
            storedID: rows.integer(row, 1), code: rows.integer(row, 0), name: rows.text(row, 2),
            properties: rows.text(row, 3)))
      } catch {
        throw .damaged(name: connection.name, found: "\(error)")
      }
    }
    return pins
  }

  public func pins(
    in box: MortonBox, after cursor: PinCursor?, limit: Int
  ) throws(PinStoreError) -> PinPage {
    // The codes of the box in few ranges, which are in the order of the page: a spatial index finds
    // the same rows in no order, and a page of a large box would read and sort all of them.
    let level = box.levelOfSide
    func codes(_ number: UInt64) -> ClosedRange<MortonCode> {
      QuadCell(level: level, number: number).codes
    }
    let ranges = box.cellRanges(level: level)
      .map { codes($0.lowerBound).lowerBound...codes($0.upperBound).upperBound }
      .filter { $0.upperBound >= cursor?.code ?? box.first }
    return try use { (connection) throws(PinStoreError) in
      let rows = try connection.rows(
        """
        SELECT code, id, name, properties
        FROM mappressure.pins_between($1::bigint[], $2::bigint[], $3::bigint,
          $4::bigint, $5::bigint, $6::bigint, $7::bigint, $8::bigint, $9::bigint)
        """,
        [
          .integers(ranges.map(\.lowerBound.stored)),
          .integers(ranges.map(\.upperBound.stored)),
          .integer(cursor?.code.stored ?? .min), .integer(cursor?.id ?? .min),
          .integer(Int64(box.first.column)), .integer(Int64(box.first.row)),
          .integer(Int64(box.last.column)), .integer(Int64(box.last.row)),
          .integer(Int64(limit) + 1),
        ])
      return PinPage(try Self.pins(rows, connection), limit: limit, rowsRead: rows.count)
    }
  }

  public func cells(in box: MortonBox, level: Int) throws(PinStoreError) -> CellList {
    let grown = box.grown(toCellsOf: level)
    return try use { (connection) throws(PinStoreError) in
      level <= PinCell.maxStoredLevel
        ? try Self.storedCells(in: grown, level: level, connection)
        : try Self.countedCells(in: grown, level: level, connection)
    }
  }

  private static func storedCells(
    in grown: MortonBox, level: Int, _ connection: PostgreSQLConnection
  ) throws(PinStoreError) -> CellList {
    let ranges = grown.cellRanges(level: level)
    let rows = try connection.rows(
      """
      SELECT number, pins, "columnSum", "rowSum"
      FROM mappressure.cells_between($1::int, $2::bigint[], $3::bigint[])
      """,
      [
        .integer(Int64(level)), .integers(ranges.map { Int64($0.lowerBound) }),
        .integers(ranges.map { Int64($0.upperBound) }),
      ])
    var cells: [PinCell] = []
    for row in 0..<rows.count {
      let number = rows.integer(row, 0)
      let contents = PinCell.Contents(
        count: Int(rows.integer(row, 1)), columnSum: rows.integer(row, 2),
        rowSum: rows.integer(row, 3))
      guard let cell = PinCell(level: level, number: number, contents: contents) else {
        let fault = StoreFault.impossibleCell(level: level, number: number, contents: contents)
        throw .damaged(name: connection.name, found: "\(fault)")
      }
      if grown.contains(cell.cell.codes.lowerBound) { cells.append(cell) }
    }
    return CellList(cells: cells, rowsRead: rows.count)
  }

  private static func countedCells(
    in grown: MortonBox, level: Int, _ connection: PostgreSQLConnection
  ) throws(PinStoreError) -> CellList {
    let rows = try connection.rows(
      """
      SELECT code FROM mappressure.pins
      WHERE place && ST_MakeEnvelope($1::bigint, $2::bigint, $3::bigint, $4::bigint) ORDER BY code
      """,
      [
        .integer(Int64(grown.first.column)), .integer(Int64(grown.first.row)),
        .integer(Int64(grown.last.column)), .integer(Int64(grown.last.row)),
      ])
    let codes = (0..<rows.count).map { MortonCode(stored: rows.integer($0, 0)) }
    var cells: [PinCell] = []
    PinCell.forEach(ofLevel: level, in: codes) { cells.append($0) }
    return CellList(cells: cells, rowsRead: rows.count)
  }

  public func locations() throws(PinStoreError) -> PinLocations {
    try transaction("REPEATABLE READ READ ONLY") { (connection) throws(PinStoreError) in
      var locations = PinLocations()
      locations.version = try Self.state(connection).version
      let rows = try connection.rows("SELECT code, id FROM mappressure.pins ORDER BY code, id")
      for row in 0..<rows.count {
        locations.codes.append(MortonCode(stored: rows.integer(row, 0)))
        locations.ids.append(rows.integer(row, 1))
      }
      let labels = try connection.rows(
        "SELECT count(*) FROM (SELECT FROM mappressure.pins "
          + "WHERE name <> '' OR properties <> '' LIMIT 1) AS labelled")
      locations.haveLabels = labels.integer(0, 0) > 0
      return locations
    }
  }

  public func faults(limit: Int) throws(PinStoreError) -> [StoreFault] {
    try transaction("REPEATABLE READ READ ONLY") { (connection) throws(PinStoreError) in
      var check = CellCheck(limit: limit)
      let others = try connection.rows(
        "SELECT count(*) FROM mappressure.cells WHERE level NOT BETWEEN 0 AND $1::int",
        [.integer(Int64(PinCell.maxStoredLevel))])
      if others.integer(0, 0) > 0 {
        check.add(.structure("\(others.integer(0, 0)) cells of a level that is not stored"))
      }
      // In pieces: all of them may be gigabytes.
      var last: Int64? = Int64.min
      while let after = last {
        let labels = try connection.rows(
          """
          SELECT id, code, properties FROM mappressure.pins
          WHERE properties <> '' AND id > $1::bigint ORDER BY id LIMIT 10000
          """, [.integer(after)])
        for row in 0..<labels.count {
          do throws(StoreFault) {
            _ = try StoredPin(
              storedID: labels.integer(row, 0), code: labels.integer(row, 1),
              properties: labels.text(row, 2))
          } catch {
            check.add(error)
          }
        }
        last = labels.count > 0 ? labels.integer(labels.count - 1, 0) : nil
      }
      let pins = try connection.rows("SELECT code FROM mappressure.pins ORDER BY code")
      for level in PinCell.storedLevels {
        let cells = try connection.rows(
          """
          SELECT number, pins, "columnSum", "rowSum" FROM mappressure.cells
          WHERE level = $1::int ORDER BY number
          """, [.integer(Int64(level))])
        var (pin, cell) = (0, 0)
        check.compare(level: level) {
          guard pin < pins.count else { return nil }
          defer { pin += 1 }
          return MortonCode(stored: pins.integer(pin, 0))
        } stored: {
          guard cell < cells.count else { return nil }
          defer { cell += 1 }
          return (
            cells.integer(cell, 0),
            PinCell.Contents(
              count: Int(cells.integer(cell, 1)), columnSum: cells.integer(cell, 2),
              rowSum: cells.integer(cell, 3))
          )
        }
      }
      check.compare(pinCount: try Self.state(connection).pinCount)
      return check.faults
    }
  }
}
