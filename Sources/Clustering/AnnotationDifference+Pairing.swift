extension AnnotationDifference {
  /// Pairs what has the same identity in two lists, each with one other at most.
  ///
  /// Two are paired only when their identities were compared, so that a pair is right whatever the
  /// lists are; their order merely tells where to look. What order leaves alone may still have its
  /// like anywhere among what it leaves in the other list.
  struct Pairing: Sendable {
    /// Positions without a partner, ascending.
    private(set) var unpairedOld: [Int] = []
    private(set) var unpairedNew: [Int] = []
    private(set) var hashedCount = 0

    private var partners = Partners()
    private var join = PartitionedJoin()

    /// How many comparisons replace the hashing of an identity. Up to about here they are faster.
    private static let comparisonsPerItem = 16
    /// Up to how many places are skipped in both lists at once.
    private static let reach = 8

    var oldCount: Int { partners.oldCount }
    var newCount: Int { partners.newCount }

    var bufferCapacities: [Int] {
      [unpairedOld.capacity, unpairedNew.capacity] + partners.bufferCapacities
        + join.bufferCapacities
    }

    func oldPosition(ofNew position: Int) -> Int? { partners.oldPosition(ofNew: position) }

    /// Complexity: O(old + new).
    mutating func update<Element: Identified>(from old: [Element], to new: [Element]) {
      hashedCount = 0
      partners.removeAll(oldCount: old.count, newCount: new.count)
      let middle = pairEnds(old, new)
      if old.isAscending(middle.old), new.isAscending(middle.new) {
        pairAscending(old, new, middle)
        return
      }
      pairInOrder(old, new, middle)
      partners.listUnpaired(old: &unpairedOld, new: &unpairedNew)
      let (oldRest, newRest) = (unpairedOld.count, unpairedNew.count)
      guard oldRest > 0, newRest > 0 else { return }
      if oldRest * newRest <= Self.comparisonsPerItem * (oldRest + newRest) {
        pairEachWithEach(old, new)
      } else {
        hashedCount = oldRest + newRest
        join.pair(old, at: unpairedOld, with: new, at: unpairedNew, in: &partners)
      }
      partners.removePaired(old: &unpairedOld, new: &unpairedNew)
    }
  }
}

// By order: what is left alone may still have its like, unless both lists ascend.
extension AnnotationDifference.Pairing {
  /// A part of the old list and one of the new.
  private struct Parts {
    var old: Range<Int>
    var new: Range<Int>

    mutating func removeFirst(old oldCount: Int, new newCount: Int) {
      old = old.dropFirst(oldCount)
      new = new.dropFirst(newCount)
    }
  }

  /// Pairs what both lists begin and end with; answers what is in between.
  private mutating func pairEnds<Element: Identified>(
    _ old: [Element], _ new: [Element]
  ) -> Parts {
    let start = pairRun(old, new, Parts(old: old.indices, new: new.indices))
    var (oldEnd, newEnd) = (old.count, new.count)
    while oldEnd > start, newEnd > start, old[oldEnd - 1].identity == new[newEnd - 1].identity {
      oldEnd -= 1
      newEnd -= 1
      partners.pair(old: oldEnd, new: newEnd)
    }
    return Parts(old: start..<oldEnd, new: start..<newEnd)
  }

  /// Pairs parts of which both ascend: what stays alone has no like in the other, and is listed.
  private mutating func pairAscending<Element: Identified>(
    _ old: [Element], _ new: [Element], _ parts: Parts
  ) {
    unpairedOld.removeAll(keepingCapacity: true)
    unpairedNew.removeAll(keepingCapacity: true)
    var (oldNext, newNext) = (parts.old.lowerBound, parts.new.lowerBound)
    while oldNext < parts.old.upperBound, newNext < parts.new.upperBound {
      let (oldIdentity, newIdentity) = (old[oldNext].identity, new[newNext].identity)
      if oldIdentity == newIdentity {
        partners.pair(old: oldNext, new: newNext)
        oldNext += 1
        newNext += 1
      } else if oldIdentity < newIdentity {
        unpairedOld.append(oldNext)
        oldNext += 1
      } else {
        unpairedNew.append(newNext)
        newNext += 1
      }
    }
    unpairedOld.append(contentsOf: oldNext..<parts.old.upperBound)
    unpairedNew.append(contentsOf: newNext..<parts.new.upperBound)
  }

