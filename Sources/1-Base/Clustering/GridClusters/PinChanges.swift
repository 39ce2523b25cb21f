/// A pin that comes into a tree or leaves it.
struct PinChange: BitwiseCopyable {
  /// The pin's children at the first 32 depths of the tree, two bits each, the root's highest.
  ///
  /// Down to the deepest grid, they are the bits of the row and the column of its cell by turns,
  /// and then the bits of the scattered index.
  let path: UInt64
  let place: FixedPlace
  /// The pin's index, with the highest bit set where the pin leaves.
  private let bits: UInt32

  private static var removalBit: UInt32 { 1 << 31 }

  init(_ pin: Int, at point: MapPoint, in run: GridRun, isRemoval: Bool) {
    let index = UInt32(truncatingIfNeeded: pin)
    let column = UInt32(truncatingIfNeeded: run.deepest.number(of: point.x))
    let row = UInt32(truncatingIfNeeded: run.deepest.number(of: point.y))
    let cell = UInt64(spreading: row) << 1 | UInt64(spreading: column)
    path = cell << UInt64(64 - 2 * run.bits) | Self.scattered(index) >> UInt64(2 * run.bits)
    place = FixedPlace(point)
    bits = index | (isRemoval ? Self.removalBit : 0)
  }

  var index: UInt32 { bits & ~Self.removalBit }
  var isRemoval: Bool { bits & Self.removalBit != 0 }

  /// The children from a depth on, 0 or 32, as in ``path``.
  ///
  /// - Parameter gridBits: The number of bits of the path that the cell of the deepest grid takes.
  @inline(__always)
  func path(fromDepth depth: Int, gridBits: UInt64) -> UInt64 {
    depth == 0 ? path : Self.scattered(index) &<< (64 &- gridBits)
  }

  /// A different number for each pin's index, whose highest bits differ for close indexes. Two bits
  /// of it at each depth separate all pins of one place.
  private static func scattered(_ index: UInt32) -> UInt64 {
    UInt64(index &* 0x9E37_79B9) << 32
  }
}

/// The changes of a batch, which are sorted while a tree is walked down: the changes of a cell are
/// adjacent, and are sorted by the cells of the next depths when they are needed.
///
/// Invariant: a range is one of positions, and of all changes of one cell.
struct PinChanges {
  private var run: GridRun
  private var gridBits: UInt64 { UInt64(truncatingIfNeeded: 2 &* run.bits) }
  /// The depth from which on all changes are sorted.
  private var firstDepth = 0
  private let changes: Buffer<PinChange>
  private let scratch: Buffer<PinChange>
  /// The sums of all changes before each, and of all.
  private let sums: Buffer<PinSum>

  /// The number of depths by whose cells changes are sorted at a time, a divisor of 32. More would
  /// sort by cells that few changes have in common, and fewer would sort too often.
  private static let sortedDepths = 8
  /// Indicates whether changes are sorted by the cells of the whole grid at once, and then only
  /// within a cell: this is fastest if all pins are added.
  private var isSortedWhole = false

  init(in run: GridRun, capacity: Int) {
    self.run = run
    changes = Buffer(capacity: capacity)
    scratch = Buffer(capacity: capacity)
    sums = Buffer(capacity: capacity + 1)
  }

  var range: Range<Int> { 0..<changes.count }

  subscript(position: Int) -> PinChange { changes.base[position] }

  func append(_ change: PinChange) { changes.append(change) }

  func append(_ pin: Int, at point: MapPoint, isRemoval: Bool = false) {
    changes.append(PinChange(pin, at: point, in: run, isRemoval: isRemoval))
  }

  /// Removes the changes and prepares for another tree.
  mutating func restart(in run: GridRun) {
    self.run = run
    changes.removeAll()
  }

  /// Starts the walk in one cell, which has all changes.
  mutating func start(atDepth depth: Int, sortingWhole isWhole: Bool = false) {
    firstDepth = depth
    isSortedWhole = isWhole
    scratch.resize(to: changes.count)
    sums.resize(to: changes.count + 1)
    sums.base[0] = PinSum()
    guard isWhole else { return sortAndSum(range, atDepth: depth) }
    let shift = 64 - gridBits
    let unsorted = changes.base
    BucketSort.sort(
      count: changes.count, into: changes, scratch: scratch, workers: Workers(threadCount: 1)
    ) {
      unsorted[$0]
    } by: {
      $0.path(fromDepth: 0, gridBits: gridBits) &>> shift
    }
    sum(range)
  }

