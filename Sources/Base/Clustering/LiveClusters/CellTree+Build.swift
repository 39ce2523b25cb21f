extension CellTree {
  /// Builds the tree of many pins at once.
  ///
  /// Complexity: O(n × depth) for n pins. Neighbouring cells are adjacent in memory.
  init(run: GridRun, pins: some Sequence<Int>, places: some PinLocations) {
    self.init(run: run)
    var order = CellOrder(run: run)
    for pin in pins {
      guard let point = places.place(of: pin) else { continue }
      order.pins.append(run.locate(pin, at: point))
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
      let end = (start..<range.upperBound).bisected {
        self.child(of: order.pins[$0], atDepth: depth) <= number
      }
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
  var pins: [CellTree.LocatedPin] = []

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
          UInt64(spreading: $0.row) << 1 | UInt64(spreading: $0.column)
        }
      }
    }
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
