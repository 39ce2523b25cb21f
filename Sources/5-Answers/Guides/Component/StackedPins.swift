import Clustering
import Platform
import Simulation

/// The pins that no zoom separates: those at one place, and those whose markers cover one another at
/// the closest zoom.
package struct StackedPins: Hashable, Sendable, Encodable {
  /// The number of pins at exactly the coordinate of another one.
  package let atOnePlace: Int
  /// The number of coordinates with several pins.
  package let places: Int
  /// The number of pins at the coordinate that has most.
  package let largest: Int
  /// The number of other pins that lie within a marker's size of one at the closest zoom.
  package let near: Int
  /// The closest zoom of the map.
  package let zoom: Double
  /// The width and height of a marker, in points.
  package let markerSize: Double

  /// Looks for the pins: O(n log n).
  ///
  /// - Parameter profile: the zoom and the size of a marker; without it, 20 and 28 points.
  package init(_ coordinates: [Coordinate], profile: PlatformProfile?) {
    func value(_ name: ProfileParameter.Name) -> Double? {
      profile?.parameters.first { $0.name == name }?.scaled
    }
    zoom = value(.mapZoomLimit) ?? 20
    markerSize = value(.markerViewSize) ?? 28
    let grid = PinGrid(coordinates, side: markerSize * MapSize.points(atZoom: zoom))
    var (stacked, places, largest, near, start) = (0, 0, 0, 0, 0)
    while start < grid.pins.count {
      let end = grid.endOfPlace(from: start)
      if end - start > 1 {
        stacked += end - start
        places += 1
        largest = max(largest, end - start)
      } else if grid.hasNeighbor(start) {
        near += 1
      }
      start = end
    }
    (atOnePlace, self.places, self.largest, self.near) = (stacked, places, largest, near)
  }
}

extension MapSize {
  /// The map points in a point of the screen: at zoom 20 the world has 2^28 of them.
  fileprivate static func points(atZoom zoom: Double) -> Double {
    var (size, level) = (1.0, zoom.rounded())
    while level < 20 { (size, level) = (2 * size, level + 1) }
    while level > 20 { (size, level) = (size / 2, level - 1) }
    return size
  }
}

/// Pins in the order of the cells of a grid, row by row; in a cell by their place.
private struct PinGrid {
  struct Pin {
    let row: Int
    let column: Int
    let point: MapPoint
  }

  private let side: Double
  let pins: [Pin]

  init(_ coordinates: [Coordinate], side: Double) {
    self.side = side
    pins = [MapPoint](projecting: coordinates.filter(\.isValid)).map { point in
      Pin(row: Int(point.y / side), column: Int(point.x / side), point: point)
    }.sorted {
      ($0.row, $0.column, $0.point.x, $0.point.y) < ($1.row, $1.column, $1.point.x, $1.point.y)
    }
  }

  /// The first pin behind those at the place of a pin.
  func endOfPlace(from start: Int) -> Int {
    var end = start + 1
    while end < pins.count, pins[end].point == pins[start].point { end += 1 }
    return end
  }

  /// Returns whether another pin lies within a side of a pin that is alone at its place.
  ///
  /// Two pins of one cell always do. So only a pin that is alone in its cell looks into the cells
  /// around it, and each cell is looked into by eight pins at most.
  func hasNeighbor(_ pin: Int) -> Bool {
    let own = pins[pin]
    func isInCell(_ other: Int) -> Bool {
      pins.indices.contains(other) && pins[other].row == own.row
        && pins[other].column == own.column
    }
    if isInCell(pin - 1) || isInCell(pin + 1) { return true }
    for row in (own.row - 1)...(own.row + 1) {
      var index = firstIndex(row: row, column: own.column - 1)
      while index < pins.count, pins[index].row == row, pins[index].column <= own.column + 1 {
        let (point, place) = (pins[index].point, own.point)
        if index != pin, abs(point.x - place.x) < side, abs(point.y - place.y) < side {
          return true
        }
        index += 1
      }
    }
    return false
  }

  /// The first pin in a cell or behind it, by halving.
  private func firstIndex(row: Int, column: Int) -> Int {
    var (low, high) = (0, pins.count)
    while low < high {
      let middle = (low + high) / 2
      if (pins[middle].row, pins[middle].column) < (row, column) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
