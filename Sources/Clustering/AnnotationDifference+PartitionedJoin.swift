extension AnnotationDifference {
  /// Pairs what has the same identity in two lists that share no order: a hash join in parts.
  ///
  /// A table of all identities is soon too long for the processor's caches, and each look into it
  /// then waits for memory. Both lists are therefore divided by their hashes first, and joined a
  /// part at a time through a table that stays in the first cache. Nothing is read out in the order
  /// of a table.
  struct PartitionedJoin: Sendable {
    private var oldParts = Parts()
    private var newParts = Parts()
    /// For each slot of one part's table the old entry that comes first there, or `none`.
    private var slots: [UInt32] = []

    private static let none = UInt32.max

    var bufferCapacities: [Int] {
      oldParts.bufferCapacities + newParts.bufferCapacities + [slots.capacity]
    }

    /// Pairs items at some positions of the old list with those at some positions of the new one.
    ///
    /// Repeated identities are paired first with first.
    ///
    /// Complexity: O(old + new), as long as the hashes of unlike identities are spread over the slots.
    ///
    /// - Precondition: Nothing at these positions has a partner.
    mutating func pair<Element: Identified>(
      _ old: [Element], at oldPositions: [Int], with new: [Element], at newPositions: [Int],
      in partners: inout Partners
    ) {
      let division = Division(oldCount: oldPositions.count)
      oldParts.fill(with: old, at: oldPositions, division)
      newParts.fill(with: new, at: newPositions, division)
      if slots.count < division.slotCount {
        slots = [UInt32](repeating: Self.none, count: division.slotCapacity)
      }
      slots.withUnsafeMutableBufferPointer { slots in
        let table = UnsafeMutableBufferPointer(rebasing: slots[..<division.slotCount])
        for part in 0..<division.partCount {
          oldParts.withPart(part) { oldPart in
            Self.enter(oldPart, into: table, division)
            newParts.withPart(part) { newPart in
              Self.pair(oldPart, in: table, with: newPart, division, &partners)
            }
          }
        }
      }
    }

    private static func enter(
      _ oldPart: UnsafeMutableBufferPointer<Entry>,
      into table: UnsafeMutableBufferPointer<UInt32>, _ division: Division
    ) {
      table.update(repeating: none)
      // The last first, so that the first is found first.
      for index in oldPart.indices.reversed() {
        let slot = division.slot(of: oldPart[index].hash)
        oldPart[index].next = table[slot]
        table[slot] = UInt32(truncatingIfNeeded: index)
      }
    }

    private static func pair(
      _ oldPart: UnsafeMutableBufferPointer<Entry>,
      in table: UnsafeMutableBufferPointer<UInt32>,
      with newPart: UnsafeMutableBufferPointer<Entry>, _ division: Division,
      _ partners: inout Partners
    ) {
      for new in newPart {
        let slot = division.slot(of: new.hash)
        var previous = none
        var index = table[slot]
        while index != none, oldPart[Int(index)].hash != new.hash {
          previous = index
          index = oldPart[Int(index)].next
        }
        guard index != none else { continue }
        let old = oldPart[Int(index)]
        // Taken out, so that the next of the same identity comes before it is sought.
        if previous == none {
          table[slot] = old.next
        } else {
          oldPart[Int(previous)].next = old.next
        }
        partners.pair(old: Int(old.position), new: Int(new.position))
      }
    }
  }
}

extension AnnotationDifference.PartitionedJoin {
  /// What the join must know of an item.
  private struct Entry: BitwiseCopyable {
    /// As good as the identity: no two identities have the same.
    var hash: UInt64
    /// Where it stands in its list.
    var position: UInt32
    /// In an old part that was entered into the table: what comes next in its slot, or `none`.
    var next: UInt32
  }

  /// Into how many parts the lists are divided, and how long a table each part needs.
  private struct Division {
    let partCount: Int
    /// At least twice the old entries of a part, on average.
    let slotCount: Int
    private let partShift: UInt64
    private let slotShift: UInt64

