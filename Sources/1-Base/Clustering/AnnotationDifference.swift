/// The difference between the annotations shown on a map and those wanted: which leave, which are
/// new, and which stay but move or get another count.
///
/// Annotations are matched by their ``AnnotationID``. Keep one difference and update it for every
/// change of the map: its buffers are reused, and an update within their capacity allocates
/// nothing.
///
///     difference.update(from: shown, to: wanted)
///     difference.removals.forEach { remove(shown[$0]) }
///     difference.changes.forEach { move(shown[$0.oldPosition], to: wanted[$0.newPosition]) }
///     difference.insertions.forEach { add(wanted[$0]) }
///
/// With a list of annotations parallel to the items, ``apply(to:inserting:changing:)`` does this.
///
/// The two lists may be in any order, which affects only the time, not the result. An update first
/// walks both lists in parallel and looks a few places ahead where they differ, because two results
/// of one index at one zoom have their common items in the same order. What is left over is matched
/// by a hash table. A dictionary takes 4 to 40 times as long; the figures are in
/// `Documentation/Differences.md`.
///
/// ## Repeated identities
///
/// Indexes give no identity twice. In lists that repeat an identity, each occurrence is an
/// annotation of its own: as many stay as both lists have, and the others leave or are new. Which
/// of them stay is the same on every run, but otherwise not defined.
public struct AnnotationDifference: Sendable {
  /// An item that stays on the map with another place or another count.
  public struct Change: Hashable, Sendable {
    /// The position in the old items.
    public let oldPosition: Int
    /// The position in the new items.
    public let newPosition: Int
  }

  /// The positions of the old annotations that are no longer wanted, ascending.
  public private(set) var removals: [Int] = []

  /// The positions of the new annotations that are not shown yet, ascending.
  public private(set) var insertions: [Int] = []

  /// The items that stay with another place or another count, by ascending position in the new
  /// items. An update with identities alone finds none.
  public private(set) var changes: [Change] = []

  /// The number of old annotations.
  public private(set) var oldCount = 0

  /// For each new position the old one, or `none`.
  private var oldPositions: [UInt32] = []
  /// For each slot of a hash table the first old position in it, or `none`.
  private var heads: [UInt32] = []
  /// For each old position in the table the next one in its slot, `none` at the end, or `paired`.
  private var nexts: [UInt32] = []

  private static let none = UInt32.max
  private static let paired = UInt32.max - 1

  /// The difference of two empty lists.
  public init() {}

  /// Indicates whether nothing changes on the map. The order of the annotations does not count.
  public var isEmpty: Bool { removals.isEmpty && insertions.isEmpty && changes.isEmpty }

  /// The number of new annotations.
  public var newCount: Int { oldPositions.count }

  /// The position of a new annotation in the old list; `nil` for an insertion.
  ///
  /// - Precondition: `position` is in `0..<newCount`.
  public func oldPosition(ofNew position: Int) -> Int? {
    let oldPosition = oldPositions[position]
    return oldPosition == Self.none ? nil : Int(oldPosition)
  }

  /// Computes the difference of two lists of items, each in any order.
  ///
  /// Complexity: O(old + new), as long as the hashes of different identities are spread.
  public mutating func update(from old: [ClusterItem], to new: [ClusterItem]) {
    pair(old, new) { $0.id }
    for position in new.indices where oldPositions[position] != Self.none {
      let oldPosition = Int(oldPositions[position])
      let (before, after) = (old[oldPosition], new[position])
      if before.point != after.point || before.count != after.count {
        changes.append(Change(oldPosition: oldPosition, newPosition: position))
      }
    }
  }

  /// Computes the difference of two lists of identities, each in any order. It has no ``changes``.
  ///
  /// Complexity: O(old + new), as long as the hashes of different identities are spread.
  public mutating func update(from old: [AnnotationID], to new: [AnnotationID]) {
    pair(old, new) { $0 }
  }

