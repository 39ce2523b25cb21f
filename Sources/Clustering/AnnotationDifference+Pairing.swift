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
    private(set) var oldCount = 0
    private(set) var hashedCount = 0

    /// For each new position the old one, or `none`.
    private var partners: [Int] = []
    /// For each old position, whether it is a partner.
    private var isPaired: [Bool] = []
    private var numberedPositions = NumberedPositions()

    private static let none = -1
    /// How many comparisons replace the hashing of an identity. Up to about here they are faster.
    private static let comparisonsPerItem = 16
    /// How many comparisons an item may cost that lead to no pair.
    private static let vainComparisonsPerItem = 1
    /// Up to how many places are skipped in both lists at once.
    private static let reach = 8

    var newCount: Int { partners.count }

    var bufferCapacities: [Int] {
      [unpairedOld.capacity, unpairedNew.capacity, partners.capacity, isPaired.capacity]
        + numberedPositions.bufferCapacities
    }

    func oldPosition(ofNew position: Int) -> Int? {
      let partner = partners[position]
      return partner == Self.none ? nil : partner
    }

    /// Complexity: O(old + new).
    mutating func update<Element: Identified>(from old: [Element], to new: [Element]) {
      forgetPairs(oldCount: old.count, newCount: new.count)
      let middle = pairEnds(old, new)
      if old.isAscending(middle.old), new.isAscending(middle.new) {
        pairAscending(old, new, middle)
        collectUnpaired()
        return
      }
      pairInOrder(old, new, middle)
      collectUnpaired()
      let (oldRest, newRest) = (unpairedOld.count, unpairedNew.count)
      guard oldRest > 0, newRest > 0 else { return }
      if oldRest * newRest <= Self.comparisonsPerItem * (oldRest + newRest) {
        pairEachWithEach(old, new)
      } else {
        pairByNumber(old, new)
      }
      unpairedOld.removeAll { isPaired[$0] }
      unpairedNew.removeAll { partners[$0] != Self.none }
    }

    private mutating func forgetPairs(oldCount: Int, newCount: Int) {
      self.oldCount = oldCount
      hashedCount = 0
      partners.removeAll(keepingCapacity: true)
      partners.append(contentsOf: repeatElement(Self.none, count: newCount))
      isPaired.removeAll(keepingCapacity: true)
      isPaired.append(contentsOf: repeatElement(false, count: oldCount))
    }

    private mutating func pair(_ oldPosition: Int, _ newPosition: Int) {
      partners[newPosition] = oldPosition
      isPaired[oldPosition] = true
    }

    private mutating func collectUnpaired() {
      unpairedOld.removeAll(keepingCapacity: true)
      for position in isPaired.indices where !isPaired[position] { unpairedOld.append(position) }
      unpairedNew.removeAll(keepingCapacity: true)
      for position in partners.indices where partners[position] == Self.none {
        unpairedNew.append(position)
      }
    }
  }
}

// By order: what is left alone may still have its like, unless both lists ascend.
extension AnnotationDifference.Pairing {
  /// A part of the old list and one of the new.
  private struct Parts {
    var old: Range<Int>
    var new: Range<Int>
  }

  /// Pairs what both lists begin and end with; answers what is in between.
  private mutating func pairEnds<Element: Identified>(
    _ old: [Element], _ new: [Element]
  ) -> Parts {
    var start = 0
    let shorter = min(old.count, new.count)
    while start < shorter, old[start].identity == new[start].identity {
      pair(start, start)
      start += 1
    }
    var (oldEnd, newEnd) = (old.count, new.count)
    while oldEnd > start, newEnd > start, old[oldEnd - 1].identity == new[newEnd - 1].identity {
      oldEnd -= 1
      newEnd -= 1
      pair(oldEnd, newEnd)
    }
    return Parts(old: start..<oldEnd, new: start..<newEnd)
  }

  /// Pairs parts of which both ascend: what stays alone has no like in the other.
  private mutating func pairAscending<Element: Identified>(
    _ old: [Element], _ new: [Element], _ parts: Parts
  ) {
    var (oldNext, newNext) = (parts.old.lowerBound, parts.new.lowerBound)
    while oldNext < parts.old.upperBound, newNext < parts.new.upperBound {
      let (oldIdentity, newIdentity) = (old[oldNext].identity, new[newNext].identity)
      if oldIdentity == newIdentity { pair(oldNext, newNext) }
      // Both steps for a pair.
      if oldIdentity <= newIdentity { oldNext += 1 }
      if newIdentity <= oldIdentity { newNext += 1 }
    }
  }

  /// Pairs what comes in the same order in both parts, looking ahead where they differ.
  private mutating func pairInOrder<Element: Identified>(
    _ old: [Element], _ new: [Element], _ parts: Parts
  ) {
    var ahead = parts
    var budget = Self.vainComparisonsPerItem * (parts.old.count + parts.new.count)
    while !ahead.old.isEmpty, !ahead.new.isEmpty, budget > 0 {
      let step = Self.stepToPair(old, new, ahead, budget: &budget)
      ahead.old = (ahead.old.lowerBound + step.old)..<ahead.old.upperBound
      ahead.new = (ahead.new.lowerBound + step.new)..<ahead.new.upperBound
      guard step.isToPair else { continue }
      pair(ahead.old.lowerBound, ahead.new.lowerBound)
      ahead.old.removeFirst()
      ahead.new.removeFirst()
    }
  }

  /// How many places to go in each part to the nearest pair; a few where none was found.
  ///
  /// Skips many places in one part and fewer than `reach` in the other. Going on by one place costs
  /// at most `2 * reach` comparisons, so that a pair pays for the way to it. The budget pays where
  /// there is no pair.
  private static func stepToPair<Element: Identified>(
    _ old: [Element], _ new: [Element], _ ahead: Parts, budget: inout Int
  ) -> (old: Int, new: Int, isToPair: Bool) {
    let (oldStart, newStart) = (ahead.old.lowerBound, ahead.new.lowerBound)
    let (oldCount, newCount) = (ahead.old.count, ahead.new.count)
    var comparisons = 0
    var steps = 0
    while steps < max(oldCount, newCount) + reach, comparisons < budget {
      for few in 0...min(reach - 1, steps / 2) {
        let many = steps - few
        if many < oldCount, few < newCount,
          old[oldStart + many].identity == new[newStart + few].identity
        {
          return (many, few, true)
        }
        if few < oldCount, many < newCount,
          old[oldStart + few].identity == new[newStart + many].identity
        {
          return (few, many, true)
        }
        comparisons += 2
      }
      steps += 1
    }
    budget -= comparisons
    return (min(reach, oldCount), min(reach, newCount), false)
  }
}

// Without order: what is left alone has no like.
extension AnnotationDifference.Pairing {
  private mutating func pairEachWithEach<Element: Identified>(_ old: [Element], _ new: [Element]) {
    for newPosition in unpairedNew {
      let identity = new[newPosition].identity
      let partner = unpairedOld.first { old[$0].identity == identity && !isPaired[$0] }
      if let partner { pair(partner, newPosition) }
    }
  }

  private mutating func pairByNumber<Element: Identified>(_ old: [Element], _ new: [Element]) {
    numberedPositions.removeAll(reserving: unpairedOld.count)
    for position in unpairedOld.reversed() {
      numberedPositions.add(position, of: old[position].identity)
    }
    for newPosition in unpairedNew {
      let partner = numberedPositions.removeLatest(of: new[newPosition].identity)
      if let partner { pair(partner, newPosition) }
    }
    hashedCount = unpairedOld.count + unpairedNew.count
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
