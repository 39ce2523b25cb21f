import Dispatch
import Support
import Synchronization
import TestSupport
import Testing

@Suite("The access to SQLite")
struct SQLiteTests {
  private func memory(_ script: String = "CREATE TABLE t(a, b)") throws -> SQLiteConnection {
    let database = try SQLiteConnection("", .memory)
    try database.execute(script)
    return database
  }

  @Test("Values of each kind come back as they were")
  func values() throws {
    let database = try memory()
    let none: [UInt8]? = nil
    let insertion = try database.statement("INSERT INTO t VALUES (?, ?)")
    try insertion.run(Int.min, 0.1)
    try insertion.run("a\0é", [UInt8](0...9))
    try insertion.run("", [UInt8]())
    try insertion.run(none, Double.nan)
    let rows = try database.rows("SELECT a, b FROM t ORDER BY rowid")
    #expect(try rows.step())
    #expect(rows.integer(0) == .min && rows.double(1) == 0.1)
    #expect(try rows.step())
    #expect(rows.text(0) == "a\0é" && rows.bytes(1) == Array(0...9))
    #expect(try rows.step())
    #expect(rows.type(0) == .text && rows.text(0).isEmpty)
    #expect(rows.type(1) == .blob && rows.bytes(1).isEmpty)
    #expect(try rows.step())
    #expect(rows.isNull(0) && rows.isNull(1) && rows.isNull(99) && rows.text(0).isEmpty)
    #expect(try !rows.step())
  }

  @Test("A kept statement may be in use twice, and comes back without its row and its values")
  func keptStatements() throws {
    let database = try memory("CREATE TABLE t(a); INSERT INTO t VALUES (1), (2), (3)")
    let sql = "SELECT a FROM t WHERE a >= ? ORDER BY a"
    var found: [[Int64]] = []
    let outer = try database.rows(sql, 1)
    while try outer.step() {
      let inner = try database.rows(sql, outer.integer(0))
      var row: [Int64] = []
      while try inner.step() { row.append(inner.integer(0)) }
      found.append(row)
    }
    #expect(found == [[1, 2, 3], [2, 3], [3]])
    #expect(throws: SQLiteError.self) { try database.rows(sql).step() }
  }

  @Test("An error has its code, its words, what was run, and a remedy")
  func errors() throws {
    let database = try memory("CREATE TABLE t(a UNIQUE); INSERT INTO t VALUES (1)")
    let error = #expect(throws: SQLiteError.self) {
      try database.run("INSERT INTO t VALUES (?)", 1)
    }
    #expect(error?.kind == .constraint && error?.code == 19 && error?.extendedCode == 2067)
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains("UNIQUE constraint failed: t.a (SQLite error 2067) in \"INSERT INTO t"))
    let count = #expect(throws: SQLiteError.self) { try database.run("SELECT ?, ?", 1) }
    #expect(count?.message == "expected 2 values, found 1")
    let folder = try TemporaryFolder()
    let missing = folder.file("missing.db")
    let opening = #expect(throws: SQLiteError.self) { try SQLiteConnection(missing, .readOnly) }
    #expect(opening?.subject == missing && opening?.code == 14)
  }

  @Test("A transaction whose closure throws is undone")
  func transactions() throws {
    struct Stop: Error {}
    let database = try memory()
    #expect(throws: Stop.self) {
      try database.transaction {
        try database.run("INSERT INTO t VALUES (1, 2)")
        throw Stop()
      }
    }
    #expect(!database.isInTransaction)
    #expect(try database.transaction { try database.integer("SELECT count(*) FROM t") } == 0)
  }

  @Test("A statement is interrupted, a value has its limit, and a closed database is an error")
  func limits() throws {
    let database = try memory()
    database.setLimit(.valueLength, to: 1_000)
    let long = #expect(throws: SQLiteError.self) { try database.integer("SELECT zeroblob(1001)") }
    #expect(long?.kind == .tooBig)
    database.interrupt(every: 100) { true }
    let endless = #expect(throws: SQLiteError.self) {
      try database.execute(
        "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r")
    }
    #expect(endless?.kind == .interrupted)
    database.close()
    #expect(throws: SQLiteError.self) { try database.integer("SELECT 1") }
  }

  @Test("Words are cut as FTS5 cuts them")
  func tokenizer() throws {
    let tokenizer = try SQLiteTokenizer(memory())
    let found = try tokenizer.words(of: "Café  du MONDE, 12a ")
    #expect(found.words == ["cafe", "du", "monde", "12a"] && found.end == 20)
    #expect(try tokenizer.words(of: "").words.isEmpty)
  }

  @Test("Each read of a pool sees one state while others write, and a full pool makes reads wait")
  func pool() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("app.db")
    let made = try SQLiteConnection(path, .create)
    try made.execute("CREATE TABLE t(a); INSERT INTO t VALUES (1)")
    made.close()
    let opened = Mutex(0)
    let pool = try SQLitePool(path, isWritable: true, maxReaders: 2, busyTimeout: 5) { _ in
      opened.withLock { $0 += 1 }
    }
    let contradictions = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 6) { number in
      for _ in 0..<100 {
        do {
          if number == 0 {
            try pool.write { database in try database.run("UPDATE t SET a = a + 1") }
          } else {
            try pool.read { database in
              let first = try database.integer("SELECT a FROM t")
              let second = try database.integer("SELECT a FROM t")
              if first != second { contradictions.withLock { $0 += 1 } }
            }
          }
        } catch {
          Issue.record(error)
        }
      }
    }
    #expect(contradictions.withLock { $0 } == 0)
    #expect(try pool.read { try $0.integer("SELECT a FROM t") } == 101)
    #expect(opened.withLock { (2...3).contains($0) }, "the writer, and at most two readers")
    #expect(throws: SQLiteError.self) { try pool.read { try $0.run("DELETE FROM t") } }
    pool.close()
    #expect(throws: SQLiteError.self) { try pool.read { _ in } }
  }
}
