import Clustering

/// A simple difference: a dictionary of the old annotations, from which the new ones are removed.
///
/// It keeps its memory between updates.
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
