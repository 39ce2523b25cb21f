/// A query for the items of the cells of a block.
///
/// It walks down the tree to the cells of the zoom level. Where there are few pins, it finds a leaf
/// above them, and compares its pins one by one. Items are collected in the caller's array, and
/// sorted, joined and renamed there, so that nothing else is allocated. Until then an item has the
/// identity of its cell, and a pin has the complement of its index for a count, which is negative.
struct CellQuery<Places: PinLocations> {
  private let tree: CellTree
  private let places: Places
  private let minimumCount: Int
  private let level: GridLevel
  /// The depth of the level's cells in the tree.
  private let depth: Int
  /// Indicates whether the predicate has to be called.
  private let isFiltered: Bool
  /// The cells of the query; of two blocks, one after the other.
  private var block: GridBlock
  private var items: [ClusterItem] = []
  /// The number of cells of the tree that were visited.
  private var cellsVisited = 0

  /// Replaces the contents of an array by the items that a rectangle touches at a zoom.
  ///
  /// - Parameter isIncluded: Called only where `isFiltered`.
  /// - Returns: The number of cells of the tree that the query visited.
  static func run(
    in rect: MapRect, zoom: Double, of cellTrees: CellTrees<Places>, isFiltered: Bool,
    where isIncluded: (Int) -> Bool, into items: inout [ClusterItem]
  ) -> Int {
    items.removeAll(keepingCapacity: true)
    let level = GridLevel(containing: zoom, sizes: cellTrees.cellSizes)
    let blocks = GridBlock.blocks(touching: rect, at: level)
    guard let first = blocks.first ?? blocks.second else { return 0 }
    let tree = cellTrees.tree(atZoom: level.zoom)
    var query = CellQuery(
      tree: tree, places: cellTrees.places, minimumCount: cellTrees.minimumCount, level: level,
      depth: tree.run.depth(atZoom: level.zoom), isFiltered: isFiltered, block: first)
    // The array moves into the query and back, so that it is never copied.
    swap(&query.items, &items)
    let root = tree.cells.pointer(at: CellTree.root)
    query.visit(root, atDepth: 0, column: 0, row: 0, where: isIncluded)
    if blocks.first != nil, let second = blocks.second {
      query.block = second
      query.visit(root, atDepth: 0, column: 0, row: 0, where: isIncluded)
    }
    query.finish(where: isIncluded)
    swap(&query.items, &items)
    return query.cellsVisited
  }

  /// Collects the items of the block below a cell that it touches.
  private mutating func visit(
    _ pointer: UnsafePointer<CellTree.Cell>, atDepth cellDepth: Int, column: Int, row: Int,
    where isIncluded: (Int) -> Bool
  ) {
    let cell = pointer.pointee
    guard cell.count > 0 else { return }
    guard cellDepth < depth else {
      append(cell, column: column, row: row, where: isIncluded)
      return
    }
    guard cell.isDivided else {
      appendPins(of: cell)
      return
    }
    let children = tree.cells.pointer(at: cell.firstChild)
    cellsVisited += 4
    let levelsBelow = depth - cellDepth - 1
    for number in 0..<4 where children[number].count > 0 {
      let childColumn = column * 2 + number & 1
      let childRow = row * 2 + number >> 1
      guard block.columns.lowerBound >> levelsBelow <= childColumn,
        childColumn <= block.columns.upperBound >> levelsBelow,
        block.rows.lowerBound >> levelsBelow <= childRow,
        childRow <= block.rows.upperBound >> levelsBelow
      else { continue }
      visit(
        children + number, atDepth: cellDepth + 1, column: childColumn, row: childRow,
        where: isIncluded)
    }
  }

  /// Collects a cell of the zoom.
  private mutating func append(
    _ cell: CellTree.Cell, column: Int, row: Int, where isIncluded: (Int) -> Bool
  ) {
    let id = AnnotationID.cell(zoom: level.zoom, column: column, row: row)
    guard cell.count >= minimumCount else {
      tree.forEachPin(of: cell) { pin in
        guard let point = places.place(of: pin) else { return }
        items.append(ClusterItem(id: id, point: point, count: ~pin))
      }
      return
    }
    var sum = cell.sum
    if isFiltered {
      sum = PinSum()
      tree.forEachPin(of: cell) { pin in
        if isIncluded(pin), let point = places.place(of: pin) { sum.add(point) }
      }
    }
    if sum.count > 0 { items.append(sum.item(id: id)) }
  }

  /// Collects the pins of a leaf that is larger than the zoom's cells, where those are in the
  /// block.
  private mutating func appendPins(of leaf: CellTree.Cell) {
    tree.forEachPin(of: leaf) { pin in
      guard let point = places.place(of: pin) else { return }
      let (column, row) = (level.number(of: point.x), level.number(of: point.y))
      guard block.contains(column: column, row: row) else { return }
      let id = AnnotationID.cell(zoom: level.zoom, column: column, row: row)
      items.append(ClusterItem(id: id, point: point, count: ~pin))
    }
  }

  /// Sorts the items by cell, joins the pins of a cell where there are enough, and gives
  /// single pins their own identity and count.
  private mutating func finish(where isIncluded: (Int) -> Bool) {
    items.withUnsafeMutableBufferPointer { RadixSort.sortInPlace($0) { $0.id.rawValue } }
    var end = 0
    var start = 0
    while start < items.count {
      let item = items[start]
      var next = start + 1
      if item.count > 0 {
        items[end] = item
        end += 1
      } else {
        while next < items.count, items[next].id == item.id { next += 1 }
        join(start..<next, to: &end, where: isIncluded)
      }
      start = next
    }
    items.removeLast(items.count - end)
  }

  /// Writes the items of all pins of one cell to an earlier position: the cluster, or the pins in
  /// the order of their indexes.
  private mutating func join(
    _ pins: Range<Int>, to end: inout Int, where isIncluded: (Int) -> Bool
  ) {
    var sum = PinSum()
    let isCluster = pins.count >= minimumCount
    let id = items[pins.lowerBound].id
    if !isCluster, pins.count > 1 {
      items.withUnsafeMutableBufferPointer { items in
        RadixSort.sortInPlace(.init(rebasing: items[pins])) { UInt64(~$0.count) }
      }
    }
    for position in pins {
      let point = items[position].point
      let pin = ~items[position].count
      guard !isFiltered || isIncluded(pin) else { continue }
      if isCluster {
        sum.add(point)
      } else {
        items[end] = ClusterItem(id: .pin(pin), point: point, count: 1)
        end += 1
      }
    }
    guard sum.count > 0 else { return }
    items[end] = sum.item(id: id)
    end += 1
  }
}
