/// The cells of a ``GridRun`` that have pins, with the number of their pins and the sums of their
/// places: a quadtree whose levels are the grids of the run, the deepest at the bottom, and above
/// the coarsest those up to the root.
///
/// A cell of few pins is a leaf: it lists them, and has no cells below. A cell whose pins become
/// too many gets four children, and loses them when its pins are fewer than half of that. Where
/// the pins of one cell of the deepest grid are too many, they are divided further, by bits of
/// their index. So no list is long, a pin is found from the root by its place and its index alone,
/// and the pins of a cell are those of the leaves below it.
///
/// All sums are whole numbers of ``FixedPoint`` units: adding a pin and removing it restores the
/// sum from before, in any order and after any number of moves.
///
/// Invariant of the pointers: those to cells and to places come from the paged arrays, which own
/// the memory, and are valid until the generation of the pages ends, through writes to other pages
/// too. An index is that of a quad or bucket in use. The owner of a tree writes it alone.
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
  private(set) var cells = PagedArray(blank: Cell(), pageLength: 128)
  /// The pins of the leaves, ``leafCapacity`` places for each leaf: a bucket.
  private(set) var buckets = PagedArray(blank: UInt32(0), pageLength: 512)
  private var quads = SlotNumbers(used: 1)
  private var bucketNumbers = SlotNumbers(used: 0)

  /// The number of cells that updates read to change them, in the lifetime of the tree.
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
    /// The quad of the children with the highest bit set, or a leaf's bucket. Undefined in a cell
    /// without pins.
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

  /// A pin, and its position in a tree.
  struct LocatedPin: BitwiseCopyable {
    let index: UInt32
    /// The cell of the deepest grid.
    let column: UInt32
    let row: UInt32
    /// The place in units.
    let x: UInt32
    let y: UInt32
  }

  /// The child of a cell at a depth that a pin belongs to: 0 north-west, 1 north-east, 2
  /// south-west, 3 south-east.
  func child(of pin: LocatedPin, atDepth depth: Int) -> Int {
    let bit = run.bits - 1 - depth
    guard bit >= 0 else { return Int(Self.scattered(pin.index) >> UInt32(32 + 2 * bit)) & 3 }
    return Int((pin.row >> UInt32(bit) & 1) << 1 | pin.column >> UInt32(bit) & 1)
  }

  /// A different number for each pin's index, whose highest bits differ for close indexes. Two bits
  /// of it at each depth separate all pins of one place.
  static func scattered(_ index: UInt32) -> UInt32 { index &* 0x9E37_79B9 }

  /// Leaves all pages to the copies of this tree, see ``PagedArray``.
  mutating func startGeneration() {
    cells.startGeneration()
    buckets.startGeneration()
  }

  /// Copies every page that copies of this tree share, see ``PagedArray``.
  mutating func copyAllPages() {
    cells.copyAllPages()
    buckets.copyAllPages()
  }

  /// The memory of the tree in bytes.
  var byteCount: Int { cells.byteCount + buckets.byteCount }
  var pagesCopied: Int { cells.pagesCopied + buckets.pagesCopied }

  // Allocation of quads and buckets for updates.

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
  /// The position of a pin in a tree.
  func locate(_ pin: Int, at point: MapPoint) -> CellTree.LocatedPin {
    CellTree.LocatedPin(
      index: UInt32(truncatingIfNeeded: pin),
      column: UInt32(truncatingIfNeeded: deepest.number(of: point.x)),
      row: UInt32(truncatingIfNeeded: deepest.number(of: point.y)),
      x: FixedPoint.units(point.x), y: FixedPoint.units(point.y))
  }
}

