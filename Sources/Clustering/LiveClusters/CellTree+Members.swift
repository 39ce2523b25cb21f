extension CellTree {
  /// Calls `body` with the pins of a cell.
  func forEachPin(of cell: Cell, _ body: (Int) -> Void) {
    guard cell.count > 0 else { return }
    guard cell.isDivided else {
      // The places of a bucket are side by side in one page.
      let places = buckets.pointer(at: cell.firstPlace)
      for place in 0..<Int(cell.count) { body(Int(places[place])) }
      return
    }
    let children = cells.pointer(at: cell.firstChild)
    for number in 0..<4 { forEachPin(of: children[number], body) }
  }

  /// The cell of a zoom level, or the leaf above it that lists its pins, perhaps among others.
  func cellOrLeaf(column: Int, row: Int, zoom: Int) -> (cell: Cell, isWhole: Bool) {
    let shift = UInt32(run.shift(atZoom: zoom))
    let pin = LocatedPin(
      index: 0, column: UInt32(column) << shift, row: UInt32(row) << shift, x: 0, y: 0)
    var cell = cells.pointer(at: Self.root).pointee
    for depth in 0..<run.depth(atZoom: zoom) {
      guard cell.isDivided, cell.count > 0 else { return (cell, false) }
      cell = cells.pointer(at: cell.firstChild + child(of: pin, atDepth: depth)).pointee
    }
    return (cell, true)
  }
}
