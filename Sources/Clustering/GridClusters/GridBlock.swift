import MapGeometry

/// A block of neighbouring cells.
struct GridBlock {
  var columns: ClosedRange<Int>
  var rows: ClosedRange<Int>

  /// The cells that a rectangle touches, or `nil` where it lies off the world.
  init?(touching rect: MapRect, at level: GridLevel) {
    guard MapRect.world.intersects(rect), rect.minX <= rect.maxX else { return nil }
    columns = level.number(of: rect.minX)...level.number(of: rect.maxX)
    rows = level.number(of: rect.minY)...level.number(of: rect.maxY)
  }

  func contains(column: Int, row: Int) -> Bool {
    columns.contains(column) && rows.contains(row)
  }

  /// The blocks of a rectangle that may span the antimeridian, none of their cells twice.
  static func blocks(
    touching rect: MapRect, at level: GridLevel
  ) -> (first: GridBlock?, second: GridBlock?) {
    guard let parts = WorldParts(rect) else { return (nil, nil) }
    let first = GridBlock(touching: parts.first, at: level)
    let second = parts.second.flatMap { GridBlock(touching: $0, at: level) }
    guard var whole = first, let second, whole.columns.overlaps(second.columns) else {
      return (first, second)
    }
    // The ends of a rectangle around the world meet in one cell: every column is touched.
    whole.columns = 0...level.last
    return (whole, nil)
  }
}