  /// Sorts the changes of a cell by its children, if they are not sorted yet.
  func sort(_ range: Range<Int>, atDepth depth: Int) {
    guard depth > firstDepth, range.count > 1,
      isSortedWhole && depth <= run.bits
        ? depth == run.bits : depth % Self.sortedDepths == 0
    else { return }
    sortAndSum(range, atDepth: depth)
  }

  private func sortAndSum(_ range: Range<Int>, atDepth depth: Int) {
    let high = 64 - 2 * (depth % 32)
    let levels = Self.sortedDepths - depth % Self.sortedDepths
    let gridBits = gridBits
    RadixSort.sort(
      UnsafeMutableBufferPointer(rebasing: changes.elements[range]), scratch: scratch.elements,
      bits: (high - 2 * levels)..<high
    ) { $0.path(fromDepth: depth & ~31, gridBits: gridBits) }
    sum(range)
  }

  private func sum(_ range: Range<Int>) {
    var sum = sums.base[range.lowerBound]
    for position in range {
      let change = changes.base[position]
      if change.isRemoval { sum.subtract(change.place) } else { sum.add(change.place) }
      sums.base[position + 1] = sum
    }
  }

  /// The amount by which the changes increase the sum of their cell.
  @inline(__always)
  func sum(of range: Range<Int>) -> PinSum {
    sums.base[range.upperBound] - sums.base[range.lowerBound]
  }

  /// Returns whether one pin leaves and comes back.
  func areOfOnePin(_ range: Range<Int>) -> Bool {
    range.count == 2 && self[range.lowerBound].index == self[range.lowerBound + 1].index
  }

  /// The child of a cell at a depth that a pin belongs to: 0 north-west, 1 north-east, 2
  /// south-west, 3 south-east.
  @inline(__always)
  func child(_ position: Int, atDepth depth: Int) -> Int {
    let path = changes.base[position].path(fromDepth: depth & ~31, gridBits: gridBits)
    return Int(truncatingIfNeeded: path &>> UInt64(truncatingIfNeeded: 62 &- 2 &* (depth & 31))) & 3
  }

  /// The end of those changes at the beginning of a sorted range that belong to a child or one
  /// before it.
  @inline(__always)
  func end(of child: Int, in range: Range<Int>, atDepth depth: Int) -> Int {
    guard !range.isEmpty, self.child(range.upperBound - 1, atDepth: depth) > child else {
      return range.upperBound
    }
    return range.bisected { self.child($0, atDepth: depth) <= child }
  }
}

/// A cell of a tree, and the changes of its pins, which are adjacent.
struct CellChange: BitwiseCopyable {
  let cell: UnsafeMutablePointer<CellTree.Cell>
  private let start: UInt32
  private let end: UInt32
  let depth: UInt32
  private var content: UInt32 = 0

  init(_ cell: UnsafeMutablePointer<CellTree.Cell>, atDepth depth: Int, _ range: Range<Int>) {
    self.cell = cell
    self.depth = UInt32(truncatingIfNeeded: depth)
    start = UInt32(truncatingIfNeeded: range.lowerBound)
    end = UInt32(truncatingIfNeeded: range.upperBound)
  }

  var range: Range<Int> { Range(uncheckedBounds: (Int(start), Int(end))) }

  mutating func readContent() { content = cell.pointee.content }
}

/// The memory of a walk down a tree.
struct CellWalk {
  /// The cells of one depth.
  var level: Buffer<CellChange>
  /// Those of the next depth.
  var below: Buffer<CellChange>
  let leaves: Buffer<CellChange>

  init(changeCount: Int) {
    level = Buffer(capacity: changeCount)
    below = Buffer(capacity: changeCount)
    leaves = Buffer(capacity: changeCount)
  }
}

extension UInt64 {
  /// The bits of a number with a gap above each.
  @inlinable
  package init(spreading bits: UInt32) {
    self = UInt64(bits)
    self = (self | self << 16) & 0x0000_FFFF_0000_FFFF
    self = (self | self << 8) & 0x00FF_00FF_00FF_00FF
    self = (self | self << 4) & 0x0F0F_0F0F_0F0F_0F0F
    self = (self | self << 2) & 0x3333_3333_3333_3333
    self = (self | self << 1) & 0x5555_5555_5555_5555
  }
}
