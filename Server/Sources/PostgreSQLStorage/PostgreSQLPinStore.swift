import PinStorage
import Synchronization

/// A store of pins in PostgreSQL with PostGIS, which several servers can share.
///
/// It has the answers of ``SQLitePinStore`` for the same batches. Pins in a box are found by the
/// spatial index of PostGIS, whose units are the steps of ``MortonCode``; cells are rows, which each
/// batch changes in its own transaction. Batches of several servers follow one another.
public final class PostgreSQLPinStore: PinStore {
  private let address: PostgreSQLAddress
  /// Connections that nobody uses now.
  private let pool = Mutex<[Lent]>([])

  /// A connection is used by the thread that took it from the pool.
  private struct Lent: @unchecked Sendable {
    let connection: PostgreSQLConnection
  }

  /// Opens a store; in a database without one, an empty one is made.
  public init(_ address: PostgreSQLAddress) throws(PinStoreError) {
    self.address = address
    try use { (connection) throws(PinStoreError) in
      try connection.run(PostgreSQLSchema.creation)
    }
    let version = try use { (connection) throws(PinStoreError) in
      try connection.rows("SELECT schema FROM mappressure.state").integer(0, 0)
    }
    guard version == PostgreSQLSchema.version else {
      throw .notAStore(path: address.name, found: "a store of version \(version)")
    }
  }

