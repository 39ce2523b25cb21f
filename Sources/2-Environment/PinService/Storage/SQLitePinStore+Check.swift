import Support

extension SQLitePinStore {
  /// Ends at the first damage that SQLite itself finds: what it reads of such a file is not known.
  public func faults(limit: Int) throws(PinStoreError) -> [StoreFault] {
    try read { database in
      let damages = try database.texts("PRAGMA integrity_check(\(max(limit, 1)))")
      guard damages == ["ok"] else {
        return damages.prefix(limit).map { .structure("SQLite: \($0.prefix(200))") }
      }
      var check = CellCheck(limit: limit)
      for (rows, condition) in Self.impossibleRows {
        let count = try database.integer("SELECT count(*) FROM \(condition)") ?? 0
        if count > 0 { check.add(.structure("\(count) \(rows)")) }
      }
      let labels = try database.rows(
        "SELECT id, code, properties FROM pins WHERE properties <> ''")
      while try labels.step() {
        do throws(StoreFault) {
          _ = try StoredPin(
            storedID: labels.integer(0), code: labels.integer(1), properties: labels.text(2))
        } catch {
          check.add(error)
        }
      }
      let pins = try database.statement("SELECT code FROM pins ORDER BY code, id")
      let cells = try database.statement(
        "SELECT number, pins, columnSum, rowSum FROM cells WHERE level = ? ORDER BY number")
      for level in PinCell.storedLevels {
        try pins.start()
        try cells.start(level)
        try check.compare(level: level) {
          try pins.step() ? MortonCode(stored: pins.integer(0)) : nil
        } stored: {
          guard try cells.step() else { return nil }
          return (
            cells.integer(0),
            PinCell.Contents(
              count: Int(cells.integer(1)), columnSum: cells.integer(2), rowSum: cells.integer(3))
          )
        }
      }
      do {
        check.compare(pinCount: try Self.state(database).pinCount)
      } catch let fault as StoreFault {
        check.add(fault)
      }
      return check.faults
    }
  }

  /// Rows that no batch writes, and that no count shows: SQLite keeps a text in a column of integers.
  private static let impossibleRows = [
    (
      "cells of a level that is not stored",
      "cells WHERE typeof(level) <> 'integer' OR level NOT BETWEEN 0 AND \(PinCell.maxStoredLevel)"
    ),
    (
      "cells with a value that is not a whole number",
      """
      cells WHERE typeof(number) <> 'integer' OR typeof(pins) <> 'integer'
        OR typeof(columnSum) <> 'integer' OR typeof(rowSum) <> 'integer'
      """
    ),
    (
      "pins with an invalid place or identifier",
      """
      pins WHERE typeof(code) <> 'integer' OR typeof(id) <> 'integer'
        OR id NOT BETWEEN -\(StoredPin.maxID) AND \(StoredPin.maxID)
      """
    ),
    (
      "pins with a name that is not text of at most \(StoredPin.maxNameLength) bytes",
      """
      pins WHERE typeof(name) <> 'text' OR length(CAST(name AS BLOB)) > \(StoredPin.maxNameLength)
        OR instr(CAST(name AS BLOB), x'00') > 0
      """
    ),
    ("pins with properties that are not text", "pins WHERE typeof(properties) <> 'text'"),
  ]
}
