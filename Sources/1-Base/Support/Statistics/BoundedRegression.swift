import Foundation

/// A linear regression whose coefficients have bounds: the response of each row is the sum of its
/// values, each times the coefficient of its column.
///
/// Least squares with three additions for measured times and sizes:
/// - The variance of a row grows with a power of its expected response, from 0 to 2, and each group
///   of rows has a power and a scale of its own, which are estimated from median absolute residuals.
///   Of few rows the power is 1 (quasi-Poisson): a coefficient that alone explains them is the ratio
///   of their sums.
/// - Rows far from the fit weigh less (Huber, Robust Statistics, 1981, with his constant 1.345).
/// - Intervals are those of the sandwich estimator over blocks of rows (Liang and Zeger, Longitudinal
///   data analysis using generalized linear models, Biometrika 73, 1986), so that neither unequal
///   variances nor rows that depend on their neighbours make them too narrow.
///
/// O(n p²) for n rows of p columns.
package struct BoundedRegression {
  /// The number of columns.
  package let columnCount: Int
  /// The number of rows.
  package var rowCount: Int { responses.count }

  // The values that are not 0, with their columns, row by row; row i has those from starts[i] to
  // before starts[i + 1].
  private(set) var values: [Double] = []
  private(set) var columns: [Int] = []
  private(set) var starts = [0]
  private(set) var responses: [Double] = []
  private var groups: [Int] = []
  private var blocks: [Int] = []

  /// Creates a regression without rows.
  package init(columnCount: Int) {
    self.columnCount = columnCount
  }

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - values: one for each column, finite.
  ///   - group: the rows that have one scale of noise; from 0.
  ///   - block: the rows that may depend on each other.
  package mutating func append(_ values: [Double], response: Double, group: Int, block: Int) {
    precondition(values.count == columnCount, "a row must have a value for each column")
    for (column, value) in values.enumerated() where value != 0 {
      columns.append(column)
      self.values.append(value)
    }
    starts.append(self.values.count)
    responses.append(response)
    groups.append(group)
    blocks.append(block)
  }
}

extension BoundedRegression {
  /// An estimated coefficient.
  package struct Coefficient: Hashable, Sendable {
    /// The estimate, within the bounds.
    package let value: Double
    /// The lower end of the confidence interval, within the bounds.
    package let low: Double
    /// The upper end of the confidence interval, within the bounds.
    package let high: Double
    /// The number of rows in which the column is not 0.
    package let rows: Int
    /// The number of blocks with such rows.
    package let blocks: Int
    /// The other columns that nearly add up to this one with some factors; empty if the coefficient
    /// can be determined. The estimate of a column that has some is arbitrary.
    package let dependsOn: [Int]
  }

  /// The estimates with the rows' residuals.
  package struct Fit: Sendable {
    /// One for each column.
    package let coefficients: [Coefficient]
    /// The expected response of each row.
    package let expected: [Double]
    /// The response of each row less the expected one.
    package let residuals: [Double]
  }

  /// The minimum part of a column that is not a combination of the others; with less, the column
  /// cannot be distinguished from them.
  private static let minTolerance = 1e-3
  /// The factor from which on another column counts as a part of such a combination.
  private static let minShare = 0.05
  private static let iterations = 30
  private static let huber = 1.345
  /// Estimates the coefficients.
  ///
  /// - Parameters:
  ///   - bounds: one range for each column; the lower end is finite.
  ///   - confidence: above 0 and below 1.
  package func fit(bounds: [ClosedRange<Double>], confidence: Double = 0.95) -> Fit {
    precondition(bounds.count == columnCount, "each column must have bounds")
    var weights = initialWeights()
    var corrections = [Double](repeating: 1, count: rowCount)
    var coefficients = [Double](repeating: 0, count: columnCount)
    for _ in 0..<Self.iterations {
      let before = coefficients
      coefficients = NormalEquations(self, weights: weights).solution(within: bounds)
      (weights, corrections) = robustWeights(expected: expected(coefficients))
      let isSettled = zip(before, coefficients).allSatisfy { abs($0 - $1) <= 1e-7 * abs($1) }
      if isSettled { break }
    }
    let expected = expected(coefficients)
    let residuals = zip(responses, expected).map { $0 - $1 }
    let equations = NormalEquations(self, weights: weights)
    let inverse = equations.inverse()
    let scores = (0..<rowCount).map { row in
      // A row that decides its own expected response has a residual that is too small (MacKinnon
      // and White, Some heteroskedasticity-consistent covariance matrix estimators, Journal of
      // Econometrics 29, 1985).
      let free = max(0.05, 1 - weights[row] * leverage(of: row, inverse, equations))
      return weights[row] * corrections[row] * residuals[row] / free
    }
    let uncertainties = sandwich(inverse, scores: scores, equations)
    let occurrences = occurrences()
    let estimates = (0..<columnCount).map { column in
      let (rows, blocks) = occurrences[column]
      let (variance, degreesOfFreedom) = uncertainties[column]
      let reach =
        blocks > 1
        ? StudentDistribution(degreesOfFreedom: max(1, min(degreesOfFreedom, Double(blocks - 1))))
          .upperQuantile((1 - confidence) / 2) * variance.squareRoot()
          * (Double(blocks) / Double(blocks - 1)).squareRoot()
        : .infinity
      let range = bounds[column]
      let value = coefficients[column]
      return Coefficient(
        value: value, low: max(range.lowerBound, value - reach),
        high: min(range.upperBound, value + reach), rows: rows, blocks: blocks,
        dependsOn: dependencies(of: column, inverse))
    }
    return Fit(coefficients: estimates, expected: expected, residuals: residuals)
  }

