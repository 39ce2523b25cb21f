import Statistics
import Testing

struct MedianIntervalTests {
  struct Known: Sendable {
    let count: Int
    let low: Int
    let high: Int
    let coverage: Double
  }

  /// Computed with scipy 1.17.1: the largest r with binom.cdf(r - 1, n, 0.5) <= 0.025.
  static let known = [
    Known(count: 1, low: 1, high: 1, coverage: 0.0),
    Known(count: 2, low: 1, high: 2, coverage: 0.5),
    Known(count: 5, low: 1, high: 5, coverage: 0.9375),
    Known(count: 6, low: 1, high: 6, coverage: 0.96875),
    Known(count: 7, low: 1, high: 7, coverage: 0.984375),
    Known(count: 8, low: 1, high: 8, coverage: 0.9921875),
    Known(count: 9, low: 2, high: 8, coverage: 0.9609375),
    Known(count: 10, low: 2, high: 9, coverage: 0.978515625),
    Known(count: 11, low: 2, high: 10, coverage: 0.98828125),
    Known(count: 15, low: 4, high: 12, coverage: 0.96484375),
    Known(count: 16, low: 4, high: 13, coverage: 0.978729248046875),
    Known(count: 20, low: 6, high: 15, coverage: 0.9586105346679688),
    Known(count: 25, low: 8, high: 18, coverage: 0.9567147493362427),
    Known(count: 30, low: 10, high: 21, coverage: 0.9572260547429323),
    Known(count: 50, low: 18, high: 33, coverage: 0.9671608624357315),
    Known(count: 71, low: 27, high: 45, coverage: 0.9680728379167877),
    Known(count: 100, low: 40, high: 61, coverage: 0.9647997997822951),
    Known(count: 101, low: 41, high: 61, coverage: 0.9539559330706572),
    Known(count: 500, low: 228, high: 273, coverage: 0.9559365304210727),
    Known(count: 1000, low: 469, high: 532, coverage: 0.9537088026395019),
    Known(count: 1001, low: 470, high: 532, coverage: 0.9500154764972456),
    Known(count: 10_000, low: 4902, high: 5099, coverage: 0.9511670501036188),
  ]

  @Test(arguments: known)
  func ranksAndCoverageAreThoseOfTheBinomialDistribution(_ known: Known) throws {
    let interval = try #require(MedianInterval(count: known.count))
    #expect(interval.lowRank == known.low)
    #expect(interval.highRank == known.high)
    #expect(abs(interval.coverage - known.coverage) < 1e-12)
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
