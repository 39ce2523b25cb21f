import MapGeometry

/// The cells of a ``GridRun`` that have pins, with the number of their pins and the sums of their
/// places: a quadtree whose levels are the grids of the run, the deepest at the bottom, and above
/// the coarsest those that lead to it.
///
/// A cell of few pins is a leaf: it lists them, and has no cells below. A cell whose pins become
/// too many gets four children, and loses them when its pins are fewer than half of that. Where
/// the pins of one cell of the deepest grid are too many, they are divided further, by bits of
/// their index. So no list is long, a pin is found from the root by its place and its index alone,
/// and the pins of a cell are those of the leaves below it.
///
/// All sums are whole numbers of ``FixedPoint`` units: adding a pin and taking it away leaves what
/// was there before, in any order and after any number of moves.
struct CellTree: Sendable {
  /// A leaf has at most this many pins.
  static let leafCapacity = 16
  /// A cell with children has more pins than this. Less than the capacity, so that a pin that
  /// comes and goes does not build and raze the same cells each time.
  static let leastDivided = 8
  /// The root cell's number. It is alone in its quad.
  static let root = 0

  let run: GridRun
  /// The cells, four children of one parent at a time: a quad.
  private(set) var cells = PagedArray(blank: Cell(), pageLength: 128)
  /// The pins of the leaves, each leaf with room for ``leafCapacity``: a bucket.
  private(set) var buckets = PagedArray(blank: UInt32(0), pageLength: 512)
  private var quads = SlotNumbers(used: 1)
  private var bucketNumbers = SlotNumbers(used: 0)

  /// How many cells updates have read to change them, over the life of the tree.
  var cellsTouched = 0

  init(run: GridRun) {
    self.run = run
    _ = cells.writablePointer(at: Self.root)
  }

  struct Cell: BitwiseCopyable {
    /// The sums of the pins' places, in units. 2^30 pins of 2^32 units do not overflow.
    var x: UInt64 = 0
    var y: UInt64 = 0
    var count: UInt32 = 0
    /// The quad of the children with the highest bit set, or a leaf's bucket. Without meaning in a
    /// cell without pins.
    private var content: UInt32 = 0

    private static var quadBit: UInt32 { 1 << 31 }

    var isDivided: Bool { content & Self.quadBit != 0 }
    /// The number of the first child.
    var firstChild: Int { Int(content & ~Self.quadBit) * 4 }
    /// The number of the bucket's first place.
    var firstPlace: Int { Int(content) * CellTree.leafCapacity }

    mutating func divide(into quad: UInt32) { content = quad | Self.quadBit }
    mutating func list(in bucket: UInt32) { content = bucket }

    mutating func add(_ pin: LocatedPin) {
      count += 1
      x &+= UInt64(pin.x)
      y &+= UInt64(pin.y)
    }

    mutating func subtract(_ pin: LocatedPin) {
      count -= 1
      x &-= UInt64(pin.x)
      y &-= UInt64(pin.y)
    }

    mutating func add(_ cell: Cell) {
      count += cell.count
      x &+= cell.x
      y &+= cell.y
    }
  }

  /// A pin, and where it belongs in a tree.
  struct LocatedPin: BitwiseCopyable {
    let index: UInt32
    /// The cell of the deepest grid.
    let column: UInt32
    let row: UInt32
    /// The place in units.
    let x: UInt32
    let y: UInt32
  }

  /// Which child of a cell at a depth a pin belongs to: 0 north-west, 1 north-east, 2 south-west,
  /// 3 south-east.
  func child(of pin: LocatedPin, atDepth depth: Int) -> Int {
    let bit = run.bits - 1 - depth
    guard bit >= 0 else {
      return Int(Self.scattered(pin.index) >> UInt32(32 + 2 * bit)) & 3
    }
    return Int((pin.row >> UInt32(bit) & 1) << 1 | pin.column >> UInt32(bit) & 1)
  }

  /// A different number for each pin's index, whose highest bits differ for close indexes. Two
  /// bits of it at each depth tell all pins of one place apart.
  static func scattered(_ index: UInt32) -> UInt32 { index &* 0x9E37_79B9 }

  /// Leaves all pages to the copies of this tree, see ``PagedArray``.
  mutating func startGeneration() {
    cells.startGeneration()
    buckets.startGeneration()
  }

  /// Makes every page this tree's own, see ``PagedArray``.
  mutating func copyAllPages() {
    cells.copyAllPages()
    buckets.copyAllPages()
  }

  /// The memory of the tree in bytes.
  var byteCount: Int { cells.byteCount + buckets.byteCount }
  var pagesCopied: Int { cells.pagesCopied + buckets.pagesCopied }
}

// What the updates need; each keeps one kind of number in step with its pages.
extension CellTree {
  mutating func writableCell(_ cell: Int) -> UnsafeMutablePointer<Cell> {
    cellsTouched += 1
    return cells.writablePointer(at: cell)
  }

  mutating func writablePlaces(from first: Int) -> UnsafeMutablePointer<UInt32> {
    buckets.writablePointer(at: first)
  }

  /// Four cells without pins.
  mutating func makeQuad() -> UInt32 {
    let content = quads.firstFree.map { cells.pointer(at: Int($0) * 4).pointee.x }
    let quad = quads.take(holding: content.map { UInt32(truncatingIfNeeded: $0) })
    cells.writablePointer(at: Int(quad) * 4).update(repeating: Cell(), count: 4)
    return quad
  }

  mutating func freeQuad(at firstChild: Int) {
    let next = quads.give(UInt32(firstChild / 4))
    cells.writablePointer(at: firstChild).pointee.x = UInt64(next)
  }

  mutating func makeBucket() -> UInt32 {
    let content = bucketNumbers.firstFree.map {
      buckets.pointer(at: Int($0) * Self.leafCapacity).pointee
    }
    let bucket = bucketNumbers.take(holding: content)
    _ = buckets.writablePointer(at: Int(bucket) * Self.leafCapacity)
    return bucket
  }

  mutating func freeBucket(at firstPlace: Int) {
    let next = bucketNumbers.give(UInt32(firstPlace / Self.leafCapacity))
    buckets.writablePointer(at: firstPlace).pointee = next
  }
}

extension GridRun {
  /// Where a pin belongs in a tree.
  func locate(_ pin: Int, at point: MapPoint) -> CellTree.LocatedPin {
    CellTree.LocatedPin(
      index: UInt32(truncatingIfNeeded: pin),
      column: UInt32(truncatingIfNeeded: deepest.number(of: point.x)),
      row: UInt32(truncatingIfNeeded: deepest.number(of: point.y)),
      x: FixedPoint.units(point.x), y: FixedPoint.units(point.y))
  }
}
