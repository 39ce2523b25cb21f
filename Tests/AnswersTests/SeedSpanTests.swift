import Answers
import Support
import Testing

@Suite struct SeedSpanTests {
  @Test func theIntervalIsStudents() throws {
    // Nine degrees of freedom: t = 2.262157.
    let span = try #require(SeedSpan([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]))
    #expect(span.count == 10)
    #expect((span.low, span.high, span.mean) == (1, 10, 5.5))
    let interval = try #require(span.interval)
    // The standard deviation is the root of 82.5 / 9.
    let half = 2.262_157 * (82.5 / 9 / 10).squareRoot()
    #expect(abs(interval[0] - (5.5 - half)) < 1e-5)
    #expect(abs(interval[1] - (5.5 + half)) < 1e-5)
  }

  @Test func fewSeedsHaveNoInterval() throws {
    #expect(SeedSpan([]) == nil)
    let one = try #require(SeedSpan([0.25]))
    #expect(one.interval == nil)
    #expect(one.isOnly(0.25))
    #expect(!one.isOnly(0.5))
  }

  @Test func theIntervalOfSharesStaysAShare() throws {
    let span = try #require(SeedSpan([0.9, 1, 1], within: 0...1))
    let interval = try #require(span.interval)
    #expect(interval[1] == 1)
    #expect(interval[0] > 0 && interval[0] < 0.9)
  }

  @Test(arguments: [0.1, 1 / 3.0, 0.7]) func seedsThatAreAllAlikeHaveAPoint(value: Double) throws {
    let span = try #require(SeedSpan(Array(repeating: value, count: 7)))
    #expect(span.isOnly(value))
    #expect(span.mean == value)
    #expect(span.interval == [value, value])
  }

  /// 95 % of such intervals have the mean of the distribution.
  @Test func theIntervalHoldsTheMeanAsOftenAsItSays() throws {
    var random = SplitMix64(seed: 11)
    let count = 4_000
    let holding = try (0..<count).count { _ in
      let span = try #require(SeedSpan((0..<20).map { _ in random.unit() }))
      let interval = try #require(span.interval)
      return interval[0] <= 0.5 && 0.5 <= interval[1]
    }
    #expect(abs(Double(holding) / Double(count) - 0.95) < 0.015)
  }
}
