import Foundation
import Gate
import Testing

struct PairStatisticsTests {
  @Test func twoLikeProcessesDoNotDiffer() throws {
    let pair = try PairStatistics(base: [100, 200, 300], head: [100, 200, 300])
    #expect(pair == PairStatistics(total: 0, typical: 0))
  }

  @Test func everySliceLongerByATwentiethIsSeenByBoth() throws {
    let base = (1...16).map { Int64(100_000 * $0) }
    let pair = try PairStatistics(base: base, head: base.map { $0 / 20 * 21 })
    #expect(abs(pair.total - log(1.05)) < 1e-12)
    #expect(abs(pair.typical - log(1.05)) < 1e-12)
    #expect(pair[.total] == pair.total)
    #expect(pair[.typical] == pair.typical)
  }

  // 2 of 16 slices 40 % slower are 5 % more work, which a typical slice shows nothing of.
  @Test func aRareChangeIsSeenInTheTotalAlone() throws {
    let base = Array(repeating: Int64(1_500_000), count: 16)
    var head = base
    head[3] = 2_100_000
    head[11] = 2_100_000
    let pair = try PairStatistics(base: base, head: head)
    #expect(abs(pair.total - log(1.05)) < 1e-12)
    #expect(pair.typical == 0)
  }

  // One slice that the machine disturbed is 6 % of the total and nothing typical.
  @Test func aDisturbedSliceIsNotTypical() throws {
    let base = Array(repeating: Int64(1_000_000), count: 16)
    var head = base
    head[0] = 1_000_000_000
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

  @Test func oneSliceIsBoth() throws {
    let pair = try PairStatistics(base: [100], head: [200])
    #expect(pair == PairStatistics(total: log(2), typical: log(2)))
  }

  @Test func longTimesDoNotOverflow() throws {
    let pair = try PairStatistics(base: [.max, .max], head: [.max, .max])
    #expect(pair == PairStatistics(total: 0, typical: 0))
  }

  @Test(
    arguments: [
      ([], [], "expected at least one slice of each process, found none"),
      ([1, 2], [1], "expected as many slices of the head as of the base, found 1 and 2"),
      ([1, 2], [1, 0], "expected every slice to take more than 0 ns, found 0 ns"),
      ([-5, 2], [1, 1], "expected every slice to take more than 0 ns, found -5 ns"),
    ] as [([Int64], [Int64], String)])
  func refusesTimesThatTellNothing(base: [Int64], head: [Int64], words: String) {
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
          .hasSuffix("100 times the pairs of the last, found \(growth)"))
    }
    #expect(
      refusal { try PairedTestRule(maxPairs: 15) }
        == "expected a maximum number of pairs between 16 and 1000000, found 15")
  }
}
