import Foundation
import Gate
import Support
import Testing

/// The levels of measured numbers, in series that are made by hand.
@Suite struct ChangePointsTests {
  /// The times of runs that differ by noise only: nearly normal with a deviation of 1.5 %, each like
  /// the one before by a correlation, some of them slower by 10 to 30 %.
  private static func noise(
    _ runs: Int, seed: UInt64, correlation: Double = 0, outliers: Double = 0
  ) -> [Double] {
    var random = SplitMix64(seed: seed)
    var last = random.gaussian()
    return (0..<runs).map { _ in
      last =
        correlation * last + (1 - correlation * correlation).squareRoot() * random.gaussian()
      let slower = random.chance(outliers) ? 0.1 + 0.2 * random.unit() : 0
      return 1e6 * exp(0.015 * last + slower)
    }
  }

  private static func places(_ values: [Double]) throws -> [Int] {
    try #require(ChangePoints(values)).places
  }

  @Test(arguments: [(0.0, 0.0), (0, 0.05), (0.3, 0), (0.3, 0.03)])
  func noiseHasNoChange(correlation: Double, outliers: Double) throws {
    for seed in 1...50 {
      let runs = 12 + 4 * seed
      let values = Self.noise(
        runs, seed: UInt64(seed), correlation: correlation, outliers: outliers)
      #expect(try Self.places(values) == [], "seed \(seed)")
    }
  }

  /// Each step is below the gate's margin; all of them are a fifth.
  @Test(arguments: [1, 2, 5, 10]) func aDriftOfTenSmallStepsIsFound(runsOfAStep: Int) throws {
    for seed in 1...20 {
      let lead = max(10, runsOfAStep)
      let values = Self.noise(2 * lead + 10 * runsOfAStep, seed: UInt64(seed), correlation: 0.3)
        .enumerated().map { place, value in
          value * pow(1.019, Double(min(max((place - lead) / runsOfAStep + 1, 0), 10)))
        }
      #expect(try !Self.places(values).isEmpty, "seed \(seed)")
    }
  }

  @Test func aStepIsFoundInItsPlace() throws {
    var found = 0
    for seed in 1...40 {
      let values = Self.noise(60, seed: UInt64(seed)).enumerated()
        .map { $0 < 30 ? $1 : $1 * 1.05 }
      let places = try Self.places(values)
      #expect(places.count == 1, "seed \(seed)")
      if let place = places.first, abs(place - 30) <= 2 { found += 1 }
    }
    #expect(found >= 38)
  }

  /// A level that ends has two changes, in both directions.
  @Test func aLevelThatEndsIsFound() throws {
    let steady = Self.noise(100, seed: 3)
    for factor in [1.08, 1 / 1.08] {
      let values = steady.enumerated().map { (40..<55).contains($0) ? $1 * factor : $1 }
      #expect(try Self.places(values) == [40, 55])
    }
  }

  @Test func equalNumbersHaveTheChangesThatTheyHave() throws {
    let equal = [Double](repeating: 7, count: 20)
    #expect(try Self.places(equal) == [])
    #expect(try Self.places(equal + equal.map { $0 * 1.03 }) == [20])
    // Below the margin, and a single run.
    #expect(try Self.places(equal + equal.map { $0 * 1.019 }) == [])
    #expect(try Self.places(equal + [14] + equal) == [])
  }

  @Test func tooFewRunsAndNumbersThatAreNotAboveZeroAreNotJudged() {
    let values = Self.noise(ChangePoints.minRuns, seed: 1)
    #expect(ChangePoints(values) != nil)
    #expect(ChangePoints(Array(values.dropLast())) == nil)
    #expect(ChangePoints(values + [0]) == nil)
    #expect(ChangePoints(values + [.infinity]) == nil)
  }
}
