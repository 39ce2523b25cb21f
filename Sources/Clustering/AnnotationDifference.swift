/// What must leave the map and what must come, to get from the annotations shown to those wanted.
///
/// Keep one and call ``update(from:to:)`` for every change of the map: its buffers are reused.
public struct AnnotationDifference: Sendable {
  /// Positions in the old annotations of those that are not wanted any more, ascending.
  public private(set) var removals: [Int] = []
  /// Positions in the new annotations of those that are not shown yet, ascending.
  public private(set) var insertions: [Int] = []

  private var numbering = KeyNumbering()
  /// Where each numbered identity first appears in the old list.
  private var positions: [Int] = []
  private var isKept: [Bool] = []

  public init() {}

  /// Whether nothing changes.
  public var isEmpty: Bool { removals.isEmpty && insertions.isEmpty }

  /// Computes the difference of two lists of identities, each in any order and without repetition.
  ///
  /// A repeated identity counts where it first appears in the old list, and at each of its places
  /// in the new one.
  ///
  /// Complexity: O(old + new).
  public mutating func update(from old: [AnnotationID], to new: [AnnotationID]) {
    removals.removeAll(keepingCapacity: true)
    insertions.removeAll(keepingCapacity: true)
    numbering.removeAll(reserving: old.count)
    positions.removeAll(keepingCapacity: true)
    for position in old.indices {
      let number = numbering.numberAdding(old[position].rawValue)
      if number == positions.count { positions.append(position) }
    }
    isKept.removeAll(keepingCapacity: true)
    isKept.append(contentsOf: repeatElement(false, count: old.count))
    for position in new.indices {
      if let number = numbering.number(of: new[position].rawValue) {
        isKept[positions[number]] = true
      } else {
        insertions.append(position)
      }
    }
    for position in old.indices where !isKept[position] { removals.append(position) }
  }
}
