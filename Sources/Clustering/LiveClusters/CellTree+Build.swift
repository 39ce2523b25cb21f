import MapGeometry

extension CellTree {
  /// Builds the tree of many pins at once.
  ///
  /// Complexity: O(n × depth) for n pins. Neighbouring cells are adjacent in memory.
  init(run: GridRun, pins: some Sequence<Int>, places: some PinLocations) {
    self.init(run: run)
    var order = CellOrder(run: run)
    for pin in pins {
      guard let point = places.place(of: pin) else { continue }
      order.append(run.locate(pin, at: point))
    }
    order.sort()
    let root = build(&order, 0..<order.pins.count, atDepth: 0)
    writableCell(Self.root).pointee = root
  }

  /// Builds the cell of a range of the sorted pins with all cells below it.
  private mutating func build(
    _ order: inout CellOrder, _ range: Range<Int>, atDepth depth: Int
  ) -> Cell {
    var cell = Cell()
    guard range.count > Self.leafCapacity else {
      guard !range.isEmpty else { return cell }
      cell.list(in: makeBucket())
      let places = writablePlaces(from: cell.firstPlace)
      for position in range {
        places[Int(cell.count)] = order.pins[position].index
        cell.add(order.pins[position])
      }
      return cell
    }
    if depth == run.bits { order.scatter(range) }
    cell.divide(into: makeQuad())
    var start = range.lowerBound
    for number in 0..<4 {
      let end = order.end(
        from: start, to: range.upperBound, where: { self.child(of: $0, atDepth: depth) <= number })
      let child = build(&order, start..<end, atDepth: depth + 1)
      writableCell(cell.firstChild + number).pointee = child
      cell.add(child)
      start = end
    }
    return cell
  }
}

/// Pins sorted so that those of a cell are adjacent, at every depth of a tree.
private struct CellOrder {
  let run: GridRun
  private(set) var pins: [CellTree.LocatedPin] = []

  init(run: GridRun) {
    self.run = run
  }

  mutating func append(_ pin: CellTree.LocatedPin) { pins.append(pin) }

  /// The first position in a range whose pin does not satisfy a condition that those before it do.
  func end(
    from start: Int, to end: Int, where isBefore: (CellTree.LocatedPin) -> Bool
  ) -> Int {
    var low = start
    var high = end
    while low < high {
      let middle = (low + high) / 2
      if isBefore(pins[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Sorts the pins of one cell of the deepest grid as the tree divides them further.
  mutating func scatter(_ range: Range<Int>) {
    pins[range].sort { CellTree.scattered($0.index) < CellTree.scattered($1.index) }
  }

  /// Sorts all pins by their cell of the deepest grid, in the order of the quadtree.
  mutating func sort() {
    // Each pass of a radix sort takes the next few bits of row and column, the first one the lowest.
    let bitsPerPass = 5
    var from = pins
    var to = pins
    var ends = [Int](repeating: 0, count: 1 << (2 * bitsPerPass))
    for shift in stride(from: 0, to: run.bits, by: bitsPerPass) {
      Self.distribute(from, into: &to, by: UInt32(shift), &ends)
      swap(&from, &to)
    }
    pins = from
  }

  /// Sorts by 5 bits of row and column, keeping the order of pins that do not differ in these.
  private static func distribute(
    _ from: [CellTree.LocatedPin], into to: inout [CellTree.LocatedPin], by shift: UInt32,
    _ starts: inout [Int]
  ) {
    for digit in starts.indices { starts[digit] = 0 }
    for pin in from { starts[digit(of: pin, shift)] += 1 }
    var sum = 0
    for digit in starts.indices {
      let count = starts[digit]
      starts[digit] = sum
      sum += count
    }
    for pin in from {
      let digit = digit(of: pin, shift)
      to[starts[digit]] = pin
      starts[digit] += 1
    }
  }

  private static func digit(of pin: CellTree.LocatedPin, _ shift: UInt32) -> Int {
    spread(pin.row >> shift & 31) << 1 | spread(pin.column >> shift & 31)
  }

  /// Puts a 0 before each of 5 bits.
  private static func spread(_ bits: UInt32) -> Int {
    var spread = (bits | bits << 4) & 0x0F0F
    spread = (spread | spread << 2) & 0x3333
    spread = (spread | spread << 1) & 0x5555
    return Int(spread)
  }
}
