import Clustering
import Foundation
import PinService
import Support
import Synchronization
import TestSupport
import Testing

@Suite("Stores that others have written into, moved, or hold")
struct UntrustedStoreTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("pins.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
    try SQLitePinStore.build(
      (1...20).map { StoredPin(id: $0, code: MortonCode(column: UInt32($0) << 20, row: 1 << 30)) },
      at: folder.file("pins.sqlite"))
  }

  private func forge(_ script: String) throws {
    let database = try SQLiteConnection(path, .readWrite)
    try database.execute(script)
    database.close()
  }

  /// Everything that a server does with a store: nothing of it ends the process.
  private func useEverything(_ store: SQLitePinStore) {
    _ = try? store.state()
    _ = try? store.pin(id: 1)
    _ = try? store.pins(in: .world, after: nil, limit: 10)
    for level in [0, 3, 16, 20] { _ = try? store.cells(in: .world, level: level) }
    _ = try? store.locations()
    _ = try? store.apply([.put(StoredPin(id: 99, code: MortonCode(column: 5, row: 5)))])
    _ = try? store.apply([.remove(id: 1)])
  }

  @Test(
    "A row that no batch writes is named by the check, and ends in an error elsewhere",
    arguments: [
      ("UPDATE state SET pins = 9223372036854775807", "state"),
      ("UPDATE state SET pins = -1", "state"),
      ("UPDATE state SET version = 9223372036854775807", "state"),
      ("UPDATE state SET version = 9223372036854775806", "state"),
      ("UPDATE state SET version = -5", "state"),
      ("DELETE FROM state", "state"),
      ("INSERT INTO state VALUES (20, 0)", "more than one row"),
      ("INSERT INTO cells VALUES (3, -1, 1, 1, 1)", "cell -1 of level 3"),
      ("INSERT INTO cells VALUES (3, 64, 1, 1, 1)", "cell 64 of level 3"),
      ("INSERT INTO cells VALUES (40, 1, 1, 1, 1)", "level that is not stored"),
      ("INSERT INTO cells VALUES (-1, 1, 1, 1, 1)", "level that is not stored"),
      ("UPDATE cells SET columnSum = 9223372036854775807", "stored"),
      ("UPDATE cells SET rowSum = -9223372036854775808", "stored"),
      ("UPDATE cells SET pins = 9223372036854775807", "stored"),
      ("UPDATE cells SET pins = -3 WHERE level = 3", "stored"),
      ("UPDATE cells SET pins = 'many' WHERE level = 2", "not a whole number"),
      ("UPDATE pins SET code = 'here' WHERE id = 3", "invalid place or identifier"),
      ("UPDATE pins SET id = 9007199254740993 WHERE id = 3", "invalid place or identifier"),
      ("UPDATE pins SET properties = '{\"a\":[1]}' WHERE id = 3", "the pin 3 has properties"),
      ("UPDATE pins SET properties = '{\"a\":1},' WHERE id = 3", "the pin 3 has properties"),
      ("UPDATE pins SET properties = '{\"a\":01}' WHERE id = 3", "the pin 3 has properties"),
      ("UPDATE pins SET properties = '{\"a\":NaN}' WHERE id = 3", "the pin 3 has properties"),
      ("UPDATE pins SET properties = '{}' WHERE id = 3", "the pin 3 has properties"),
      ("UPDATE pins SET properties = x'00' WHERE id = 3", "properties that are not text"),
      ("UPDATE pins SET name = x'00ff' WHERE id = 3", "a name that is not text"),
      ("UPDATE pins SET name = hex(zeroblob(5000)) WHERE id = 3", "a name that is not text"),
    ])
  func forgedRows(script: String, found: String) throws {
    try forge(script)
    let store = try SQLitePinStore(path: path)
    let faults = try store.faults(limit: 100)
    #expect(faults.contains { "\($0)".contains(found) }, "\(faults)")
    #expect(try store.faults(limit: 1).count == 1)
    useEverything(store)
  }

  @Test(
    "A store with other tables than a build makes is refused",
    arguments: [
      "DROP INDEX pinsByID", "CREATE TABLE more(a)",
      "CREATE TRIGGER t AFTER INSERT ON pins BEGIN DELETE FROM cells; END",
      // Names that are like those of SQLite, and one that only it may give.
      "CREATE TRIGGER sqliteX AFTER INSERT ON pins BEGIN DELETE FROM pins; END",
      "CREATE VIEW sqliteY AS SELECT 1", "CREATE TABLE sqlite3(a)",
      """
      CREATE TRIGGER t AFTER INSERT ON pins BEGIN DELETE FROM pins; END;
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET name = 'sqlite_t', sql = replace(sql, 'TRIGGER t', 'TRIGGER sqlite_t')
      WHERE name = 't'
      """,
      """
      ALTER TABLE pins RENAME TO others; CREATE VIEW pins AS WITH RECURSIVE endless(code) AS
      (SELECT 1 UNION ALL SELECT code + 1 FROM endless) SELECT code, code AS id, '' AS name FROM endless
      """,
      "ALTER TABLE cells ADD COLUMN extra AS (length(hex(zeroblob(499999000))))",
      "DROP TABLE state", "PRAGMA user_version = 3", "PRAGMA user_version = 1",
      "PRAGMA application_id = 1",
    ])
  func otherTables(script: String) throws {
    try forge(script)
    #expect(throws: PinStoreError.self) { try SQLitePinStore(path: path) }
  }

  @Test("A store of version 1, which has no properties, gets them when it is opened")
  func versionOne() throws {
    try forge("ALTER TABLE pins DROP COLUMN properties; PRAGMA user_version = 1")
    let store = try SQLitePinStore(path: path)
    #expect(try store.pin(id: 3)?.properties == "")
    let pin = StoredPin(id: 3, code: MortonCode(column: 5, row: 5), properties: #"{"a":1}"#)
    try store.apply([.put(pin)])
    try store.close()
    let again = try SQLitePinStore(path: path)
    #expect(try again.pin(id: 3) == pin)
    #expect(try again.faults(limit: 1).isEmpty)
  }

  @Test("A trigger that comes while the store is open fails the batch that it would change")
  func lateTrigger() throws {
    let store = try SQLitePinStore(path: path)
    try store.apply([.remove(id: 1)])
    try forge("CREATE TRIGGER t AFTER INSERT ON pins BEGIN DELETE FROM pins; END")
    let pin = StoredPin(id: 99, code: MortonCode(column: 5, row: 5))
    #expect(throws: PinStoreError.self) { try store.apply([.put(pin)]) }
    #expect(try store.state() == PinStoreState(pinCount: 19, version: 1))
    #expect(try store.faults(limit: 1).isEmpty)
  }

  @Test("The last version is an error before a batch is written, and can be read after it")
  func lastVersion() throws {
    try forge("UPDATE state SET version = \(PinStoreState.maxVersion - 1)")
    let store = try SQLitePinStore(path: path)
    #expect(try store.apply([.remove(id: 1)]).version == PinStoreState.maxVersion)
    #expect(throws: PinStoreError.self) { try store.apply([.remove(id: 2)]) }
    #expect(
      try store.state() == PinStoreState(pinCount: 19, version: PinStoreState.maxVersion))
    try store.close()
    #expect(try SQLitePinStore(path: path).faults(limit: 1).isEmpty)
  }

  @Test("A batch waits for the disk, unless the caller turns that off")
  func durability() throws {
    #expect(try SQLitePinStore(path: path).currentDurability() == .machine)
    let other = try SQLitePinStore(path: path, durability: .process)
    #expect(try other.currentDurability() == .process)
  }

  @Test("What ANALYZE leaves is no other table")
  func analyzed() throws {
    try forge("ANALYZE")
    #expect(try SQLitePinStore(path: path).faults(limit: 1).isEmpty)
  }

  @Test("A damaged page is named by SQLite's own check")
  func damagedIndex() throws {
    // An index whose rows are gone, as its table says nothing of it.
    try forge(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = 'CREATE INDEX pinsByID ON pins(name)' WHERE name = 'pinsByID';
      """)
    try forge("REINDEX pinsByID")
    try forge(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = 'CREATE UNIQUE INDEX pinsByID ON pins(id)'
      WHERE name = 'pinsByID';
      """)
    let faults = try SQLitePinStore(path: path).faults(limit: 5)
    #expect(faults.contains { "\($0)".hasPrefix("SQLite: ") }, "\(faults)")
  }

  @Test("Nothing is acknowledged that goes into a file without its name", arguments: [true, false])
  func replaced(isRemoved: Bool) throws {
    let store = try SQLitePinStore(path: path)
    try store.apply([.remove(id: 1)])
    if isRemoved {
      try FileManager.default.removeItem(atPath: path)
    } else {
      try SQLitePinStore.build([], at: folder.file("other.sqlite"))
      #expect(rename(folder.file("other.sqlite"), path) == 0)
    }
    #expect(throws: PinStoreError.replaced(path: path)) { try store.apply([.remove(id: 2)]) }
    #expect(throws: PinStoreError.replaced(path: path)) { try store.state() }
    #expect(try store.pin(id: 2) != nil)
  }

  @Test(
    "A log that is removed loses nothing without a word, by whatever name the store was opened",
    arguments: ["pins.sqlite", "link.sqlite", "folder/pins.sqlite", "folder/link.sqlite"])
  func removedLog(name: String) throws {
    try link()
    let store = try SQLitePinStore(path: folder.file(name))
    try store.apply([.remove(id: 1)])
    try FileManager.default.removeItem(atPath: path + "-wal")
    #expect(throws: PinStoreError.replaced(path: folder.file(name))) {
      try store.apply([.remove(id: 2)])
    }
  }

  /// Links to the store and to its folder.
  private func link() throws {
    for (name, target) in [("link.sqlite", "pins.sqlite"), ("folder", ".")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.file(name), withDestinationPath: target)
    }
  }

  @Test("A link that is turned to another store ends the changes")
  func turnedLink() throws {
    try link()
    let name = folder.file("link.sqlite")
    let store = try SQLitePinStore(path: name)
    try store.apply([.remove(id: 1)])
    try SQLitePinStore.build([], at: folder.file("other.sqlite"))
    try FileManager.default.removeItem(atPath: name)
    try FileManager.default.createSymbolicLink(
      atPath: name, withDestinationPath: "other.sqlite")
    #expect(throws: PinStoreError.replaced(path: name)) { try store.apply([.remove(id: 2)]) }
  }

  @Test(
    "Nothing is acknowledged after a file was cut",
    arguments: [("", 0), ("", 8_192), ("-wal", 0), ("-wal", 100), ("-wal", -1)])
  func cut(suffix: String, length: Int) throws {
    let store = try SQLitePinStore(path: path)
    for id in 1...3 { try store.apply([.remove(id: Int64(id))]) }
    let whole = try folder.data("pins.sqlite" + suffix).count
    #expect(truncate(path + suffix, off_t(length < 0 ? whole + length : length)) == 0)
    for _ in 0..<2 {
      #expect(throws: PinStoreError.self) { try store.apply([.remove(id: 4)]) }
    }
  }

  @Test("A server that ends and empties the log keeps no other one from writing")
  func emptiedLog() throws {
    let store = try SQLitePinStore(path: path)
    try store.apply([.remove(id: 1)])
    let second = try SQLitePinStore(path: path)
    try second.apply([.remove(id: 2)])
    try second.close()
    #expect(try store.apply([.remove(id: 3)]) == PinStoreState(pinCount: 17, version: 3))
    // A third one begins the log again.
    let third = try SQLitePinStore(path: path)
    try third.apply([.remove(id: 4)])
    try third.close()
    try SQLitePinStore(path: path).apply([.remove(id: 5)])
    #expect(try store.apply([.remove(id: 6)]) == PinStoreState(pinCount: 14, version: 6))
    #expect(try store.faults(limit: 1).isEmpty)
  }

  @Test("A build removes the log of a store that is gone, and none of one that came meanwhile")
  func oldLog() async throws {
    let name = folder.file("new.sqlite")
    try folder.write("an old log", to: "new.sqlite-wal")
    try SQLitePinStore.build([], at: name)
    #expect(!folder.exists("new.sqlite-wal"))
    // Another build that gives the name now holds this lock.
    let lock = open(folder.path, O_RDONLY | O_DIRECTORY)
    defer { close(lock) }
    #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
    let other = folder.file("other.sqlite")
    let build = Task.detached { try SQLitePinStore.build([], at: other) }
    try await Task.sleep(for: .milliseconds(300))
    #expect(rename(name, other) == 0)
    try folder.write("a log that is in use", to: "other.sqlite-wal")
    #expect(flock(lock, LOCK_UN) == 0)
    await #expect(throws: PinStoreError.exists(path: other)) { try await build.value }
    #expect(folder.exists("other.sqlite-wal"))
  }

  @Test("A build never replaces a store, also one that came while it was built")
  func builtTwice() throws {
    #expect(throws: PinStoreError.exists(path: path)) { try SQLitePinStore.build([], at: path) }
    #expect(try SQLitePinStore(path: path).state().pinCount == 20)
    let pins = (0..<20_000).map {
      StoredPin(id: Int64($0), code: MortonCode(column: UInt32($0), row: 7))
    }
    let name = folder.file("new.sqlite")
    let outcomes = ConcurrentOutcomes()
    DispatchQueue.concurrentPerform(iterations: 4) { number in
      do {
        try SQLitePinStore.build(Array(pins.prefix(20_000 - number)), at: name)
        outcomes.add(.success(20_000 - number))
      } catch {
        outcomes.add(.failure(error))
      }
    }
    let made = outcomes.all.compactMap { try? $0.get() }
    #expect(made.count == 1)
    #expect(try SQLitePinStore(path: name).state().pinCount == made.first)
    #expect(try folder.names().sorted() == ["new.sqlite", "pins.sqlite"])
  }

  @Test("A lock of another process is an error that passes")
  func locked() throws {
    let store = try SQLitePinStore(path: path, lockTimeout: 0)
    let other = try SQLiteConnection(path, .readWrite)
    try other.transaction { () throws in
      #expect(throws: PinStoreError.busy(name: path)) { try store.apply([.remove(id: 1)]) }
      #expect(try store.pin(id: 1) != nil)
    }
    #expect(try store.apply([.remove(id: 1)]).pinCount == 19)
  }

  /// On a read-only disk, because the superuser may write everything else.
  @Test("A store that may not be written is read, and refuses changes", .withTinyDisk)
  func readOnly() throws {
    let disk = try TinyDisk(at: folder.makeFolder("disk"))
    defer { disk.unmount() }
    try FileManager.default.copyItem(atPath: path, toPath: folder.file("disk/pins.sqlite"))
    _ = try FinishedProgram(["mount", "-o", "remount,ro", folder.file("disk")])
    #expect(!FileManager.default.isWritableFile(atPath: folder.file("disk/pins.sqlite")))
    let store = try SQLitePinStore(path: folder.file("disk/pins.sqlite"))
    #expect(try store.state().pinCount == 20)
    #expect(throws: PinStoreError.self) { try store.apply([.remove(id: 1)]) }
    try store.close()
  }

  @Test("Identifiers that JSON cannot write are refused", arguments: [1 << 53, -(1 << 53), .max])
  func identifiers(id: Int64) throws {
    let pin = StoredPin(id: id, code: MortonCode(column: 1, row: 1))
    #expect(throws: PinStoreError.self) { try SQLitePinStore(path: path).apply([.put(pin)]) }
    #expect(throws: PinStoreError.self) {
      try SQLitePinStore.build([pin], at: folder.file("new.sqlite"))
    }
  }

  @Test("A temporary store leaves nothing, also where it cannot be made")
  func temporary() throws {
    let code = MortonCode(column: 1, row: 1)
    let made = try TemporaryPinStore([StoredPin(id: 1, code: code)])
    let file = made.store.path
    #expect(FileManager.default.fileExists(atPath: file))
    try made.store.close()
    made.remove()
    #expect(!FileManager.default.fileExists(atPath: file))
    #expect(throws: PinStoreError.self) {
      try TemporaryPinStore([StoredPin(id: 1, code: code), StoredPin(id: 1, code: code)])
    }
  }
}

private final class ConcurrentOutcomes: Sendable {
  private let outcomes = Mutex<[Result<Int, any Error>]>([])
  var all: [Result<Int, any Error>] { outcomes.withLock { $0 } }
  func add(_ outcome: Result<Int, any Error>) { outcomes.withLock { $0.append(outcome) } }
}
