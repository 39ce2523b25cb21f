import Clustering
import Simulation

/// The pins in view in the cells of a grid, grouped from scratch as clusterers with a quadtree do:
/// two or more pins in a cell are a cluster at their mean.
///
/// Cells are those of the ClusterMap library in size. They are aligned with the world and taken
/// whole, so that a cluster stays the same while the map pans.
struct VisibleCells {
  /// The items to show, by ascending cell.
  private(set) var items: [ClusterItem] = []
  /// The pins cell by cell, within a cell by ascending number: the number in the data, and the
  /// position among the grouped pins.
  private var entries: [(number: Int, position: Int)] = []
  private var cells: [(key: UInt64, entries: Range<Int>)] = []

  /// The number of pins in the cells.
  var pinCount: Int { entries.count }

  /// Nothing to show.
  init() {}

  /// Groups the pins in every cell that a rectangle touches.
  ///
  /// - Complexity: O(n + c) for n pins and c cells; O(n log n) if the pins are not in the order of
  ///   their numbers.
  init(of pins: [MapPin], in rect: MapRect, zoom: Double) {
    let grid = CellNumbers(touching: rect, at: GridLevel(containing: zoom, sizes: .clusterMap))
    var found: [(position: Int32, cell: Int32)] = []
    var ends = [Int](repeating: 0, count: grid.count + 1)
    for (position, pin) in pins.enumerated() {
      guard let cell = grid.cell(of: pin.point) else { continue }
      found.append((Int32(position), Int32(cell)))
      ends[cell + 1] += 1
    }
    for cell in 1..<ends.count { ends[cell] += ends[cell - 1] }
    // The start of each cell moves to its end while its pins are placed.
    entries = Array(unsafeUninitializedCapacity: found.count) { buffer, count in
      for (position, cell) in found {
        buffer.initializeElement(
          at: ends[Int(cell)], to: (pins[Int(position)].number, Int(position)))
        ends[Int(cell)] += 1
      }
      count = found.count
    }
    var start = 0
    for cell in 0..<grid.count where ends[cell] > start {
      cells.append((grid.key(of: cell), start..<ends[cell]))
      start = ends[cell]
    }
    // Across the antimeridian the cells of one part come after the other part's.
    cells.sort { $0.key < $1.key }
    for (key, range) in cells {
      let isSorted = range.dropFirst().allSatisfy { entries[$0 - 1].number < entries[$0].number }
      if !isSorted { entries[range].sort { $0.number < $1.number } }
      items.append(item(of: entries[range], key: key, among: pins))
    }
  }

  /// A rectangle that contains all cells that a rectangle touches. Across the antimeridian, the
  /// cells of both sides; it reaches over the right edge of the world then.
  static func rect(ofCellsIn rect: MapRect, zoom: Double) -> MapRect {
    let level = GridLevel(containing: zoom, sizes: .clusterMap)
    let blocks = GridBlock.blocks(touching: rect, at: level)
    guard let first = blocks.first?.rect(at: level) else { return rect }
    guard let second = blocks.second?.rect(at: level) else { return first }
    // The one that reaches the antimeridian from the west begins, and the other ends.
    let (west, east) = first.minX > second.minX ? (first, second) : (second, first)
    return MapRect(
      x: west.minX, y: first.minY, width: MapSize.world.width - west.minX + east.maxX,
      height: first.height)
  }

  private func item(
    of members: ArraySlice<(number: Int, position: Int)>, key: UInt64, among pins: [MapPin]
  ) -> ClusterItem {
    if members.count == 1, let only = members.first { return pins[only.position].item }
    var (x, y) = (0.0, 0.0)
    for entry in members {
      let point = pins[entry.position].point
      x += point.x
      y += point.y
    }
    let count = Double(members.count)
    return ClusterItem(
      id: .cluster(key), point: MapPoint(x: x / count, y: y / count), count: members.count)
  }

  /// Names the pins of an item, by their numbers in the data.
  func forEachPin(of id: AnnotationID, _ body: (Int) -> Void) {
    if let pin = id.pinIndex { return body(pin) }
    guard let cell = cells.first(where: { .cluster($0.key) == id }) else { return }
    for entry in entries[cell.entries] { body(entry.number) }
  }
}

/// The cells of a grid that a rectangle touches, numbered row by row; across the antimeridian one
/// part after the other.
private struct CellNumbers {
  /// A block of cells, and a rectangle that contains them and a little more: most pins are not even
  /// in that, and need no division.
  private typealias Part = (block: GridBlock, reach: MapRect, firstCell: Int)

  private static let columnBits: UInt64 = 28

  private let level: GridLevel
  private var first: Part?
  private var second: Part?

  /// The number of cells.
  private(set) var count = 0

  init(touching rect: MapRect, at level: GridLevel) {
    self.level = level
    let blocks = GridBlock.blocks(touching: rect, at: level)
    first = blocks.first.map { add($0) }
    second = blocks.second.map { add($0) }
  }

  private mutating func add(_ block: GridBlock) -> Part {
    defer { count += block.rows.count * block.columns.count }
    return (block, block.rect(at: level).insetBy(dx: -1, dy: -1), count)
  }

  /// The cell of a point; `nil` outside of all cells.
  func cell(of point: MapPoint) -> Int? {
    cell(of: point, in: first) ?? cell(of: point, in: second)
  }

  private func cell(of point: MapPoint, in part: Part?) -> Int? {
    guard let part, part.reach.contains(point) else { return nil }
    let (column, row) = (level.number(of: point.x), level.number(of: point.y))
    guard part.block.contains(column: column, row: row) else { return nil }
    let rowsAbove = row - part.block.rows.lowerBound
    return part.firstCell + rowsAbove * part.block.columns.count + column
      - part.block.columns.lowerBound
  }

  /// The cell's place in the world, which stays the same while the map pans.
  ///
  /// - Precondition: `cell` is below ``count``.
  func key(of cell: Int) -> UInt64 {
    let isInSecond = second.map { cell >= $0.firstCell } ?? false
    guard let part = isInSecond ? second : first else {
      preconditionFailure("expected a cell below \(count), found \(cell)")
    }
    let (row, column) = (cell - part.firstCell)
      .quotientAndRemainder(dividingBy: part.block.columns.count)
    return UInt64(level.zoom) << (2 * Self.columnBits)
      | UInt64(part.block.rows.lowerBound + row) << Self.columnBits
      | UInt64(part.block.columns.lowerBound + column)
  }
}
