import Clustering

/// The camera that the screen would show at every refresh, with the beginnings and ends of
/// movements.
package struct CameraPath: Hashable, Sendable {
  /// The visible rectangle at each refresh.
  package let rects: [MapRect]
  /// For each refresh the number of moves of the camera until then.
  package private(set) var revisions = [0]
  /// For each refresh the number of movements that had ended until then: the camera rested, or the
  /// path ended.
  package private(set) var endedMovements = [0]
  /// The refresh of each move of the camera; the first is 0, when the map appears.
  package private(set) var movingRefreshes = [0]

  /// - Parameter rects: at least one.
  package init(_ rects: [MapRect]) {
    precondition(!rects.isEmpty, "a camera path has a beginning")
    self.rects = rects
    var isMoving = false
    for refresh in rects.indices.dropFirst() {
      let moves = rects[refresh] != rects[refresh - 1]
      if moves { movingRefreshes.append(refresh) }
      let ends = isMoving && !moves || moves && refresh == rects.count - 1
      revisions.append(movingRefreshes.count - 1)
      endedMovements.append(endedMovements[refresh - 1] + (ends ? 1 : 0))
      isMoving = moves
    }
  }

  /// Returns whether the camera moved at a refresh.
  package func isMoving(at refresh: Int) -> Bool {
    refresh > 0 && revisions[refresh] > revisions[refresh - 1]
  }
}
