import Support
import Testing

/// One slope through groups of points at different levels.
@Suite struct SlopeFitTests {
  private typealias Point = SlopeFit.Point

  private func points(_ ys: [Double]) -> [SlopeFit.Point] {
    ys.enumerated().map { SlopeFit.Point(x: Double($0), y: $1) }
  }

  @Test func aLineHasItsSlopeAndNoInterval() throws {
    let fit = try #require(SlopeFit([points([5, 8, 11, 14])]))
    #expect(fit.slope == 3)
    #expect(fit.interval == 3...3)
  }

  /// Levels a thousand apart say nothing about the slope.
  @Test func groupsHaveLevelsOfTheirOwn() throws {
    let fit = try #require(SlopeFit([points([0, 2, 4]), points([1_000, 1_002, 1_004])]))
    #expect(abs(fit.slope - 2) < 1e-9)
    let interval = try #require(fit.interval)
    #expect(interval.upperBound - interval.lowerBound < 1e-6)
  }

  /// Four points around a level: slope -0.2, residual sum 0.8, two degrees of freedom, so a standard
  /// error of √(0.4 / 5) and Student's 4.3027.
  @Test func theIntervalIsStudents() throws {
    let fit = try #require(SlopeFit([points([1, 0, 1, 0])]))
    #expect(abs(fit.slope + 0.2) < 1e-12)
    let reach = 4.302_652_729_911_275 * (0.4 / 5.0).squareRoot()
    let interval = try #require(fit.interval)
    #expect(abs(interval.lowerBound - (-0.2 - reach)) < 1e-9)
    #expect(abs(interval.upperBound - (-0.2 + reach)) < 1e-9)
  }

  @Test func pointsThatAreTooFew() {
    #expect(SlopeFit([]) == nil)
    #expect(SlopeFit([points([7]), points([9])]) == nil)
    #expect(SlopeFit([points([7, 9])])?.slope == 2)
    #expect(SlopeFit([points([7, 9])])?.interval == nil)
    #expect(SlopeFit([[], points([7, 9])])?.slope == 2)
  }
}
