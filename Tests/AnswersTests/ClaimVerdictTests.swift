import Answers
import Foundation
import Harness
import ScenarioModel
import TestSupport
import Testing

@Suite struct ClaimVerdictTests {
  private static func verdicts(
    _ claim: String, body: String = "", selection: RunSelection = RunSelection(),
    answer: (Case) -> RunFixture.Answer
  ) throws -> [ClaimVerdict] {
    let claims = "\(body)\nclaims:\n  - { id: it, says: so, by: a guide, \(claim) }"
    return try RunFixture.verdict(claims, selection: selection, answer: answer).claims
  }

  @Test(arguments: [
    (199.0, ClaimVerdict.Outcome.refuted), (200, .confirmed), (400, .confirmed),
    (401, .refuted),
  ]) func aRangeIncludesItsEnds(load: Double, outcome: ClaimVerdict.Outcome) throws {
    let verdicts = try Self.verdicts("strategy: naive, metric: load, between: [200, 400]") {
      .values(["load": $0.strategy == "naive" ? load : 0])
    }
    #expect(verdicts.map(\.outcome) == [outcome])
    #expect(verdicts.map(\.numbers) == [.value(load)])
    #expect(verdicts.map(\.size) == [10])
  }

  /// Below 80 % of the draws a claim is open, whichever way it came out; together with one that is
  /// confirmed it is so in part, and one without a number stays undecided.
  @Test(arguments: [
    ([0.79, 0.79], [ClaimVerdict.Outcome.open, .open], ClaimSummary.Outcome.open),
    ([0.8, 0.8], [.confirmed, .refuted], .mixed), ([0.9, 0.1], [.confirmed, .open], .mixed),
    ([0.1, 0.9], [.open, .refuted], .refuted), ([nil, nil], [.confirmed, .refuted], .mixed),
  ])
  func aClaimThatHoldsInFewDrawsIsOpen(
    shares: [Double?], outcomes: [ClaimVerdict.Outcome], together: ClaimSummary.Outcome
  ) throws {
    let claims = """
      sizes: [10, 20, 30]
      claims:
        - { id: it, says: so, by: a guide, strategy: naive, metric: load, at-most: 15 }
      """
    let results = try RunFixture.results(claims) {
      $0.size == 30 ? .values([:]) : .values(["load": Double($0.size)])
    }
    let verdict = RunVerdict(results) { claim, scenario in
      scenario == results.scenarios[0].scenario.name ? shares[claim.size == 10 ? 0 : 1] : nil
    }
    #expect(verdict.claims.map(\.outcome) == outcomes + [.undecided])
    #expect(ClaimSummary.Outcome(Array(verdict.claims.prefix(2))) == together)
  }

  @Test func aRatioIsOfTheSameVariant() throws {
    let verdicts = try Self.verdicts(
      "strategy: fixed, metric: load, compared-to: naive, at-most: 0.5", body: "sizes: [10, 20]"
    ) {
      let naive = Double($0.size)
      return .values(["load": $0.strategy == "naive" ? naive : $0.size == 10 ? 5 : 20])
    }
    #expect(verdicts.map(\.size) == [10, 20])
    #expect(verdicts.map(\.outcome) == [.confirmed, .refuted])
    #expect(verdicts.map(\.numbers) == [.ratio(of: 5, to: 10), .ratio(of: 20, to: 20)])
  }

  @Test(arguments: [
    ("size: 20", [20], [ClaimVerdict.Outcome.confirmed], "size 20 is not in this run"),
    (
      "from-size: 20", [20, 30], [ClaimVerdict.Outcome.confirmed, .refuted],
      "this run has no size of 20 or more"
    ),
  ]) func aClaimOfSizesIsJudgedAtThose(
    restriction: String, sizes: [Int], outcomes: [ClaimVerdict.Outcome], lack: String
  ) throws {
    func verdicts(_ selected: [Int]?) throws -> [ClaimVerdict] {
      try Self.verdicts(
        "\(restriction), strategy: naive, metric: load, at-most: 25", body: "sizes: [10, 20, 30]",
        selection: RunSelection(sizes: selected)
      ) { .values(["load": Double($0.size)]) }
    }
    #expect(try verdicts(nil).map(\.size) == sizes)
    #expect(try verdicts(nil).map(\.outcome) == outcomes)
    let elsewhere = try verdicts([10])
    #expect(elsewhere.map(\.basis) == [.none(why: lack)])
    #expect(elsewhere.map(\.outcome) == [.undecided])
  }