  /// The capacities of the buffers in elements, for tests that updates reuse them.
  package var bufferCapacities: [Int] {
    [
      removals.capacity, insertions.capacity, changes.capacity, oldPositions.capacity,
      heads.capacity, nexts.capacity,
    ]
  }

  /// Changes a list of annotations from the order of the old items to the order of the new ones.
  ///
  /// An annotation that stays is the same object as before. The result is all that a map needs.
  /// With MapKit, which is not there on Linux:
  ///
  ///     // `shown: [ClusterItem]` and `annotations: [ClusterAnnotation]`, a class that conforms to
  ///     // MKAnnotation and whose `coordinate` is `@objc dynamic var`, are parallel.
  ///     clusters.items(in: region, zoom: zoom, into: &wanted)
  ///     difference.update(from: shown, to: wanted)
  ///     let (removed, inserted) = difference.apply(
  ///       to: &annotations, inserting: { ClusterAnnotation(wanted[$0]) },
  ///       changing: { annotation, position in annotation.item = wanted[position] })
  ///     mapView.removeAnnotations(removed)
  ///     mapView.addAnnotations(inserted)
  ///     swap(&shown, &wanted)
  ///
  /// Complexity: O(old + new). Allocates the three lists that it makes.
  ///
  /// - Parameters:
  ///   - annotations: One for each of the old items, in their order.
  ///   - insert: Makes the annotation of the item at a position in the new items. Called once for
  ///     each of ``insertions``, in ascending order.
  ///   - change: Moves an annotation to the item at a position in the new items. Called once for
  ///     each of ``changes``, in their order, after all insertions.
  /// - Returns: The annotations that left the list and those that are new, in the order of
  ///   ``removals`` and of ``insertions``.
  /// - Precondition: There are ``oldCount`` annotations.
  @inlinable
  public func apply<Annotation>(
    to annotations: inout [Annotation],
    inserting insert: (_ newPosition: Int) -> Annotation,
    changing change: (_ annotation: inout Annotation, _ newPosition: Int) -> Void
  ) -> (removed: [Annotation], inserted: [Annotation]) {
    // Inlinable, as it takes eight times as long where the compiler does not know the type.
    precondition(
      annotations.count == oldCount,
      "expected one annotation for each of the \(oldCount) old items, found \(annotations.count)")
    let removed = removals.map { annotations[$0] }
    annotations = (0..<newCount).map { position in
      oldPosition(ofNew: position).map { annotations[$0] } ?? insert(position)
    }
    for changed in changes { change(&annotations[changed.newPosition], changed.newPosition) }
    return (removed, insertions.map { annotations[$0] })
  }

  // Finding the pairs. Each is made only after a comparison of two identities, so that it is right
  // whatever the order of the lists is.

  /// The number of places that the walk looks ahead.
  private static let lookahead = 8

  private mutating func pair<T>(_ old: [T], _ new: [T], by id: (T) -> AnnotationID) {
    precondition(
      max(old.count, new.count) < Self.paired,
      "expected fewer than \(Self.paired) annotations, found \(max(old.count, new.count))")
    oldCount = old.count
    removals.removeAll(keepingCapacity: true)
    insertions.removeAll(keepingCapacity: true)
    changes.removeAll(keepingCapacity: true)
    oldPositions.removeAll(keepingCapacity: true)
    oldPositions.append(contentsOf: repeatElement(Self.none, count: new.count))
    pairInOrder(old, new, by: id)
    if !removals.isEmpty, !insertions.isEmpty { pairByHash(old, new, by: id) }
  }

