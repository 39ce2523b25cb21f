/// The slope of values over a position, of several groups of points at different levels.
///
/// Least squares with one slope for all groups and a level for each, so that groups at different
/// levels say nothing about the slope.
package struct SlopeFit: Hashable, Sendable {
  /// A point of a group.
  package struct Point: Hashable, Sendable {
    package let x: Double
    package let y: Double

    package init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// The change of the value from one position to the next.
  package let slope: Double
  /// The interval of 95 % by Student's distribution; `nil` if the points leave no degree of freedom.
  package let interval: ClosedRange<Double>?
  /// The sum of the squared distances of the positions from their group's mean.
  let squares: Double
  /// The variance of the residuals; `nil` if the points leave no degree of freedom.
  let variance: Double?

  /// Fits the slope.
  ///
  /// - Returns: `nil` if no group has points at two positions.
  package init?(_ groups: [[Point]]) {
    let used = groups.filter { !$0.isEmpty }
    var squares = 0.0
    var products = 0.0
    var count = 0
    for group in used {
      let mean = Self.mean(of: group)
      for point in group {
        squares += (point.x - mean.x) * (point.x - mean.x)
        products += (point.x - mean.x) * (point.y - mean.y)
      }
      count += group.count
    }
    guard squares > 0 else { return nil }
    let slope = products / squares
    self.slope = slope
    self.squares = squares
    let freedom = count - used.count - 1
    guard freedom > 0 else {
      (interval, variance) = (nil, nil)
      return
    }
    var residuals = 0.0
    for group in used {
      let mean = Self.mean(of: group)
      for point in group {
        let residual = point.y - mean.y - slope * (point.x - mean.x)
        residuals += residual * residual
      }
    }
    let variance = residuals / Double(freedom)
    self.variance = variance
    let error = (variance / squares).squareRoot()
    let reach =
      error * StudentDistribution(degreesOfFreedom: Double(freedom)).upperQuantile(0.025)
    interval = slope - reach...slope + reach
  }

  private static func mean(of group: [Point]) -> Point {
    let count = Double(group.count)
    return Point(
      x: group.reduce(0) { $0 + $1.x } / count, y: group.reduce(0) { $0 + $1.y } / count)
  }
}
