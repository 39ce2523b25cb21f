import MapGeometry

extension GridClusters {
  /// Replaces the contents of an array by the items of every cell that a rectangle touches.
  ///
  /// Cells are taken whole: a cell's cluster is the same whatever the rectangle. A rectangle across
  /// the antimeridian finds the cells on both sides, each once. Items come by cell, in the order of
  /// reading (rows from the north, in a row from the west), single pins of a cell by their index.
  ///
  /// Complexity: O(√n log n + k + c log c) for n pins, of which k are in the c cells found.
  public func items(in rect: MapRect, zoom: Double, into items: inout [ClusterItem]) {
    items.removeAll(keepingCapacity: true)
    let level = GridLevel(
      zoom: WholeZoom.level(zoom, in: GridCellSizes.zoomRange), sizes: cellSizes)
    var totals = CellTotals()
    let blocks = GridBlock.blocks(touching: rect, at: level)
    if let first = blocks.first {
      forEachPin(in: first, at: level) { totals.add($0, at: $1, to: level.id(of: $1)) }
    }
    if let second = blocks.second {
      forEachPin(in: second, at: level) { totals.add($0, at: $1, to: level.id(of: $1)) }
    }
    for cell in totals.sorted() {
      append(cell, at: level, to: &items)
    }
  }

  private func append(_ cell: CellTotals.Cell, at level: GridLevel, to items: inout [ClusterItem]) {
    if cell.count >= minimumCount {
      items.append(ClusterItem(id: cell.id, point: cell.mean, count: cell.count))
    } else if cell.count == 1 {
      items.append(pinItem(cell.firstPin))
    } else if let place = cell.id.gridCell {
      let start = items.count
      let block = GridBlock(column: place.column, row: place.row)
      forEachPin(in: block, at: level) { pin, _ in items.append(pinItem(pin)) }
      items[start...].sort { $0.id < $1.id }
    }
  }

  private func pinItem(_ pin: Int) -> ClusterItem {
    ClusterItem(id: .pin(pin), point: index.points[pin], count: 1)
  }
}

/// The pins of every cell that a query meets, added up.
private struct CellTotals {
  struct Cell {
    let id: AnnotationID
    let firstPin: Int
    var count = 0
    var x = 0.0
    var y = 0.0

    var mean: MapPoint { MapPoint(x: x / Double(count), y: y / Double(count)) }
  }

  private var cells: [Cell] = []
  private var numbering = KeyNumbering()
  private var latest = 0

  mutating func add(_ pin: Int, at point: MapPoint, to id: AnnotationID) {
    // Pins come in rows, so the next is mostly in the same cell as the one before.
    if cells.isEmpty || cells[latest].id != id {
      latest = numbering.numberAdding(id.rawValue)
      if latest == cells.count { cells.append(Cell(id: id, firstPin: pin)) }
    }
    cells[latest].count += 1
    cells[latest].x += point.x
    cells[latest].y += point.y
  }

  func sorted() -> [Cell] {
    cells.sorted { $0.id < $1.id }
  }
}
