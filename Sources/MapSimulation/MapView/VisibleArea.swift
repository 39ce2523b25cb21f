import MapGeometry

/// A visible rectangle prepared for testing many points: wraps at the antimeridian and places
/// points on screen.
struct VisibleArea {
  private let left: Double
  private let top: Double
  private let width: Double
  private let height: Double
  private let marginX: Double
  private let marginY: Double
  /// Screen points for each map point.
  let pointsPerMapPoint: Double

  /// - Parameter margin: the share of its width and height by which the area is grown on each
  ///   side.
  init(_ rect: MapRect, margin: Double, viewport: Viewport) {
    let padded = rect.padded(by: margin)
    let world = MapSize.world.width
    left = padded.minX - (padded.minX / world).rounded(.down) * world
    top = padded.minY
    width = min(padded.width, world)
    height = padded.height
    marginX = rect.minX - padded.minX
    marginY = rect.minY - padded.minY
    pointsPerMapPoint = viewport.width / rect.width
  }

  /// Map points from the area's left edge eastwards to a point, once around the world at most.
  @inline(__always)
  private func eastward(_ x: Double) -> Double {
    let distance = x - left
    return distance < 0 ? distance + MapSize.world.width : distance
  }

  @inline(__always)
  func contains(_ point: MapPoint) -> Bool {
    let down = point.y - top
    return eastward(point.x) <= width && down >= 0 && down <= height
  }

  /// Where a point stands in the map view, in screen points from its upper left corner.
  @inline(__always)
  func screenPosition(of point: MapPoint) -> (x: Double, y: Double) {
    (
      (eastward(point.x) - marginX) * pointsPerMapPoint,
      (point.y - top - marginY) * pointsPerMapPoint
    )
  }
}
