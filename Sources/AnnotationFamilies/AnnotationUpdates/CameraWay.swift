import MapGeometry

/// What the screen would show at every refresh, and where its movements begin and end.
struct CameraWay: Hashable, Sendable {
  /// What the screen shows at each refresh.
  let rects: [MapRect]
  /// For each refresh how often the camera had moved until then.
  let revisions: [Int]
  /// For each refresh how many movements had ended until then: the camera rested, or the way ended.
  let endedMovements: [Int]
  /// For each movement of the camera the refresh at which it came; the first is 0, when the map
  /// appears.
  let movingRefreshes: [Int]

  /// - Parameter rects: at least one.
  init(_ rects: [MapRect]) {
    precondition(!rects.isEmpty, "a camera's way has a beginning")
    self.rects = rects
    var revisions = [0]
    var endedMovements = [0]
    var movingRefreshes = [0]
    var isMoving = false
    for refresh in rects.indices.dropFirst() {
      let moves = rects[refresh] != rects[refresh - 1]
      if moves { movingRefreshes.append(refresh) }
      let ends = isMoving && !moves || moves && refresh == rects.count - 1
      revisions.append(movingRefreshes.count - 1)
      endedMovements.append(endedMovements[refresh - 1] + (ends ? 1 : 0))
      isMoving = moves
    }
    self.revisions = revisions
    self.endedMovements = endedMovements
    self.movingRefreshes = movingRefreshes
  }
}
