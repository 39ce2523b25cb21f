import Clustering

/// The result of an algorithm for a difference.
struct DifferenceResult: Hashable {
  /// Positions in the old annotations, ascending.
  var removals: [Int] = []
  /// Positions in the new annotations, ascending.
  var insertions: [Int] = []
  /// Positions of the moved annotations in the new ones, ascending.
  var changes: [Int] = []
}

extension DifferenceResult {
  init(_ difference: AnnotationDifference) {
    removals = difference.removals
    insertions = difference.insertions
    changes = difference.changes.map(\.newPosition)
  }

  /// The difference by `BidirectionalCollection.difference(from:)`, which removes an element
  /// whose position in the order changes, and inserts it again.
  init(collectionDifferenceFrom old: [ClusterItem], to new: [ClusterItem]) {
    let difference = new.difference(from: old) { $0.id == $1.id }
    for change in difference.removals {
      if case .remove(let offset, _, _) = change { removals.append(offset) }
    }
    for change in difference.insertions {
      if case .insert(let offset, _, _) = change { insertions.append(offset) }
    }
    collectChanges(from: old, to: new)
  }

  /// Walks both lists in parallel, and skips removed and inserted elements.
  private mutating func collectChanges(from old: [ClusterItem], to new: [ClusterItem]) {
    var oldPosition = 0
    var (removal, insertion) = (removals.makeIterator(), insertions.makeIterator())
    var (nextRemoval, nextInsertion) = (removal.next(), insertion.next())
    for position in new.indices {
      if position == nextInsertion {
        nextInsertion = insertion.next()
        continue
      }
      while oldPosition == nextRemoval {
        nextRemoval = removal.next()
        oldPosition += 1
      }
      if old[oldPosition].point != new[position].point { changes.append(position) }
      oldPosition += 1
    }
  }
}
