import Clustering
import MapGeometry

/// The pins in view in the cells of a grid, grouped from scratch as clusterers with a quadtree do:
/// what has two pins and more in a cell is a cluster at their mean.
///
/// Cells are those of the ClusterMap library in size. They are aligned with the world and taken
/// whole, so that a cluster stays the same while the map pans.
struct VisibleCells {
  private struct Entry {
    let key: UInt64
    let pin: MapPin
  }

  private struct Cell {
    let key: UInt64
    let entries: Range<Int>
  }

  /// What there is to show, by ascending cell.
  private(set) var items: [ClusterItem] = []
  private var entries: [Entry] = []
  private var cells: [Cell] = []

  private static let columnBits: UInt64 = 28

  /// Nothing to show.
  init() {}

  /// Groups the pins in every cell that a rectangle touches.
  init(of pins: [MapPin], in rect: MapRect, zoom: Double, counts: inout ComputationCounts) {
    let level = min(max(Int(zoom.rounded(.down)), 0), GridCellSizes.zoomRange.upperBound)
    let tiles = Double(1 << level)
    let side =
      GridCellSizes.clusterMap.size(atZoom: level) / Viewport.tileSize * MapSize.world.width / tiles
    let parts = rect.partsOnWorld.map { $0.grown(toCellsOf: side) }
    for pin in pins where parts.contains(where: { $0.contains(pin.point) }) {
      let row = UInt64((pin.point.y / side).rounded(.down))
      let column = UInt64((pin.point.x / side).rounded(.down))
      entries.append(
        Entry(
          key: UInt64(level) << (2 * Self.columnBits) | row << Self.columnBits | column, pin: pin))
    }
    counts.pinsExamined += pins.count
    counts.pinsClustered += entries.count
    entries.sort { ($0.key, $0.pin.number) < ($1.key, $1.pin.number) }
    var start = 0
    while start < entries.count {
      var end = start + 1
      while end < entries.count, entries[end].key == entries[start].key { end += 1 }
      cells.append(Cell(key: entries[start].key, entries: start..<end))
      items.append(Self.item(of: entries[start..<end]))
      start = end
    }
  }

  private static func item(of entries: ArraySlice<Entry>) -> ClusterItem {
    let first = entries[entries.startIndex]
    guard entries.count > 1 else { return first.pin.item }
    var (x, y) = (0.0, 0.0)
    for entry in entries {
      x += entry.pin.point.x
      y += entry.pin.point.y
    }
    let count = Double(entries.count)
    return ClusterItem(
      id: .cluster(first.key), point: MapPoint(x: x / count, y: y / count), count: entries.count)
  }

  /// Names the pins of an item, by their numbers in the data.
  func forEachPin(of id: AnnotationID, _ body: (Int) -> Void) {
    if let pin = id.pinIndex { return body(pin) }
    guard let cell = cells.first(where: { .cluster($0.key) == id }) else { return }
    for entry in entries[cell.entries] { body(entry.pin.number) }
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
