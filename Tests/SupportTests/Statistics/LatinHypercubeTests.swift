import Support
import Testing

@Suite struct LatinHypercubeTests {
  @Test(arguments: [(1, 1), (2, 3), (16, 5), (64, 40)])
  func everySliceOfEveryDimensionHasOnePoint(count: Int, dimensions: Int) {
    let sample = LatinHypercube(count: count, dimensions: dimensions, seed: 7)
    #expect(sample.points.count == count)
    for dimension in 0..<dimensions {
      let slices = sample.points.map { Int($0[dimension] * Double(count)) }
      #expect(slices.sorted() == Array(0..<count))
    }
  }

  @Test func aSeedDecidesThePoints() {
    let first = LatinHypercube(count: 10, dimensions: 4, seed: 1)
    #expect(first == LatinHypercube(count: 10, dimensions: 4, seed: 1))
    #expect(first != LatinHypercube(count: 10, dimensions: 4, seed: 2))
  }

  /// Two dimensions are not drawn in the same order.
  @Test func dimensionsAreIndependent() {
    let points = LatinHypercube(count: 200, dimensions: 2, seed: 3).points
    let mean = 0.5
    var (covariance, variance) = (0.0, 0.0)
    for point in points {
      covariance += (point[0] - mean) * (point[1] - mean)
      variance += (point[0] - mean) * (point[0] - mean)
    }
    #expect(abs(covariance / variance) < 0.2)
  }

  @Test func nothingIsAPointOfNothing() {
    #expect(LatinHypercube(count: 0, dimensions: 3, seed: 1).points.isEmpty)
    #expect(LatinHypercube(count: 2, dimensions: 0, seed: 1).points == [[], []])
  }
}
