import MapGeometry

/// A cell of a grid of degrees: level `l` cuts the world into `2^l` columns and as many rows.
///
/// Not the Mercator projection's cells, because those need a logarithm, whose last digit differs
/// between machines; and regions are rectangles of degrees.
struct GridCell: Hashable {
  let level: Int
  let column: Int
  let row: Int

  /// The levels whose cells the index knows, from 45° to 0.011° of longitude.
  static let levels = [3, 5, 7, 9, 11, 13, 15]

  /// The finest level of which the index knows how many places a cell has.
  static let finestCounted = 11

  /// The most cells that stand for a region.
  static let mostCells = 25

  init(level: Int, column: Int, row: Int) {
    self.level = level
    self.column = column
    self.row = row
  }

  /// The cell of a level that a valid coordinate lies in.
  init(level: Int, containing coordinate: Coordinate) {
    let last = 1 << level - 1
    self.init(
      level: level,
      column: min(Self.index(of: coordinate.longitude, from: -180, of: 360, level: level), last),
      row: min(Self.index(of: coordinate.latitude, from: -90, of: 180, level: level), last))
  }

  /// The cell of a coarser level that the cell lies in.
  func parent(level: Int) -> GridCell {
    GridCell(
      level: level, column: column >> (self.level - level), row: row >> (self.level - level))
  }

  private static func index(
    of degrees: Double, from start: Double, of extent: Double, level: Int
  ) -> Int {
    Int(((degrees - start) / extent * Double(1 << level)).rounded(.down))
  }

  /// The cells of the finest level that cover a region with few cells; none where that takes too
  /// many cells of each level, which is to say most of the world.
  static func covering(_ bounds: RegionBounds) -> [GridCell] {
    for level in levels.reversed() {
      let count = 1 << level
      // A coordinate on the edge may be rounded to its other side.
      let slack = 1e-9
      let top = min(
        index(of: min(bounds.north + slack, 90), from: -90, of: 180, level: level), count - 1)
      let bottom = index(of: max(bounds.south - slack, -90), from: -90, of: 180, level: level)
      let halfWidth = min(bounds.halfWidth, 180) + slack
      let west = index(
        of: bounds.center.longitude - halfWidth, from: -180, of: 360, level: level)
      let east = index(
        of: bounds.center.longitude + halfWidth, from: -180, of: 360, level: level)
      let columns = min(east - west + 1, count)
      guard columns * (top - bottom + 1) <= mostCells else { continue }
      return (bottom...top).flatMap { row in
        (0..<columns).map { GridCell(level: level, column: (west + $0) & (count - 1), row: row) }
      }
    }
    return []
  }
}
