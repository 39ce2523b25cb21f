import MapGeometry

/// What a map view never shows: anything beyond the world, anything nearer than zoom 20, and what an
/// app has ruled out.
struct RegionLimits {
  let viewport: Viewport
  var zoomRange: CameraZoomRange?
  var boundary: MapRect?
  /// The least and the greatest width of what is shown, in map points.
  let widths: ClosedRange<Double>
  /// Where the centre may lie from north to south, in map points: latitudes beyond
  /// ``MapPoint/maxLatitude`` are not told apart.
  private let centers: ClosedRange<Double>

  init(viewport: Viewport, zoomRange: CameraZoomRange? = nil, boundary: MapRect? = nil) {
    precondition(viewport.width > 0 && viewport.height > 0, "a map view has a size")
    self.viewport = viewport
    self.zoomRange = zoomRange
    self.boundary = boundary
    let world = MapSize.world
    // Nothing beyond the world's edges; at zoom 20 a map point is a point of the screen.
    let widest = world.width * min(1, viewport.width / viewport.height)
    widths = min(viewport.width, widest)...widest
    let north = Coordinate(latitude: MapPoint.maxLatitude, longitude: 0)
    let south = Coordinate(latitude: -MapPoint.maxLatitude, longitude: 0)
    centers = MapPoint(north).y...MapPoint(south).y
  }

  /// The nearest to a rectangle of the view's aspect ratio that may be shown: its centre in the
  /// boundary, as large as may be, moved onto the world.
  ///
  /// Where limits contradict each other, those of the world have the last word. What may be shown
  /// stays as it is, to the last digit.
  func kept(_ fitted: FittedRegion) -> FittedRegion {
    let rect = fitted.rect
    let middle = MapPoint(x: rect.midX, y: rect.midY)
    var center = middle
    if let boundary { center = Self.kept(center, in: boundary) }
    center.x = Self.wrapped(center.x)
    center.y = min(max(center.y, centers.lowerBound), centers.upperBound)
    var width = keptWidth(rect.width, around: center)
    let margin = width * (viewport.height / viewport.width) / 2
    center.y = min(max(center.y, margin), max(MapSize.world.height - margin, margin))
    // The camera's distance depends on the latitude that is left.
    if zoomRange != nil { width = min(width, keptWidth(width, around: center)) }
    guard center != middle || width != rect.width else { return fitted }
    let size = MapSize(width: width, height: width * (viewport.height / viewport.width))
    // Wrapped around the world, it still is where it was asked for.
    let isThere = center.y == middle.y && center.x == Self.wrapped(middle.x)
    return FittedRegion(
      rect: MapRect(center: center, size: size), center: isThere ? fitted.center : nil)
  }

  private func keptWidth(_ asked: Double, around center: MapPoint) -> Double {
    var width = asked
    if let zoomRange {
      let heights = zoomRange.heights(around: center)
      let aspect = viewport.width / viewport.height
      width = min(max(width, heights.lowerBound * aspect), heights.upperBound * aspect)
    }
    return min(max(width, widths.lowerBound), widths.upperBound)
  }

  /// The point of a rectangle that is nearest to a centre, the shorter way around the world.
  private static func kept(_ center: MapPoint, in boundary: MapRect) -> MapPoint {
    let world = MapSize.world.width
    var center = center
    if boundary.width < world {
      center.x -= ((center.x - boundary.midX) / world).rounded() * world
      center.x = min(max(center.x, boundary.minX), boundary.maxX)
    }
    center.y = min(max(center.y, boundary.minY), boundary.maxY)
    return center
  }

  /// The x on the world of an x beside it.
  private static func wrapped(_ x: Double) -> Double {
    let world = MapSize.world.width
    if x >= 0, x < world { return x }
    return x - (x / world).rounded(.down) * world
  }
}
