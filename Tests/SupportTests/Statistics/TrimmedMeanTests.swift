import Support
import TestSupport
import Testing

/// The trimmed mean against numpy and scipy 1.17: `trim_mean`, the winsorised deviation, and
/// Student's quantiles; where a fifth of the samples is a whole number, the bounds are those of
/// `mstats.trimmed_mean_ci` too.
struct TrimmedMeanTests {
  struct Known: Sendable {
    let samples: [Double]
    let estimate: Double
    let standardError: Double
    let degreesOfFreedom: Int
    // One-sided at 1 %.
    let low: Double
    let high: Double
    // That the mean is at most 0.0198.
    let pValue: Double
  }

  static let known = [
    Known(
      samples: [0.020, -0.018], estimate: 0.0010000000000000009,
      standardError: 0.018999999999999996, degreesOfFreedom: 1, low: -0.6035898031217051,
      high: 0.6055898031217051, pValue: 0.7483158364238104),
    Known(
      samples: [0.021, 0.003, 0.026, 0.073], estimate: 0.03075, standardError: 0.014924113597351994,
      degreesOfFreedom: 3, low: -0.03701596527309174, high: 0.09851596527309174,
      pValue: 0.2581318278215007),
    Known(
      samples: [-0.118, 0.003, 0.026, 0.001, -0.046], estimate: -0.013999999999999999,
      standardError: 0.019741383493114713, degreesOfFreedom: 2, low: -0.15148998535104075,
      high: 0.12348998535104073, pValue: 0.8854988339896045),
    Known(
      samples: [0.002, 0.019, 0.016, -0.020, -0.017, 0.009, -0.019, 0.015, 0.033],
      estimate: 0.0035714285714285713, standardError: 0.0071546331499388605, degreesOfFreedom: 6,
      low: -0.018913210966022692, high: 0.026056068108879837, pValue: 0.9680900156486733),
    Known(
      samples: [
        0.029, -0.034, 0.039, -0.001, 0.004, 0.048, 0.015, 0.011, 0.007, 0.010, 0.019, 0.056,
        -0.018, -0.060, 0.023, 0.001,
      ],
      estimate: 0.0118, standardError: 0.0048659360182120494, degreesOfFreedom: 9,
      low: -0.0019289364225325532, high: 0.025528936422532553,
      pValue: 0.9327144317736896),
    Known(
      samples: [
        0.013, 0.051, 0.022, 0.000, 0.024, -0.109, -0.031, 0.061, 0.032, 0.071, 0.011, 0.001,
        -0.025, 0.016, -0.008, 0.020, -0.052, -0.021, 0.005, 0.010,
      ],
      estimate: 0.00775, standardError: 0.0067069779060005075, degreesOfFreedom: 11,
      low: -0.010480097032599469, high: 0.02598009703259947,
      pValue: 0.950062622762749),
    Known(
      samples: [
        0.045, -0.001, 0.011, 0.079, 0.019, 0.045, 0.020, 0.037, 0.042, 0.033, 0.059, -0.010,
        0.035, -0.098, -0.015, -0.035, 0.022, 0.010, 0.038, -0.027, -0.008, 0.030, -0.013, 0.019,
      ],
      estimate: 0.01775, standardError: 0.006701313952923872, degreesOfFreedom: 15,
      low: 0.0003099624868325261, high: 0.035190037513167474,
      pValue: 0.6180611517514912),
  ]

  @Test(arguments: known)
  func agreesWithScipy(known: Known) throws {
    let mean = try TrimmedMean(known.samples)
    #expect(mean.count == known.samples.count)
    #expect(mean.trimmedCount == known.samples.count / 5)
    #expect(isClose(mean.estimate, known.estimate))
    #expect(isClose(mean.standardError, known.standardError))
    #expect(mean.degreesOfFreedom == known.degreesOfFreedom)
    #expect(isClose(mean.lowerBound(alpha: 0.01), known.low))
    #expect(isClose(mean.upperBound(alpha: 0.01), known.high))
    #expect(isClose(mean.pValue(forAtMost: 0.0198), known.pValue))
    #expect(try TrimmedMean.estimate(of: known.samples) == mean.estimate)
  }

  @Test func samplesWithoutSpreadAreTheirOwnBounds() throws {
    let mean = try TrimmedMean(Array(repeating: 0.1, count: 24))
    #expect(mean.estimate == 0.1)
    #expect(mean.standardError == 0)
    #expect(mean.lowerBound(alpha: 0.01) == 0.1)
    #expect(mean.upperBound(alpha: 0.0001) == 0.1)
    #expect(mean.pValue(forAtMost: 0.0999) == 0)
    #expect(mean.pValue(forAtMost: 0.1) == 1)
  }