    /// Up to this many old entries, a part and its table fit into a first cache of 32 KiB.
    private static let oldCountOfPart = 512
    /// With more parts, dividing writes to more places at once than the first cache has lines, which
    /// costs more than longer parts do.
    private static let greatestPartBits = 10
    private static let leastSlotBits = 4

    init(oldCount: Int) {
      var (partBits, slotBits) = (0, Self.leastSlotBits)
      while partBits < Self.greatestPartBits, oldCount >> partBits > Self.oldCountOfPart {
        partBits += 1
      }
      while 1 << slotBits < 2 * (oldCount >> partBits) { slotBits += 1 }
      partCount = 1 << partBits
      slotCount = 1 << slotBits
      partShift = UInt64(64 - max(partBits, 1))
      slotShift = UInt64(64 - partBits - slotBits)
    }

    /// Enough for shorter lists too, which may have more entries in a part.
    var slotCapacity: Int { max(slotCount, 2 * Self.oldCountOfPart) }

    /// Fibonacci hashing: the high bits of the product depend on all bits of the identity. The
    /// factor is odd, so that no two identities have the same product.
    func hash(_ identity: AnnotationID) -> UInt64 {
      identity.rawValue &* 0x9E37_79B9_7F4A_7C15
    }

    /// By the highest bits.
    func part(of hash: UInt64) -> Int {
      Int(truncatingIfNeeded: hash &>> partShift) & (partCount &- 1)
    }

    /// By the bits below those of the part.
    func slot(of hash: UInt64) -> Int {
      Int(truncatingIfNeeded: hash &>> slotShift) & (slotCount &- 1)
    }
  }

  /// The entries of a list, those of one part side by side and in the order of the list.
  private struct Parts: Sendable {
    /// What follows the last part means nothing.
    private var entries: [Entry] = []
    /// Where each part ends.
    private var ends: [UInt32] = []

    var bufferCapacities: [Int] { [entries.capacity, ends.capacity] }

    mutating func fill<Element: Identified>(
      with list: [Element], at positions: [Int], _ division: Division
    ) {
      if entries.count < positions.count {
        let entry = Entry(hash: 0, position: 0, next: 0)
        entries = [Entry](repeating: entry, count: positions.count)
      }
      ends.removeAll(keepingCapacity: true)
      ends.append(contentsOf: repeatElement(0, count: division.partCount))
      list.withUnsafeBufferPointer { list in
        ends.withUnsafeMutableBufferPointer { ends in
          Self.count(list, positions, in: ends, division)
          entries.withUnsafeMutableBufferPointer { entries in
            Self.distribute(list, positions, from: ends, to: entries, division)
          }
        }
      }
    }

    /// Replaces zeros by where each part begins.
    private static func count<Element: Identified>(
      _ list: UnsafeBufferPointer<Element>, _ positions: [Int],
      in starts: UnsafeMutableBufferPointer<UInt32>, _ division: Division
    ) {
      for position in positions {
        starts[division.part(of: division.hash(list[position].identity))] &+= 1
      }
      var start: UInt32 = 0
      for part in starts.indices {
        let count = starts[part]
        starts[part] = start
        start &+= count
      }
    }

    /// Moves the places where the parts begin to where they end.
    private static func distribute<Element: Identified>(
      _ list: UnsafeBufferPointer<Element>, _ positions: [Int],
      from places: UnsafeMutableBufferPointer<UInt32>,
      to entries: UnsafeMutableBufferPointer<Entry>, _ division: Division
    ) {
      for position in positions {
        let hash = division.hash(list[position].identity)
        let part = division.part(of: hash)
        let place = Int(places[part])
        // Not as a whole: what comes next is written by the table.
        entries[place].hash = hash
        entries[place].position = UInt32(truncatingIfNeeded: position)
        places[part] &+= 1
      }
    }

    mutating func withPart(_ part: Int, _ body: (UnsafeMutableBufferPointer<Entry>) -> Void) {
      let range = Int(part == 0 ? 0 : ends[part - 1])..<Int(ends[part])
      entries.withUnsafeMutableBufferPointer {
        body(UnsafeMutableBufferPointer(rebasing: $0[range]))
      }
    }
  }
}
