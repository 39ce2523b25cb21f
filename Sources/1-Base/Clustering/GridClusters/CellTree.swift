/// The cells of a ``GridRun`` that have pins, with the number of their pins and the sums of their
/// places: a quadtree whose levels are the grids of the run, the deepest at the bottom, and above
/// the coarsest those up to the root.
///
/// A cell of few pins is a leaf: it lists them, and has no cells below. A cell whose pins become
/// too many gets four children, and loses them when half as many are left. Where the pins of one
/// cell of the deepest grid are too many, they are divided further, by bits of their index. So no
/// list is long, a pin is found from the root by its place and its index alone, and the pins of a
/// cell are in the leaves below it.
///
/// All sums are whole numbers of ``FixedPoint`` units: adding a pin and removing it restores the
/// sum from before, in any order and after any number of moves.
///
/// Invariant of the pointers: those to cells and to places come from the paged arrays, which own
/// the memory, and are valid until the generation of the pages ends, through writes to other pages
/// too. An index belongs to a quad or bucket in use. The owner of a tree writes it alone.
struct CellTree: Sendable {
  /// The maximum number of pins of a leaf.
  static let leafCapacity = 16
  /// The number of pins at which a cell with children becomes a leaf. Less than the capacity, so
  /// that a pin that is added and removed does not build and free the same cells each time.
  static let maxMergedCount = 8
  /// The root cell's number. It is alone in its quad.
  static let root = 0

  let run: GridRun
  /// The cells, four children of one parent at a time: a quad.
  var quads = PagedSlots(of: 4, blank: Cell(), pageLength: 128)
  /// The pins of the leaves, ``leafCapacity`` places for each leaf.
  var buckets = PagedSlots(of: leafCapacity, blank: UInt32(0), pageLength: 512)

  /// The number of cells that updates read to change them, in the lifetime of the tree.
  var cellsTouched = 0

  init(run: GridRun) {
    self.run = run
    _ = makeQuad()
  }

  struct Cell: BitwiseCopyable {
    /// The number of the pins and the sums of their places.
    var sum = PinSum()
    /// The quad of the children with the highest bit set, or a leaf's bucket. Undefined in a leaf
    /// without pins.
    private(set) var content: UInt32 = 0

    private static var quadBit: UInt32 { 1 << 31 }

    var count: Int { sum.count }
    var isDivided: Bool { content & Self.quadBit != 0 }
    /// The number of the first child.
    var firstChild: Int { Int(content & ~Self.quadBit) * 4 }
    /// The number of the bucket's first place.
    var firstPlace: Int { Int(content) * CellTree.leafCapacity }

    mutating func divide(into quad: UInt32) { content = quad | Self.quadBit }
    mutating func list(in bucket: UInt32) { content = bucket }
  }

  var cells: PagedArray<Cell> { quads.pages }

  /// Leaves all pages to the copies of this tree, see ``PagedArray``.
  mutating func startGeneration(copyingAll copiesAll: Bool) {
    quads.pages.startGeneration(copyingAll: copiesAll)
    buckets.pages.startGeneration(copyingAll: copiesAll)
  }

  /// The memory of the tree in bytes.
  var byteCount: Int { cells.byteCount + buckets.pages.byteCount }
  var pagesCopied: Int { cells.pagesCopied + buckets.pages.pagesCopied }

  // Allocation of quads and buckets for updates.

  mutating func writableCells(from first: Int) -> UnsafeMutablePointer<Cell> {
    quads.pages.writablePointer(at: first)
  }

  mutating func writablePlaces(from first: Int) -> UnsafeMutablePointer<UInt32> {
    buckets.pages.writablePointer(at: first)
  }

  /// Four cells without pins.
  mutating func makeQuad() -> UInt32 {
    let quad = quads.take()
    writableCells(from: Int(quad) * 4).update(repeating: Cell(), count: 4)
    return quad
  }
}

extension CellTree {
  /// Calls `body` with the pins of a cell.
  func forEachPin(of cell: Cell, _ body: (Int) -> Void) {
    guard cell.count > 0 else { return }
    guard cell.isDivided else {
      // The places of a bucket are adjacent in one page.
      let places = buckets.pages.pointer(at: cell.firstPlace)
      for place in 0..<Int(cell.count) { body(Int(places[place])) }
      return
    }
    let children = cells.pointer(at: cell.firstChild)
    for number in 0..<4 { forEachPin(of: children[number], body) }
  }

  /// The cell of a zoom level, or the leaf above it that lists its pins, perhaps among others.
  func cellOrLeaf(column: Int, row: Int, zoom: Int) -> (cell: Cell, isWhole: Bool) {
    var cell = cells.pointer(at: Self.root).pointee
    let depth = run.depth(atZoom: zoom)
    for bit in (0..<depth).reversed() {
      guard cell.isDivided else { return (cell, false) }
      let child = (row >> bit & 1) << 1 | column >> bit & 1
      cell = cells.pointer(at: cell.firstChild + child).pointee
    }
    return (cell, true)
  }
}
