import ScenarioModel
import Testing

@testable import Verdicts

/// The strategy to take, on results whose numbers each test gives.
@Suite struct RecommendationTests {
  private static let freeze = Metric(
    "freeze", .nanoseconds, .modelled, .lowerIsBetter, "The freeze.")
  private static let found = Metric("found", .fraction, .counted, .higherIsBetter, "The hits.")
  private static let seen = Metric(
    "seen", .fraction, .modelled, .higherIsBetter, "The part that was looked at.", role: .dataSeen)
  private static let ended = Metric(
    "ended", .count, .modelled, .lowerIsBetter, "Terminations.", role: .watchdogTermination)

  /// The results of strategies at a size in one or more variants.
  ///
  /// - Parameter values: the freeze and the hits of each strategy, simplest first, in each variant;
  ///   `nil` for a strategy that crashed.
  private static func results(
    _ values: [(strategy: String, variants: [(freeze: Double, found: Double?)?])],
    criteria: [Criterion] = [
      Criterion(freeze, .atMost(250), source: "a guide"),
      Criterion(found, .nearBest(0.05), source: "a judgement"),
    ], requirement: ResultRequirement? = nil, terminated: Set<String> = [], size: Int = 10,
    seen share: Double = 1
  ) -> ScenarioResults {
    let metrics = [freeze, found, ended, seen]
    let family = FamilyDescription(
      name: "test",
      strategies: values.map { StrategyDescription(name: $0.strategy, summary: "") },
      metrics: metrics, isMeasured: false, headlines: [], columns: [], sizeLabel: "pins",
      frameLabel: "a frame", requirement: requirement, criteria: criteria)
    let cases = values.flatMap { strategy, variants in
      variants.enumerated().map { index, value in
        let scenarioCase = Case(
          scenario: "s", variant: "v\(index)", size: size, strategy: strategy)
        let key = TrialKey(scenarioCase: scenarioCase, kind: .inspection)
        let record =
          if let value {
            TrialRecord(
              key: key, status: .completed,
              values: [
                NamedValue(freeze, value.freeze), NamedValue(found, value.found, orWhy: "no hit"),
                NamedValue(ended, terminated.contains(strategy) ? 1.0 : 0),
                NamedValue(seen, share),
              ])
          } else {
            TrialRecord(key: key, status: .timedOut(seconds: 1))
          }
        return CaseResult(scenarioCase, records: [record], metrics: metrics)
      }
    }
    return ScenarioResults(
      scenario: ScenarioDescription(
        name: "s", naive: values[0].strategy, fingerprint: nil, seeds: [], metrics: metrics,
        family: family),
      cases: cases)
  }

  private static func recommendation(_ results: ScenarioResults) throws -> Recommendation {
    try #require(Recommendation(results, size: 10))
  }

  @Test func theSimplestThatReachesAllIsTaken() throws {
    let found = try Self.recommendation(
      Self.results([
        ("naive", [(900, 1)]), ("simple", [(200, 0.96)]), ("complex", [(10, 1)]),
      ]))
    #expect(found.strategy == "simple")
    #expect(found.others == ["complex"])
    #expect(found.missed.isEmpty)
    #expect(found.values.map(\.value) == [200, 0.96])
    #expect(found.rejections.map(\.strategy) == ["naive"])
    guard case .missed(let missed) = found.rejections[0].reason else {
      Issue.record("expected a missed criterion")
      return
    }
    #expect(missed.criterion.metric == Self.freeze)
    #expect(missed.value == 900)
  }

  @Test func theNaiveOneIsTakenWhereItIsEnough() throws {
    let found = try Self.recommendation(
      Self.results([("naive", [(250, 0.95)]), ("complex", [(1, 1)])]))
    #expect(found.strategy == "naive")
    #expect(found.rejections.isEmpty)
  }

  @Test func anEarlierCriterionDecidesBeforeALaterOne() throws {
    let found = try Self.recommendation(
      Self.results([("naive", [(300, 1)]), ("lossy", [(100, 0.5)])]))
    #expect(found.strategy == "lossy")
    // The best of those that are left, not of all.
    #expect(found.missed.isEmpty)
  }

  @Test func whereNoneReachesABoundThoseNearTheBestStay() throws {
    let found = try Self.recommendation(
      Self.results([
        ("naive", [(2_000, 1)]), ("near", [(1_050, 0.9)]), ("best", [(1_000, 1)]),
      ]))
    #expect(found.strategy == "best")
    #expect(found.missed.map(\.metric) == [Self.freeze])
    #expect(Set(found.rejections.map(\.strategy)) == ["naive", "near"])
  }

  @Test func theWorstVariantCounts() throws {
    let found = try Self.recommendation(
      Self.results([
        ("naive", [(10, 1), (900, 1)]), ("complex", [(200, 1), (240, 1)]),
      ]))
    #expect(found.strategy == "complex")
    #expect(found.values.map(\.value) == [240, 1])
  }

  @Test func aBrokenOrTerminatedStrategyIsNotTaken() throws {
    let found = try Self.recommendation(
      Self.results(
        [
          ("naive", [(1, 1), nil]), ("ended", [(1, 1), (1, 1)]), ("alive", [(2, 1), (2, 1)]),
        ], terminated: ["ended"]))
    #expect(found.strategy == "alive")
    #expect(found.rejections.map(\.strategy) == ["naive", "ended"])
    #expect(found.rejections.last?.reason == .terminated)
  }

  @Test func theRequirementComesFirst() throws {
    let requirement = ResultRequirement(metric: Self.found, fraction: nil, summary: "find all")
    let found = try Self.recommendation(
      Self.results(
        [("naive", [(900, 1)]), ("lossy", [(1, 0.99)])], requirement: requirement))
    #expect(found.strategy == "naive")
    #expect(found.missed.map(\.metric) == [Self.freeze])
    #expect(found.rejections[0].reason == .belowRequirement(Self.found, value: 0.99))
  }

  @Test func aMissingNumberIsNoPass() throws {
    let found = try Self.recommendation(
      Self.results([("naive", [(1, nil)]), ("complex", [(1, 0.2)])]))
    #expect(found.strategy == "complex")
    guard case .notAvailable(let criterion) = found.rejections[0].reason else {
      Issue.record("expected a missing number")
      return
    }
    #expect(criterion.metric == Self.found)
    // Where nobody has a number, the criterion decides nothing.
    let open = try Self.recommendation(
      Self.results([("naive", [(1, nil)]), ("complex", [(1, nil)])]))
    #expect(open.strategy == "naive")
    #expect(open.values.map(\.criterion.metric) == [Self.freeze])
  }

  @Test func withoutCriteriaOrResultsThereIsNone() {
    #expect(Recommendation(Self.results([("naive", [(1, 1)])], criteria: []), size: 10) == nil)
    #expect(Recommendation(Self.results([("naive", [(1, 1)])]), size: 11) == nil)
    #expect(Recommendation(Self.results([("naive", [nil])]), size: 10) == nil)
  }

  /// Numbers of a part of the data say nothing of the rest.
  @Test(arguments: [(0.0, true), (0.09, true), (0.1, false)])
  func whatSawLittleOfTheDataGivesNoAnswer(share: Double, isNil: Bool) {
    let results = Self.results([("naive", [(1, 1)])], seen: share)
    #expect((Recommendation(results, size: 10) == nil) == isNil)
  }
}
