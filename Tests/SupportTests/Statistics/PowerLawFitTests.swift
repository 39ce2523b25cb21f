import Foundation
import Support
import TestSupport
import Testing

struct PowerLawFitTests {
  static let threeTrials: [(size: Double, costs: [Double])] = [
    (100, [10.2, 9.7, 11.1]), (1000, [121, 118.5, 130.2]), (10_000, [1490, 1411.5, 1502.2]),
  ]

  private func expect(
    _ fit: PowerLawFit, exponent: Double, interval: (low: Double, high: Double), spread: Double
  ) throws {
    #expect(abs(fit.exponent - exponent) < 1e-9)
    let found = try #require(fit.interval)
    #expect(abs(found.low - interval.low) < 1e-9 && abs(found.high - interval.high) < 1e-9)
    #expect(abs(fit.residualSpread - spread) < 1e-9)
    #expect(!fit.isExact)
  }

  // scipy 1.17: linregress of the logarithms, with t.isf for the interval.
  @Test func agreesWithScipy() throws {
    let (exponent, spread) = (1.0764833372874298, 0.04850231167311507)
    try expect(
      PowerLawFit(samples: Self.threeTrials), exponent: exponent,
      interval: (1.0561488482700292, 1.0968178263048305), spread: spread)
    try expect(
      PowerLawFit(samples: Self.threeTrials, confidence: 0.99), exponent: exponent,
      interval: (1.0463896745718344, 1.1065770000030253), spread: spread)
  }

  @Test func oneCostASizeAgreesWithScipy() throws {
    let costs: [(size: Double, cost: Double)] = [(4000, 61), (500, 7), (16_000, 300), (1000, 13)]
    let fit = try PowerLawFit(samples: costs.map { ($0.size, [$0.cost]) })
    try expect(
      fit, exponent: 1.093912283371516, interval: (0.9655590779058495, 1.2222654888371827),
      spread: 0.07941305344776423)

    let exact = try PowerLawFit(exact: costs)
    #expect(exact.exponent == fit.exponent)
    #expect(exact.interval?.low == fit.exponent && exact.interval?.high == fit.exponent)
    #expect(exact.isExact && exact.residualSpread == fit.residualSpread)
  }

  // 7 → 13 from 500 to 1000: log2(13/7) = 0.89; 13 → 61 over four times: 1.115;
  // 61 → 300 over four times: 1.149.
  @Test func namesTheSteepestStep() throws {
    let fit = try PowerLawFit(exact: [(4000, 61), (500, 7), (16_000, 300), (1000, 13)])
    #expect(fit.sizes == [500, 1000, 4000, 16_000])
    #expect(fit.medians == [7, 13, 61, 300])
    #expect(fit.steepest.from == 4000 && fit.steepest.to == 16_000)
    #expect(abs(fit.steepest.exponent - log(300.0 / 61) / log(4)) < 1e-9)
  }

  @Test func theSteepestStepIsBetweenMedians() throws {
    let fit = try PowerLawFit(samples: [(1, [1, 1, 900]), (10, [10, 10, 10]), (100, [10, 30])])
    #expect(fit.medians == [1, 10, 20])
    #expect(fit.steepest.from == 1 && fit.steepest.to == 10 && fit.steepest.exponent == 1)
  }

  @Test(arguments: [-0.5, 0, 0.5, 1, 1.1, 2, 3])
  func findsThePowerThatItWasGiven(power: Double) throws {
    let sizes: [Double] = [100, 250, 1000, 7000, 10_000, 1_000_000]
    let fit = try PowerLawFit(exact: sizes.map { ($0, 3 * pow($0, power)) })
    // Rounded, so that exactly 1 keeps a bound of 1.
    #expect(fit.exponent == power && fit.steepest.exponent == power)
    #expect(fit.residualSpread == 0)
  }

  @Test func whatStaysTheSameDoesNotGrow() throws {
    let fit = try PowerLawFit(samples: [(10, [5, 5]), (100, [5, 5]), (1000, [5])])
    #expect(fit.exponent == 0 && fit.interval?.low == 0 && fit.interval?.high == 0)
  }

