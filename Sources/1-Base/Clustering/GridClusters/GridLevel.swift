/// The cells of one zoom level. They are aligned with the world's north-west corner; a cell owns
/// its left and its top edge, the last ones the world's right and bottom edge too.
package struct GridLevel {
  package let zoom: Int
  /// The width and height of a cell in map points.
  package let cellWidth: Double
  /// The number of the last column, and of the last row.
  package let last: Int

  package init(zoom: Int, sizes: GridCellSizes) {
    self.zoom = zoom
    let world = MapSize.world.width
    // At zoom 0 the world is one tile wide on the screen.
    let worldOnScreen = Viewport.tileSize * Double(1 << zoom)
    cellWidth = sizes.size(atZoom: zoom) * world / worldOnScreen
    last = max(Int((world / cellWidth).rounded(.up)) - 1, 0)
  }

  /// The cells of a fractional zoom, which is rounded down and clamped.
  package init(containing zoom: Double, sizes: GridCellSizes) {
    self.init(zoom: GridCellSizes.zoomRange.level(of: zoom), sizes: sizes)
  }

  /// The column of an x, or the row of a y; the nearest one for a coordinate off the world.
  @inlinable
  package func number(of coordinate: Double) -> Int {
    guard coordinate > 0 else { return 0 }
    guard coordinate < MapSize.world.width else { return last }
    return min(Int(coordinate / cellWidth), last)
  }

  /// The power of two that this grid's cells are wider than another's; `nil` if they are not.
  ///
  /// Scaling by a power of two is exact, and so is the division of `number(of:)` after it: the
  /// numbers of a pin's cells in both differ by a shift and nothing else.
  fileprivate func shift(to finer: GridLevel) -> Int? {
    let ratio = cellWidth / finer.cellWidth
    guard ratio >= 1, ratio.significand == 1, finer.cellWidth * ratio == cellWidth else {
      return nil
    }
    return Int(ratio.exponent)
  }
}

/// A block of neighbouring cells.
package struct GridBlock {
  package var columns: ClosedRange<Int>
  package var rows: ClosedRange<Int>

  /// The cells that a rectangle touches, or `nil` if it lies off the world.
  init?(touching rect: MapRect, at level: GridLevel) {
    guard MapRect.world.intersects(rect), rect.minX <= rect.maxX else { return nil }
    columns = level.number(of: rect.minX)...level.number(of: rect.maxX)
    rows = level.number(of: rect.minY)...level.number(of: rect.maxY)
  }

  @inlinable
  package func contains(column: Int, row: Int) -> Bool {
    columns.contains(column) && rows.contains(row)
  }

  /// The rectangle of the cells, as far as they lie on the world.
  package func rect(at level: GridLevel) -> MapRect {
    func edge(_ number: Int) -> Double {
      min(Double(number) * level.cellWidth, MapSize.world.width)
    }
    let (left, top) = (edge(columns.lowerBound), edge(rows.lowerBound))
    return MapRect(
      x: left, y: top, width: edge(columns.upperBound + 1) - left,
      height: edge(rows.upperBound + 1) - top)
  }

  /// The blocks of a rectangle that may span the antimeridian, none of their cells twice.
  package static func blocks(
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

/// Neighbouring zoom levels whose cells nest: every cell is a whole block of cells of the deepest
/// level, a power of two wide. One ``CellTree`` serves them all.
struct GridRun: Sendable {
  /// The grid of the deepest zoom.
  let deepest: GridLevel
  /// The number of bits of a column or a row of the deepest grid.
  let bits: Int
  /// For each zoom, from the deepest up, the number of bits by which its cell numbers are shorter
  /// than the deepest grid's.
  private var shifts = [0]

  private init(deepest: GridLevel) {
    self.deepest = deepest
    bits = Int.bitWidth - deepest.last.leadingZeroBitCount
  }

  /// The depth of a zoom's cells in a tree; the root has 0.
  func depth(atZoom zoom: Int) -> Int { max(bits - shifts[deepest.zoom - zoom], 0) }

  /// All zooms of a grid in as few runs as they allow, the coarsest first.
  static func runs(of sizes: GridCellSizes) -> [GridRun] {
    var runs: [GridRun] = []
    for zoom in GridCellSizes.zoomRange.reversed() {
      let level = GridLevel(zoom: zoom, sizes: sizes)
      if let run = runs.last, let shift = level.shift(to: run.deepest),
        shift >= run.shifts[run.shifts.count - 1]
      {
        runs[runs.count - 1].shifts.append(shift)
      } else {
        runs.append(GridRun(deepest: level))
      }
    }
    return runs.reversed()
  }
}
