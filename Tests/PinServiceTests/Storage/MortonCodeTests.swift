import Clustering
import PinService
import TestSupport
import Testing

@Suite("Morton codes and boxes")
struct MortonCodeTests {
  @Test("The bits of column and row take turns, those of the row first")
  func interleaving() {
    #expect(MortonCode(column: 0b11, row: 0b00).rawValue == 0b0101)
    #expect(MortonCode(column: 0b00, row: 0b11).rawValue == 0b1010)
    #expect(MortonCode(column: .max, row: .max).rawValue == .max)
  }

  @Test("A code has its column and row again, and its stored form keeps the order")
  func roundTrip() {
    var random = SeededGenerator(seed: 1)
    var previous = MortonCode(rawValue: 0)
    for _ in 0..<1_000 {
      let (column, row) = (UInt32.random(in: 0 ... .max, using: &random), random.next32())
      let code = MortonCode(column: column, row: row)
      #expect(code.column == column && code.row == row)
      #expect(MortonCode(stored: code.stored) == code)
      #expect((code.stored < previous.stored) == (code < previous))
      previous = code
    }
  }

  @Test("A place off the world is moved to its edge")
  func edges() {
    #expect(MortonCode(MapPoint(x: -5, y: 1e12)) == MortonCode(column: 0, row: .max))
    let corner = MapPoint(x: MapSize.world.width, y: MapSize.world.height)
    #expect(MortonCode(corner).rawValue == .max)
  }

  @Test("A place is kept to a centimetre")
  func precision() {
    let place = Coordinate(52.520_008, 13.404_954)
    let kept = MortonCode(MapPoint(place)).mapPoint.coordinate
    #expect(place.greatCircleDistance(to: kept) < 0.01)
  }

  @Test("A cell is the tile of its zoom that contains a place")
  func cells() throws {
    let berlin = MortonCode(MapPoint(Coordinate(52.52, 13.405)))
    // By the formula of OpenStreetMap's slippy map tiles.
    let tile = try #require(QuadCell(zoom: 10, column: 550, row: 335))
    #expect(QuadCell(level: 10, containing: berlin) == tile)
    #expect(tile.codes.contains(berlin))
    #expect(QuadCell(level: 0, containing: berlin).codes == .init(uncheckedBounds: (.zero, .last)))
    #expect(QuadCell(zoom: 3, column: 8, row: 0) == nil)
    #expect(QuadCell(zoom: 33, column: 0, row: 0) == nil)
    #expect(QuadCell(zoom: 3, column: -1, row: 0) == nil)
  }

  @Test("The next code in a box is the one that a search through all codes finds")
  func nextCode() {
    // All codes of a world of 16 x 16 steps.
    var random = SeededGenerator(seed: 2)
    for _ in 0..<200 {
      let columns = [UInt32.random(in: 0..<16, using: &random), random.next32() % 16].sorted()
      let rows = [UInt32.random(in: 0..<16, using: &random), random.next32() % 16].sorted()
      let box = MortonBox(
        first: MortonCode(column: columns[0], row: rows[0]),
        last: MortonCode(column: columns[1], row: rows[1]))
      let inside = (UInt64(0)..<256).map { MortonCode(rawValue: $0) }.filter {
        columns[0]...columns[1] ~= $0.column && rows[0]...rows[1] ~= $0.row
      }
      for code in (UInt64(0)..<256).map({ MortonCode(rawValue: $0) }) {
        #expect(box.contains(code) == inside.contains(code))
        #expect(box.code(from: code) == inside.first { $0 >= code })
      }
    }
  }

  @Test("A rectangle across the antimeridian has two boxes, one off the world has none")
  func boxes() {
    let across = MapRect(x: MapSize.world.width - 10, y: 100, width: 20, height: 20)
    let boxes = MortonBox.boxes(of: across)
    #expect(boxes.count == 2)
    #expect(boxes.first?.last.column == .max && boxes.last?.first.column == 0)
    #expect(MortonBox.boxes(of: .world) == [.world])
    #expect(MortonBox.boxes(of: MapRect(x: 0, y: -50, width: 10, height: 10)).isEmpty)
    #expect(MortonBox.boxes(of: MapRect(x: 0, y: 0, width: -1, height: 10)).isEmpty)
    #expect(MortonBox.boxes(of: MapRect(x: .nan, y: 0, width: 1, height: 1)).isEmpty)
    #expect(MortonBox.boxes(of: MapRect(x: 0, y: 0, width: 1, height: .infinity)).count == 1)
  }

  @Test("A box touches as many cells as the codes in it have")
  func cellCounts() {
    let box = MortonBox(
      first: MortonCode(column: 7, row: 3), last: MortonCode(column: 16, row: 4))
    #expect(box.cellCount(level: 32) == 20)
    #expect(box.cellCount(level: 29) == 3)
    #expect(box.cellCount(level: 0) == 1)
    #expect(MortonBox.world.cellCount(level: 32) == .max)
    #expect(
      box.grown(toCellsOf: 29)
        == MortonBox(first: MortonCode(column: 0, row: 0), last: MortonCode(column: 23, row: 7)))
  }
}

extension MortonCode {
  fileprivate static let zero = MortonCode(rawValue: 0)
  fileprivate static let last = MortonCode(rawValue: .max)
}

extension SeededGenerator {
  fileprivate mutating func next32() -> UInt32 { UInt32(truncatingIfNeeded: next()) }
}
