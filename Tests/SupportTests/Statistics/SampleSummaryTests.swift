import Foundation
import Support
import Testing

struct SampleSummaryTests {
  private func figures(_ summary: SampleSummary) -> [Double] {
    [summary.median, summary.low, summary.high, summary.minimum, summary.maximum]
  }

  @Test func fewSamplesSpanEverythingAndSayThatTheyDoNotReachTheConfidence() throws {
    let summary = try SampleSummary([5.0, 1, 4, 2, 3])
    #expect(figures(summary) == [3, 1, 5, 1, 5])
    #expect(summary.count == 5 && summary.coverage == 0.9375 && !summary.reachesConfidence)
  }

  @Test func manySamplesAreBoundedByTheirOrderStatistics() throws {
    let summary = try SampleSummary((1...20).map { Int64($0 * 100) }.reversed())
    #expect(figures(summary) == [1050, 600, 1500, 100, 2000])
    #expect(summary.reachesConfidence)
  }

  @Test func equalSamplesHaveAnIntervalWithoutWidth() throws {
    #expect(try figures(SampleSummary([Int64](repeating: 7, count: 5))) == [7, 7, 7, 7, 7])
  }

  @Test func aSummaryDoesNotDependOnTheOrder() throws {
    var random = SplitMix64(seed: 1)
    for count in 1...60 {
      let samples = (0..<count).map { _ in Double.random(in: -1e9...1e9, using: &random) }
      let summary = try SampleSummary(samples)
      #expect(try SampleSummary(samples.shuffled(using: &random)) == summary)
      #expect(summary.minimum <= summary.low && summary.low <= summary.median)
      #expect(summary.median <= summary.high && summary.high <= summary.maximum)
      #expect(samples.contains(summary.low) && samples.contains(summary.high))
      let below = samples.count { $0 < summary.median }
      let above = samples.count { $0 > summary.median }
      #expect(below <= count / 2 && above <= count / 2)
    }
  }

  @Test func scalingAndShiftingTheSamplesDoesTheSameToTheSummary() throws {
    let samples: [Int64] = [30, 10, 50, 20, 90, 70, 40, 60, 80, 100]
    let moved = try SampleSummary(samples.map { $0 * 4 + 1 })
    let plain = try SampleSummary(samples)
    #expect(figures(moved) == figures(plain).map { $0 * 4 + 1 })
  }

  /// The promise itself: of many experiments with a known median, at least 95 % enclose it.
  @Test(arguments: [9, 20, 31])
  func theIntervalEnclosesTheMedianAsOftenAsItSays(count: Int) throws {
    var random = SplitMix64(seed: UInt64(count))
    let experiments = 4000
    var enclosing = 0
    var coverage = 0.0
    for _ in 0..<experiments {
      // Skewed on purpose: the square of a uniform number has the median ¼.
      let samples = (0..<count).map { _ in
        let uniform = Double.random(in: 0..<1, using: &random)
        return uniform * uniform
      }
      let summary = try SampleSummary(samples)
      coverage = summary.coverage
      if summary.low <= 0.25 && 0.25 <= summary.high { enclosing += 1 }
    }
    // Four standard errors of 4000 experiments.
    let error = 4 * (coverage * (1 - coverage) / Double(experiments)).squareRoot()
    #expect(abs(Double(enclosing) / Double(experiments) - coverage) < error)
  }

  @Test func theLargestNumbersDoNotOverflow() throws {
    let largest = Double.greatestFiniteMagnitude
    #expect(try SampleSummary([largest, largest]).median == largest)
  }

  @Test func nothingAndNotANumberAreRefused() {
    #expect(throws: SampleError.noSamples) { try SampleSummary([Double]()) }
    #expect(throws: SampleError.noSamples) { try SampleSummary([Int64]()) }
    #expect(throws: SampleError.notANumber) { try SampleSummary([1, .nan, 2]) }
    #expect(SampleError.noSamples.description.contains("found none"))
    #expect(SampleError.notANumber.description.contains("found NaN"))
  }

  @Test func aSummarySurvivesJSON() throws {
    let summary = try SampleSummary([1.5, 2.5, 9])
    let data = try JSONEncoder().encode(summary)
    #expect(try JSONDecoder().decode(SampleSummary.self, from: data) == summary)
  }
}

