import MapGeometry

/// A step of a gesture between two frames: the map follows the fingers.
public struct UserMovement: Hashable, Sendable {
  /// How far the camera moves eastwards and southwards, in points of the screen.
  public var x: Double
  public var y: Double
  /// How many times as large the visible rectangle becomes, about its centre, before it moves.
  public var scale: Double

  /// A movement in points, and a scale above 0.
  public init(x: Double, y: Double, scale: Double = 1) {
    self.x = x
    self.y = y
    self.scale = scale
  }
}

/// What the user does with the map.
extension RegionMapView {
  /// The user puts fingers on the map. The delegate hears of it with the first movement.
  ///
  /// - Precondition: no gesture is under way.
  public func userDidBeginGesture() {
    precondition(!isUserInteracting, "one gesture ends before the next begins")
    isUserInteracting = true
    hasReportedGesture = false
  }

  /// The user's fingers, or the map's inertia after them, move the map by a step.
  ///
  /// The step is relative to what is shown, wherever the app has moved the map meanwhile. While an
  /// animation is under way it has no effect: MapKit's are not interrupted by fingers. At the map's limits it has none either.
  ///
  /// - Precondition: a gesture is under way.
  public func userDidMove(by movement: UserMovement) {
    precondition(isUserInteracting, "a movement is part of a gesture")
    guard animation == nil else { return }
    var moved = moved(by: movement)
    guard moved.differs(from: shown.rect) else { return }
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

  /// The map has come to rest after a gesture. The delegate hears of it where the gesture has moved
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
