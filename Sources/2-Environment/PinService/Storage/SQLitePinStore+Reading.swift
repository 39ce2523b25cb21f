import Support

extension SQLitePinStore {
  /// Rows outside of a box that are stepped over before the next code of the box is looked up: a
  /// look-up costs about as much as reading these.
  private static let maxRowsOutside = 8

  /// Fails if the file is no longer in its place, so that the caller learns of that.
  public func state() throws(PinStoreError) -> PinStoreState {
    guard files.areInPlace else { throw .replaced(path: path) }
    return try read { try Self.state($0) }
  }

  static func state(_ database: SQLiteConnection) throws -> PinStoreState {
    let row = try database.rows("SELECT pins, version FROM state")
    guard try row.step(),
      let state = PinStoreState(storedPins: row.integer(0), version: row.integer(1))
    else {
      throw StoreFault.structure("the table \"state\" has no row with valid numbers")
    }
    guard try !row.step() else {
      throw StoreFault.structure("the table \"state\" has more than one row")
    }
    return state
  }

  public func pin(id: Int64) throws(PinStoreError) -> StoredPin? {
    try read { database in try Self.pin(id: id, database) }
  }

  static func pin(id: Int64, _ database: SQLiteConnection) throws -> StoredPin? {
    let row = try database.rows("SELECT code, name, properties FROM pins WHERE id = ?", id)
    guard try row.step() else { return nil }
    return try StoredPin(
      storedID: id, code: row.integer(0), name: row.text(1), properties: row.text(2))
  }

  public func pins(ids: [Int64]) throws(PinStoreError) -> [StoredPin] {
    try read { database in try ids.compactMap { try Self.pin(id: $0, database) } }
  }

  public func pins(
    in box: MortonBox, after cursor: PinCursor?, limit: Int
  ) throws(PinStoreError) -> PinPage {
    try read { database in
      var pins: [StoredPin] = []
      let rowsRead = try Self.scanPins(box, after: cursor, database) { _, pin in
        pins.append(try pin())
        return pins.count <= limit
      }
      return PinPage(pins, limit: limit, rowsRead: rowsRead)
    }
  }

  /// Calls `take` with the places of the pins in a box, and with what reads the pin.
  private static func scanPins(
    _ box: MortonBox, after cursor: PinCursor?, _ database: SQLiteConnection,
    take: (MortonCode, () throws -> StoredPin) throws -> Bool
  ) throws -> Int {
    let rows = try database.statement(
      """
      SELECT code, id, name, properties FROM pins
      WHERE (code, id) > (?1, ?2) AND code <= ?3 ORDER BY code, id
      """)
    return try scan(box, after: cursor) { code, id in
      try rows.start(code.stored, id, box.last.stored)
    } next: {
      try rows.step() ? MortonCode(stored: rows.integer(0)) : nil
    } take: { code in
      try take(code) {
        try StoredPin(
          storedID: rows.integer(1), code: code.stored, name: rows.text(2),
          properties: rows.text(3))
      }
    }
  }

  /// Reads the rows of a box in the order of their codes. Where the order leaves the box, the next
  /// code in it is looked up.
  ///
  /// - Parameters:
  ///   - start: begins after a code and an identifier.
  ///   - next: the code of the next row, or `nil`.
  ///   - take: gets a row in the box; returns false to end.
  /// - Returns: the number of rows that were read.
  private static func scan(
    _ box: MortonBox, after cursor: PinCursor?, start: (MortonCode, Int64) throws -> Void,
    next: () throws -> MortonCode?, take: (MortonCode) throws -> Bool
  ) throws -> Int {
    var rowsRead = 0
    var rowsOutside = 0
    if let cursor { try start(cursor.code, cursor.id) } else { try start(box.first, .min) }
    while let code = try next() {
      rowsRead += 1
      if box.contains(code) {
        rowsOutside = 0
        guard try take(code) else { return rowsRead }
        continue
      }
      rowsOutside += 1
      guard rowsOutside >= maxRowsOutside else { continue }
      guard let entry = box.code(from: code) else { return rowsRead }
      rowsOutside = 0
      try start(entry, .min)
    }
    return rowsRead
  }

  public func cells(in box: MortonBox, level: Int) throws(PinStoreError) -> CellList {
    try read { database in
      level <= PinCell.maxStoredLevel
        ? try Self.storedCells(in: box, level: level, database)
        : try Self.countedCells(in: box, level: level, database)
    }
  }

  private static func storedCells(
    in box: MortonBox, level: Int, _ database: SQLiteConnection
  ) throws -> CellList {
    let rows = try database.statement(
      """
      SELECT number, pins, columnSum, rowSum FROM cells
      WHERE level = ?1 AND number >= ?2 AND number <= ?3 ORDER BY number
      """)
    let grown = box.grown(toCellsOf: level)
    func number(_ code: MortonCode) -> Int64 {
      Int64(QuadCell(level: level, containing: code).number)
    }
    var cells: [PinCell] = []
    let rowsRead = try scan(grown, after: nil) { code, _ in
      try rows.start(level, number(code), number(grown.last))
    } next: {
      // The numbers of rows are between those of the box's corners, which are no negative ones.
      try rows.step()
        ? QuadCell(level: level, number: UInt64(rows.integer(0))).codes.lowerBound : nil
    } take: { _ in
      let contents = PinCell.Contents(
        count: Int(rows.integer(1)), columnSum: rows.integer(2), rowSum: rows.integer(3))
      guard let cell = PinCell(level: level, number: rows.integer(0), contents: contents) else {
        throw StoreFault.impossibleCell(
          level: level, number: rows.integer(0), contents: contents)
      }
      cells.append(cell)
      return true
    }
    return CellList(cells: cells, rowsRead: rowsRead)
  }

  /// The pins of a cell are neighbours in the order of the codes.
  private static func countedCells(
    in box: MortonBox, level: Int, _ database: SQLiteConnection
  ) throws -> CellList {
    var codes: [MortonCode] = []
    let rowsRead = try scanPins(box.grown(toCellsOf: level), after: nil, database) { code, _ in
      codes.append(code)
      return true
    }
    var cells: [PinCell] = []
    PinCell.forEach(ofLevel: level, in: codes) { cells.append($0) }
    return CellList(cells: cells, rowsRead: rowsRead)
  }

  public func locations() throws(PinStoreError) -> PinLocations {
    try read { database in
      let state = try Self.state(database)
      var locations = PinLocations()
      locations.version = state.version
      // What a file says of itself reserves no more than it may have.
      let expected = min(state.pinCount, 1 << 24)
      locations.ids.reserveCapacity(expected)
      locations.codes.reserveCapacity(expected)
      let rows = try database.rows("SELECT code, id FROM pins ORDER BY code, id")
      while try rows.step() {
        locations.codes.append(MortonCode(stored: rows.integer(0)))
        locations.ids.append(rows.integer(1))
      }
      locations.haveLabels =
        try database.integer(
          "SELECT EXISTS(SELECT 1 FROM pins WHERE name <> '' OR properties <> '')") == 1
      return locations
    }
  }
}
