import Clustering

/// The simplification of a line: fewer points, none of the left-out ones farther from the new line
/// than a tolerance.
///
/// By Douglas and Peucker ("Algorithms for the reduction of the number of points required to
/// represent a digitized line or its caricature", Cartographica 10, 1973), with a stack in place of
/// recursion, and with distances from segments and not from infinite lines. The same result on all
/// machines: of several farthest points the first is kept.
package struct LineSimplification {
  /// The distances that were computed so far.
  package private(set) var comparisons = 0
  // Kept between lines, so that a line allocates its result only.
  private var isKept: [Bool] = []
  private var stack: [(first: Int, last: Int)] = []

  package init() {}

  /// Returns the points that are kept, with the first and the last one.
  ///
  /// Takes O(n log n) time for most lines and O(n²) at worst.
  ///
  /// - Parameter tolerance: in map points, not negative.
  package mutating func simplified(
    _ points: some RandomAccessCollection<MapPoint>, tolerance: Double
  ) -> [MapPoint] {
    let points = Array(points)
    guard points.count > 2 else { return points }
    isKept.removeAll(keepingCapacity: true)
    isKept.append(contentsOf: repeatElement(false, count: points.count))
    isKept[0] = true
    isKept[points.count - 1] = true
    stack.append((0, points.count - 1))
    let limit = tolerance * tolerance
    while let (first, last) = stack.popLast() {
      guard last - first > 1 else { continue }
      let segment = LineSegment(from: points[first], to: points[last])
      var farthest = first
      var distance = limit
      for index in first + 1..<last {
        let candidate = segment.squaredDistance(to: points[index])
        if candidate > distance {
          distance = candidate
          farthest = index
        }
      }
      comparisons += last - first - 1
      guard farthest > first else { continue }
      isKept[farthest] = true
      stack.append((first, farthest))
      stack.append((farthest, last))
    }
    return points.indices.filter { isKept[$0] }.map { points[$0] }
  }
}

/// A straight line from one point of the flat world to another.
package struct LineSegment {
  private let start: MapPoint
  private let x: Double
  private let y: Double
  private let squaredLength: Double

  package init(from start: MapPoint, to end: MapPoint) {
    self.start = start
    x = end.x - start.x
    y = end.y - start.y
    squaredLength = x * x + y * y
  }

  /// The square of the distance of a point from its nearest point.
  @inline(__always)
  package func squaredDistance(to point: MapPoint) -> Double {
    let (toX, toY) = (point.x - start.x, point.y - start.y)
    let share = squaredLength > 0 ? (toX * x + toY * y) / squaredLength : 0
    let nearest = min(max(share, 0), 1)
    let (dx, dy) = (toX - nearest * x, toY - nearest * y)
    return dx * dx + dy * dy
  }
}
