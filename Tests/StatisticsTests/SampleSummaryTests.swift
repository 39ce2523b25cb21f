import Foundation
import Statistics
import Testing

struct SampleSummaryTests {
  @Test func fewSamplesSpanEverythingAndSayThatTheyDoNotReachTheConfidence() throws {
    let summary = try SampleSummary([5.0, 1, 4, 2, 3])
    #expect(summary.count == 5)
    #expect(summary.median == 3)
    #expect(summary.low == 1)
    #expect(summary.high == 5)
    #expect(summary.minimum == 1)
    #expect(summary.maximum == 5)
    #expect(summary.coverage == 0.9375)
    #expect(!summary.reachesConfidence)
  }

  @Test func manySamplesAreBoundedByTheirOrderStatistics() throws {
    let summary = try SampleSummary((1...20).map { Int64($0 * 100) }.reversed())
    #expect(summary.median == 1050)
    #expect(summary.low == 600)
    #expect(summary.high == 1500)
    #expect(summary.minimum == 100)
    #expect(summary.maximum == 2000)
    #expect(summary.reachesConfidence)
  }

  @Test func equalSamplesHaveAnIntervalWithoutWidth() throws {
    let summary = try SampleSummary([Int64](repeating: 7, count: 5))
    #expect(summary.low == 7 && summary.high == 7 && summary.median == 7)
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
    let plain = try SampleSummary(samples)
    let moved = try SampleSummary(samples.map { $0 * 4 + 1 })
    #expect(moved.median == plain.median * 4 + 1)
    #expect(moved.low == plain.low * 4 + 1)
    #expect(moved.high == plain.high * 4 + 1)
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
