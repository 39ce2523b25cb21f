import Support
import Testing

@Suite struct BoundedRegressionTests {
  private static let anyPositive: ClosedRange<Double> = 0...1e9

  /// The fit of rows of the given coefficients with noise of a fraction of the response.
  private static func fit(
    _ coefficients: [Double], rows: Int, noise: Double, seed: UInt64, outliers: Double = 0,
    bounds: [ClosedRange<Double>]? = nil, values: (inout SplitMix64) -> [Double]
  ) -> BoundedRegression.Fit {
    var random = SplitMix64(seed: seed)
    var regression = BoundedRegression(columnCount: coefficients.count)
    for row in 0..<rows {
      let values = values(&random)
      var response = zip(values, coefficients).reduce(0) { $0 + $1.0 * $1.1 }
      response *= 1 + noise * random.gaussian()
      if random.chance(outliers) { response *= 10 }
      regression.append(values, response: response, group: 0, block: row / 10)
    }
    return regression.fit(bounds: bounds ?? coefficients.map { _ in anyPositive })
  }

  @Test func findsTheCoefficientsOfRowsWithoutNoise() {
    let fit = Self.fit([3, 0.25, 40], rows: 50, noise: 0, seed: 1) { random in
      [random.unit(), 100 * random.unit(), 1]
    }
    for (found, expected) in zip(fit.coefficients, [3, 0.25, 40]) {
      #expect(abs(found.value - expected) < 1e-6 * expected)
      #expect(found.dependsOn == [])
      #expect(found.rows == 50)
      #expect(found.blocks == 5)
    }
    #expect(fit.residuals.allSatisfy { abs($0) < 1e-6 })
  }

  /// The estimate of a single column is the ratio of the sums.
  @Test func aSingleColumnIsTheRatioOfSums() {
    var regression = BoundedRegression(columnCount: 1)
    for (value, response) in [(1.0, 2.5), (10, 21), (100, 190), (4, 8)] {
      regression.append([value], response: response, group: 0, block: regression.rowCount)
    }
    let found = regression.fit(bounds: [Self.anyPositive]).coefficients[0].value
    #expect(abs(found - 221.5 / 115) < 0.05)
  }

  @Test func anEstimateStaysWithinItsBounds() {
    // The first column lowers the response.
    let fit = Self.fit(
      [-2, 5, 0.5], rows: 200, noise: 0, seed: 2, bounds: [0...10, 0...10, 1...2]
    ) { random in
      [random.unit(), 1 + random.unit(), random.unit()]
    }
    #expect(fit.coefficients[0].value == 0)
    #expect(fit.coefficients[0].low == 0)
    #expect(fit.coefficients[2].value >= 1)
    #expect(fit.coefficients.allSatisfy { $0.value.isFinite })
    // The upper bound is below the coefficient.
    let capped = Self.fit(
      [7, 1], rows: 100, noise: 0.01, seed: 3, bounds: [0...3, Self.anyPositive]
    ) { random in
      [random.unit(), 1]
    }
    #expect(capped.coefficients[0].value == 3 && capped.coefficients[0].high == 3)
  }

  @Test func columnsThatAlwaysOccurTogetherNameEachOther() {
    let fit = Self.fit([2, 3, 4], rows: 100, noise: 0.05, seed: 4) { random in
      let count = (10 * random.unit()).rounded()
      return [count, 2 * count, random.unit()]
    }
    #expect(fit.coefficients.map(\.dependsOn) == [[1], [0], []])
    #expect(abs(fit.coefficients[2].value - 4) < 0.4)
    // Their sum is known.
    let sum = fit.coefficients[0].value + 2 * fit.coefficients[1].value
    #expect(abs(sum - 8) < 0.4)
  }

  @Test func aColumnThatNeverOccursHasNoRows() {
    let absent = Self.fit([2, 3], rows: 20, noise: 0.05, seed: 5) { _ in [1, 0] }.coefficients[1]
    #expect(absent.rows == 0 && absent.blocks == 0)
    #expect(absent.value == 0 && absent.high == 1e9)
  }

  @Test func fewRowsFarAwayChangeLittle() {
    let fit = Self.fit([10, 200], rows: 1_000, noise: 0.05, seed: 6, outliers: 0.02) { random in
      [100 * random.unit(), 1]
    }
    #expect(abs(fit.coefficients[0].value / 10 - 1) < 0.03)
    #expect(abs(fit.coefficients[1].value / 200 - 1) < 0.1)
  }

  /// About 95 of 100 intervals enclose the value: at least 88, which 1 of 200 such tests would not
  /// reach with a coverage of 95 %.
  @Test func intervalsCoverTheValues() {
    var covered = 0
    for seed in 0..<100 {
      let found = Self.fit([5, 50], rows: 300, noise: 0.3, seed: UInt64(1_000 + seed)) { random in
        [Double(random.index(below: 40)), 1]
      }.coefficients[0]
      if found.low <= 5, found.high >= 5 { covered += 1 }
    }
    #expect(covered >= 88)
  }

  @Test func anEmptyRegressionIsNoError() {
    let fit = BoundedRegression(columnCount: 2).fit(bounds: [0...1, 0...1])
    #expect(fit.coefficients.map(\.rows) == [0, 0])
    #expect(fit.residuals.isEmpty)
  }
}
