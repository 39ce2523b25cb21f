import Foundation
import Testing
import Verdicts

struct LockStepRuleTests {
  @Test func looksAtHalfAsManyMoreEachTime() throws {
    let rule = try LockStepRule()
    #expect(rule.looks == [16, 24, 36, 54, 81, 122, 183, 275, 413, 600])
    #expect(rule.bonferroniCount == 10)
    #expect(rule.margin == 0.02)
    #expect(abs(rule.logarithmicMargin - log(1.02)) < 1e-15)
    #expect(rule.passAlpha == 0.001)
    #expect(rule.candidateAlpha == 0.0005)
  }

  @Test func oneLookIsAllThatFewPairsAllow() throws {
    let rule = try LockStepRule(greatestPairs: 16)
    #expect(rule.looks == [16])
    #expect(rule.passAlpha == 0.01)
    #expect(try LockStepRule(greatestPairs: 17).looks == [16, 17])
  }

  @Test func aTinyGrowthStillComesToAnEnd() throws {
    let rule = try LockStepRule(growth: 1.0000001, greatestPairs: 20)
    #expect(rule.looks == [16, 17, 18, 19, 20])
  }

  @Test func confirmsWithFourTimesAsManyInBounds() throws {
    let rule = try LockStepRule()
    #expect(rule.confirmingPairs(after: 16) == 64)
    #expect(rule.confirmingPairs(after: 24) == 96)
    #expect(rule.confirmingPairs(after: 275) == 1100)
    #expect(rule.confirmingPairs(after: 600) == 1200)
    #expect(try LockStepRule(greatestPairs: 16).confirmingPairs(after: 16) == 32)
  }

  @Test func refusesWhatNoTestCouldKeepTo() throws {
    #expect(throws: LockStepRuleError.marginOutOfRange(-0.01)) {
      try LockStepRule(margin: -0.01)
    }
    #expect(throws: LockStepRuleError.marginOutOfRange(1.01)) { try LockStepRule(margin: 1.01) }
    // What a tolerance of 0 % and one of 100 % make.
    #expect(try LockStepRule(margin: 0).logarithmicMargin == 0)
    #expect(try LockStepRule(margin: 1).margin == 1)
    #expect(throws: LockStepRuleError.self) { try LockStepRule(margin: .nan) }
    #expect(throws: LockStepRuleError.alphaOutOfRange(0)) { try LockStepRule(alpha: 0) }
    #expect(throws: LockStepRuleError.alphaOutOfRange(0.5)) { try LockStepRule(alpha: 0.5) }
    #expect(throws: LockStepRuleError.firstLookTooEarly(15)) { try LockStepRule(firstLook: 15) }
    #expect(throws: LockStepRuleError.growthOutOfRange(1)) { try LockStepRule(growth: 1) }
    #expect(throws: LockStepRuleError.growthOutOfRange(.infinity)) {
      try LockStepRule(growth: .infinity)
    }
    #expect(throws: LockStepRuleError.greatestPairsOutOfRange(15, firstLook: 16)) {
      try LockStepRule(greatestPairs: 15)
    }
    #expect(
      LockStepRuleError.greatestPairsOutOfRange(8, firstLook: 16).description
        == "expected the greatest number of pairs to be between 16 and 1000000, found 8")
  }
}
