import Support
import Testing

/// Student's t against the figures of scipy.stats.t (scipy 1.17) and its closed forms.
struct StudentDistributionTests {
  // Degrees of freedom, t, and the probability of more (sf).
  static let tails: [(Double, Double, Double)] = [
    (1, 0.01, 0.496817007235093), (1, 1.0, 0.25000000000000006), (1, 2.5, 0.12111894159084341),
    (1, 6.0, 0.05256845671125344), (1, 40.0, 0.007956089912025812), (2, 0.01, 0.4964645544791005),
    (2, 1.0, 0.2113248654051871), (2, 2.5, 0.06480586011075541), (2, 6.0, 0.013335736607712385),
    (2, 40.0, 0.0003122073360923703), (3, 0.01, 0.496324555706426), (3, 1.0, 0.19550110947788524),
    (3, 2.5, 0.04385332350403278), (3, 6.0, 0.004636357446142333),
    (3, 40.0, 1.7190340394579253e-05), (5, 0.01, 0.49620400902129097),
    (5, 1.0, 0.18160873382456144), (5, 2.5, 0.02724504967118813), (5, 6.0, 0.0009230691447970072),
    (5, 40.0, 9.205981085886477e-08), (9, 0.01, 0.49611972276816263), (9, 1.0, 0.1717181980689568),
    (9, 2.5, 0.016930913841492867), (9, 6.0, 0.00010124966103382039),
    (9, 40.0, 9.491499224669911e-12), (15, 0.01, 0.4960765381220171), (15, 1.0, 0.1665850679577382),
    (15, 2.5, 0.012252901623256913), (15, 6.0, 1.216327275551927e-05),
    (15, 40.0, 5.845330620433193e-17), (30, 0.01, 0.49604374628658887),
    (30, 1.0, 0.1626543077130151), (30, 2.5, 0.009057824534033344),
    (30, 6.0, 6.971384383602382e-07), (30, 40.0, 6.863022597203209e-28),
    (73, 0.01, 0.4960242829789931), (73, 1.0, 0.16030689895065872), (73, 2.5, 0.007333013625198535),
    (73, 6.0, 3.487264102954626e-08), (73, 40.0, 1.0736632626509888e-51),
    (119, 0.01, 0.4960190163477313), (119, 1.0, 0.1596697987727231),
    (119, 2.5, 0.006890550658350515), (119, 6.0, 1.092419518880463e-08),
    (119, 40.0, 3.7468400433220695e-71), (200, 0.01, 0.4960156275766405),
    (200, 1.0, 0.15925942395487336), (200, 2.5, 0.006611586320850391),
    (200, 6.0, 4.557560174405173e-09), (200, 40.0, 1.1243698267601098e-97),
  ]

  // Degrees of freedom, the probability of more, and t (isf).
  static let quantiles: [(Double, Double, Double)] = [
    (1, 0.4, 0.32491969623290634), (1, 0.05, 6.313751514675044), (1, 0.0005, 636.6192487687196),
    (1, 1e-08, 31830988.61837906), (1, 1e-12, 318309886183.7907), (2, 0.4, 0.2886751345948128),
    (2, 0.05, 2.9199855803537256), (2, 0.0005, 31.59905457644362), (2, 1e-08, 7071.067705799458),
    (2, 1e-12, 707106.7811854869), (3, 0.4, 0.2766706623326898), (3, 0.05, 2.353363434801824),
    (3, 0.0005, 12.923978636687481), (3, 1e-08, 479.5250695797382), (3, 1e-12, 10331.108244292487),
    (5, 0.4, 0.2671808657041451), (5, 0.05, 2.015048373333024), (5, 0.0005, 6.86882662588111),
    (5, 1e-08, 62.4045061109673), (5, 1e-12, 393.95695957760375), (9, 0.4, 0.260955336473911),
    (9, 0.05, 1.8331129326562376), (9, 0.0005, 4.780912585931139), (9, 1e-08, 18.283967455910624),
    (9, 1e-12, 51.41491602328223), (15, 0.4, 0.25788530093726125), (15, 0.05, 1.7530503556925725),
    (15, 0.0005, 4.072765195903791), (15, 1e-08, 10.714732022790736),
    (15, 1e-12, 20.638607310216088), (30, 0.4, 0.2556053649519128), (30, 0.05, 1.6972608865939574),
    (30, 0.0005, 3.645958635042021), (30, 1e-08, 7.556534651885402),
    (30, 1e-12, 11.397217523311413), (73, 0.4, 0.25427239951372416), (73, 0.05, 1.6659962237714314),
    (73, 0.0005, 3.42885415014389), (73, 1e-08, 6.300965409713145), (73, 1e-12, 8.450938014085635),
    (119, 0.4, 0.2539142556296953), (119, 0.05, 1.6577592849428335),
    (119, 0.0005, 3.374166546529479), (119, 1e-08, 6.018688519709473),
    (119, 1e-12, 7.852709759197044), (200, 0.4, 0.25368437919014747),
    (200, 0.05, 1.6525081009108773), (200, 0.0005, 3.3398354062756788),
    (200, 1e-08, 5.848150187488378), (200, 1e-12, 7.503247657072684),
  ]

