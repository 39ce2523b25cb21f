import Foundation
import Harness
import Measurement
import ScenarioModel
import Testing
import Verdicts

@Suite struct ClaimVerdictTests {
  private static func verdicts(
    _ claim: String, body: String = "", selection: RunSelection = RunSelection(),
    answer: (Case) -> RunFixture.Answer
  ) throws -> [ClaimVerdict] {
    let claims = "\(body)\nclaims:\n  - { id: it, says: \"so\", \(claim) }"
    return try RunFixture.verdict(claims, selection: selection, answer: answer).claims
  }

  @Test(arguments: [
    (199.0, ClaimVerdict.Outcome.notReproduced), (200, .reproduced), (400, .reproduced),
    (401, .notReproduced),
  ])
  func aRangeIncludesItsEnds(load: Double, outcome: ClaimVerdict.Outcome) throws {
    let verdicts = try Self.verdicts("strategy: naive, metric: load, between: [200, 400]") {
      .values(["load": $0.strategy == "naive" ? load : 0])
    }
    #expect(verdicts.map(\.outcome) == [outcome])
    #expect(verdicts.map(\.numbers) == [.value(load)])
    #expect(verdicts.map(\.size) == [10])
  }

  @Test func aRatioIsOfTheSameWorld() throws {
    let verdicts = try Self.verdicts(
      "strategy: fixed, metric: load, compared-to: naive, at-most: 0.5", body: "sizes: [10, 20]"
    ) {
      let naive = Double($0.size)
      return .values(["load": $0.strategy == "naive" ? naive : $0.size == 10 ? 5 : 20])
    }
    #expect(verdicts.map(\.size) == [10, 20])
    #expect(verdicts.map(\.outcome) == [.reproduced, .notReproduced])
    #expect(verdicts.map(\.numbers) == [.ratio(of: 5, to: 10), .ratio(of: 20, to: 20)])
  }

  @Test func aClaimOfOneSizeIsJudgedAtThatSize() throws {
    let answer: (Case) -> RunFixture.Answer = { .values(["load": Double($0.size)]) }
    let verdicts = try Self.verdicts(
      "size: 20, strategy: naive, metric: load, at-least: 15", body: "sizes: [10, 20]",
      answer: answer)
    #expect(verdicts.map(\.size) == [20])
    #expect(verdicts.map(\.outcome) == [.reproduced])
    let elsewhere = try Self.verdicts(
      "size: 30, strategy: naive, metric: load, at-least: 15", body: "sizes: [10, 20]",
      answer: answer)
    #expect(elsewhere.map(\.outcome) == [.notTestable(why: "size 30 is not in this run")])
    #expect(elsewhere.map(\.size) == [30])
  }

  @Test(arguments: [
    ("metric: load, at-least: 15", [10, 20]), ("metric: load, at-least: 15, size: 20", [20]),
    ("metric: load, compared-to: naive, at-least: 1", [10, 20]),
  ])
  func aClaimOfOneVariantIsJudgedInIt(test: String, sizes: [Int]) throws {
    let verdicts = try Self.verdicts(
      "variant: busy, strategy: fixed, \(test)", body: "variants: [calm, busy]\nsizes: [10, 20]"
    ) { .values(["load": $0.variant == "busy" ? 100 : 1]) }
    #expect(verdicts.map(\.variant) == sizes.map { _ in "busy" })
    #expect(verdicts.map(\.size) == sizes)
    #expect(verdicts.allSatisfy { $0.outcome == .reproduced })
  }

  @Test func growthIsJudgedInTheClaimsVariant() throws {
    let verdicts = try Self.verdicts(
      "variant: busy, strategy: naive, metric: load, growth: [1.9, 2.1]",
      body: "variants: [calm, busy]\nsizes: [10, 1000]"
    ) {
      let size = Double($0.size)
      return .values(["load": $0.variant == "calm" ? size : size * size])
    }
    #expect(verdicts.map(\.variant) == ["busy"])
    #expect(verdicts.map(\.outcome) == [.reproduced])
  }

