import Clustering

/// A step of a gesture between two frames: the map follows the fingers.
public struct UserMovement: Hashable, Sendable {
  /// The camera's movement eastwards, in points of the screen.
  public var x: Double
  /// The camera's movement southwards, in points of the screen.
  public var y: Double
  /// The factor by which the visible rectangle grows about its centre, before it moves.
  public var scale: Double

  /// A movement in points, and a scale above 0.
  public init(x: Double, y: Double, scale: Double = 1) {
    self.x = x
    self.y = y
    self.scale = scale
  }
}

/// Gestures of the user.
extension RegionMapView {
  /// Begins a gesture: the user puts fingers on the map. The delegate is called at the first
  /// movement.
  ///
  /// - Precondition: no gesture is under way.
  public func userDidBeginGesture() {
    precondition(!isUserInteracting, "a gesture must end before the next begins")
    isUserInteracting = true
    hasReportedGesture = false
  }

  /// Moves the map by a step of the user's fingers, or of the map's inertia after them.
  ///
  /// The step is relative to the visible rectangle, wherever the app has moved the map meanwhile.
  /// While an animation is under way it has no effect: MapKit's are not interrupted by fingers. At
  /// the map's limits it has none either.
  ///
  /// - Precondition: a gesture is under way.
  public func userDidMove(by movement: UserMovement) {
    precondition(isUserInteracting, "a movement is part of a gesture")
    guard animation == nil else { return }
    var moved = moved(by: movement)
    guard moved.differs(from: shown.rect, by: changeThreshold) else { return }
    if !hasReportedGesture {
      hasReportedGesture = true
      let request = requestCount
      delegate?.mapView(self, regionWillChangeAnimated: false)
      if request != requestCount {
        guard animation == nil else { return }
        moved = self.moved(by: movement)
      }
    }
    show(moved)
    isMovedByUser = true
    delegate?.mapViewDidChangeVisibleRegion(self)
    isMovedByUser = false
  }

  /// Ends a gesture: the map has come to rest. The delegate is called where the gesture has moved
  /// the map.
  ///
  /// - Precondition: a gesture is under way.
  public func userDidEndGesture() {
    precondition(isUserInteracting, "a gesture ends that has begun")
    isUserInteracting = false
    guard hasReportedGesture else { return }
    delegate?.mapView(self, regionDidChangeAnimated: true)
  }

  private func moved(by movement: UserMovement) -> FittedRegion {
    let rect = shown.rect
    let mapPointsPerPoint = rect.width * movement.scale / viewport.width
    return limits.kept(
      FittedRegion(
        rect: MapRect(
          center: MapPoint(
            x: rect.midX + movement.x * mapPointsPerPoint,
            y: rect.midY + movement.y * mapPointsPerPoint),
          size: MapSize(width: rect.width * movement.scale, height: rect.height * movement.scale)),
        center: nil))
  }
}
