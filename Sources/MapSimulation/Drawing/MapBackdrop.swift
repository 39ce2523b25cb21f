/// What a picture of a map shows behind its annotations: plain land with a thin grid of tiles.
public struct MapBackdrop: Hashable, Sendable {
  /// The color between the lines.
  public var land: Color

  /// The color of the lines.
  public var gridLine: Color

  /// The side of a tile, in pixels.
  public var tileSize: Int

  /// The width of the grid's lines, in pixels.
  public var lineWidth: Int

  /// How far right of the left edge the corner of a tile lies, in pixels; moves the grid.
  public var originX: Int

  /// How far below the top edge the corner of a tile lies, in pixels; moves the grid.
  public var originY: Int

  /// Creates a backdrop.
  ///
  /// - Precondition: the tile size is at least 1 and the line width is not negative.
  public init(
    land: Color = Color(red: 0xF5, green: 0xF1, blue: 0xE9),
    gridLine: Color = Color(red: 0xE4, green: 0xDE, blue: 0xD2),
    tileSize: Int = 256, lineWidth: Int = 1, originX: Int = 0, originY: Int = 0
  ) {
    precondition(
      tileSize >= 1 && lineWidth >= 0,
      "A tile has a side of at least 1 pixel and a line no negative width;"
        + " got \(tileSize) and \(lineWidth).")
    self.land = land
    self.gridLine = gridLine
    self.tileSize = tileSize
    self.lineWidth = lineWidth
    self.originX = originX
    self.originY = originY
  }

  /// Whether a column of pixels belongs to an upright line of the grid.
  func isLine(column: Int) -> Bool { isLine(column, origin: originX) }

  /// Whether a row of pixels belongs to a level line of the grid.
  func isLine(row: Int) -> Bool { isLine(row, origin: originY) }

  private func isLine(_ position: Int, origin: Int) -> Bool {
    // Both remainders first: a far origin must not overflow.
    let offset = (position % tileSize - origin % tileSize) % tileSize
    return (offset + tileSize) % tileSize < lineWidth
  }
}
