import Clustering

/// The difference as an app would write it: a dictionary of the old annotations, from which the new
/// ones are taken.
///
/// It keeps its memory from one update to the next.
struct DictionaryDifference {
  private var positions: [AnnotationID: Int] = [:]
  private(set) var result = DifferenceResult()

  mutating func update(from old: [ClusterItem], to new: [ClusterItem]) {
    positions.removeAll(keepingCapacity: true)
    result.removals.removeAll(keepingCapacity: true)
    result.insertions.removeAll(keepingCapacity: true)
    result.changes.removeAll(keepingCapacity: true)
    positions.reserveCapacity(old.count)
    for position in old.indices { positions[old[position].id] = position }
    for position in new.indices {
      if let oldPosition = positions.removeValue(forKey: new[position].id) {
        if old[oldPosition].point != new[position].point
          || old[oldPosition].count != new[position].count
        {
          result.changes.append(position)
        }
      } else {
        result.insertions.append(position)
      }
    }
    result.removals.append(contentsOf: positions.values)
    result.removals.sort()
  }
}