  @Test func whatIsSaidOfOneWorldKeepsItWhereNothingIsJudged() throws {
    let verdicts = try Self.verdicts(
      "variant: busy, size: 10, contradicted: \"the manual says no\"",
      body: "variants: [calm, busy]"
    ) { _ in .values(["load": 1]) }
    #expect(verdicts.map(\.variant) == ["busy"])
    #expect(verdicts.map(\.size) == [10])
    #expect(verdicts.map(\.outcome) == [.contradicted(why: "the manual says no")])
  }

  @Test func nothingIsDividedByZero() throws {
    let verdicts = try Self.verdicts(
      "strategy: fixed, metric: load, compared-to: naive, at-most: 2"
    ) { .values(["load": $0.strategy == "naive" ? 0 : 5]) }
    #expect(verdicts.map(\.outcome) == [.notTestable(why: "nothing can be divided by 0")])
  }

  @Test(arguments: [0.0, 0.5, 1, 1.1, 2, 3])
  func findsTheExponentOfAPowerLaw(power: Double) throws {
    let verdicts = try Self.verdicts(
      "strategy: naive, metric: delay, growth: [0.9, 1.2]", body: "sizes: [5000, 100, 700]"
    ) { .values(["delay": 3 * pow(Double($0.size), power)]) }
    let verdict = try #require(verdicts.first)
    #expect(verdicts.count == 1)
    guard case .growth(let sizes, let values, let exponent) = verdict.numbers else {
      Issue.record("expected a growth, found \(verdict.numbers)")
      return
    }
    #expect(sizes == [100, 5_000])
    #expect(values == [3 * pow(100, power), 3 * pow(5_000, power)])
    #expect(abs(exponent - power) < 1e-12)
    #expect(verdict.outcome == ((0.9...1.2).contains(power) ? .reproduced : .notReproduced))
    #expect(verdict.size == nil)
  }

  @Test func growthIsOneVerdictForEachVariant() throws {
    let verdicts = try Self.verdicts(
      "strategy: naive, metric: load, growth: [0.9, 1.1]",
      body: "variants: [calm, busy]\nsizes: [10, 1000]"
    ) {
      let size = Double($0.size)
      return .values(["load": $0.variant == "calm" ? size : size * size])
    }
    #expect(verdicts.map(\.variant) == ["calm", "busy"])
    #expect(verdicts.map(\.outcome) == [.reproduced, .notReproduced])
  }

  @Test func growthNeedsTwoSizes() throws {
    let verdicts = try Self.verdicts("strategy: naive, metric: load, growth: [0.9, 1.1]") { _ in
      .values(["load": 7])
    }
    #expect(
      verdicts.map(\.outcome) == [.notTestable(why: "needs at least two sizes in one run")])
  }

  @Test func growthNeedsNumbersAboveZero() throws {
    let verdicts = try Self.verdicts(
      "strategy: naive, metric: load, growth: [0.9, 1.1]", body: "sizes: [10, 20]"
    ) { .values(["load": $0.size == 10 ? 0 : 7]) }
    #expect(verdicts.map(\.outcome) == [.notTestable(why: "only numbers above 0 have a growth")])
  }

  @Test func documentationContradicts() throws {
    let verdicts = try Self.verdicts("contradicted: \"the manual says no\"") { _ in
      .values(["load": 1])
    }
    #expect(verdicts.map(\.outcome) == [.contradicted(why: "the manual says no")])
  }

  @Test func aClaimThatNothingCanTell() throws {
    let verdicts = try Self.verdicts("not-testable: \"no server here\"") { _ in
      .values(["load": 1])
    }
    #expect(verdicts.map(\.outcome) == [.notTestable(why: "no server here")])
  }

  @Test func aBrokenCaseTellsNothing() throws {
    let verdicts = try Self.verdicts("strategy: naive, metric: load, at-most: 10") { _ in
      .ended(.crashed(ending: "signal 4", standardError: "Index out of range"))
    }
    #expect(
      verdicts.map(\.outcome)
        == [.notTestable(why: "naive: crashed: signal 4: Index out of range (trial 1)")])
  }

  @Test func aStrategyThatWasNotSelectedTellsNothing() throws {
    let verdicts = try Self.verdicts(
      "strategy: other, metric: load, at-most: 10",
      selection: RunSelection(strategies: ["fixed"])
    ) { _ in .values(["load": 1]) }
    #expect(
      verdicts.map(\.outcome) == [.notTestable(why: "other was not selected in this run")])
  }
}
