import Foundation
import Support

extension SQLitePinStore {
  /// Writes a store of pins to a new file.
  ///
  /// The file is written under another name in its folder and renamed when it is complete, so that
  /// an incomplete store is never opened; an error leaves no file. The file is not flushed to the
  /// disk. The same pins give the same file. O(n log n) time and O(n) memory.
  ///
  /// - Throws: ``PinStoreError/exists(path:)`` where a file has the name, also one that another
  ///   process made meanwhile: it is never replaced. ``PinStoreError/invalidPin(id:expected:found:)``
  ///   for two pins of one identifier.
  public static func build(_ pins: consuming [StoredPin], at path: String) throws(PinStoreError) {
    for index in pins.indices { try pins[index].check() }
    do {
      pins.sort { ($0.code, $0.id) < ($1.code, $1.id) }
      var status = stat()
      guard lstat(path, &status) != 0 else { throw PinStoreError.exists(path: path) }
      let folder = Foundation.open(
        URL(fileURLWithPath: path).deletingLastPathComponent().path,
        O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      // Ends the lock, after the file has its name.
      defer { if folder >= 0 { Foundation.close(folder) } }
      try AtomicFile.buildNew(path) { partial in
        try write(pins, to: partial)
        try removeOldLog(of: path, in: folder)
      }
    } catch let error as AtomicFile.Failure where error.isExistingFile {
      throw .exists(path: path)
    } catch {
      throw Self.error(error, path: path)
    }
  }

  /// Removes the log of a store that was removed: it is not the new one's. The folder stays locked,
  /// so that no other build gives the name to its file meanwhile: the log of that one is in use.
  private static func removeOldLog(of path: String, in folder: Int32) throws {
    let isLocked = try lock(folder, path: path)
    var status = stat()
    guard lstat(path, &status) != 0 else { throw PinStoreError.exists(path: path) }
    for log in [path + "-wal", path + "-shm"] where lstat(log, &status) == 0 {
      guard isLocked, unlink(log) == 0 else {
        throw PinStoreError.database(
          name: path,
          reason: "found the log of a removed store, \(log); remove it where no server uses it")
      }
    }
  }

  /// Returns whether the folder could be locked.
  private static func lock(_ folder: Int32, path: String) throws(PinStoreError) -> Bool {
    // Each build holds the lock for two or three calls of the system.
    for _ in 0..<250 {
      if flock(folder, LOCK_EX | LOCK_NB) == 0 { return true }
      guard errno == EAGAIN || errno == EINTR else { return false }
      usleep(20_000)
    }
    throw .busy(name: path)
  }

  private static func write(_ pins: [StoredPin], to path: String) throws {
    try SQLiteConnection.build(path, cacheSize: 65_536) { database in
      try database.execute(PinSchema.tables)
      let insertion = try database.statement("INSERT INTO pins VALUES (?, ?, ?, ?)")
      for pin in pins {
        try insertion.run(pin.code.stored, pin.id, pin.name, pin.properties)
      }
      do throws(SQLiteError) {
        try database.execute(PinSchema.indexes)
      } catch {
        guard error.kind == .constraint else { throw error }
        throw PinStoreError.invalidPin(
          id: pins.firstRepeatedID ?? 0, expected: "one pin for an identifier", found: "two")
      }
      let codes = pins.map(\.code)
      let cells = try database.statement("INSERT INTO cells VALUES (?, ?, ?, ?, ?)")
      for level in PinCell.storedLevels {
        try PinCell.forEach(ofLevel: level, in: codes) { cell in
          try cells.run(
            level, Int64(cell.cell.number), cell.count, cell.contents.columnSum,
            cell.contents.rowSum)
        }
      }
      try database.run("INSERT INTO state VALUES (?, 0)", pins.count)
      try database.execute(PinSchema.identification)
    }
  }
}

extension [StoredPin] {
  fileprivate var firstRepeatedID: Int64? {
    var seen: Set<Int64> = []
    return first { !seen.insert($0.id).inserted }?.id
  }
}