  @Test func aFifthOfWildSamplesMovesNothing() throws {
    let quiet = (0..<20).map { Double($0) / 100 }
    var wild = quiet
    for index in 16..<20 { wild[index] = 1e9 * Double(index) }
    #expect(try TrimmedMean(quiet) == TrimmedMean(wild))
  }

  @Test func tooFewSamplesAreRefused() {
    #expect(throws: TrimmedMeanError.tooFewSamples(found: 0, needed: 2)) { try TrimmedMean([]) }
    #expect(throws: TrimmedMeanError.tooFewSamples(found: 1, needed: 2)) { try TrimmedMean([1]) }
    #expect(throws: TrimmedMeanError.tooFewSamples(found: 0, needed: 1)) {
      try TrimmedMean.estimate(of: [])
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func whatIsNotFiniteIsRefused(sample: Double) {
    #expect(throws: TrimmedMeanError.notFinite) { try TrimmedMean([1, 2, sample, 3]) }
    #expect(throws: TrimmedMeanError.notFinite) { try TrimmedMean.estimate(of: [sample]) }
  }

  @Test func aRefusalSaysWhatWasExpected() {
    #expect(
      TrimmedMeanError.tooFewSamples(found: 1, needed: 2).description
        == "expected 2 samples or more, found 1")
    #expect(TrimmedMeanError.notFinite.description.contains("finite"))
  }
}

/// The properties of the mean for every set of samples.
struct TrimmedMeanPropertyTests {
  /// Sets of every size from 2 to 41, some with many equal samples.
  static let sets: [[Double]] = (2...41).map { count in
    var generator = SeededGenerator(seed: UInt64(count))
    return (0..<count).map { _ in
      let coarse = Double(Int.random(in: -20...20, using: &generator)) / 8
      return count.isMultiple(of: 3) ? coarse : .random(in: -1...1, using: &generator)
    }
  }

  @Test(arguments: sets)
  func theOrderOfTheSamplesDoesNotMatter(samples: [Double]) throws {
    var generator = SeededGenerator(seed: 3)
    #expect(try TrimmedMean(samples) == TrimmedMean(samples.shuffled(using: &generator)))
  }

  @Test(arguments: sets)
  func aShiftMovesTheEstimateAndNothingElse(samples: [Double]) throws {
    let mean = try TrimmedMean(samples)
    // A power of two, so that little is lost.
    let shifted = try TrimmedMean(samples.map { $0 + 4 })
    #expect(isClose(shifted.estimate, mean.estimate + 4, within: 1e-12))
    #expect(isClose(shifted.standardError, mean.standardError, within: 1e-9))
    let p = mean.pValue(forAtMost: 0.1)
    #expect(abs(shifted.pValue(forAtMost: 4.1) - p) < 1e-9)
  }

  @Test(arguments: sets)
  func aScaleStretchesBoth(samples: [Double]) throws {
    let mean = try TrimmedMean(samples)
    let scaled = try TrimmedMean(samples.map { $0 * 8 })
    #expect(scaled.estimate == mean.estimate * 8)
    #expect(scaled.standardError == mean.standardError * 8)
    let mirrored = try TrimmedMean(samples.map { -$0 })
    #expect(isClose(mirrored.upperBound(alpha: 0.01), -mean.lowerBound(alpha: 0.01)))
  }

  @Test(arguments: sets + [[0.5, 0.5, 0.5]])
  func aSmallerAlphaReachesFurther(samples: [Double]) throws {
    let mean = try TrimmedMean(samples)
    let alphas = [0.4, 0.1, 0.01, 0.001, 1e-6]
    let lows = alphas.map { mean.lowerBound(alpha: $0) }
    let highs = alphas.map { mean.upperBound(alpha: $0) }
    guard mean.standardError > 0 else {
      #expect(Set(lows + highs) == [mean.estimate])
      return
    }
    #expect(zip(lows, lows.dropFirst()).allSatisfy { $0 > $1 })
    #expect(zip(highs, highs.dropFirst()).allSatisfy { $0 < $1 })
    #expect(lows.allSatisfy { $0 < mean.estimate } && highs.allSatisfy { $0 > mean.estimate })
  }

  @Test(arguments: sets)
  func theBoundIsAboveWhereThePValueIsSmall(samples: [Double]) throws {
    let mean = try TrimmedMean(samples)
    for bound in stride(from: -1.5, through: 1.5, by: 0.0703125) {
      for alpha in [0.2, 0.01, 0.0005] {
        #expect((mean.lowerBound(alpha: alpha) > bound) == (mean.pValue(forAtMost: bound) < alpha))
      }
    }
  }
}
