import Foundation
import Gate
import Testing

struct PairStatisticsTests {
  /// Slices of a base, with others in some places of the head.
  private static func changed(
    _ slice: Int64, _ others: [Int: Int64]
  ) -> (base: [Int64], head: [Int64]) {
    let base = Array(repeating: slice, count: 16)
    return (base, base.enumerated().map { others[$0] ?? $1 })
  }

  private static let steps = (1...16).map { Int64(100_000 * $0) }
  private static let rare = changed(1_500_000, [3: 2_100_000, 11: 2_100_000])

  @Test(
    arguments: [
      // Two like processes, also where their times do not fit into a sum.
      ([100, 200, 300], [100, 200, 300], 0, 0), ([.max, .max], [.max, .max], 0, 0),
      ([100], [200], log(2), log(2)),
      // Every slice is longer by a twentieth.
      (steps, steps.map { $0 / 20 * 21 }, log(1.05), log(1.05)),
      // 2 of 16 slices 40 % slower are 5 % more work, which a typical slice shows nothing of.
      (rare.base, rare.head, log(1.05), 0),
    ] as [([Int64], [Int64], Double, Double)])
  func aPairHasItsTotalAndItsTypicalChange(
    base: [Int64], head: [Int64], total: Double, typical: Double
  ) throws {
    let pair = try PairStatistics(base: base, head: head)
    func isNear(_ value: Double, _ expected: Double) -> Bool {
      expected == 0 ? value == 0 : abs(value - expected) < 1e-12
    }
    #expect(isNear(pair.total, total) && isNear(pair.typical, typical), "\(pair)")
    #expect(pair[.total] == pair.total && pair[.typical] == pair.typical)
  }

  // One slice that the machine disturbed is 6 % of the total and nothing typical.
  @Test func aDisturbedSliceIsNotTypical() throws {
    let (base, head) = Self.changed(1_000_000, [0: 1_000_000_000])
    let pair = try PairStatistics(base: base, head: head)
    #expect(pair.typical == 0 && pair.total > 4)
  }

  @Test func theOtherWayRoundIsTheOtherSign() throws {
    let base: [Int64] = [11, 13, 17, 19, 23, 29, 31]
    let head: [Int64] = [12, 11, 19, 18, 29, 23, 37]
    let pair = try PairStatistics(base: base, head: head)
    let mirrored = try PairStatistics(base: head, head: base)
    #expect(abs(pair.total + mirrored.total) < 1e-15)
    #expect(abs(pair.typical + mirrored.typical) < 1e-15)
  }

  @Test(
    arguments: [
      ([], [], "expected at least one slice of each process, found none"),
      ([1, 2], [1], "expected as many slices of the head as of the base, found 1 and 2"),
      ([1, 2], [1, 0], "expected every slice to take more than 0 ns, found 0 ns"),
      ([-5, 2], [1, 1], "expected every slice to take more than 0 ns, found -5 ns"),
    ] as [([Int64], [Int64], String)])
  func refusesTimesWithoutMeaning(base: [Int64], head: [Int64], words: String) {
    let error = #expect(throws: PairedTestError.self) {
      try PairStatistics(base: base, head: head)
    }
    #expect(error?.description == words)
  }
}

struct PairedTestRuleTests {
  @Test func looksAtHalfAsManyMoreEachTime() throws {
    let rule = try PairedTestRule()
    #expect(rule.looks == [16, 24, 36, 54, 81, 122, 183, 275, 413, 600])
    #expect(rule.margin == 0.02)
    #expect(abs(rule.logarithmicMargin(of: .total) - log(1.02)) < 1e-15)
    #expect(rule.passAlpha == 0.001 && rule.candidateAlpha == 0.0005)
  }

  @Test func oneLookIsAllThatFewPairsAllow() throws {
    let rule = try PairedTestRule(maxPairs: 16)
    #expect(rule.looks == [16])
    #expect(rule.passAlpha == 0.01)
    #expect(try PairedTestRule(maxPairs: 17).looks == [16, 17])
  }

  @Test func aTinyGrowthStillComesToAnEnd() throws {
    #expect(try PairedTestRule(growth: 1.0000001, maxPairs: 20).looks == [16, 17, 18, 19, 20])
  }

  @Test func confirmsWithFourTimesAsManyInBounds() throws {
    let rule = try PairedTestRule()
    #expect(rule.confirmingPairs(after: 16) == 64)
    #expect(rule.confirmingPairs(after: 24) == 96)
    #expect(rule.confirmingPairs(after: 275) == 1100)
    #expect(rule.confirmingPairs(after: 600) == 1200)
    #expect(try PairedTestRule(maxPairs: 16).confirmingPairs(after: 16) == 32)
  }

  @Test func refusesWhatNoTestCouldKeepTo() throws {
    func refusal(_ make: () throws -> PairedTestRule) -> String {
      #expect(throws: PairedTestError.self) { try make() }?.description ?? ""
    }
    for margin in [-0.01, 1.01] {
      #expect(
        refusal { try PairedTestRule(margin: margin) }
          == "expected a margin from 0 to 1, such as 0.02 for 2 %, found \(margin)")
    }
    // What a tolerance of 0 % and one of 100 % make.
    #expect(try PairedTestRule(margin: 0).logarithmicMargin(of: .total) == 0)
    #expect(try PairedTestRule(margin: 1).margin == 1)
    #expect(refusal { try PairedTestRule(margin: .nan) }.contains("a margin from 0 to 1"))
    for alpha in [0, 0.5] {
      #expect(refusal { try PairedTestRule(alpha: alpha) }.hasSuffix("0.01, found \(alpha)"))
    }
    #expect(
      refusal { try PairedTestRule(firstLook: 15) }
        == "expected a first look at 16 pairs or more, found 15")
    for growth in [1, Double.infinity] {
      #expect(
        refusal { try PairedTestRule(growth: growth) }
          .hasSuffix("more than 1 and at most 100, found \(growth)"))
    }
    #expect(
      refusal { try PairedTestRule(maxPairs: 15) }
        == "expected a maximum number of pairs between 16 and 1000000, found 15")
  }
}
