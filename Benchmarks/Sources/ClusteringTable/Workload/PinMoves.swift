import Clustering
import Support

/// Pins that all move a little, as vehicles do between two reports: up to about a kilometre.
struct PinMoves: Sendable {
  /// The new places.
  let forth: [LiveClusters.Pin]
  /// The old ones.
  let back: [LiveClusters.Pin]

  /// Moves of a number of pins, evenly chosen among all, or of all pins if there are fewer.
  init(points: [MapPoint], count: Int = 1000) {
    let count = min(count, points.count)
    let pins = (0..<count).map { $0 * points.count / count }
    var random = SplitMix64(seed: 2)
    let world = MapSize.world.width
    // A map point is 15 cm at the equator.
    let reach = 7000.0
    forth = pins.map { pin in
      let x = points[pin].x + (2 * random.unit() - 1) * reach
      let y = points[pin].y + (2 * random.unit() - 1) * reach
      return LiveClusters.Pin(
        index: pin, point: MapPoint(x: min(max(x, 0), world), y: min(max(y, 0), world)))
    }
    back = pins.map { LiveClusters.Pin(index: $0, point: points[$0]) }
  }

  /// All points; the points that move are at their new places.
  func moved(_ points: [MapPoint]) -> [MapPoint] {
    var points = points
    for pin in forth { points[pin.index] = pin.point }
    return points
  }
}
