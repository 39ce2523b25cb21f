/// The pins of one cell.
struct CellMembers<Places: PinPlaces> {
  private let tree: CellTree
  private let places: Places
  private let shift: Int
  private let column: Int
  private let row: Int
  /// The cell, or a leaf that lists its pins among others.
  private let cell: CellTree.Cell
  private let isWhole: Bool

  /// `nil` for an identity that names no cell of the grid.
  init?(_ id: AnnotationID, in forest: CellForest<Places>) {
    guard let name = id.gridCell, GridCellSizes.zoomRange.contains(name.zoom) else { return nil }
    let tree = forest.tree(atZoom: name.zoom)
    let shift = tree.run.shift(atZoom: name.zoom)
    let last = tree.run.deepest.last >> shift
    guard name.column <= last, name.row <= last else { return nil }
    self.tree = tree
    self.shift = shift
    places = forest.places
    (column, row) = (name.column, name.row)
    (cell, isWhole) = tree.cellOrLeaf(column: column, row: row, zoom: name.zoom)
  }

  var count: Int { isWhole ? Int(cell.count) : sum.count }

  var sum: PinSum {
    guard !isWhole else { return PinSum(cell) }
    var sum = PinSum()
    forEachPin { pin in
      if let point = places.place(of: pin) { sum.add(point) }
    }
    return sum
  }

  func forEachPin(_ body: (Int) -> Void) {
    tree.forEachPin(of: cell) { pin in
      if isWhole || isMember(pin) { body(pin) }
    }
  }

  private func isMember(_ pin: Int) -> Bool {
    guard let point = places.place(of: pin) else { return false }
    let deepest = tree.run.deepest
    return deepest.number(of: point.x) >> shift == column
      && deepest.number(of: point.y) >> shift == row
  }
}
