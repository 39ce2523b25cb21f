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
    var scratch = pins
    pins.withUnsafeMutableBufferPointer { pins in
      scratch.withUnsafeMutableBufferPointer { scratch in
        RadixSort.sort(pins, scratch: scratch, bits: 0..<(2 * run.bits)) {
          Self.spread($0.row) << 1 | Self.spread($0.column)
        }
      }
    }
  }

  /// Puts a 0 before each of 32 bits, so that two such numbers interleave: a Morton code.
  private static func spread(_ bits: UInt32) -> UInt64 {
    var spread = UInt64(bits)
    spread = (spread | spread << 16) & 0x0000_FFFF_0000_FFFF
    spread = (spread | spread << 8) & 0x00FF_00FF_00FF_00FF
    spread = (spread | spread << 4) & 0x0F0F_0F0F_0F0F_0F0F
    spread = (spread | spread << 2) & 0x3333_3333_3333_3333
    spread = (spread | spread << 1) & 0x5555_5555_5555_5555
    return spread
  }
}
