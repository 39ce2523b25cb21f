import MapGeometry

/// The cells of one zoom level. They are aligned with the world's north-west corner; a cell owns
/// its left and its top edge, the last ones the world's right and bottom edge too.
struct GridLevel {
  let zoom: Int
  /// The width and height of a cell in map points.
  let cellWidth: Double
  /// The number of the last column, and of the last row.
  let last: Int

  init(zoom: Int, sizes: GridCellSizes) {
    self.zoom = zoom
    let world = MapSize.world.width
    // At zoom 0 the world is one tile wide on the screen.
    let worldOnScreen = Viewport.tileSize * Double(1 << zoom)
    cellWidth = sizes.size(atZoom: zoom) * world / worldOnScreen
    last = max(Int((world / cellWidth).rounded(.up)) - 1, 0)
  }

  /// The column of an x, or the row of a y; what lies off the world is in the nearest one.
  func number(of coordinate: Double) -> Int {
    guard coordinate > 0 else { return 0 }
    guard coordinate < MapSize.world.width else { return last }
    return min(Int(coordinate / cellWidth), last)
  }

  func id(of point: MapPoint) -> AnnotationID {
    .cell(zoom: zoom, column: number(of: point.x), row: number(of: point.y))
  }
}

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

  init(column: Int, row: Int) {
    columns = column...column
    rows = row...row
  }

  func contains(_ point: MapPoint, at level: GridLevel) -> Bool {
    columns.contains(level.number(of: point.x)) && rows.contains(level.number(of: point.y))
  }

  /// A rectangle that holds every pin of the cells, and perhaps a few beside them.
  func boundingRect(at level: GridLevel) -> MapRect {
    // Rounding may put a pin on an edge into either cell: `contains` decides.
    let margin = 1.0 / 1024
    let x = Double(columns.lowerBound) * level.cellWidth - margin
    let y = Double(rows.lowerBound) * level.cellWidth - margin
    return MapRect(
      x: x, y: y,
      width: Double(columns.upperBound + 1) * level.cellWidth + margin - x,
      height: Double(rows.upperBound + 1) * level.cellWidth + margin - y)
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
