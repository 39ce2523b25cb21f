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
}
