import Support
import Testing

struct BinomialIntervalTests {
  // Successes, trials, confidence and the ends by scipy 1.17's beta.ppf
  // and beta.isf, more digits of binomtest(...).proportion_ci(method="exact").
  static let intervals: [(Int, Int, Double, Double, Double)] = [
    (0, 1, 0.95, 0.0, 0.975), (0, 1, 0.99, 0.0, 0.995), (1, 1, 0.95, 0.025000000000000022, 1.0),
    (1, 1, 0.99, 0.0050000000000000044, 1.0), (0, 10, 0.95, 0.0, 0.3084971078187607),
    (0, 10, 0.99, 0.0, 0.4112959813475253), (10, 10, 0.95, 0.6915028921812392, 1.0),
    (10, 10, 0.99, 0.5887040186524747, 1.0), (3, 10, 0.95, 0.0667395111777345, 0.6524528500599973),
    (3, 10, 0.99, 0.03700722109623209, 0.7351139852871307),
    (0, 233, 0.95, 0.0, 0.01570743174646869), (0, 233, 0.99, 0.0, 0.022482964363235228),
    (1, 233, 0.95, 0.00010865421680721753, 0.023679354138554612),
    (1, 233, 0.99, 2.1512823632561655e-05, 0.03145254914448933),
    (7, 12, 0.95, 0.27666968568210587, 0.8483477701915698),
    (7, 12, 0.99, 0.20852775684900937, 0.8966445227773822),
    (13, 15, 0.95, 0.595397303396628, 0.9834240865599164),
    (13, 15, 0.99, 0.5136699933923538, 0.992883494266805),
    (20, 200, 0.95, 0.06215936625406608, 0.1502127878677558),
    (20, 200, 0.99, 0.05293266346005548, 0.1669839377948546),
    (199, 200, 0.95, 0.9724581015427943, 0.999873418972133),
    (199, 200, 0.99, 0.9634408694672215, 0.9999749376049494),
    (500, 1_000_000, 0.95, 0.00045713814855847455, 0.0005457967656540888),
    (500, 1_000_000, 0.99, 0.000444293918505386, 0.000560514636930982),
    (1, 1_000_000, 0.95, 2.53178076637942e-08, 5.571630655166939e-06),
    (1, 1_000_000, 0.99, 5.012541810981499e-09, 7.430105611978525e-06),
  ]

  @Test(arguments: intervals)
  func agreesWithScipy(
    successes: Int, trials: Int, confidence: Double, low: Double, high: Double
  ) {
    let interval = BinomialInterval(successes: successes, of: trials, confidence: confidence)
    #expect(isClose(interval.low, low))
    #expect(isClose(interval.high, high))
  }

  @Test func isItsOwnMirrorImage() {
    for successes in 0...20 {
      let interval = BinomialInterval(successes: successes, of: 20)
      let mirrored = BinomialInterval(successes: 20 - successes, of: 20)
      #expect(isClose(interval.low, 1 - mirrored.high, within: 1e-9))
      #expect(interval.low <= Double(successes) / 20)
      #expect(interval.high >= Double(successes) / 20)
    }
  }

  // No false alarm in 233 gates: the rule of three says 3/233.
  @Test func boundsTheRateOfWhatWasNeverSeen() {
    #expect(
      isClose(
        BinomialInterval.upperBound(successes: 0, of: 233, alpha: 0.05), 0.012774919102451885))
    #expect(BinomialInterval.lowerBound(successes: 0, of: 233, alpha: 0.05) == 0)
    #expect(BinomialInterval.upperBound(successes: 233, of: 233, alpha: 0.05) == 1)
  }

  // At the upper bound, as few successes or fewer have a chance of exactly alpha: summed up
  // naively.
  @Test func theBoundIsWhereTheTailIsAlpha() {
    for successes in 0..<12 {
      let bound = BinomialInterval.upperBound(successes: successes, of: 12, alpha: 0.025)
      var tail = 0.0
      var ways = 1.0
      for count in 0...successes {
        var term = ways
        for _ in 0..<count { term *= bound }
        for _ in 0..<(12 - count) { term *= 1 - bound }
        tail += term
        ways = ways * Double(12 - count) / Double(count + 1)
      }
      #expect(isClose(tail, 0.025, within: 1e-9))
    }
  }
}
