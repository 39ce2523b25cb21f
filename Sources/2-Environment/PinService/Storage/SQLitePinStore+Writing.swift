import Support

extension SQLitePinStore {
  /// Complexity: O(changes × levels × log(cells)).
  @discardableResult
  public func apply(_ changes: [PinChange]) throws(PinStoreError) -> PinStoreState {
    let changes = try changes.checked()
    let state: PinStoreState = try write { database in
      try database.transaction {
        try checkFiles(database)
        return try Self.apply(changes, database, path: path)
      }
    }
    // A batch that was written into a file without a name is not acknowledged.
    guard files.areInPlace else { throw .replaced(path: path) }
    files.remember(state.version)
    return state
  }

  /// Throws if the files have lost a batch: SQLite itself continues with what it has in memory.
  private func checkFiles(_ database: SQLiteConnection) throws {
    guard files.areInPlace else { throw PinStoreError.replaced(path: path) }
    switch files.logState {
    case .whole: return
    case .cut: throw PinStoreError.replaced(path: path)
    case .begunAgain:
      // The lock of this write keeps other processes from the log meanwhile.
      try database.execute("PRAGMA shrink_memory")
      guard let state = try? Self.state(database), state.version >= files.lastVersion else {
        throw PinStoreError.replaced(path: path)
      }
    }
  }

  private static func apply(
    _ changes: [PinChange], _ database: SQLiteConnection, path: String
  ) throws -> PinStoreState {
    var state = try state(database)
    try state.addBatch(toStore: path)
    var cells = CellChanges()
    let removal = try database.statement("DELETE FROM pins WHERE code = ? AND id = ?")
    let insertion = try database.statement("INSERT INTO pins VALUES (?, ?, ?, ?)")
    for change in changes {
      let old = try pin(id: change.id, database)
      if let old {
        try removal.run(old.code.stored, old.id)
        cells.add(old.code, times: -1)
        state.pinCount -= 1
      }
      guard case .put(let pin) = change else { continue }
      guard state.pinCount < PinCell.maxPinCount else {
        throw PinStoreError.invalidPin(
          id: pin.id, expected: "at most \(PinCell.maxPinCount) pins", found: "one more")
      }
      try insertion.run(pin.code.stored, pin.id, pin.name, pin.properties)
      cells.add(pin.code, times: 1)
      state.pinCount += 1
    }
    try write(cells, database)
    let update = try database.statement("UPDATE state SET pins = ?, version = ?")
    try update.run(state.pinCount, state.version)
    return state
  }

  /// Adds the changes to the cells, and removes the cells that have no pins then.
  private static func write(_ changes: CellChanges, _ database: SQLiteConnection) throws {
    let update = try database.statement(
      """
      INSERT INTO cells VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO UPDATE SET
        pins = pins + excluded.pins, columnSum = columnSum + excluded.columnSum,
        rowSum = rowSum + excluded.rowSum
      """)
    let removal = try database.statement(
      "DELETE FROM cells WHERE level = ? AND number = ? AND pins = 0")
    for (cell, change) in changes.sorted {
      let (level, number) = (Int64(cell.level), Int64(cell.number))
      try update.run(level, number, change.count, change.columnSum, change.rowSum)
      // A pin that moves within a cell leaves its count as it was.
      guard change.count < 0 else { continue }
      try removal.run(level, number)
    }
  }
}
