import Foundation
import GRDB
import Support

extension SQLitePinStore {
  /// Writes a store of pins to a file, and replaces an existing one.
  ///
  /// The file is written under another name in its folder and renamed when it is complete, so that
  /// an incomplete store is never opened; an error leaves no file. The file is not flushed to the
  /// disk. The same pins give the same file. O(n log n) time and O(n) memory.
  ///
  /// - Throws: ``PinStoreError/invalidPin(id:expected:found:)`` for two pins of one identifier.
  public static func build(_ pins: consuming [StoredPin], at path: String) throws(PinStoreError) {
    for index in pins.indices { try pins[index].check() }
    do {
      pins.sort { ($0.code, $0.id) < ($1.code, $1.id) }
      // The log of a store that was there is not the new one's.
      for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
      try AtomicFile.build(path) { try write(pins, to: $0) }
    } catch {
      throw Self.error(error, path: path)
    }
  }

  private static func write(_ pins: [StoredPin], to path: String) throws {
    var configuration = Configuration()
    configuration.label = "new store of pins"
    // The file has no readers, and is thrown away when its writer dies.
    configuration.prepareDatabase { database in
      try database.execute(
        sql: """
          PRAGMA page_size = 8192;
          PRAGMA locking_mode = EXCLUSIVE;
          PRAGMA synchronous = OFF;
          PRAGMA cache_size = -65536;
          PRAGMA temp_store = MEMORY;
          """)
      _ = try Row.fetchOne(database, sql: "PRAGMA journal_mode = OFF")
    }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.write { database in
      try database.execute(sql: PinSchema.tables)
      let insertion = try PinStatement("INSERT INTO pins VALUES (?1, ?2, ?3)", in: database)
      for pin in pins {
        insertion.start(pin.code.stored, pin.id)
        insertion.bind(pin.name, at: 3)
        try insertion.run()
      }
      do {
        try database.execute(sql: PinSchema.indexes)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
        throw PinStoreError.invalidPin(
          id: pins.firstRepeatedID ?? 0, expected: "one pin for an identifier", found: "two")
      }
      let codes = pins.map(\.code)
      for level in PinCell.storedLevels { try writeCells(of: codes, level: level, database) }
      try database.execute(
        sql: "INSERT INTO state VALUES (?, 0)", arguments: [pins.count])
      try database.execute(sql: PinSchema.identification)
    }
    try queue.close()
  }

  private static func writeCells(
    of codes: [MortonCode], level: Int, _ database: Database
  ) throws {
    let insertion = try PinStatement("INSERT INTO cells VALUES (?, ?, ?, ?, ?)", in: database)
    try PinCell.forEach(ofLevel: level, in: codes) { cell in
      insertion.start(
        Int64(level), Int64(cell.cell.number), Int64(cell.count), cell.contents.columnSum,
        cell.contents.rowSum)
      try insertion.run()
    }
  }
}

extension [StoredPin] {
  fileprivate var firstRepeatedID: Int64? {
    var seen: Set<Int64> = []
    return first { !seen.insert($0.id).inserted }?.id
  }
}
