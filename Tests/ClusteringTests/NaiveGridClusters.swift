import Clustering
import MapGeometry

/// The grid's definition, with a dictionary of cells.
struct NaiveGridClusters {
  let points: [MapPoint]
  let cellSizes: GridCellSizes
  let minimumCount: Int

  struct Cell: Hashable {
    let row: Int
    let column: Int
  }

  struct Item: Equatable {
    let isCluster: Bool
    let pins: [Int]
  }

  /// The items of the cells that a rectangle touches, by row, then column, then pin.
  func items(in rect: MapRect, zoom: Int) -> [Item] {
    let width = cellWidth(atZoom: zoom)
    let members = Dictionary(grouping: points.indices) { cell(of: points[$0], width: width) }
    let cells = members.keys.sorted { ($0.row, $0.column) < ($1.row, $1.column) }
    return cells.filter { touches($0, rect, width: width) }.flatMap { cell -> [Item] in
      let pins = members[cell, default: []].sorted()
      return pins.count >= minimumCount
        ? [Item(isCluster: true, pins: pins)] : pins.map { Item(isCluster: false, pins: [$0]) }
    }
  }

  /// In map points: the world is 256 * 2^zoom screen points wide.
  func cellWidth(atZoom zoom: Int) -> Double {
    let worldOnScreen = 256.0 * Double(1 << zoom)
    return cellSizes.size(atZoom: zoom) * MapSize.world.width / worldOnScreen
  }

  private func cell(of point: MapPoint, width: Double) -> Cell {
    let last = lastNumber(width: width)
    return Cell(row: min(Int(point.y / width), last), column: min(Int(point.x / width), last))
  }

  private func lastNumber(width: Double) -> Int {
    Int((MapSize.world.width / width).rounded(.up)) - 1
  }

  private func touches(_ cell: Cell, _ rect: MapRect, width: Double) -> Bool {
    let last = lastNumber(width: width)
    func touches(_ number: Int, _ low: Double, _ high: Double) -> Bool {
      let start = Double(number) * width
      let ownsEnd = number == last
      let end = ownsEnd ? MapSize.world.width : start + width
      return start <= high && (ownsEnd ? low <= end : low < end)
    }
    return rect.partsOnWorld.contains {
      touches(cell.column, $0.minX, $0.maxX) && touches(cell.row, $0.minY, $0.maxY)
    }
  }
}