  private func expected(_ coefficients: [Double]) -> [Double] {
    (0..<rowCount).map { row in
      var sum = 0.0
      for index in starts[row]..<starts[row + 1] {
        sum += values[index] * coefficients[columns[index]]
      }
      return sum
    }
  }

  /// The rows and the blocks in which each column is not 0.
  private func occurrences() -> [(rows: Int, blocks: Int)] {
    var rows = [Int](repeating: 0, count: columnCount)
    var seen = [Set<Int>](repeating: [], count: columnCount)
    for row in 0..<rowCount {
      for index in starts[row]..<starts[row + 1] {
        rows[columns[index]] += 1
        seen[columns[index]].insert(blocks[row])
      }
    }
    return zip(rows, seen).map { ($0, $1.count) }
  }
}

// MARK: - Weights

extension BoundedRegression {
  /// Weights that give each group the same sum of squares.
  private func initialWeights() -> [Double] {
    var squares: [Int: (sum: Double, count: Double)] = [:]
    for (group, response) in zip(groups, responses) {
      let sum = squares[group] ?? (0, 0)
      squares[group] = (sum.sum + response * response, sum.count + 1)
    }
    return groups.map { group in
      guard let (sum, count) = squares[group], sum > 0 else { return 1 }
      return count / sum
    }
  }

  /// The weights, and the factors by which the residuals of rows count more in the variance: the
  /// sum of the weights over the number of rows that Huber's function leaves as they are (Huber,
  /// section 7.6).
  private func robustWeights(
    expected: [Double]
  ) -> (weights: [Double], corrections: [Double]) {
    var members = [[Int]](repeating: [], count: (groups.max() ?? -1) + 1)
    for (row, group) in groups.enumerated() { members[group].append(row) }
    var weights = [Double](repeating: 1, count: rowCount)
    var corrections = weights
    for rows in members where !rows.isEmpty {
      // At least a tenth of the group's median, so that no row without an expectation decides.
      let floor = 0.1 * Self.median(rows.map { expected[$0] }.filter { $0 > 0 })
      let power = variancePower(of: rows, expected: expected, floor: floor)
      var deviations: [Double] = []
      var distances: [Double] = []
      var squares = 0.0
      for row in rows {
        let size = max(expected[row], floor)
        let deviation = size > 0 ? pow(size, power / 2) : 1
        deviations.append(deviation)
        distances.append(abs(responses[row] - expected[row]) / deviation)
        squares += (responses[row] / deviation) * (responses[row] / deviation)
      }
      // The median absolute deviation of a normal distribution is 0.6745 of its standard deviation;
      // responses without noise still have a weight.
      let scale = max(
        1.4826 * Self.median(distances), 1e-6 * (squares / Double(rows.count)).squareRoot(),
        .leastNormalMagnitude)
      for (index, row) in rows.enumerated() {
        let deviation = deviations[index] * scale
        let distance = max(distances[index] / scale, .leastNormalMagnitude)
        weights[row] = min(1, Self.huber / distance) / (deviation * deviation)
      }
      let standardized = distances.map { $0 / scale }
      let sum = standardized.reduce(0) {
        $0 + min(1, Self.huber / max($1, .leastNormalMagnitude))
      }
      let kept = Double(max(1, standardized.count { $0 <= Self.huber }))
      for row in rows { corrections[row] = sum / kept }
    }
    return (weights, corrections)
  }

