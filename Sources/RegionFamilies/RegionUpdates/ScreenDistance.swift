import MapGeometry
import MapSimulation

extension MapRect {
  /// How far on screen the farthest of the corners lies from another rectangle's, in points,
  /// rounded to thousandths; the short way around the world.
  ///
  /// - Parameter mapPointsPerPoint: the scale to measure at.
  func screenDistance(to other: MapRect, mapPointsPerPoint: Double) -> Double {
    let world = MapSize.world.width
    let turns = ((midX - other.midX) / world).rounded() * world
    let x = max(abs(minX - other.minX - turns), abs(maxX - other.maxX - turns))
    let y = max(abs(minY - other.minY), abs(maxY - other.maxY))
    return ((x * x + y * y).squareRoot() / mapPointsPerPoint * 1_000).rounded() / 1_000
  }
}
