import PinService

extension PostgreSQLPinStore {
  @discardableResult
  public func apply(_ changes: [PinChange]) throws(PinStoreError) -> PinStoreState {
    let changes = try changes.checked()
    return try transaction("READ COMMITTED") { (connection) throws(PinStoreError) in
      // The row of the state lets the batches of several servers follow one another.
      var state = try Self.state(connection, lock: " FOR UPDATE")
      try state.addBatch(toStore: address.name)
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
        INSERT INTO mappressure.pins(code, id, name, place, properties)
        SELECT code, id, name, ST_MakePoint(x, y), properties
        FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::text[])
          AS pin(code, id, name, x, y, properties)
        """,
        [
          .integers(put.map(\.code.stored)), .integers(put.map(\.id)), .texts(put.map(\.name)),
          .integers(put.map { Int64($0.code.column) }), .integers(put.map { Int64($0.code.row) }),
          .texts(put.map(\.properties)),
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
      SELECT * FROM unnest(
        $1::int[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
      ON CONFLICT (level, number) DO UPDATE SET
        pins = stored.pins + excluded.pins,
        "columnSum" = stored."columnSum" + excluded."columnSum",
        "rowSum" = stored."rowSum" + excluded."rowSum"
      """,
      [
        .integers(sorted.map { Int64($0.cell.level) }),
        .integers(sorted.map { Int64($0.cell.number) }),
        .integers(sorted.map { Int64($0.change.count) }),
        .integers(sorted.map(\.change.columnSum)), .integers(sorted.map(\.change.rowSum)),
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
          reason: "expected an empty store, found \(state.pinCount) pins; omit the file to serve "
            + "them")
      }
      // An index of all rows is built faster than one that grows by each.
      try connection.run(
        "DROP INDEX mappressure.pins_by_code; DROP INDEX mappressure.pins_by_place")
      try connection.copy(into: "mappressure.pins(code, id, name, place, properties)") { send in
        for pin in sorted {
          send(
            "\(pin.code.stored)\t\(pin.id)\t\(pin.name.escapedForCopy)\t"
              + "POINT(\(pin.code.column) \(pin.code.row))\t\(pin.properties.escapedForCopy)")
        }
      }
      try connection.copy(into: "mappressure.cells") { send in
        for level in PinCell.storedLevels {
          PinCell.forEach(ofLevel: level, in: codes) { cell in
            send(
              "\(level)\t\(cell.cell.number)\t\(cell.count)\t\(cell.contents.columnSum)\t"
                + "\(cell.contents.rowSum)")
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