  /// The power of the expected response that the variance of a group grows with, from 0 to 2: by the
  /// median absolute residuals of the small and of the large expectations, which the middle of the
  /// range separates; 1 if these are too few or too similar.
  private func variancePower(of rows: [Int], expected: [Double], floor: Double) -> Double {
    let sizes = rows.map { max(expected[$0], floor) }
    guard let min = sizes.min(), let max = sizes.max(), min > 0, max > 2 * min else { return 1 }
    let middle = (min * max).squareRoot()
    var halves: (small: [Int], large: [Int]) = ([], [])
    for index in rows.indices {
      if sizes[index] < middle { halves.small.append(index) } else { halves.large.append(index) }
    }
    guard Swift.min(halves.small.count, halves.large.count) >= 10 else { return 1 }
    func median(of half: [Int]) -> (size: Double, spread: Double) {
      (
        Self.median(half.map { sizes[$0] }),
        Self.median(half.map { abs(responses[rows[$0]] - expected[rows[$0]]) })
      )
    }
    let (small, large) = (median(of: halves.small), median(of: halves.large))
    guard small.spread > 0, large.spread > 0 else { return 1 }
    let slope = log(large.spread / small.spread) / log(large.size / small.size)
    return Swift.min(Swift.max(2 * slope, 0), 2)
  }

  /// The middle one, or the upper of the two; 0 of none.
  private static func median(_ numbers: [Double]) -> Double {
    numbers.isEmpty ? 0 : numbers.sorted()[numbers.count / 2]
  }
}

// MARK: - Uncertainty

extension BoundedRegression {
  /// The variances of the coefficients from the sums of the rows' scores in each block, with their
  /// degrees of freedom: few where few blocks decide (Satterthwaite, An approximate distribution of
  /// estimates of variance components, Biometrics Bulletin 2, 1946, with one for each block).
  private func sandwich(
    _ inverse: [[Double]], scores: [Double], _ equations: NormalEquations
  ) -> [(variance: Double, degreesOfFreedom: Double)] {
    var sums: [Int: [Double]] = [:]
    for row in 0..<rowCount {
      for index in starts[row]..<starts[row + 1] {
        sums[blocks[row], default: [Double](repeating: 0, count: columnCount)][columns[index]] +=
          scores[row] * values[index] / equations.lengths[columns[index]]
      }
    }
    var variances = [Double](repeating: 0, count: columnCount)
    var squares = variances
    // In the order of the blocks, so that the sums are the same on every run.
    for (_, score) in sums.sorted(by: { $0.key < $1.key }) {
      for column in 0..<columnCount {
        let influence = zip(inverse[column], score).reduce(0) { $0 + $1.0 * $1.1 }
        variances[column] += influence * influence
        squares[column] += influence * influence * influence * influence
      }
    }
    return (0..<columnCount).map { column in
      let variance = variances[column]
      let length = equations.lengths[column]
      return (
        variance / (length * length),
        squares[column] > 0 ? variance * variance / squares[column] : 1
      )
    }
  }

  /// The influence of a row of weight 1 on its own expected response.
  private func leverage(
    of row: Int, _ inverse: [[Double]], _ equations: NormalEquations
  ) -> Double {
    var sum = 0.0
    for first in starts[row]..<starts[row + 1] {
      let value = values[first] / equations.lengths[columns[first]]
      for second in starts[row]..<starts[row + 1] {
        sum +=
          value * values[second] / equations.lengths[columns[second]]
          * inverse[columns[first]][columns[second]]
      }
    }
    return sum
  }

  /// The columns whose combination nearly is the given one. The diagonal of the inverse of the
  /// correlations is the variance inflation factor.
  private func dependencies(of column: Int, _ inverse: [[Double]]) -> [Int] {
    guard inverse[column][column] * Self.minTolerance > 1 else { return [] }
    return (0..<columnCount).filter { other in
      other != column
        && abs(inverse[column][other]) > Self.minShare * abs(inverse[column][column])
    }
  }
}