  @Test(arguments: [
    ("metric: load, at-least: 15", [10, 20]), ("metric: load, at-least: 15, size: 20", [20]),
    ("metric: load, compared-to: naive, at-least: 1", [10, 20]),
  ]) func aClaimOfOneVariantIsJudgedInIt(test: String, sizes: [Int]) throws {
    let verdicts = try Self.verdicts(
      "variant: busy, strategy: fixed, \(test)", body: "variants: [calm, busy]\nsizes: [10, 20]"
    ) { .values(["load": $0.variant == "busy" ? 100 : 1]) }
    #expect(verdicts.map(\.variant) == sizes.map { _ in "busy" })
    #expect(verdicts.map(\.size) == sizes)
    #expect(verdicts.allSatisfy { $0.outcome == .confirmed })
  }

  @Test(arguments: [
    ("growth: [0.9, 1.1]", ["calm", "busy"], [ClaimVerdict.Outcome.confirmed, .refuted]),
    ("variant: busy, growth: [1.9, 2.1]", ["busy"], [ClaimVerdict.Outcome.confirmed]),
  ]) func growthIsOneVerdictForEachVariantOfTheClaim(
    claim: String, variants: [String], outcomes: [ClaimVerdict.Outcome]
  ) throws {
    let verdicts = try Self.verdicts(
      "strategy: naive, metric: load, \(claim)",
      body: "variants: [calm, busy]\nsizes: [10, 1000]"
    ) {
      let size = Double($0.size)
      return .values(["load": $0.variant == "calm" ? size : size * size])
    }
    #expect(verdicts.map(\.variant) == variants)
    #expect(verdicts.map(\.outcome) == outcomes)
  }

  @Test func aClaimAboutOneVariantKeepsItWhereNothingIsJudged() throws {
    let verdicts = try Self.verdicts(
      "variant: busy, size: 10, contradicted: \"the manual says no\"",
      body: "variants: [calm, busy]"
    ) { _ in .values(["load": 1]) }
    #expect(verdicts.map(\.variant) == ["busy"])
    #expect(verdicts.map(\.size) == [10])
    #expect(verdicts.map(\.basis) == [.documentation(why: "the manual says no")])
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
    #expect(verdict.outcome == ((0.9...1.2).contains(power) ? .confirmed : .refuted))
    #expect(verdict.size == nil)
  }

  @Test(arguments: [
    (
      "contradicted: \"the manual says no\"",
      ClaimVerdict.Basis.documentation(why: "the manual says no"), ClaimVerdict.Outcome.refuted
    ),
    ("cannot-be-told: \"no server here\"", .none(why: "no server here"), .undecided),
    ("by-construction: so", .construction(why: "so"), .undecided),
  ]) func aLimitNeedsNoTest(
    claim: String, basis: ClaimVerdict.Basis, outcome: ClaimVerdict.Outcome
  ) throws {
    let verdicts = try Self.verdicts(claim) { _ in .values(["load": 1]) }
    #expect(verdicts.map(\.basis) == [basis])
    #expect(verdicts.map(\.outcome) == [outcome])
  }

  @Test(arguments: [
    (
      "strategy: fixed, metric: load, compared-to: naive, at-most: 2", RunSelection(),
      "nothing can be divided by 0"
    ),
    (
      "strategy: other, metric: load, at-most: 10", RunSelection(strategies: ["fixed"]),
      "other was not selected in this run"
    ),
    (
      "strategy: naive, metric: load, growth: [0.9, 1.1]", RunSelection(sizes: [10]),
      "growth needs at least two sizes in one run"
    ),
    (
      "strategy: naive, metric: load, growth: [0.9, 1.1]", RunSelection(),
      "growth is defined only for numbers above 0"
    ),
  ]) func whatCannotBeTestedDecidesNothing(
    claim: String, selection: RunSelection, why: String
  ) throws {
    let verdicts = try Self.verdicts(claim, body: "sizes: [10, 20]", selection: selection) {
      .values(["load": $0.strategy == "naive" ? 0 : 5])
    }
    for verdict in verdicts { #expect(verdict.basis == .none(why: why)) }
    #expect(!verdicts.isEmpty)
  }

  @Test func aBrokenCaseDecidesNothing() throws {
    let verdicts = try Self.verdicts("strategy: naive, metric: load, at-most: 10") { _ in
      .ended(.crashed(ending: "signal 4", standardError: "Index out of range"))
    }
    #expect(
      verdicts.map(\.basis) == [
        .none(why: "naive: crashed: signal 4: Index out of range (trial 1)")
      ])
  }