  /// Pairs what comes in the same order in both lists; the rest becomes removals and insertions.
  ///
  /// Ends early where order says little: a look ahead is paid from a budget, to which each pair
  /// adds.
  private mutating func pairInOrder<T>(_ old: [T], _ new: [T], by id: (T) -> AnnotationID) {
    var start = 0
    while start < min(old.count, new.count), id(old[start]) == id(new[start]) {
      oldPositions[start] = UInt32(truncatingIfNeeded: start)
      start += 1
    }
    var (oldEnd, newEnd) = (old.count, new.count)
    while oldEnd > start, newEnd > start, id(old[oldEnd - 1]) == id(new[newEnd - 1]) {
      oldEnd -= 1
      newEnd -= 1
      oldPositions[newEnd] = UInt32(truncatingIfNeeded: oldEnd)
    }
    var (oldNext, newNext) = (start, start)
    var budget = 64 + (oldEnd + newEnd - 2 * start) / 8
    /// Continues at the next positions; what lies before them has no pair yet.
    func skip(old: Int, new: Int) {
      for position in oldNext..<old { removals.append(position) }
      for position in newNext..<new { insertions.append(position) }
      (oldNext, newNext) = (old, new)
    }
    /// Continues at two positions if they are a pair, and returns whether they are.
    func skips(toPair oldAhead: Int, _ newAhead: Int) -> Bool {
      guard oldAhead < oldEnd, newAhead < newEnd, id(old[oldAhead]) == id(new[newAhead]) else {
        return false
      }
      skip(old: oldAhead, new: newAhead)
      return true
    }
    walk: while oldNext < oldEnd, newNext < newEnd {
      if id(old[oldNext]) == id(new[newNext]) {
        oldPositions[newNext] = UInt32(truncatingIfNeeded: oldNext)
        oldNext += 1
        newNext += 1
        budget += 1
        continue
      }
      guard budget > 0 else { break }
      for steps in 1...Self.lookahead {
        budget -= 1
        let (oldAhead, newAhead) = (oldNext + steps, newNext + steps)
        if skips(toPair: oldAhead, newAhead) || skips(toPair: oldAhead, newNext)
          || skips(toPair: oldNext, newAhead)
        {
          continue walk
        }
      }
      skip(old: oldNext + 1, new: newNext + 1)
    }
    skip(old: oldEnd, new: newEnd)
  }

  /// Pairs removals with insertions of the same identity, first with first, which are neither then:
  /// a hash join through chains of old positions.
  private mutating func pairByHash<T>(_ old: [T], _ new: [T], by id: (T) -> AnnotationID) {
    // At least twice as many slots as entries.
    let bits = max(Int.bitWidth - removals.count.leadingZeroBitCount + 1, 4)
    /// Fibonacci hashing: the high bits of the product depend on all bits of the identity.
    func slot(_ identity: AnnotationID) -> Int {
      Int(truncatingIfNeeded: (identity.rawValue &* 0x9E37_79B9_7F4A_7C15) &>> UInt64(64 - bits))
    }
    heads.removeAll(keepingCapacity: true)
    heads.append(contentsOf: repeatElement(Self.none, count: 1 << bits))
    if nexts.count < old.count {
      nexts.append(contentsOf: repeatElement(Self.none, count: old.count - nexts.count))
    }
    // The last first, so that the first is found first.
    for position in removals.reversed() {
      let slot = slot(id(old[position]))
      nexts[position] = heads[slot]
      heads[slot] = UInt32(truncatingIfNeeded: position)
    }
    // By index: an array that is changed while it is iterated over would be copied.
    var count = 0
    for index in insertions.indices {
      let position = insertions[index]
      let identity = id(new[position])
      let slot = slot(identity)
      var previous = Self.none
      var found = heads[slot]
      while found != Self.none, id(old[Int(found)]) != identity {
        previous = found
        found = nexts[Int(found)]
      }
      guard found != Self.none else {
        insertions[count] = position
        count += 1
        continue
      }
      if previous == Self.none {
        heads[slot] = nexts[Int(found)]
      } else {
        nexts[Int(previous)] = nexts[Int(found)]
      }
      nexts[Int(found)] = Self.paired
      oldPositions[position] = found
    }
    insertions.removeLast(insertions.count - count)
    removals.removeAll { [nexts] in nexts[$0] == Self.paired }
  }
}
