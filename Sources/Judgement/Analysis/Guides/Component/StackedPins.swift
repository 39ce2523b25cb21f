import Clustering
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

  /// Looks for the pins: O(n).
  ///
  /// - Parameter profile: the zoom and the size of a marker; without it, 20 and 28 points.
  package init(_ coordinates: [Coordinate], profile: PlatformProfile?) {
    func value(_ name: ProfileParameter.Name) -> Double? {
      profile?.parameters.first { $0.name == name }?.scaled
    }
    zoom = value(.mapZoomLimit) ?? 20
    markerSize = value(.markerViewSize) ?? 28
    // At zoom 20 a point of the screen is a map point, and at each zoom below twice as many.
    let mapPoints = Double(sign: .plus, exponent: 20 - Int(zoom.rounded()), significand: 1)
    let side = markerSize * mapPoints
    let points = coordinates.filter(\.isValid).map { MapPoint($0) }
    let counts: [MapPoint: Int] = points.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    let cells = Dictionary(grouping: points) { Cell($0, side: side) }
    let stacks = counts.values.filter { $0 > 1 }
    atOnePlace = stacks.reduce(0, +)
    places = stacks.count
    largest = stacks.max() ?? 0
    /// Two pins of one cell are always near. So only a pin that is alone in its cell looks into the
    /// cells around it, and each cell is looked into by eight pins at most.
    func hasNeighbor(_ point: MapPoint) -> Bool {
      let cell = Cell(point, side: side)
      if let own = cells[cell], own.count > 1 { return true }
      let others = cell.around.flatMap { cells[$0] ?? [] }
      return others.contains { abs($0.x - point.x) < side && abs($0.y - point.y) < side }
    }
    near = counts.count { point, count in count == 1 && hasNeighbor(point) }
  }

  /// A cell of a grid whose side is a marker's.
  private struct Cell: Hashable {
    var row: Int
    var column: Int

    init(_ point: MapPoint, side: Double) {
      row = Int(point.y / side)
      column = Int(point.x / side)
    }

    /// The eight cells that touch this one.
    var around: [Cell] {
      let steps = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
      return steps.map { step in
        var cell = self
        cell.row += step.0
        cell.column += step.1
        return cell
      }
    }
  }
}
