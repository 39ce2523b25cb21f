import MapGeometry
import MapSimulation

/// A camera's way as its user moved it: gestures, with rests between them.
///
/// A trace says where the map was in each frame. Here that becomes what the fingers did, relative
/// to what the map shows, so that it can be replayed on a map that something else moves as well.
package struct CameraGestures: Hashable, Sendable {
  /// One stretch of frames in which the map moves.
  package struct Gesture: Hashable, Sendable {
    /// The frame of its first movement.
    package let firstFrame: Int
    /// One for each frame.
    package let movements: [UserMovement]
  }

  /// What the map shows before anybody touches it.
  package let start: MapRect
  /// In the order of time, at least one resting frame between two.
  package let gestures: [Gesture]
  /// How many frames the way has.
  package let frameCount: Int

  /// - Parameters:
  ///   - rects: what the screen shows in each frame, at least one.
  ///   - viewport: the view's size.
  package init(visibleMapRects rects: [MapRect], viewport: Viewport) {
    precondition(!rects.isEmpty, "a camera's way has a beginning")
    start = rects[0]
    frameCount = rects.count
    var gestures: [Gesture] = []
    var movements: [UserMovement] = []
    for frame in rects.indices.dropFirst() {
      let movement = UserMovement(from: rects[frame - 1], to: rects[frame], viewport: viewport)
      if let movement { movements.append(movement) }
      guard movement == nil || frame == rects.count - 1, !movements.isEmpty else { continue }
      let end = movement == nil ? frame : frame + 1
      gestures.append(Gesture(firstFrame: end - movements.count, movements: movements))
      movements = []
    }
    self.gestures = gestures
  }
}

extension UserMovement {
  /// Less than any finger does, and more than the last digits of a rectangle.
  private static let leastDistance = 1e-4

  /// What the fingers did between two frames; `nil` where the map rests.
  package init?(from old: MapRect, to new: MapRect, viewport: Viewport) {
    let world = MapSize.world.width
    // The short way around the world.
    var way = new.midX - old.midX
    way -= (way / world).rounded() * world
    let mapPointsPerPoint = new.width / viewport.width
    self.init(
      x: way / mapPointsPerPoint, y: (new.midY - old.midY) / mapPointsPerPoint,
      scale: new.width / old.width)
    let growth = abs(scale - 1) * max(viewport.width, viewport.height)
    if max(abs(x), abs(y), growth) < Self.leastDistance { return nil }
  }
}
