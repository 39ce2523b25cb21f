import Clustering
import Foundation
import PinService
import Support
import TestSupport
import Testing

@Suite("A store of pins in SQLite")
struct SQLitePinStoreTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Pins in groups, some at the same place.
  private static func pins(_ count: Int, seed: UInt64 = 7) -> [StoredPin] {
    var random = SeededGenerator(seed: seed)
    let centers = (0..<8).map { _ in
      MapPoint(
        x: Double.random(in: 1e6...2.6e8, using: &random),
        y: Double.random(in: 1e6...2.6e8, using: &random))
    }
    return (0..<count).map { id in
      let center = centers[id % centers.count]
      let radius = id % 5 == 0 ? 0 : exp2(Double.random(in: 0...20, using: &random))
      let point = MapPoint(
        x: center.x + Double.random(in: -1...1, using: &random) * radius,
        y: center.y + Double.random(in: -1...1, using: &random) * radius)
      return StoredPin(id: Int64(id), code: MortonCode(point), name: "Pin \(id)")
    }
  }

  /// Pins, and a store of them.
  private func store(of count: Int) throws -> (pins: [StoredPin], store: SQLitePinStore) {
    let pins = Self.pins(count)
    return (pins, try folder.store(pins))
  }

  /// Boxes of all sizes around pins.
  private static func boxes(around pins: [StoredPin], count: Int) -> [MortonBox] {
    var random = SeededGenerator(seed: 3)
    return (0..<count).flatMap { _ in
      let center = pins[Int.random(in: pins.indices, using: &random)].code.mapPoint
      let side = exp2(Double.random(in: 0...28, using: &random))
      return MortonBox.boxes(
        of: MapRect(center: center, size: MapSize(width: side, height: side * 2)))
    }
  }

  private func allPages(
    of store: SQLitePinStore, in box: MortonBox, limit: Int
  ) throws -> [[StoredPin]] {
    var pages: [[StoredPin]] = []
    var cursor: PinCursor?
    repeat {
      let page = try store.pins(in: box, after: cursor, limit: limit)
      pages.append(page.pins)
      cursor = page.next
    } while cursor != nil
    return pages
  }

  @Test("The pages of a box have exactly its pins, in order, each once")
  func pages() throws {
    let (pins, store) = try store(of: 2_000)
    let sorted = pins.sorted { ($0.code, $0.id) < ($1.code, $1.id) }
    for box in Self.boxes(around: pins, count: 60) + [.world] {
      let expected = sorted.filter { box.contains($0.code) }
      for limit in [1, 7, 5_000] where limit > 1 || expected.count < 50 {
        let pages = try allPages(of: store, in: box, limit: limit)
        #expect(pages.flatMap(\.self) == expected)
        #expect(pages.dropLast().allSatisfy { $0.count == limit })
      }
    }
  }

  @Test("A page reads little more than its rows, however large the box is")
  func rowsRead() throws {
    let (pins, store) = try store(of: 20_000)
    for box in Self.boxes(around: pins, count: 100) {
      let page = try store.pins(in: box, after: nil, limit: 50)
      #expect(page.rowsRead <= page.pins.count + 1 + 400)
    }
    #expect(try store.pins(in: .world, after: nil, limit: 50).rowsRead == 51)
  }

  @Test("A cursor whose pin was removed continues where the pin was")
  func cursorOfARemovedPin() throws {
    let store = try store(of: 100).store
    let first = try store.pins(in: .world, after: nil, limit: 10)
    try store.apply([.remove(id: try #require(first.next).id)])
    let second = try store.pins(in: .world, after: first.next, limit: 100)
    #expect(second.pins.count == 90)
    #expect(Set(first.pins.map(\.id)).isDisjoint(with: second.pins.map(\.id)))
  }

  @Test("The cells of a box are those of a count by hand, at stored and at finer levels")
  func cells() throws {
    let (pins, store) = try store(of: 2_000)
    for box in Self.boxes(around: pins, count: 30) {
      for level in [0, 3, 9, 16, 17, 22, 32] {
        var counted: [QuadCell: PinCell.Contents] = [:]
        let grown = box.grown(toCellsOf: level)
        for pin in pins where grown.contains(pin.code) {
          counted[QuadCell(level: level, containing: pin.code), default: .init()].add(pin.code)
        }
        let cells = try store.cells(in: box, level: level).cells
        #expect(cells.map(\.cell) == counted.keys.sorted())
        #expect(cells.allSatisfy { counted[$0.cell] == $0.contents })
      }
    }
  }

  @Test("The mean of a cell's pins is that of their places")
  func mean() {
    let points = [MapPoint(x: 100, y: 200), MapPoint(x: 300, y: 1_000)]
    var contents = PinCell.Contents()
    for point in points { contents.add(MortonCode(point)) }
    #expect(abs(contents.mapPoint.x - 200) < 1 / 16)
    #expect(abs(contents.mapPoint.y - 600) < 1 / 16)
  }

  @Test("Batches change pins and cells together, and the same pins make the same store")
  func batches() throws {
    let pins = Self.pins(1_000)
    let store = try folder.store(pins.prefix(400))
    var random = SeededGenerator(seed: 11)
    var expected = Dictionary(uniqueKeysWithValues: pins.prefix(400).map { ($0.id, $0) })
    for number in 1...60 {
      let changes: [PinChange] = (0..<40).map { _ in
        let pin = pins[Int.random(in: pins.indices, using: &random)]
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return .remove(id: pin.id)
        // A pin that moves to the place of another, one that stays, and a new name.
        case 1: return .put(StoredPin(id: pin.id, code: pins[number].code, name: "moved"))
        default: return .put(pin)
        }
      }
      for change in changes {
        if case .put(let pin) = change {
          expected[pin.id] = pin
        } else {
          expected[change.id] = nil
        }
      }
      let state = try store.apply(changes)
      #expect(state == PinStoreState(pinCount: expected.count, version: Int64(number)))
    }
    #expect(try store.faults(limit: 10).isEmpty)
    let again = try folder.store(expected.values, name: "again.sqlite")
    #expect(try again.faults(limit: 10).isEmpty)
    let (left, right) = (
      try store.pins(in: .world, after: nil, limit: 2_000).pins,
      try again.pins(in: .world, after: nil, limit: 2_000).pins
    )
    #expect(left == right)
    for level in PinCell.storedLevels {
      let contents = try store.cells(in: .world, level: level).cells.map(\.contents)
      #expect(try again.cells(in: .world, level: level).cells.map(\.contents) == contents)
    }
  }

  @Test("A new name changes no cell, and a batch that changes nothing is counted all the same")
  func names() throws {
    let (pins, store) = try store(of: 100)
    let before = try store.cells(in: .world, level: 12)
    let pin = pins[42]
    try store.apply([.put(StoredPin(id: pin.id, code: pin.code, name: "another name"))])
    try store.apply([.remove(id: -1)])
    #expect(try store.cells(in: .world, level: 12) == before)
    #expect(try store.pin(id: pin.id)?.name == "another name")
    #expect(try store.state() == PinStoreState(pinCount: 100, version: 2))
  }

  @Test("What was acknowledged is there after the store is opened again")
  func reopening() throws {
    let (pins, store) = try store(of: 50)
    try store.apply([.remove(id: 3), .put(StoredPin(id: 99, code: pins[0].code))])
    // A second process, while the first has not closed the file.
    let second = try SQLitePinStore(path: folder.file("pins.sqlite"))
    #expect(try second.pin(id: 3) == nil)
    #expect(try second.pin(id: 99)?.code == pins[0].code)
    try second.close()
    try store.close()
    #expect(try SQLitePinStore(path: folder.file("pins.sqlite")).state().pinCount == 50)
  }

  @Test("The check finds a count that is off by one, a cell too many, and one that is missing")
  func faults() throws {
    let store = try store(of: 300).store
    try store.apply([])
    try store.close()
    let script = """
      UPDATE cells SET pins = pins + 1 WHERE level = 5 AND number =
        (SELECT min(number) FROM cells WHERE level = 5);
      DELETE FROM cells WHERE level = 9 AND number = (SELECT max(number) FROM cells WHERE level = 9);
      INSERT INTO cells VALUES (12, 16777215, 1, 0, 0);
      UPDATE state SET pins = 299;
      """
    try runSQL(script)
    let faults = try SQLitePinStore(path: folder.file("pins.sqlite")).faults(limit: 10)
    #expect(faults.count == 4)
    #expect(faults.contains(.pinCount(stored: 299, counted: 300)))
    #expect(
      faults.contains {
        if case .cell(let cell, let stored, nil) = $0 {
          cell.level == 12 && stored != nil
        } else {
          false
        }
      })
    #expect(try SQLitePinStore(path: folder.file("pins.sqlite")).faults(limit: 2).count == 2)
  }

  private func runSQL(_ script: String) throws {
    let database = try SQLiteConnection(folder.file("pins.sqlite"), .readWrite)
    try database.execute(script)
    database.close()
  }

  @Test("Another file is refused with what it is, and stays as it was")
  func otherFiles() throws {
    let text = try folder.write("latitude,longitude\n1,2\n", to: "places.csv")
    let error = PinStoreError.notAStore(path: text, found: "a file that is not a SQLite database")
    #expect(throws: error) {
      try SQLitePinStore(path: text)
    }
    #expect(throws: PinStoreError.self) { try SQLitePinStore(path: folder.file("missing")) }
    #expect(!folder.exists("missing"))
    #expect(throws: PinStoreError.self) { try SQLitePinStore(path: folder.path) }
    #expect(try folder.read("places.csv") == "latitude,longitude\n1,2\n")
  }

  @Test("Two pins of one identifier, and a name that is too long, make no store")
  func invalidPins() throws {
    let code = MortonCode(column: 1, row: 1)
    let twice = [
      StoredPin(id: 5, code: code), StoredPin(id: 5, code: MortonCode(column: 9, row: 9)),
    ]
    #expect(
      throws: PinStoreError.invalidPin(id: 5, expected: "one pin for an identifier", found: "two")
    ) { try SQLitePinStore.build(twice, at: folder.file("a.sqlite")) }
    let long = StoredPin(id: 1, code: code, name: String(repeating: "x", count: 1_001))
    #expect(throws: PinStoreError.self) {
      try SQLitePinStore.build([long], at: folder.file("a.sqlite"))
    }
    #expect(try folder.names().isEmpty)
    let store = try folder.store([])
    #expect(throws: PinStoreError.self) { try store.apply([.put(long)]) }
    #expect(try store.state() == PinStoreState(pinCount: 0, version: 0))
    #expect(
      try store.pins(in: .world, after: nil, limit: 1) == PinPage([], limit: 1, rowsRead: 0))
  }

  @Test("Readers see whole batches while another thread writes")
  func concurrentReading() async throws {
    let (pins, store) = try store(of: 500)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for number in 0..<40 {
          // Ten pins leave, ten come: the sum of a level stays.
          let ids = (0..<10).map { Int64(number * 10 + $0) }
          try store.apply(
            ids.map { .remove(id: $0) }
              + ids.map { .put(StoredPin(id: $0 + 1_000, code: pins[Int($0)].code)) })
        }
      }
      group.addTask {
        for _ in 0..<200 {
          let counts = try store.cells(in: .world, level: 8).cells.reduce(0) { $0 + $1.count }
          #expect(counts == 500)
        }
      }
      try await group.waitForAll()
    }
    #expect(try store.faults(limit: 1).isEmpty)
  }
}
