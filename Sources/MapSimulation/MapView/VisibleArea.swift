import MapGeometry

/// A visible rectangle prepared for testing many points: wraps at the antimeridian and places
/// points on screen.
struct VisibleArea {
  private let middleX: Double
  private let middleY: Double
  private let halfWidth: Double
  private let halfHeight: Double
  private let viewport: Viewport
  /// Screen points for each map point.
  let pointsPerMapPoint: Double

  /// - Parameter margin: the share of its width and height by which the area is grown on each
  ///   side.
  init(_ rect: MapRect, margin: Double, viewport: Viewport) {
    let world = MapSize.world.width
    middleX = rect.midX - (rect.midX / world).rounded(.down) * world
    middleY = rect.midY
    halfWidth = rect.width * (0.5 + margin)
    halfHeight = rect.height * (0.5 + margin)
    self.viewport = viewport
    pointsPerMapPoint = viewport.width / rect.width
  }

  /// Map points from the area's middle eastwards to a point, the short way around the world.
  @inline(__always)
  private func eastward(_ x: Double) -> Double {
    let world = MapSize.world.width
    let distance = x - middleX
    if distance > world / 2 { return distance - world }
    if distance < -world / 2 { return distance + world }
    return distance
  }

  @inline(__always)
  func contains(_ point: MapPoint) -> Bool {
    abs(eastward(point.x)) <= halfWidth && abs(point.y - middleY) <= halfHeight
  }

  /// Where a point stands in the map view, in screen points from its upper left corner.
  @inline(__always)
  func screenPosition(of point: MapPoint) -> (x: Double, y: Double) {
    (
      viewport.width / 2 + eastward(point.x) * pointsPerMapPoint,
      viewport.height / 2 + (point.y - middleY) * pointsPerMapPoint
    )
  }
}