  /// Pairs what comes in the same order in both parts, looking ahead where they differ.
  ///
  /// Ends early where order says little: comparisons are paid from a budget, to which each pair adds
  /// those that replace its hashing.
  private mutating func pairInOrder<Element: Identified>(
    _ old: [Element], _ new: [Element], _ parts: Parts
  ) {
    var ahead = parts
    var budget = Self.vainComparisons(itemCount: parts.old.count + parts.new.count)
    while budget > 0 {
      let run = pairRun(old, new, ahead)
      budget += run * Self.comparisonsPerItem
      ahead.removeFirst(old: run, new: run)
      guard !ahead.old.isEmpty, !ahead.new.isEmpty else { return }
      let step = Self.stepToPair(old, new, ahead, budget: &budget)
      ahead.removeFirst(old: step.old, new: step.new)
    }
  }

  /// How many comparisons may be in vain before there is any pair: one for each item, but fewer in
  /// lists that are longer than a map shows.
  private static func vainComparisons(itemCount: Int) -> Int {
    min(itemCount, 1000 + itemCount / 8)
  }

  /// Pairs what both parts begin with; answers how many they are.
  private mutating func pairRun<Element: Identified>(
    _ old: [Element], _ new: [Element], _ parts: Parts
  ) -> Int {
    let (oldStart, newStart) = (parts.old.lowerBound, parts.new.lowerBound)
    let shorter = min(parts.old.count, parts.new.count)
    var count = 0
    while count < shorter, old[oldStart + count].identity == new[newStart + count].identity {
      partners.pair(old: oldStart + count, new: newStart + count)
      count += 1
    }
    return count
  }

  /// How many places to go in each part to the nearest pair; a few where none was found.
  ///
  /// Skips many places in one part and fewer than `reach` in the other, so that going on by one
  /// place costs at most `2 * reach` comparisons. The first of both are known to be no pair.
  private static func stepToPair<Element: Identified>(
    _ old: [Element], _ new: [Element], _ ahead: Parts, budget: inout Int
  ) -> (old: Int, new: Int) {
    let (oldStart, newStart) = (ahead.old.lowerBound, ahead.new.lowerBound)
    let (oldCount, newCount) = (ahead.old.count, ahead.new.count)
    var steps = 1
    while steps < max(oldCount, newCount) + reach, budget > 0 {
      let mostFew = min(reach - 1, steps / 2)
      for few in 0...mostFew {
        let many = steps - few
        if many < oldCount, few < newCount,
          old[oldStart + many].identity == new[newStart + few].identity
        {
          return (many, few)
        }
        if few < oldCount, many < newCount,
          old[oldStart + few].identity == new[newStart + many].identity
        {
          return (few, many)
        }
      }
      budget -= 2 * (mostFew + 1)
      steps += 1
    }
    return (min(reach, oldCount), min(reach, newCount))
  }
}

// Each with each, where they are few: what is left alone has no like.
extension AnnotationDifference.Pairing {
  private mutating func pairEachWithEach<Element: Identified>(_ old: [Element], _ new: [Element]) {
    for newPosition in unpairedNew {
      let identity = new[newPosition].identity
      let partner = unpairedOld.first {
        old[$0].identity == identity && !partners.isPaired(old: $0)
      }
      if let partner { partners.pair(old: partner, new: newPosition) }
    }
  }
}

/// What an annotation is known by.
protocol Identified {
  var identity: AnnotationID { get }
}

extension AnnotationID: Identified {
  var identity: AnnotationID { self }
}

extension ClusterItem: Identified {
  var identity: AnnotationID { id }
}

extension Array where Element: Identified {
  fileprivate func isAscending(_ part: Range<Int>) -> Bool {
    for position in part.dropFirst() where self[position].identity < self[position - 1].identity {
      return false
    }
    return true
  }
}

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
