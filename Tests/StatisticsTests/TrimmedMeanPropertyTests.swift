import Statistics
import TestSupport
import Testing

/// What holds for every set of samples.
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
    #expect(isClose(mirrored.pValue(forAtLeast: -0.1), mean.pValue(forAtMost: 0.1)))
  }

  @Test(arguments: sets)
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
        #expect(
          (mean.lowerBound(alpha: alpha) > bound) == (mean.pValue(forAtMost: bound) < alpha))
        #expect(
          (mean.upperBound(alpha: alpha) < bound) == (mean.pValue(forAtLeast: bound) < alpha))
      }
    }
  }
}
