import Clustering

/// The place of a tile in the grid of its zoom level.
struct TileIndex: Hashable {
  let row: Int
  let column: Int
}

/// The tiles of a zoom level.
struct TileGrid: Hashable {
  let level: Int
  /// The width of a tile in map points.
  let width: Double
  let mapPointsPerPoint: Double

  /// - Parameter tileSize: the width of a tile in points of the screen at a whole zoom level.
  init(zoom: Double, tileSize: Double) {
    level = min(max(Int(zoom.rounded()), 0), 24)
    mapPointsPerPoint = MapSize.world.width / Viewport.tileSize / Double(1 << level)
    width = tileSize * mapPointsPerPoint
  }

  /// Half of the widest line in points: so far a line reaches over its bounding rectangle.
  private static let reach = 8.0

  /// A tile with the space around it from which lines reach into it.
  func reachedRect(of index: TileIndex) -> MapRect {
    let reach = Self.reach * mapPointsPerPoint
    return rect(of: index).insetBy(dx: -reach, dy: -reach)
  }

  func rect(of index: TileIndex) -> MapRect {
    MapRect(
      x: Double(index.column) * width, y: Double(index.row) * width, width: width, height: width)
  }

  /// The rows and the columns of the tiles that a rectangle meets.
  func range(of rect: MapRect) -> (rows: ClosedRange<Int>, columns: ClosedRange<Int>) {
    func range(_ min: Double, _ max: Double) -> ClosedRange<Int> {
      let first = Int((min / width).rounded(.down))
      return first...Swift.max(first, Int((max / width).rounded(.down)))
    }
    return (range(rect.minY, rect.maxY), range(rect.minX, rect.maxX))
  }

  /// Calls a closure with the tiles that a rectangle meets, row by row.
  func forEachIndex(in rect: MapRect, _ body: (TileIndex) -> Void) {
    let (rows, columns) = range(of: rect)
    for row in rows {
      for column in columns { body(TileIndex(row: row, column: column)) }
    }
  }
}

/// A tile in which overlays are drawn.
final class OverlayTile {
  let index: TileIndex
  var isOutdated = true
  private(set) var drawing: Bitmap?

  init(_ index: TileIndex) { self.index = index }

  /// The bitmap of the tile, made at the first drawing.
  func bitmap(side: Int) -> Bitmap {
    if let drawing { return drawing }
    let made = Bitmap(width: side, height: side)
    drawing = made
    return made
  }
}

/// The tiles of the zoom level on screen.
struct OverlayTiles {
  private var grid: TileGrid?
  private var tiles: [TileIndex: OverlayTile] = [:]

  /// Makes the tiles of a rectangle, and gives up those farther off screen than one tile, and those
  /// of other levels.
  mutating func show(_ rect: MapRect, grid: TileGrid) {
    if self.grid != grid { tiles.removeAll(keepingCapacity: true) }
    self.grid = grid
    let (rows, columns) = grid.range(of: rect)
    if !tiles.isEmpty {
      tiles = tiles.filter { index, _ in
        (rows.lowerBound - 1...rows.upperBound + 1).contains(index.row)
          && (columns.lowerBound - 1...columns.upperBound + 1).contains(index.column)
      }
    }
    grid.forEachIndex(in: rect) { index in
      if tiles[index] == nil { tiles[index] = OverlayTile(index) }
    }
  }

  /// Marks the tiles that a rectangle meets as outdated.
  func outdate(_ rect: MapRect) {
    guard let grid, !tiles.isEmpty else { return }
    for (index, tile) in tiles
    where !tile.isOutdated && grid.reachedRect(of: index).intersects(rect) {
      tile.isOutdated = true
    }
  }

  /// Calls a closure with each outdated tile in a rectangle, row by row, and marks it as drawn.
  func forEachOutdated(in rect: MapRect, _ draw: (OverlayTile) -> Void) {
    grid?.forEachIndex(in: rect) { index in
      guard let tile = tiles[index], tile.isOutdated else { return }
      draw(tile)
      tile.isOutdated = false
    }
  }

  /// Calls a closure with the bitmaps of a rectangle's tiles, row by row.
  func forEachOnScreen(_ rect: MapRect, _ body: (TileIndex, Bitmap) -> Void) {
    grid?.forEachIndex(in: rect) { index in
      if let bitmap = tiles[index]?.drawing { body(index, bitmap) }
    }
  }
}
