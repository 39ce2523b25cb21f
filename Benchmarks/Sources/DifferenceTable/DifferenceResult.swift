import Clustering

/// The result of an algorithm for a difference.
struct DifferenceResult: Hashable {
  /// Positions in the old annotations, ascending.
  var removals: [Int] = []
  /// Positions in the new annotations, ascending.
  var insertions: [Int] = []
  /// Positions in the new annotations of those that have moved, ascending.
  var changes: [Int] = []
}

extension DifferenceResult {
  init(_ difference: AnnotationDifference) {
    removals = difference.removals
    insertions = difference.insertions
    changes = difference.changes.map(\.newPosition)
  }
}
