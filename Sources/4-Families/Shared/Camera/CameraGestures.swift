import Clustering
import Simulation

/// A camera path as gestures of the user, with rests between them.
///
/// A trace has the visible region of each frame. Gestures are movements of the fingers relative to
/// that region, so that they can be replayed on a map that code moves too.
package struct CameraGestures: Hashable, Sendable {
  /// Successive frames in which the map moves.
  package struct Gesture: Hashable, Sendable {
    /// The frame of its first movement.
    package let firstFrame: Int
    /// One for each frame.
    package let movements: [UserMovement]
  }

  /// The visible rectangle before the first gesture.
  package let start: MapRect
  /// In the order of time, at least one resting frame between two.
  package private(set) var gestures: [Gesture] = []
  /// The number of frames of the path.
  package let frameCount: Int

  /// - Parameters:
  ///   - rects: the visible rectangle in each frame, at least one.
  ///   - viewport: the view's size.
  package init(visibleMapRects rects: [MapRect], viewport: Viewport) {
    precondition(!rects.isEmpty, "a camera path has a beginning")
    start = rects[0]
    frameCount = rects.count
    var movements: [UserMovement] = []
    for frame in rects.indices.dropFirst() {
      let movement = UserMovement(from: rects[frame - 1], to: rects[frame], viewport: viewport)
      if let movement { movements.append(movement) }
      guard movement == nil || frame == rects.count - 1, !movements.isEmpty else { continue }
      let end = movement == nil ? frame : frame + 1
      gestures.append(Gesture(firstFrame: end - movements.count, movements: movements))
      movements = []
    }
  }
}

extension UserMovement {
  /// A distance below each movement of a finger, and above the rounding of a rectangle, in points.
  private static let minDistance = 1e-4

  /// The movement of the fingers between two frames; `nil` if the map rests.
  package init?(from old: MapRect, to new: MapRect, viewport: Viewport) {
    let world = MapSize.world.width
    // The short way around the world.
    var distance = new.midX - old.midX
    distance -= (distance / world).rounded() * world
    let mapPointsPerPoint = new.width / viewport.width
    self.init(
      x: distance / mapPointsPerPoint, y: (new.midY - old.midY) / mapPointsPerPoint,
      scale: new.width / old.width)
    let growth = abs(scale - 1) * max(viewport.width, viewport.height)
    if max(abs(x), abs(y), growth) < Self.minDistance { return nil }
  }
}