struct MedianIntervalTests {
  /// Computed with scipy 1.17.1: the largest r with binom.cdf(r - 1, n, 0.5) <= 0.025.
  static let known: [(count: Int, low: Int, high: Int, coverage: Double)] = [
    (1, 1, 1, 0.0), (2, 1, 2, 0.5), (5, 1, 5, 0.9375), (6, 1, 6, 0.96875), (7, 1, 7, 0.984375),
    (8, 1, 8, 0.9921875), (9, 2, 8, 0.9609375), (10, 2, 9, 0.978515625), (11, 2, 10, 0.98828125),
    (15, 4, 12, 0.96484375), (16, 4, 13, 0.978729248046875), (20, 6, 15, 0.9586105346679688),
    (25, 8, 18, 0.9567147493362427), (30, 10, 21, 0.9572260547429323),
    (50, 18, 33, 0.9671608624357315), (71, 27, 45, 0.9680728379167877),
    (100, 40, 61, 0.9647997997822951), (101, 41, 61, 0.9539559330706572),
    (500, 228, 273, 0.9559365304210727), (1000, 469, 532, 0.9537088026395019),
    (1001, 470, 532, 0.9500154764972456), (10_000, 4902, 5099, 0.9511670501036188),
  ]

  @Test(arguments: known)
  func ranksAndCoverageAreThoseOfTheBinomialDistribution(
    count: Int, low: Int, high: Int, coverage: Double
  ) throws {
    let interval = try #require(MedianInterval(count: count))
    #expect(interval.lowRank == low && interval.highRank == high)
    #expect(abs(interval.coverage - coverage) < 1e-12)
  }

  @Test func noSamplesHaveNoInterval() {
    #expect(MedianInterval(count: 0) == nil)
    #expect(MedianInterval(count: -1) == nil)
  }

  @Test func everyIntervalIsSymmetricReachesItsConfidenceAndIsTheNarrowest() throws {
    for count in 1...400 {
      let interval = try #require(MedianInterval(count: count))
      #expect(interval.lowRank + interval.highRank == count + 1)
      #expect((interval.coverage >= 0.95) == (count >= 6))
      // One rank further in on each side loses the probability of both ranks, and too much of it.
      let inner = interval.coverage - 2 * probability(of: interval.lowRank, among: count)
      #expect(inner < 0.95)
    }
  }

  // The binomial coefficient by its product, another way than the one that is tested.
  private func probability(of successes: Int, among count: Int) -> Double {
    var probability = 1.0
    var halvings = count
    for factor in stride(from: 1, through: successes, by: 1) {
      probability *= Double(count - successes + factor) / Double(factor)
      while probability > 1, halvings > 0 {
        probability /= 2
        halvings -= 1
      }
    }
    for _ in 0..<halvings { probability /= 2 }
    return probability
  }
}

struct PercentileTests {
  /// The textbook example of the nearest-rank rule.
  @Test(arguments: [(5, 15), (30, 20), (40, 20), (50, 35), (100, 50)])
  func nearestRankOfFiveValues(percent: Int, expected: Int) {
    let percentile = Percentile(percent: percent)
    #expect(percentile.value(ofAscending: [15, 20, 35, 40, 50]) == expected)
  }

  @Test(
    arguments: [
      (Percentile.p50, 300), (.p95, 570), (.p99, 594), (.max, 600),
    ])
  func sixHundredFrames(percentile: Percentile, expected: Int) {
    #expect(percentile.value(ofAscending: Array(1...600)) == expected)
    #expect(percentile.value(ofAscending: 1...600) == expected)
  }

  @Test func nothingHasNoPercentile() {
    #expect(Percentile.p99.value(ofAscending: [Int]()) == nil)
    #expect(Percentile.p99.value(ofAscending: [42]) == 42)
  }

  @Test func theRankIsTheSmallestThatCoversTheShare() {
    for percent in 1...100 {
      let percentile = Percentile(percent: percent)
      for count in 1...350 {
        let rank = percentile.rank(among: count)
        #expect((1...count).contains(rank))
        #expect(rank * 100 >= percent * count)
        #expect((rank - 1) * 100 < percent * count)
      }
    }
  }

  @Test func theLargestCountsDoNotOverflow() {
    #expect(Percentile.max.rank(among: .max) == .max)
    #expect(Percentile.p50.rank(among: .max) == .max / 2 + 1)
  }
}
