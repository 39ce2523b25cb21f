import GRDB

extension SQLitePinStore {
  public func faults(limit: Int) throws(PinStoreError) -> [StoreFault] {
    try read { database in
      var check = CellCheck(limit: limit)
      let pins = try PinStatement("SELECT code FROM pins ORDER BY code, id", in: database)
      let cells = try PinStatement(
        "SELECT number, pins, columnSum, rowSum FROM cells WHERE level = ? ORDER BY number",
        in: database)
      for level in PinCell.storedLevels {
        pins.start()
        cells.start(Int64(level))
        try check.compare(level: level) {
          try pins.step() ? MortonCode(stored: pins.integer(0)) : nil
        } stored: {
          guard try cells.step() else { return nil }
          return (
            UInt64(cells.integer(0)),
            PinCell.Contents(
              count: Int(cells.integer(1)), columnSum: cells.integer(2), rowSum: cells.integer(3))
          )
        }
      }
      check.compare(pinCount: try Self.state(database).pinCount)
      return check.faults
    }
  }
}