  // MARK: - Classes

  @Test(arguments: [
    (
      "metric: load, at-least: 1", ClaimVerdict.Outcome.confirmed, ClaimVerdict.Basis.work(.counted)
    ),
    ("metric: load, at-least: 8", .refuted, .work(.counted)),
    ("metric: build-time, at-least: 1 ns", .confirmed, .work(.measured)),
    ("metric: delay, at-least: 1 ns", .confirmed, .parameters([])),
    ("metric: delay, at-least: 80 ns", .refuted, .parameters([])),
    // Beyond 7 ns, and not beyond 1.8 times 7.
    ("metric: delay, at-least: 8 ns", .open, .parameters([])),
    ("metric: delay, compared-to: naive, at-most: 1", .confirmed, .parameters([])),
    ("metric: load, compared-to: naive, at-most: 1", .confirmed, .work(.counted)),
    // Parameters that the claim names decide, whatever the metric's kind.
    ("metric: load, at-least: 1, parameters: [marker-view-size]", .confirmed, .parameters([])),
    // What a construction decides confirms and refutes nothing.
    ("metric: load, at-least: 1, by-construction: so", .undecided, .construction(why: "so")),
    ("metric: load, at-least: 8, by-construction: so", .undecided, .construction(why: "so")),
  ]) func theClassIsDerived(
    claim: String, outcome: ClaimVerdict.Outcome, basis: ClaimVerdict.Basis
  ) throws {
    let verdicts = try Self.verdicts("strategy: fixed, \(claim)") { _ in
      .values(["load": 7, "delay": 7, "build-time": 7])
    }
    #expect(verdicts.map(\.outcome) == [outcome])
    #expect(verdicts.map(\.basis) == [basis])
  }

  @Test func aFittedParameterDecidesNothing() throws {
    let verdicts = try Self.verdicts(
      "strategy: fixed, metric: delay, at-least: 1 ns, fitted-parameters: [create-marker-view]"
    ) { _ in .values(["delay": 7]) }
    let verdict = try #require(verdicts.first)
    #expect(verdict.outcome == .undecided)
    #expect(verdict.basis.identifier == "cannot-be-told-here")
    #expect(verdict.numbers == .value(7))
  }

  @Test(arguments: [
    ([1.0, 1], ClaimSummary.Outcome.confirmed), ([9, 9], .refuted), ([1, 9], .mixed),
  ]) func theVerdictsOnAClaimHaveOneOutcome(loads: [Double], outcome: ClaimSummary.Outcome) throws {
    let verdict = try RunFixture.verdict(Self.loads) {
      .values(["load": $0.size == 10 ? loads[0] : loads[1]])
    }
    let summaries = verdict.scenarios.flatMap(\.claimSummaries)
    #expect(summaries.map(\.outcome) == [outcome])
    #expect(summaries.map(\.basis) == [.work(.counted)])
  }

  private static let loads = """
    sizes: [10, 20]
    claims:
      - { id: it, says: so, by: a guide, strategy: naive, metric: load, at-most: 5 }
    """

  @Test func aMissingNumberPreventsAConfirmation() throws {
    func outcomes(_ load: Double) throws -> [ClaimSummary.Outcome] {
      try RunFixture.verdict(Self.loads) {
        $0.size == 10
          ? .values(["load": load]) : .notAvailable("load", reason: "the map never moved")
      }.scenarios.flatMap(\.claimSummaries).map(\.outcome)
    }
    #expect(try outcomes(1) == [.mixed])
    #expect(try outcomes(9) == [.refuted])
  }
}
