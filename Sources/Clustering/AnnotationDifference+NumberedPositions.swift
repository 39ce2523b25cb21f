extension AnnotationDifference {
  /// Positions by the identity that stands there, through a hash table.
  struct NumberedPositions: Sendable {
    private struct Entry {
      let position: Int
      /// The entry of the same identity that was added before, or `none`.
      let previous: Int
    }

    private static let none = -1

    private var numbering = KeyNumbering()
    /// For each numbered identity its latest entry that was not removed, or `none`.
    private var latest: [Int] = []
    private var entries: [Entry] = []

    var bufferCapacities: [Int] { [latest.capacity, entries.capacity] }

    /// Forgets all positions and makes room for a number of new ones.
    mutating func removeAll(reserving capacity: Int) {
      numbering.removeAll(reserving: capacity)
      latest.removeAll(keepingCapacity: true)
      entries.removeAll(keepingCapacity: true)
    }

    mutating func add(_ position: Int, of id: AnnotationID) {
      let number = numbering.numberAdding(id.rawValue)
      if number == latest.count { latest.append(Self.none) }
      entries.append(Entry(position: position, previous: latest[number]))
      latest[number] = entries.count - 1
    }

    /// Removes the position that was added last for an identity.
    mutating func removeLatest(of id: AnnotationID) -> Int? {
      guard let number = numbering.number(of: id.rawValue), latest[number] != Self.none else {
        return nil
      }
      let entry = entries[latest[number]]
      latest[number] = entry.previous
      return entry.position
    }
  }
}
