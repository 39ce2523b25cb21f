import EventSimulation
import MapGeometry

/// An animated change of what a map shows.
struct RegionAnimation {
  /// The request that it answers.
  let request: Int
  /// When it began, in nanoseconds.
  let startTime: Int64
  let duration: Int64
  let startCenter: MapPoint
  let startZoom: Double
  var target: FittedRegion
  /// Whether the target was made from a region.
  let isConverted: Bool
  /// The next step; `nil` while there is none.
  var step: ScheduledEvent?

  /// What is shown some time after the beginning and before the end, in the limits of no map.
  ///
  /// The centre moves straight over the flat world, the shorter way around it, and the scale by
  /// equal factors in equal times; both begin and end slowly (smoothstep, 3t^2 - 2t^3). MapKit's
  /// own course is not published.
  func rect(at time: Int64, viewport: Viewport) -> MapRect {
    let progress = Double(time - startTime) / Double(duration)
    let eased = progress * progress * (3 - 2 * progress)
    let world = MapSize.world.width
    var east = target.rect.midX - startCenter.x
    east -= (east / world).rounded() * world
    let south = target.rect.midY - startCenter.y
    let zoom = startZoom + (viewport.zoom(showing: target.rect) - startZoom) * eased
    return viewport.mapRect(
      center: MapPoint(x: startCenter.x + east * eased, y: startCenter.y + south * eased),
      zoom: zoom)
  }
}