  private func use<Value>(
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
  private func transaction<Value>(
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

  private static func state(
    _ connection: PostgreSQLConnection, lock: String = ""
  ) throws(PinStoreError) -> PinStoreState {
    let rows = try connection.rows("SELECT pins, version FROM mappressure.state" + lock)
    return PinStoreState(pinCount: Int(rows.integer(0, 0)), version: rows.integer(0, 1))
  }

  public func pin(id: Int64) throws(PinStoreError) -> StoredPin? {
    try use { (connection) throws(PinStoreError) in
      let rows = try connection.rows(
        "SELECT code, name FROM mappressure.pins WHERE id = $1::bigint", [.integer(id)])
      guard rows.count > 0 else { return nil }
      return StoredPin(id: id, code: MortonCode(stored: rows.integer(0, 0)), name: rows.text(0, 1))
    }
  }

  public func pins(
    in box: MortonBox, after cursor: PinCursor?, limit: Int
  ) throws(PinStoreError) -> PinPage {
    // The codes of the box in few ranges, which are in the order of the page: a spatial index finds
    // the same rows in no order, and a page of a large box would read and sort all of them.
    let level = box.levelOfSide
    let shift = UInt64(64 - 2 * level)
    let ranges = box.cellRanges(level: level).map { range in
      (
        first: MortonCode(rawValue: level == 0 ? 0 : range.lowerBound << shift),
        last: MortonCode(
          rawValue: level == 0 ? .max : range.upperBound << shift | (1 << shift &- 1))
      )
    }.filter { $0.last >= cursor?.code ?? box.first }
    return try use { (connection) throws(PinStoreError) in
      let rows = try connection.rows(
        """
        SELECT code, id, name FROM mappressure.page($1::bigint[], $2::bigint[], $3::bigint,
          $4::bigint, $5::bigint, $6::bigint, $7::bigint, $8::bigint, $9::bigint)
        """,
        [
          .integers(ranges.map(\.first.stored)), .integers(ranges.map(\.last.stored)),
          .integer(cursor?.code.stored ?? .min), .integer(cursor?.id ?? .min),
          .integer(Int64(box.first.column)), .integer(Int64(box.first.row)),
          .integer(Int64(box.last.column)), .integer(Int64(box.last.row)),
          .integer(Int64(limit) + 1),
        ])
      let pins = (0..<rows.count).map { row in
        StoredPin(
          id: rows.integer(row, 1), code: MortonCode(stored: rows.integer(row, 0)),
          name: rows.text(row, 2))
      }
      let page = Array(pins.prefix(limit))
      let next =
        pins.count > limit ? page.last.map { PinCursor(code: $0.code, id: $0.id) } : nil
      return PinPage(pins: page, next: next, rowsRead: rows.count)
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
      SELECT number, pins, "columnSum", "rowSum", version
      FROM mappressure.cells_between($1::int, $2::bigint[], $3::bigint[])
      """,
      [
        .integer(Int64(level)), .integers(ranges.map { Int64($0.lowerBound) }),
        .integers(ranges.map { Int64($0.upperBound) }),
      ])
    var cells: [PinCell] = []
    for row in 0..<rows.count {
      let cell = QuadCell(level: level, number: UInt64(rows.integer(row, 0)))
      guard grown.contains(cell.codes.lowerBound) else { continue }
      cells.append(
        PinCell(
          cell: cell,
          contents: PinCell.Contents(
            count: Int(rows.integer(row, 1)), columnSum: rows.integer(row, 2),
            rowSum: rows.integer(row, 3)),
          version: rows.integer(row, 4)))
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
    var cells: [PinCell] = []
    for row in 0..<rows.count {
      let code = MortonCode(stored: rows.integer(row, 0))
      let cell = QuadCell(level: level, containing: code)
      if cells.last?.cell != cell {
        cells.append(PinCell(cell: cell, contents: PinCell.Contents(), version: 0))
      }
      cells[cells.count - 1].contents.add(code)
    }
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
      return locations
    }
  }

  // MARK: - Writing

  @discardableResult
  public func apply(_ changes: [PinChange]) throws(PinStoreError) -> PinStoreState {
    let changes = try changes.checked()
    return try transaction("READ COMMITTED") { (connection) throws(PinStoreError) in
      // The row of the state lets the batches of several servers follow one another.
      var state = try Self.state(connection, lock: " FOR UPDATE")
      state.version += 1
      var cells = CellChanges()
      let removed = try connection.rows(
        "DELETE FROM mappressure.pins WHERE id = ANY($1::bigint[]) RETURNING code",
        [.integers(changes.map(\.id))])
      for row in 0..<removed.count {
        cells.add(MortonCode(stored: removed.integer(row, 0)), times: -1)
      }
      state.pinCount -= removed.count
      let put = changes.compactMap { if case .put(let pin) = $0 { pin } else { nil } }
      guard state.pinCount + put.count <= PinCell.maxPinCount else {
        throw .invalidPin(
          id: put.first?.id ?? 0, expected: "at most \(PinCell.maxPinCount) pins", found: "more")
      }
      _ = try connection.rows(
        """
        INSERT INTO mappressure.pins(code, id, name, place)
        SELECT code, id, name, ST_MakePoint(x, y)
        FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[])
          AS pin(code, id, name, x, y)
        """,
        [
          .integers(put.map(\.code.stored)), .integers(put.map(\.id)), .texts(put.map(\.name)),
          .integers(put.map { Int64($0.code.column) }), .integers(put.map { Int64($0.code.row) }),
        ])
      for pin in put { cells.add(pin.code, times: 1) }
      state.pinCount += put.count
      try Self.write(cells, state, connection)
      return state
    }
  }

  private static func write(
    _ changes: CellChanges, _ state: PinStoreState, _ connection: PostgreSQLConnection
  ) throws(PinStoreError) {
    let sorted = changes.sorted
    _ = try connection.rows(
      """
      INSERT INTO mappressure.cells AS stored
      SELECT *, $6::bigint FROM unnest(
        $1::int[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
      ON CONFLICT (level, number) DO UPDATE SET
        pins = stored.pins + excluded.pins,
        "columnSum" = stored."columnSum" + excluded."columnSum",
        "rowSum" = stored."rowSum" + excluded."rowSum", version = excluded.version
      """,
      [
        .integers(sorted.map { Int64($0.cell.level) }),
        .integers(sorted.map { Int64($0.cell.number) }),
        .integers(sorted.map { Int64($0.change.count) }),
        .integers(sorted.map(\.change.columnSum)), .integers(sorted.map(\.change.rowSum)),
        .integer(state.version),
      ])
    let emptied = sorted.filter { $0.change.count < 0 }
    _ = try connection.rows(
      """
      DELETE FROM mappressure.cells USING unnest($1::int[], $2::bigint[]) AS emptied(level, number)
      WHERE cells.level = emptied.level AND cells.number = emptied.number AND pins = 0
      """,
      [
        .integers(emptied.map { Int64($0.cell.level) }),
        .integers(emptied.map { Int64($0.cell.number) }),
      ])
    _ = try connection.rows(
      "UPDATE mappressure.state SET pins = $1::bigint, version = $2::bigint",
      [.integer(Int64(state.pinCount)), .integer(state.version)])
  }

  /// Puts pins into an empty store. O(n log n).
  ///
  /// - Throws: an error for a store that has pins.
  public func fill(_ pins: [StoredPin]) throws(PinStoreError) {
    for pin in pins { try pin.check() }
    let sorted = pins.sorted { ($0.code, $0.id) < ($1.code, $1.id) }
    let codes = sorted.map(\.code)
    try transaction("READ COMMITTED") { (connection) throws(PinStoreError) in
      let state = try Self.state(connection, lock: " FOR UPDATE")
      guard state.pinCount == 0 else {
        throw .database(
          name: address.name,
          reason: "expected an empty store, found \(state.pinCount) pins; leave the file away to "
            + "serve them")
      }
      // An index of all rows is built faster than one that grows by each.
      try connection.run(
        "DROP INDEX mappressure.pins_by_code; DROP INDEX mappressure.pins_by_place")
      try connection.copy(into: "mappressure.pins(code, id, name, place)") { send in
        for pin in sorted {
          send(
            "\(pin.code.stored)\t\(pin.id)\t\(pin.name.escapedForCopy)\t"
              + "POINT(\(pin.code.column) \(pin.code.row))")
        }
      }
      try connection.copy(into: "mappressure.cells") { send in
        for level in PinCell.storedLevels {
          PinCell.forEach(ofLevel: level, in: codes) { cell in
            send(
              "\(level)\t\(cell.cell.number)\t\(cell.count)\t\(cell.contents.columnSum)\t"
                + "\(cell.contents.rowSum)\t0")
          }
        }
      }
      try connection.run(PostgreSQLSchema.indexes)
      _ = try connection.rows(
        "UPDATE mappressure.state SET pins = $1::bigint", [.integer(Int64(pins.count))])
    }
    try use { (connection) throws(PinStoreError) in
      try connection.run("ANALYZE mappressure.pins; ANALYZE mappressure.cells")
    }
  }

  // MARK: - Check

  public func faults(limit: Int) throws(PinStoreError) -> [StoreFault] {
    try transaction("REPEATABLE READ READ ONLY") { (connection) throws(PinStoreError) in
      var check = CellCheck(limit: limit)
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
            UInt64(cells.integer(cell, 0)),
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

/// The tables of a store, in a schema of their own.
enum PostgreSQLSchema {
  /// The version, which increases with each change of the tables or their contents.
  static let version: Int64 = 1

  static let indexes = """
    CREATE INDEX IF NOT EXISTS pins_by_code ON mappressure.pins(code, id);
    CREATE INDEX IF NOT EXISTS pins_by_place ON mappressure.pins USING gist(place);
    """

  /// `place` repeats the code in the form that the spatial index takes; it has no reference system,
  /// because its units are steps. The functions read one range after the other, in order: a join with
  /// the list of ranges leaves the way to the planner, which sometimes reads the whole table.
  static let creation = """
    CREATE EXTENSION IF NOT EXISTS postgis;
    CREATE SCHEMA IF NOT EXISTS mappressure;
    CREATE TABLE IF NOT EXISTS mappressure.pins(
      code bigint NOT NULL, id bigint PRIMARY KEY, name text NOT NULL,
      place geometry(Point) NOT NULL);
    \(indexes)
    CREATE TABLE IF NOT EXISTS mappressure.cells(
      level int NOT NULL, number bigint NOT NULL, pins bigint NOT NULL,
      "columnSum" bigint NOT NULL, "rowSum" bigint NOT NULL, version bigint NOT NULL,
      PRIMARY KEY(level, number));
    CREATE TABLE IF NOT EXISTS mappressure.state(
      pins bigint NOT NULL, version bigint NOT NULL, schema bigint NOT NULL);
    CREATE OR REPLACE FUNCTION mappressure.page(
      firsts bigint[], lasts bigint[], after_code bigint, after_id bigint,
      west bigint, north bigint, east bigint, south bigint, page_size bigint)
    RETURNS TABLE(code bigint, id bigint, name text) LANGUAGE plpgsql STABLE AS $$
    DECLARE remaining bigint := page_size; found_count bigint;
    BEGIN
      FOR range IN 1 .. coalesce(array_length(firsts, 1), 0) LOOP
        RETURN QUERY SELECT pin.code, pin.id, pin.name FROM mappressure.pins AS pin
          WHERE (pin.code, pin.id) > (greatest(firsts[range], after_code),
              CASE WHEN firsts[range] > after_code THEN (-9223372036854775808)::bigint
                ELSE after_id END)
            AND pin.code <= lasts[range]
            AND ST_X(place) BETWEEN west AND east AND ST_Y(place) BETWEEN north AND south
          ORDER BY pin.code, pin.id LIMIT remaining;
        GET DIAGNOSTICS found_count = ROW_COUNT;
        remaining := remaining - found_count;
        EXIT WHEN remaining <= 0;
      END LOOP;
    END $$;
    CREATE OR REPLACE FUNCTION mappressure.cells_between(
      of_level int, firsts bigint[], lasts bigint[])
    RETURNS SETOF mappressure.cells LANGUAGE plpgsql STABLE AS $$
    BEGIN
      FOR range IN 1 .. coalesce(array_length(firsts, 1), 0) LOOP
        RETURN QUERY SELECT * FROM mappressure.cells AS cell
          WHERE cell.level = of_level AND cell.number >= firsts[range]
            AND cell.number <= lasts[range]
          ORDER BY cell.number;
      END LOOP;
    END $$;
    INSERT INTO mappressure.state SELECT 0, 0, \(version)
    WHERE NOT EXISTS (SELECT FROM mappressure.state);
    """
}

extension String {
  /// The text as a column of COPY.
  fileprivate var escapedForCopy: String {
    var escaped = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\\\"
      case "\t": escaped += "\\t"
      case "\n": escaped += "\\n"
      case "\r": escaped += "\\r"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