  @Test(arguments: tails)
  func tellsTheTailAsScipyDoes(degreesOfFreedom: Double, t: Double, tail: Double) {
    let distribution = StudentDistribution(degreesOfFreedom: degreesOfFreedom)
    #expect(isClose(distribution.upperTailProbability(t), tail))
    #expect(isClose(distribution.cumulativeProbability(-t), tail))
    #expect(isClose(distribution.cumulativeProbability(t), 1 - tail))
    #expect(isClose(distribution.upperTailProbability(-t), 1 - tail))
  }

  @Test(arguments: quantiles)
  func findsTheQuantileAsScipyDoes(degreesOfFreedom: Double, tail: Double, t: Double) {
    let distribution = StudentDistribution(degreesOfFreedom: degreesOfFreedom)
    #expect(isClose(distribution.upperQuantile(tail), t))
    #expect(isClose(distribution.quantile(tail), -t))
    #expect(isClose(distribution.upperTailProbability(distribution.upperQuantile(tail)), tail))
  }

  @Test func everyWholeNumberOfDegreesHasARootWhereItIsAskedFor() {
    for degreesOfFreedom in 1...200 {
      let distribution = StudentDistribution(degreesOfFreedom: Double(degreesOfFreedom))
      for tail in [0.499, 0.25, 0.01, 0.0005, 1e-9] {
        let t = distribution.upperQuantile(tail)
        #expect(isClose(distribution.upperTailProbability(t), tail))
      }
    }
  }

  @Test func moreDegreesOfFreedomReachLessFar() {
    for tail in [0.05, 0.01, 0.0005] {
      let reaches = (1...100).map {
        StudentDistribution(degreesOfFreedom: Double($0)).upperQuantile(tail)
      }
      #expect(zip(reaches, reaches.dropFirst()).allSatisfy { $0 > $1 })
    }
  }

  @Test func theMiddleIsZeroAndTheEndsAreInfinite() {
    let distribution = StudentDistribution(degreesOfFreedom: 7)
    #expect(distribution.upperTailProbability(0) == 0.5)
    #expect(distribution.quantile(0.5) == 0)
    #expect(distribution.upperQuantile(0.5) == 0)
    #expect(distribution.quantile(0) == -.infinity)
    #expect(distribution.quantile(1) == .infinity)
    #expect(distribution.upperTailProbability(.infinity) == 0)
    #expect(distribution.cumulativeProbability(.infinity) == 1)
    #expect(distribution.upperTailProbability(.nan).isNaN)
  }
}

struct BetaDistributionTests {
  // Both shape parameters, x, and the probability of x or less by scipy 1.17's beta.cdf.
  static let probabilities: [(Double, Double, Double, Double)] = [
    (0.5, 0.5, 0.2, 0.2951672353008665), (2, 3, 0.7, 0.9163), (10, 0.5, 0.99, 0.6579281751567845),
    (300, 0.5, 0.99, 0.014103172217926252), (0.5, 300, 0.001, 0.5613457311299086),
    (50, 60, 0.4, 0.12470685834310022), (1, 1, 0.25, 0.25),
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

/// Returns whether two numbers agree in about ten digits.
func isClose(_ found: Double, _ expected: Double, within tolerance: Double = 2e-10) -> Bool {
  abs(found - expected) <= tolerance * abs(expected)
}
