import Foundation
import Testing
import Verdicts

struct PairedTestRuleTests {
  @Test func looksAtHalfAsManyMoreEachTime() throws {
    let rule = try PairedTestRule()
    #expect(rule.looks == [16, 24, 36, 54, 81, 122, 183, 275, 413, 600])
    #expect(rule.margin == 0.02)
    #expect(abs(rule.logarithmicMargin - log(1.02)) < 1e-15)
    #expect(rule.passAlpha == 0.001)
    #expect(rule.candidateAlpha == 0.0005)
  }

  @Test func oneLookIsAllThatFewPairsAllow() throws {
    let rule = try PairedTestRule(maxPairs: 16)
    #expect(rule.looks == [16])
    #expect(rule.passAlpha == 0.01)
    #expect(try PairedTestRule(maxPairs: 17).looks == [16, 17])
  }

  @Test func aTinyGrowthStillComesToAnEnd() throws {
    let rule = try PairedTestRule(growth: 1.0000001, maxPairs: 20)
    #expect(rule.looks == [16, 17, 18, 19, 20])
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
    #expect(throws: PairedTestRuleError.marginOutOfRange(-0.01)) {
      try PairedTestRule(margin: -0.01)
    }
    #expect(throws: PairedTestRuleError.marginOutOfRange(1.01)) { try PairedTestRule(margin: 1.01) }
    // What a tolerance of 0 % and one of 100 % make.
    #expect(try PairedTestRule(margin: 0).logarithmicMargin == 0)
    #expect(try PairedTestRule(margin: 1).margin == 1)
    #expect(throws: PairedTestRuleError.self) { try PairedTestRule(margin: .nan) }
    #expect(throws: PairedTestRuleError.alphaOutOfRange(0)) { try PairedTestRule(alpha: 0) }
    #expect(throws: PairedTestRuleError.alphaOutOfRange(0.5)) { try PairedTestRule(alpha: 0.5) }
    #expect(throws: PairedTestRuleError.firstLookTooEarly(15)) { try PairedTestRule(firstLook: 15) }
    #expect(throws: PairedTestRuleError.growthOutOfRange(1)) { try PairedTestRule(growth: 1) }
    #expect(throws: PairedTestRuleError.growthOutOfRange(.infinity)) {
      try PairedTestRule(growth: .infinity)
    }
    #expect(throws: PairedTestRuleError.maxPairsOutOfRange(15, firstLook: 16)) {
      try PairedTestRule(maxPairs: 15)
    }
    #expect(
      PairedTestRuleError.maxPairsOutOfRange(8, firstLook: 16).description
        == "expected a maximum number of pairs between 16 and 1000000, found 8")
  }
}