  @Test func twoNoisyCostsLeaveNoSpreadToTellBy() throws {
    let fit = try PowerLawFit(samples: [(10, [1]), (100, [10])])
    #expect(fit.exponent == 1 && fit.interval == nil && !fit.isExact)
    #expect(try PowerLawFit(exact: [(10, 1), (100, 10)]).interval != nil)
  }

  @Test func aUnitOfCostOrSizeChangesNoExponent() throws {
    let fit = try PowerLawFit(samples: Self.threeTrials)
    let scaled = try PowerLawFit(
      samples: Self.threeTrials.map { ($0.size * 64, $0.costs.map { $0 * 1e6 }) })
    let interval = try #require(fit.interval)
    let scaledInterval = try #require(scaled.interval)
    #expect(abs(scaled.exponent - fit.exponent) < 3e-9)
    #expect(abs(scaledInterval.low - interval.low) < 3e-9)
    #expect(abs(scaledInterval.high - interval.high) < 3e-9)
  }

  // The interval is worth its confidence: 95 of 100 enclose the truth when costs scatter.
  @Test func theIntervalEnclosesTheTruthAsOftenAsItSays() throws {
    var generator = SeededGenerator(seed: 11)
    var enclosed = 0
    for _ in 0..<1000 {
      let samples = [100.0, 1000, 10_000].map { size in
        let costs = (0..<5).map { _ in
          // Twelve throws make a normal distribution, near enough.
          let throwsSum = (0..<12).reduce(0.0) { sum, _ in
            sum + .random(in: 0...1, using: &generator)
          }
          return size * exp(0.1 * (throwsSum - 6))
        }
        return (size: size, costs: costs)
      }
      let interval = try #require(PowerLawFit(samples: samples).interval)
      if interval.low <= 1, 1 <= interval.high { enclosed += 1 }
    }
    #expect((930...970).contains(enclosed))
  }
}

struct PowerLawErrorTests {
  @Test(
    arguments: [
      ([], .tooFewSizes(found: 0)), ([(10, [1])], .tooFewSizes(found: 1)),
      ([(10, [1]), (100, [0])], .costOutOfRange(0, size: 100)),
      ([(10, [1]), (100, [-1])], .costOutOfRange(-1, size: 100)),
      ([(10, [1]), (100, [.infinity])], .costOutOfRange(.infinity, size: 100)),
      ([(10, [1]), (100, [1, 0])], .costOutOfRange(0, size: 100)),
      ([(10, [1]), (100, [1, -1])], .costOutOfRange(-1, size: 100)),
      ([(10, [1]), (100, [1, .infinity])], .costOutOfRange(.infinity, size: 100)),
      ([(10, [1]), (100, [2]), (10, [1])], .repeatedSize(10)),
      ([(10, []), (100, [1])], .noCost(size: 10)), ([(0, [1]), (100, [2])], .sizeOutOfRange(0)),
    ] as [([(size: Double, costs: [Double])], PowerLawError)])
  func whatHasNoGrowthIsRefused(
    samples: [(size: Double, costs: [Double])], expected: PowerLawError
  ) {
    #expect(throws: expected) { try PowerLawFit(samples: samples) }
    guard samples.allSatisfy({ $0.costs.count == 1 }) else { return }
    #expect(throws: expected) { try PowerLawFit(exact: samples.map { ($0.size, $0.costs[0]) }) }
  }

  @Test func whatIsNotANumberIsRefused() {
    #expect(throws: PowerLawError.self) { try PowerLawFit(exact: [(10, 1), (100, .nan)]) }
    #expect(throws: PowerLawError.self) { try PowerLawFit(exact: [(.nan, 1), (100, 2)]) }
  }

  @Test func aRefusalSaysWhatWasFoundAndWhere() {
    #expect(
      PowerLawError.costOutOfRange(0, size: 10_000).description
        == "expected every cost to be above 0, as growth is defined only for such costs; "
        + "found 0 at size 10000")
    #expect(
      PowerLawError.tooFewSizes(found: 1).description == "expected at least two sizes, found 1")
  }
}
