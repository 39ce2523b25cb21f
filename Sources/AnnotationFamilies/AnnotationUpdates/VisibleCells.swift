import Clustering
import MapGeometry
import MapSimulation

/// The pins in view in the cells of a grid, grouped from scratch as clusterers with a quadtree do:
/// two or more pins in a cell are a cluster at their mean.
///
/// Cells are those of the ClusterMap library in size. They are aligned with the world and taken
/// whole, so that a cluster stays the same while the map pans.
struct VisibleCells {
  /// A pin in a cell.
  private struct Entry {
    /// The number in the data.
    let number: Int
    /// The position among the pins that were grouped.
    let position: Int
  }

  private struct Cell {
    let key: UInt64
    let entries: Range<Int>
  }

  /// The items to show, by ascending cell.
  private(set) var items: [ClusterItem] = []
  /// The pins cell by cell, those of one cell by ascending number.
  private var entries: [Entry] = []
  private var cells: [Cell] = []

  /// The number of pins in the cells.
  var pinCount: Int { entries.count }

  /// Nothing to show.
  init() {}

  /// Groups the pins in every cell that a rectangle touches.
  ///
  /// - Complexity: O(n + c) for n pins and c cells; O(n log n) if the pins are not in the order of
  ///   their numbers.
  init(of pins: [MapPin], in rect: MapRect, zoom: Double) {
    let (level, side) = Self.cells(atZoom: zoom)
    let grid = CellGrid(of: rect, side: side)
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
        let entry = Entry(number: pins[Int(position)].number, position: Int(position))
        buffer.initializeElement(at: ends[Int(cell)], to: entry)
        ends[Int(cell)] += 1
      }
      count = found.count
    }
    var start = 0
    for cell in 0..<grid.count where ends[cell] > start {
      cells.append(Cell(key: grid.key(of: cell, level: level), entries: start..<ends[cell]))
      start = ends[cell]
    }
    // Across the antimeridian the cells of one part come after those of the other.
    cells.sort { $0.key < $1.key }
    for cell in cells {
      sort(cell.entries)
      items.append(item(of: cell, among: pins))
    }
  }

  private mutating func sort(_ range: Range<Int>) {
    let isSorted = range.dropFirst().allSatisfy { entries[$0 - 1].number < entries[$0].number }
    if !isSorted { entries[range].sort { $0.number < $1.number } }
  }

  /// The smallest rectangle of whole cells that contains a rectangle.
  static func rect(ofCellsIn rect: MapRect, zoom: Double) -> MapRect {
    rect.grown(toCellsOf: cells(atZoom: zoom).side)
  }

  /// The grid's zoom level, and the side of its cells in map points.
  private static func cells(atZoom zoom: Double) -> (level: Int, side: Double) {
    let level = min(max(Int(zoom.rounded(.down)), 0), GridCellSizes.zoomRange.upperBound)
    let size = GridCellSizes.clusterMap.size(atZoom: level)
    return (level, size / Viewport.tileSize * MapSize.world.width / Double(1 << level))
  }

  private func item(of cell: Cell, among pins: [MapPin]) -> ClusterItem {
    let members = entries[cell.entries]
    if members.count == 1, let only = members.first { return pins[only.position].item }
    var (x, y) = (0.0, 0.0)
    for entry in members {
      let point = pins[entry.position].point
      x += point.x
      y += point.y
    }
    let count = Double(members.count)
    return ClusterItem(
      id: .cluster(cell.key), point: MapPoint(x: x / count, y: y / count), count: members.count)
  }

  /// Names the pins of an item, by their numbers in the data.
  func forEachPin(of id: AnnotationID, _ body: (Int) -> Void) {
    if let pin = id.pinIndex { return body(pin) }
    guard let cell = cells.first(where: { .cluster($0.key) == id }) else { return }
    for entry in entries[cell.entries] { body(entry.number) }
  }
}

/// The cells of a grid that a rectangle touches, numbered row by row; across the antimeridian those
/// of one part after those of the other.
private struct CellGrid {
  private struct Part {
    let rect: MapRect
    let firstRow: Int
    let firstColumn: Int
    let columnCount: Int
    /// The number of its first cell.
    let firstCell: Int
    let count: Int
  }

  private let side: Double
  private let main: Part
  private let other: Part?

  /// The number of cells.
  var count: Int { main.count + (other?.count ?? 0) }

  private static let columnBits: UInt64 = 28

  init(of rect: MapRect, side: Double) {
    func part(_ rect: MapRect, firstCell: Int) -> Part {
      let rect = rect.grown(toCellsOf: side)
      let (row, column) = (Int((rect.minY / side).rounded()), Int((rect.minX / side).rounded()))
      // A point on the far edge lies in a cell beyond it.
      let rowCount = Int((rect.maxY / side).rounded()) - row + 1
      let columnCount = Int((rect.maxX / side).rounded()) - column + 1
      return Part(
        rect: rect, firstRow: row, firstColumn: column, columnCount: columnCount,
        firstCell: firstCell, count: rowCount * columnCount)
    }
    let parts = rect.partsOnWorld
    main = part(parts.first ?? rect, firstCell: 0)
    other = parts.count > 1 ? part(parts[1], firstCell: main.count) : nil
    self.side = side
  }

  /// The cell of a point; `nil` outside of all cells.
  func cell(of point: MapPoint) -> Int? {
    let part: Part
    if main.rect.contains(point) {
      part = main
    } else if let other, other.rect.contains(point) {
      part = other
    } else {
      return nil
    }
    // Truncated, as no place on the world is negative.
    let row = Int(point.y / side) - part.firstRow
    let column = Int(point.x / side) - part.firstColumn
    return part.firstCell + row * part.columnCount + column
  }

  /// The cell's place in the world, which stays the same while the map pans.
  func key(of cell: Int, level: Int) -> UInt64 {
    var part = main
    if let other, cell >= other.firstCell { part = other }
    let (row, column) = (cell - part.firstCell).quotientAndRemainder(dividingBy: part.columnCount)
    return UInt64(level) << (2 * Self.columnBits)
      | UInt64(part.firstRow + row) << Self.columnBits | UInt64(part.firstColumn + column)
  }
}

extension MapRect {
  /// The smallest rectangle of whole cells that contains this one.
  fileprivate func grown(toCellsOf side: Double) -> MapRect {
    let left = (minX / side).rounded(.down) * side
    let top = (minY / side).rounded(.down) * side
    return MapRect(
      x: left, y: top, width: ((maxX / side).rounded(.down) + 1) * side - left,
      height: ((maxY / side).rounded(.down) + 1) * side - top)
  }
}
