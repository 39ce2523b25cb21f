import Clustering
import Foundation

/// The outlines of the world's land: Natural Earth's 1:110m "land", which is in the public domain.
///
/// Small islands are missing, and a coast is off by some kilometres.
package struct Land: Sendable {
  /// A closed line on the flat world.
  private struct Ring: Sendable {
    let x: [Double]
    let y: [Double]
    let minX: Double
    let maxX: Double
  }

  private let rings: [Ring]
  /// The number of units on a side of the flat world, in the file.
  private static let side = 65_536.0

  /// Reads the outlines, which are a part of the program.
  ///
  /// - Throws: an error of decoding if the program was built with another file.
  package init() throws {
    let differences = try JSONDecoder().decode([[Int]].self, from: Data(PackageResources.land_json))
    rings = differences.map { steps in
      var (x, y): ([Double], [Double]) = ([], [])
      var (px, py) = (0, 0)
      for step in stride(from: 0, to: steps.count - 1, by: 2) {
        px += steps[step]
        py += steps[step + 1]
        x.append(Double(px))
        y.append(Double(py))
      }
      return Ring(x: x, y: y, minX: x.min() ?? 0, maxX: x.max() ?? 0)
    }
  }

  /// The outlines as closed lines on the flat world, each after the one that it lies in.
  package var outlines: [[MapPoint]] {
    let unit = MapSize.world.width / Self.side
    return rings.map { zip($0.x, $0.y).map { MapPoint(x: $0 * unit, y: $1 * unit) } }
  }

  /// The outlines as JSON: for each ring the differences of its points, x and y in turn, in parts of
  /// 65,536 of the flat world's side.
  package static var json: String { String(decoding: PackageResources.land_json, as: UTF8.self) }

  /// Returns whether a coordinate is on land, or nearer to it than a distance. O(points of the
  /// outlines).
  ///
  /// Land beyond the antimeridian does not count.
  package func isNear(_ coordinate: Coordinate, kilometers: Double) -> Bool {
    if contains(coordinate) { return true }
    let point = MapPoint(coordinate)
    let unit = MapSize.world.width / Self.side
    let (x, y) = (point.x / unit, point.y / unit)
    let meters = MapPoint.metersPerMapPoint(atLatitude: min(max(coordinate.latitude, -80), 80))
    let radius = kilometers * 1_000 / (meters * unit)
    for ring in rings where ring.minX - radius < x && x < ring.maxX + radius {
      var previous = ring.x.count - 1
      for next in ring.x.indices {
        let (dx, dy) = (ring.x[next] - ring.x[previous], ring.y[next] - ring.y[previous])
        let (px, py) = (x - ring.x[previous], y - ring.y[previous])
        // The point of the side that is the nearest, from 0 at its start to 1 at its end.
        let share = min(max((px * dx + py * dy) / max(dx * dx + dy * dy, 1), 0), 1)
        let (ex, ey) = (px - share * dx, py - share * dy)
        if ex * ex + ey * ey < radius * radius { return true }
        previous = next
      }
    }
    return false
  }

  /// Returns whether a coordinate is on land. O(points of the outlines).
  ///
  /// By the even-odd rule: a ray to the west crosses the outlines an odd number of times.
  package func contains(_ coordinate: Coordinate) -> Bool {
    let point = MapPoint(coordinate)
    let x = point.x / MapSize.world.width * Self.side
    let y = point.y / MapSize.world.height * Self.side
    var isInside = false
    for ring in rings where (ring.minX...ring.maxX).contains(x) {
      var previous = ring.x.count - 1
      for next in ring.x.indices {
        let isBetween = (ring.y[next] > y) != (ring.y[previous] > y)
        if isBetween {
          let share = (y - ring.y[next]) / (ring.y[previous] - ring.y[next])
          if x > ring.x[next] + share * (ring.x[previous] - ring.x[next]) { isInside.toggle() }
        }
        previous = next
      }
    }
    return isInside
  }
}
