import Statistics
import Testing

struct BetaDistributionTests {
  // Both shape parameters, x, and the probability of x or less by scipy 1.17's beta.cdf.
  static let probabilities: [(Double, Double, Double, Double)] = [
    (0.5, 0.5, 0.2, 0.2951672353008665),
    (2, 3, 0.7, 0.9163),
    (10, 0.5, 0.99, 0.6579281751567845),
    (300, 0.5, 0.99, 0.014103172217926252),
    (0.5, 300, 0.001, 0.5613457311299086),
    (50, 60, 0.4, 0.12470685834310022),
    (1, 1, 0.25, 0.25),
    (1000, 2000, 0.3, 4.0738279160507626e-05),
  ]

  @Test(arguments: probabilities)
  func agreesWithScipy(alpha: Double, beta: Double, x: Double, probability: Double) {
    let distribution = BetaDistribution(alpha: alpha, beta: beta)
    #expect(isClose(distribution.cumulativeProbability(x), probability))
    #expect(isClose(distribution.quantile(probability), x))
  }

  // Of three throws, the second largest: 3x² - 2x³.
  @Test func aWholePolynomialIsWhatItIs() {
    let distribution = BetaDistribution(alpha: 2, beta: 2)
    for x in stride(from: 0.0, through: 1, by: 1 / 64) {
      #expect(abs(distribution.cumulativeProbability(x) - (3 - 2 * x) * x * x) < 1e-14)
    }
  }

  @Test func theEndsAreTheEnds() {
    let distribution = BetaDistribution(alpha: 2, beta: 5)
    #expect(distribution.cumulativeProbability(-1) == 0)
    #expect(distribution.cumulativeProbability(0) == 0)
    #expect(distribution.cumulativeProbability(1) == 1)
    #expect(distribution.quantile(0) == 0)
    #expect(distribution.quantile(1) == 1)
  }
}
