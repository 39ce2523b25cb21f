extension AnnotationDifference {
  /// Which items of two lists belong together, each with one of the other list at most.
  struct Partners: Sendable {
    /// For each new position the old one, or `none`. Short numbers, as pairs come in any order.
    private var oldPositions: [UInt32] = []
    /// For each old position, whether it has a partner.
    private var isPaired: [Bool] = []

    private static let none = UInt32.max

    var oldCount: Int { isPaired.count }
    var newCount: Int { oldPositions.count }

    var bufferCapacities: [Int] { [oldPositions.capacity, isPaired.capacity] }

    /// Forgets all pairs and begins with lists of other lengths.
    mutating func removeAll(oldCount: Int, newCount: Int) {
      let greatest = max(oldCount, newCount)
      precondition(
        greatest < Self.none, "a list must have fewer than \(Self.none) items, found \(greatest)")
      oldPositions.removeAll(keepingCapacity: true)
      oldPositions.append(contentsOf: repeatElement(Self.none, count: newCount))
      isPaired.removeAll(keepingCapacity: true)
      isPaired.append(contentsOf: repeatElement(false, count: oldCount))
    }

    /// - Precondition: Neither has a partner.
    mutating func pair(old oldPosition: Int, new newPosition: Int) {
      oldPositions[newPosition] = UInt32(truncatingIfNeeded: oldPosition)
      isPaired[oldPosition] = true
    }

    func isPaired(old position: Int) -> Bool { isPaired[position] }

    func oldPosition(ofNew position: Int) -> Int? {
      let partner = oldPositions[position]
      return partner == Self.none ? nil : Int(partner)
    }

    /// Lists the positions without a partner, ascending.
    func listUnpaired(old: inout [Int], new: inout [Int]) {
      isPaired.withUnsafeBufferPointer { isPaired in
        old.replace(with: isPaired.indices) { !isPaired[$0] }
      }
      oldPositions.withUnsafeBufferPointer { oldPositions in
        new.replace(with: oldPositions.indices) { oldPositions[$0] == Self.none }
      }
    }

    /// Removes the positions that have a partner by now.
    func removePaired(old: inout [Int], new: inout [Int]) {
      isPaired.withUnsafeBufferPointer { isPaired in
        old.keepAll { !isPaired[$0] }
      }
      oldPositions.withUnsafeBufferPointer { oldPositions in
        new.keepAll { oldPositions[$0] == Self.none }
      }
    }
  }
}

// `filter` and `removeAll(where:)` without branches, which nothing foretells in unordered lists.
extension [Int] {
  fileprivate mutating func replace(with positions: Range<Int>, where isKept: (Int) -> Bool) {
    removeAll(keepingCapacity: true)
    append(contentsOf: repeatElement(0, count: positions.count))
    keep { places in
      var kept = 0
      for position in positions {
        places[kept] = position
        kept &+= isKept(position) ? 1 : 0
      }
      return kept
    }
  }

  fileprivate mutating func keepAll(where isKept: (Int) -> Bool) {
    keep { places in
      var kept = 0
      for position in places {
        places[kept] = position
        kept &+= isKept(position) ? 1 : 0
      }
      return kept
    }
  }

  /// Keeps as many as were moved to the front.
  private mutating func keep(_ moveToFront: (UnsafeMutableBufferPointer<Int>) -> Int) {
    let kept = withUnsafeMutableBufferPointer { moveToFront($0) }
    removeLast(count - kept)
  }
}
