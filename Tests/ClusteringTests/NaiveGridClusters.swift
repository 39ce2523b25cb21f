import Clustering
import MapGeometry

/// The grid's definition, with a dictionary of cells.
struct NaiveGridClusters {
  /// The pins by their indexes.
  let pins: [Int: MapPoint]
  let cellSizes: GridCellSizes
  let minimumCount: Int

  init(pins: [Int: MapPoint], cellSizes: GridCellSizes, minimumCount: Int) {
    self.pins = pins
    self.cellSizes = cellSizes
    self.minimumCount = minimumCount
  }

  init(points: [MapPoint], cellSizes: GridCellSizes, minimumCount: Int) {
    self.init(
      pins: Dictionary(uniqueKeysWithValues: points.enumerated().map { ($0, $1) }),
      cellSizes: cellSizes, minimumCount: minimumCount)
  }

  struct Cell: Hashable {
    let row: Int
    let column: Int
  }

  struct Item: Equatable {
    let isCluster: Bool
    let pins: [Int]
    let point: MapPoint
  }

  /// The items of the cells that a rectangle touches, by row, then column, then pin.
  func items(
    in rect: MapRect, zoom: Int, where isIncluded: (Int) -> Bool = { _ in true }
  ) -> [Item] {
    let width = cellWidth(atZoom: zoom)
    let members = Dictionary(grouping: pins.keys) { pin in
      pins[pin].map { cell(of: $0, width: width) }
    }
    let cells = members.keys.compactMap(\.self).sorted {
      ($0.row, $0.column) < ($1.row, $1.column)
    }
    return cells.filter { touches($0, rect, width: width) }.flatMap { cell -> [Item] in
      let all = members[cell, default: []].sorted()
      let included = all.filter(isIncluded)
      guard all.count >= minimumCount else {
        return included.map {
          Item(isCluster: false, pins: [$0], point: pins[$0] ?? .invalid)
        }
      }
      guard !included.isEmpty else { return [] }
      return [Item(isCluster: true, pins: included, point: mean(included))]
    }
  }

  /// The mean of places in whole units of a 16th of a map point, of which the world has 2^32.
  private func mean(_ included: [Int]) -> MapPoint {
    func mean(_ coordinates: [Double]) -> Double {
      let units = coordinates.map {
        min(Int(($0 * 16).rounded(.toNearestOrAwayFromZero)), 1 << 32 - 1)
      }
      return Double(units.reduce(0, +)) / Double(units.count) / 16
    }
    let points = included.compactMap { pins[$0] }
    return MapPoint(x: mean(points.map(\.x)), y: mean(points.map(\.y)))
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
    // A width may be infinite.
    max(Int((MapSize.world.width / width).rounded(.up)), 1) - 1
  }

  private func touches(_ cell: Cell, _ rect: MapRect, width: Double) -> Bool {
    let last = lastNumber(width: width)
    func touches(_ number: Int, _ low: Double, _ high: Double) -> Bool {
      let start = number == 0 ? 0 : Double(number) * width
      let ownsEnd = number == last
      let end = ownsEnd ? MapSize.world.width : start + width
      return start <= high && (ownsEnd ? low <= end : low < end)
    }
    return rect.partsOnWorld.contains {
      touches(cell.column, $0.minX, $0.maxX) && touches(cell.row, $0.minY, $0.maxY)
    }
  }
}
