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
  private let zoom: Int
  /// The depth of the zoom's cells in the tree.
  private let depth: Int
  private let shift: Int
  /// Indicates whether the predicate has to be called.
  private let isFiltered: Bool
  /// The cells of the query; of two blocks, one after the other.
  private var block: GridBlock
  private var items: [ClusterItem]
  /// The number of cells of the tree that were visited.
  private var cellsVisited = 0

  private init(
    _ block: GridBlock, zoom: Int, of cellTrees: CellTrees<Places>, isFiltered: Bool,
    items: [ClusterItem]
  ) {
    tree = cellTrees.tree(atZoom: zoom)
    places = cellTrees.places
    minimumCount = cellTrees.minimumCount
    self.zoom = zoom
    depth = tree.run.depth(atZoom: zoom)
    shift = tree.run.shift(atZoom: zoom)
    self.isFiltered = isFiltered
    self.block = block
    self.items = items
  }

  /// Replaces the contents of an array by the items that a rectangle touches at a zoom.
  ///
  /// - Parameter isIncluded: Called only where `isFiltered`.
  /// - Returns: The number of cells of the tree that the query visited.
  static func run(
    in rect: MapRect, zoom: Double, of cellTrees: CellTrees<Places>, isFiltered: Bool,
    where isIncluded: (Int) -> Bool, into items: inout [ClusterItem]
  ) -> Int {
    items.removeAll(keepingCapacity: true)
    let zoom = GridCellSizes.zoomRange.level(of: zoom)
    let level = GridLevel(zoom: zoom, sizes: cellTrees.cellSizes)
    let blocks = GridBlock.blocks(touching: rect, at: level)
    guard let first = blocks.first ?? blocks.second else { return 0 }
    // The array moves into the query and back, so that it is never copied.
    var moved: [ClusterItem] = []
    swap(&moved, &items)
    var query = CellQuery(first, zoom: zoom, of: cellTrees, isFiltered: isFiltered, items: moved)
    moved = []
    query.visitAll(where: isIncluded)
    if blocks.first != nil, let second = blocks.second {
      query.block = second
      query.visitAll(where: isIncluded)
    }
    query.finish(where: isIncluded)
    swap(&items, &query.items)
    return query.cellsVisited
  }

  private mutating func visitAll(where isIncluded: (Int) -> Bool) {
    let root = tree.cells.pointer(at: CellTree.root)
    visit(root, atDepth: 0, column: 0, row: 0, where: isIncluded)
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
    let id = AnnotationID.cell(zoom: zoom, column: column, row: row)
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
    let deepest = tree.run.deepest
    tree.forEachPin(of: leaf) { pin in
      guard let point = places.place(of: pin) else { return }
      let column = deepest.number(of: point.x) >> shift
      let row = deepest.number(of: point.y) >> shift
      guard block.contains(column: column, row: row) else { return }
      let id = AnnotationID.cell(zoom: zoom, column: column, row: row)
      items.append(ClusterItem(id: id, point: point, count: ~pin))
    }
  }

  /// Sorts the items by cell and pin, joins the pins of a cell where there are enough, and gives
  /// single pins their own identity and count.
  private mutating func finish(where isIncluded: (Int) -> Bool) {
    var span = items.mutableSpan
    CellItemSort.sort(&span)
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

  /// Writes the items of all pins of one cell to an earlier position.
  private mutating func join(
    _ pins: Range<Int>, to end: inout Int, where isIncluded: (Int) -> Bool
  ) {
    var sum = PinSum()
    let isCluster = pins.count >= minimumCount
    let id = items[pins.lowerBound].id
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

/// A sort of the items of a ``CellQuery`` by their cells, in place.
///
/// An introsort: quicksort with the median of three, insertion sort for short ranges and heap sort
/// where ranges do not become short. O(n log n) in any case, and without an allocation, which the
/// standard library's sort makes.
package enum CellItemSort {
  private static let shortLength = 24

  /// Sorts by cell; pins of a cell by index.
  ///
  /// - Parameter partitionLimit: The number of partitions of a range after which the rest of it is
  ///   sorted by heap sort. By default twice that of even halves.
  package static func sort(_ items: inout MutableSpan<ClusterItem>, partitionLimit: Int? = nil) {
    let levels = Int.bitWidth - items.count.leadingZeroBitCount
    sort(&items, items.indices, partitionLimit: partitionLimit ?? 2 * levels)
  }

  /// The counts of pins are complements of their indexes.
  private static func isBefore(_ left: ClusterItem, _ right: ClusterItem) -> Bool {
    left.id.rawValue != right.id.rawValue
      ? left.id.rawValue < right.id.rawValue : left.count > right.count
  }

  private static func sort(
    _ items: inout MutableSpan<ClusterItem>, _ all: Range<Int>, partitionLimit: Int
  ) {
    var range = all
    var partitions = 0
    while range.count > shortLength {
      guard partitions < partitionLimit else {
        heapSort(&items, range)
        return
      }
      partitions += 1
      let middle = partition(&items, range)
      // The shorter part by recursion, so that the stack stays short.
      let (low, high) = (range.lowerBound..<middle, middle..<range.upperBound)
      sort(&items, low.count < high.count ? low : high, partitionLimit: partitionLimit - partitions)
      range = low.count < high.count ? high : low
    }
    insertionSort(&items, range)
  }

  /// Moves small items before large ones, and returns the position of the first large one. Neither
  /// part is empty, because no two items are equal.
  private static func partition(
    _ items: inout MutableSpan<ClusterItem>, _ range: Range<Int>
  ) -> Int {
    let pivot = median(
      items[range.lowerBound], items[range.lowerBound + range.count / 2],
      items[range.upperBound - 1])
    var low = range.lowerBound
    var high = range.upperBound - 1
    while true {
      while isBefore(items[low], pivot) { low += 1 }
      while isBefore(pivot, items[high]) { high -= 1 }
      if low >= high { return max(low, range.lowerBound + 1) }
      items.swapAt(low, high)
      low += 1
      high -= 1
    }
  }

  private static func median(
    _ one: ClusterItem, _ two: ClusterItem, _ three: ClusterItem
  ) -> ClusterItem {
    let (low, high) = isBefore(two, one) ? (two, one) : (one, two)
    if isBefore(three, low) { return low }
    return isBefore(high, three) ? high : three
  }

  private static func insertionSort(_ items: inout MutableSpan<ClusterItem>, _ range: Range<Int>) {
    for position in range.dropFirst() {
      let item = items[position]
      var place = position
      while place > range.lowerBound, isBefore(item, items[place - 1]) {
        items[place] = items[place - 1]
        place -= 1
      }
      items[place] = item
    }
  }

  private static func heapSort(_ items: inout MutableSpan<ClusterItem>, _ range: Range<Int>) {
    for root in (0..<(range.count / 2)).reversed() {
      sink(root, in: &items, from: range.lowerBound, count: range.count)
    }
    for end in (1..<range.count).reversed() {
      items.swapAt(range.lowerBound, range.lowerBound + end)
      sink(0, in: &items, from: range.lowerBound, count: end)
    }
  }

  /// Sinks an entry of the heap that has a number of items from a position on.
  private static func sink(
    _ root: Int, in items: inout MutableSpan<ClusterItem>, from start: Int, count: Int
  ) {
    var parent = root
    while 2 * parent + 1 < count {
      var child = 2 * parent + 1
      if child + 1 < count, isBefore(items[start + child], items[start + child + 1]) { child += 1 }
      guard isBefore(items[start + parent], items[start + child]) else { return }
      items.swapAt(start + parent, start + child)
      parent = child
    }
  }
}