extension CellTree {
  /// Calls `body` with the pins of a cell.
  func forEachPin(of cell: Cell, _ body: (Int) -> Void) {
    guard cell.count > 0 else { return }
    guard cell.isDivided else {
      // The places of a bucket are adjacent in one page.
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

  /// Moves a pin from where it was added.
  mutating func move(_ old: LocatedPin, to new: LocatedPin, places: some PinLocations) {
    var number = Self.root
    var depth = 0
    while true {
      let cell = writableCell(number)
      cell.pointee.x &+= UInt64(new.x) &- UInt64(old.x)
      cell.pointee.y &+= UInt64(new.y) &- UInt64(old.y)
      guard cell.pointee.isDivided else { return }
      let first = cell.pointee.firstChild
      let (from, to) = (child(of: old, atDepth: depth), child(of: new, atDepth: depth))
      depth += 1
      guard from == to else {
        remove(old, below: first + from, atDepth: depth)
        insert(new, below: first + to, atDepth: depth, places: places)
        return
      }
      number = first + from
    }
  }

  /// Adds a pin.
  ///
  /// - Parameters:
  ///   - top: The cell from which on the pin is missing.
  ///   - places: The places of all pins, also of this one.
  mutating func insert(
    _ pin: LocatedPin, below top: Int = CellTree.root, atDepth topDepth: Int = 0,
    places: some PinLocations
  ) {
    var number = top
    var depth = topDepth
    while true {
      let cell = writableCell(number)
      if !cell.pointee.isDivided, cell.pointee.count == Self.leafCapacity {
        divide(cell, atDepth: depth, places: places)
      }
      defer { cell.pointee.add(pin) }
      guard cell.pointee.isDivided else {
        append(pin.index, toLeaf: cell)
        return
      }
      number = cell.pointee.firstChild + child(of: pin, atDepth: depth)
      depth += 1
    }
  }

  /// Lists a pin in a leaf that is not full, and whose count does not yet include it.
  private mutating func append(_ index: UInt32, toLeaf cell: UnsafeMutablePointer<Cell>) {
    if cell.pointee.count == 0 { cell.pointee.list(in: makeBucket()) }
    writablePlaces(from: cell.pointee.firstPlace)[Int(cell.pointee.count)] = index
  }

  /// Divides a full leaf: its children get its pins.
  private mutating func divide(
    _ cell: UnsafeMutablePointer<Cell>, atDepth depth: Int, places: some PinLocations
  ) {
    let firstPlace = cell.pointee.firstPlace
    let quad = makeQuad()
    cell.pointee.divide(into: quad)
    let children = writableCell(cell.pointee.firstChild)
    for place in firstPlace..<(firstPlace + Self.leafCapacity) {
      let index = Int(buckets.pointer(at: place).pointee)
      // A listed pin has a place.
      guard let point = places.place(of: index) else { continue }
      let pin = run.locate(index, at: point)
      let child = children + child(of: pin, atDepth: depth)
      append(pin.index, toLeaf: child)
      child.pointee.add(pin)
    }
    freeBucket(at: firstPlace)
  }

  /// Removes a pin from where it was added, or from a cell and those below it.
  mutating func remove(
    _ pin: LocatedPin, below top: Int = CellTree.root, atDepth topDepth: Int = 0
  ) {
    var number = top
    var depth = topDepth
    while true {
      let cell = writableCell(number)
      cell.pointee.subtract(pin)
      guard cell.pointee.isDivided else {
        delist(pin.index, fromLeaf: cell)
        return
      }
      if cell.pointee.count <= Self.maxMergedCount {
        makeLeaf(cell, without: pin.index)
        return
      }
      number = cell.pointee.firstChild + child(of: pin, atDepth: depth)
      depth += 1
    }
  }

  /// Removes a pin from the list of a leaf whose count does not include it any more.
  private mutating func delist(_ index: UInt32, fromLeaf cell: UnsafeMutablePointer<Cell>) {
    let firstPlace = cell.pointee.firstPlace
    let last = Int(cell.pointee.count)
    guard last > 0 else { return freeBucket(at: firstPlace) }
    let places = writablePlaces(from: firstPlace)
    for place in 0..<last where places[place] == index { places[place] = places[last] }
  }

  /// Lists the pins of a cell in the cell itself, without one that it does not count any more, and
  /// frees the cells below.
  private mutating func makeLeaf(_ cell: UnsafeMutablePointer<Cell>, without index: UInt32) {
    let firstChild = cell.pointee.firstChild
    let bucket = makeBucket()
    cell.pointee.list(in: bucket)
    let places = writablePlaces(from: cell.pointee.firstPlace)
    var count = 0
    moveDown(firstChild, without: index, to: places, &count)
  }

  private mutating func moveDown(
    _ firstChild: Int, without index: UInt32, to places: UnsafeMutablePointer<UInt32>,
    _ count: inout Int
  ) {
    cellsTouched += 4
    for number in firstChild..<(firstChild + 4) {
      let cell = cells.pointer(at: number).pointee
      guard cell.count > 0 else { continue }
      guard !cell.isDivided else {
        moveDown(cell.firstChild, without: index, to: places, &count)
        continue
      }
      for place in cell.firstPlace..<(cell.firstPlace + Int(cell.count)) {
        let pin = buckets.pointer(at: place).pointee
        guard pin != index else { continue }
        places[count] = pin
        count += 1
      }
      freeBucket(at: cell.firstPlace)
    }
    freeQuad(at: firstChild)
  }
}
