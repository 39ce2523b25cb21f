/// The normal equations of a weighted regression, with columns scaled to length 1.
struct NormalEquations {
  /// The lengths of the columns; 1 for one that is 0 in every row.
  let lengths: [Double]
  private var matrix: [[Double]]
  private var right: [Double]
  private var count: Int { lengths.count }

  init(_ regression: BoundedRegression, weights: [Double]) {
    let count = regression.columnCount
    var matrix = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
    var right = [Double](repeating: 0, count: count)
    for row in 0..<regression.rowCount {
      let present = regression.starts[row]..<regression.starts[row + 1]
      for index in present {
        let column = regression.columns[index]
        let weighted = regression.values[index] * weights[row]
        right[column] += weighted * regression.responses[row]
        // Columns ascend within a row.
        for other in present.lowerBound...index {
          matrix[column][regression.columns[other]] += weighted * regression.values[other]
        }
      }
    }
    lengths = (0..<count).map { matrix[$0][$0] > 0 ? matrix[$0][$0].squareRoot() : 1 }
    for column in 0..<count {
      right[column] /= lengths[column]
      for other in 0...column {
        matrix[column][other] /= lengths[column] * lengths[other]
        matrix[other][column] = matrix[column][other]
      }
    }
    self.matrix = matrix
    self.right = right
  }

  /// The solution of least squares within bounds.
  ///
  /// The active set method of Lawson and Hanson (Solving Least Squares Problems, 1974, chapter 23)
  /// with upper bounds as in Stark and Parker (Bounded-variable least squares, Computational
  /// Statistics 10, 1995): coefficients that would leave their bounds stay at them.
  func solution(within bounds: [ClosedRange<Double>]) -> [Double] {
    let low = zip(bounds, lengths).map { $0.lowerBound * $1 }
    let high = zip(bounds, lengths).map { $0.upperBound * $1 }
    var result = low
    var free: Set<Int> = []
    var refused: Set<Int> = []
    // Each round frees a coefficient and lowers the sum of squares; rounding may not end it.
    for _ in 0..<(10 * count + 10) {
      let gradient = (0..<count).map { row in
        right[row] - zip(matrix[row], result).reduce(0) { $0 + $1.0 * $1.1 }
      }
      let candidate =
        (0..<count)
        .filter { !free.contains($0) && !refused.contains($0) && matrix[$0][$0] > 0 }
        .map { ($0, result[$0] >= high[$0] ? -gradient[$0] : gradient[$0]) }
        .max { $0.1 < $1.1 }
      let scale = right.map(abs).max() ?? 0
      guard let (column, gain) = candidate, gain > 1e-12 * scale else { break }
      free.insert(column)
      refused.removeAll()
      while true {
        let order = free.sorted()
        guard !order.isEmpty else { break }
        let wanted = minimum(over: order, others: result)
        // The step of each coefficient to the bound that it would cross, if it would.
        let steps = zip(order, wanted).map { column, target in
          let change = target - result[column]
          if target < low[column] { return max(0, (low[column] - result[column]) / change) }
          if target > high[column] { return max(0, (high[column] - result[column]) / change) }
          return 1
        }
        let step = steps.min() ?? 1
        for ((column, target), own) in zip(zip(order, wanted), steps) {
          guard own < 1, own <= step else {
            result[column] += step * (target - result[column])
            continue
          }
          result[column] = target < low[column] ? low[column] : high[column]
          free.remove(column)
        }
        if step >= 1 { break }
      }
      if !free.contains(column) { refused.insert(column) }
    }
    return zip(result, lengths).enumerated().map { index, scaled in
      min(max(scaled.0 / scaled.1, bounds[index].lowerBound), bounds[index].upperBound)
    }
  }

  /// The minimum over some coefficients, with the others as they are.
  private func minimum(over free: [Int], others: [Double]) -> [Double] {
    let isFree = Set(free)
    let fixed = (0..<count).filter { !isFree.contains($0) && others[$0] != 0 }
    let factor = Self.cholesky(free.map { row in free.map { matrix[row][$0] } })
    let sides = free.map { row in
      right[row] - fixed.reduce(0) { $0 + matrix[row][$1] * others[$1] }
    }
    return Self.solved(factor, sides)
  }

  /// The inverse of the matrix of correlations; 0 for columns that are 0 in every row.
  func inverse() -> [[Double]] {
    let present = (0..<count).filter { matrix[$0][$0] > 0 }
    let factor = Self.cholesky(present.map { row in present.map { matrix[row][$0] } })
    var result = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
    for (index, column) in present.enumerated() {
      let unit = present.indices.map { $0 == index ? 1.0 : 0.0 }
      for (row, value) in zip(present, Self.solved(factor, unit)) { result[row][column] = value }
    }
    return result
  }

  /// The lower triangle L with L Lᵀ = A for a symmetric matrix A that is not indefinite.
  private static func cholesky(_ matrix: [[Double]]) -> [[Double]] {
    var factor = matrix
    for row in matrix.indices {
      for column in 0...row {
        var sum = matrix[row][column] + (row == column ? ridge : 0)
        for inner in 0..<column { sum -= factor[row][inner] * factor[column][inner] }
        factor[row][column] =
          row == column ? max(sum, ridge).squareRoot() : sum / factor[column][column]
      }
    }
    return factor
  }

  /// Solves L Lᵀ x = b.
  private static func solved(_ factor: [[Double]], _ sides: [Double]) -> [Double] {
    var result = sides
    for row in factor.indices {
      for inner in 0..<row { result[row] -= factor[row][inner] * result[inner] }
      result[row] /= factor[row][row]
    }
    for row in factor.indices.reversed() {
      for inner in (row + 1)..<factor.count { result[row] -= factor[inner][row] * result[inner] }
      result[row] /= factor[row][row]
    }
    return result
  }

  /// Keeps dependent columns solvable; the correlations' diagonal is 1.
  private static let ridge = 1e-11
}
