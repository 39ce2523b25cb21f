import Answers
import ScenarioModel
import Testing

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
        let scenarioCase = Case(scenario: "s", variant: "v\(index)", size: size, strategy: strategy)
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

  /// The freeze for which a strategy was rejected; `nil` for another reason.
  private static func missedFreeze(_ rejection: Recommendation.Rejection) -> Double? {
    guard case .missed(let missed) = rejection.reason, missed.criterion.metric == freeze else {
      return nil
    }
    return missed.value
  }

  @Test func theSimplestThatReachesAllIsTaken() throws {
    let found = try Self.results([
      ("naive", [(900, 1)]), ("simple", [(200, 0.96)]), ("complex", [(10, 1)]),
    ]).recommendation
    #expect(found.strategy == "simple")
    #expect(found.others == ["complex"])
    #expect(found.missed.isEmpty)
    #expect(found.values.map(\.value) == [200, 0.96])
    #expect(found.rejections.map(\.strategy) == ["naive"])
    #expect(Self.missedFreeze(found.rejections[0]) == 900)
  }

  @Test func theNaiveOneIsTakenWhereItIsEnough() throws {
    let found = try Self.results([("naive", [(250, 0.95)]), ("complex", [(1, 1)])]).recommendation
    #expect(found.strategy == "naive" && found.rejections.isEmpty)
  }

  @Test func anEarlierCriterionDecidesBeforeALaterOne() throws {
    let found = try Self.results([("naive", [(300, 1)]), ("lossy", [(100, 0.5)])]).recommendation
    #expect(found.strategy == "lossy")
    // The best of those that are left, not of all.
    #expect(found.missed.isEmpty)
  }

  @Test func whereNoneReachesABoundThoseNearTheBestStay() throws {
    let found = try Self.results([
      ("naive", [(2_000, 1)]), ("near", [(1_050, 0.9)]), ("best", [(1_000, 1)]),
    ]).recommendation
    #expect(found.strategy == "best")
    #expect(found.missed.map(\.metric) == [Self.freeze])
    #expect(Set(found.rejections.map(\.strategy)) == ["naive", "near"])
  }

  @Test func theWorstVariantCounts() throws {
    let found = try Self.results([
      ("naive", [(10, 1), (900, 1)]), ("complex", [(200, 1), (240, 1)]),
    ]).recommendation
    #expect(found.strategy == "complex")
    #expect(found.values.map(\.value) == [240, 1])
  }

  @Test func aBrokenOrTerminatedStrategyIsNotTaken() throws {
    let found = try Self.results(
      [
        ("naive", [(1, 1), nil]), ("ended", [(1, 1), (1, 1)]), ("alive", [(2, 1), (2, 1)]),
      ], terminated: ["ended"]
    ).recommendation
    #expect(found.strategy == "alive")
    #expect(found.rejections.map(\.strategy) == ["naive", "ended"])
    #expect(found.rejections.last?.reason == .terminated)
  }

  @Test func theRequirementComesFirst() throws {
    let requirement = ResultRequirement(metric: Self.found, fraction: nil, summary: "find all")
    let found = try Self.results(
      [("naive", [(900, 1)]), ("lossy", [(1, 0.99)])], requirement: requirement
    ).recommendation
    #expect(found.strategy == "naive")
    #expect(found.missed.map(\.metric) == [Self.freeze])
    #expect(found.rejections[0].reason == .belowRequirement(Self.found, value: 0.99))
  }

  @Test func aMissingNumberIsNoPass() throws {
    let found = try Self.results([("naive", [(1, nil)]), ("complex", [(1, 0.2)])]).recommendation
    #expect(found.strategy == "complex" && found.state == .leads)
    let why = "found of naive is not available: no hit"
    #expect(found.rejections[0].reason == .notAvailable(Self.found, reason: why))
    // Where nobody has a number, nothing is decided.
    let open = try Self.results([("naive", [(1, nil)]), ("complex", [(1, nil)])]).recommendation
    #expect(open.state == .notDecided(reason: why))
    #expect(open.reaching.isEmpty)
    #expect(open.values.map(\.criterion.metric) == [Self.freeze])
  }

  @Test func aRequirementWithoutANumberIsNoPass() throws {
    let requirement = ResultRequirement(metric: Self.found, fraction: nil, summary: "find all")
    let found = try Self.results(
      [("naive", [(1, nil)]), ("complex", [(1, 1)])],
      criteria: [Criterion(Self.freeze, .atMost(250), source: "a guide")],
      requirement: requirement
    ).recommendation
    #expect(found.strategy == "complex")
    let open = try Self.results(
      [("naive", [(1, nil)])],
      criteria: [Criterion(Self.freeze, .atMost(250), source: "a guide")],
      requirement: requirement
    ).recommendation
    #expect(open.isUndecided)
  }

  /// A frozen map also shows too few pins: the freeze is the fault.
  @Test func theReasonIsTheFaultAndNotItsShadow() throws {
    let requirement = ResultRequirement(metric: Self.found, fraction: 0.9, summary: "find most")
    let found = try Self.results(
      [("naive", [(727, 0.5)]), ("good", [(10, 1)])], requirement: requirement
    ).recommendation
    #expect(Self.missedFreeze(found.rejections[0]) == 727)
  }

  // MARK: - The state

  private static let three = results([
    ("naive", [(900, 1)]), ("simple", [(200, 1)]), ("complex", [(10, 1)]),
  ])

  private static func state(
    _ results: ScenarioResults, draws reached: [String: Int]
  ) throws -> (Recommendation.State, String) {
    let drawn = DrawnCriteria([CriteriaStep(draws: DrawTally(count: 20, reached: reached))])
    let found = try #require(Recommendation(results, size: 10, drawn: drawn))
    return (found.state, found.strategy)
  }

  private static let split = ParameterSplit(
    parameter: .createMarkerView, value: 60, unit: .microseconds, below: "simple", above: "complex",
    isBelow: false)

  @Test(arguments: [
    (["simple": 20, "complex": 20], Recommendation.State.either, "simple"),
    (["simple": 16, "complex": 20], .either, "simple"),
    // Of equals the one that rests on less.
    (["simple": 15, "complex": 20], .take, "complex"),
    (["simple": 15, "complex": 14], .open, "simple"),
    (["simple": 9, "complex": 15], .open, "complex"),
    ([:], .open, "simple"),
    // What misses a criterion with the profile's values is not taken, whatever the draws.
    (["naive": 20, "simple": 3, "complex": 4], .open, "complex"),
  ]) func drawsDecideBetweenThoseThatReachAll(
    reached: [String: Int], state: Recommendation.State, strategy: String
  ) throws {
    let found = try Self.state(Self.three, draws: reached)
    #expect(found.0 == state && found.1 == strategy)
  }

  /// A parameter decides only where no strategy is firm.
  @Test(arguments: [
    (5, Recommendation.State.depends(split), "complex"), (16, .take, "simple"),
  ]) func aParameterDecidesWhereNoStrategyIsFirm(
    simple: Int, state: Recommendation.State, strategy: String
  ) throws {
    let drawn = DrawnCriteria(
      [CriteriaStep(draws: DrawTally(count: 20, reached: ["simple": simple]))], split: Self.split)
    let found = try #require(Recommendation(Self.three, size: 10, drawn: drawn))
    #expect(found.state == state && found.strategy == strategy)
  }

  /// 80 % of the draws are not enough where they are those of a few people.
  @Test(arguments: [(7, Recommendation.State.take), (6, .open)])
  func soManyPeopleMustAgree(people: Int, state: Recommendation.State) throws {
    let step = CriteriaStep(
      draws: DrawTally(count: 32, reached: ["simple": 26]),
      people: DrawTally(count: 8, reached: ["simple": people]))
    let found = try #require(
      Recommendation(Self.three, size: 10, drawn: DrawnCriteria([step])))
    #expect(found.state == state && found.strategy == "simple")
  }

  /// Where one of eight people is on the other side of the line, more are asked.
  @Test(arguments: [(8, 8, true), (7, 8, false), (6, 8, false), (1, 8, true), (31, 32, true)])
  func sharesNearTheLineAreNotSettled(reached: Int, people: Int, isSettled: Bool) {
    let tally = DrawTally(count: people, reached: ["simple": reached])
    let drawn = DrawnCriteria([CriteriaStep(draws: tally, people: tally)])
    #expect(drawn.isSettled(among: ["simple"], of: ["simple"]) == isSettled)
    let empty = DrawTally(count: people)
    let none = DrawnCriteria([CriteriaStep(draws: empty, people: empty, none: reached)])
    #expect(none.isSettled(among: [], of: ["simple"]) == isSettled)
  }

  private static let slowerPhones: [(steps: [(Double, [String: Int])], String, Double)] = [
    ([(2, ["simple": 20, "complex": 20])], "simple", 2),
    ([(2, ["simple": 15, "complex": 16])], "complex", 2),
    ([(2, ["simple": 15, "complex": 15])], "simple", 1),
    ([(2, ["simple": 20, "complex": 20]), (4, ["complex": 20])], "complex", 4),
    // Good enough again on slower phones is no reach.
    ([(2, ["complex": 15]), (4, ["complex": 20])], "simple", 1),
  ]

  /// The one that is good enough on the slowest phones, and of several the simplest.
  @Test(arguments: slowerPhones)
  func slowerPhonesDecideBetweenThoseThatAreGoodEnough(
    slower: [(Double, [String: Int])], strategy: String, slowness: Double
  ) throws {
    let drawn = DrawnCriteria(
      [CriteriaStep(draws: DrawTally(count: 20, reached: ["simple": 20, "complex": 20]))]
        + slower.map { CriteriaStep(slowness: $0, draws: DrawTally(count: 20, reached: $1)) })
    let found = try #require(Recommendation(Self.three, size: 10, drawn: drawn))
    #expect(found.isTaken && found.strategy == strategy)
    #expect(drawn.reach(of: strategy)?.slowness == slowness)
    let simple = found.rejections.first { $0.strategy == "simple" }?.reason
    #expect(
      strategy == "simple"
        ? simple == nil : simple == .onFasterPhones(drawn.reach(of: "simple")?.slowness ?? 0))
  }

  @Test func withoutDrawsTheSimplestLeadsAndIsNotTaken() throws {
    let found = try Self.three.recommendation
    #expect(found.state == .leads && found.drawn == nil && !found.isTaken)
  }

  @Test func whereNoneReachesAllTheNearestIsNotTaken() throws {
    let none = Self.results([("naive", [(2_000, 1)]), ("best", [(1_000, 1)])])
    let found = try none.recommendation
    #expect(found.state == .noneGoodEnough && found.strategy == "best" && !found.isTaken)
    // Where none does in 80 % of the draws, it stays so; else it is open.
    for (count, state) in [(16, Recommendation.State.noneGoodEnough), (15, .open)] {
      let drawn = DrawnCriteria([
        CriteriaStep(
          draws: DrawTally(count: 20, reached: ["best": 20 - count], nearest: ["naive": 10]),
          none: count)
      ])
      #expect(Recommendation(none, size: 10, drawn: drawn)?.state == state)
    }
  }

  /// Which one is one question, whether it is enough another: the nearest is to take where it is so in
  /// 80 % of the draws, and as good as others only where they are.
  @Test(
    arguments: [
      (["simple": 16, "complex": 12], Recommendation.State.nearest, "simple", []),
      (["simple": 16, "complex": 17], .nearest, "simple", ["complex"]),
      (["simple": 15, "complex": 15], .open, "simple", ["complex"]),
    ] as [([String: Int], Recommendation.State, String, [String])])
  func theNearestIsToTakeThoughNotAlwaysGoodEnough(
    nearest: [String: Int], state: Recommendation.State, strategy: String, others: [String]
  ) throws {
    let tally = DrawTally(count: 20, reached: ["simple": 10, "complex": 10], nearest: nearest)
    let found = try #require(
      Recommendation(
        Self.three, size: 10, drawn: DrawnCriteria([CriteriaStep(draws: tally, none: 8)])))
    #expect(found.state == state && found.strategy == strategy && found.others == others)
    #expect(found.isTaken == (state == .nearest) && found.goodEnoughUpTo == nil)
  }

  /// What misses a criterion with the profile's values alone is no worse for that.
  @Test func theDrawsOutweighTheProfile() throws {
    let none = Self.results([("naive", [(2_000, 1)]), ("best", [(1_000, 1)])])
    let tally = DrawTally(count: 20, reached: ["best": 18])
    let found = try #require(
      Recommendation(none, size: 10, drawn: DrawnCriteria([CriteriaStep(draws: tally, none: 2)])))
    #expect(found.state == .take && found.strategy == "best" && found.missed.count == 1)
    #expect(found.goodEnoughUpTo?.slowness == 1)
  }

  /// What reaches all with the profile's values and seldom in the draws is not as good.
  @Test func aStrategyThatReachesAllInFewerDrawsIsSortedOut() throws {
    let found = try #require(
      Recommendation(
        Self.three, size: 10,
        drawn: DrawnCriteria([
          CriteriaStep(draws: DrawTally(count: 20, reached: ["simple": 4, "complex": 20]))
        ])))
    #expect(found.state == .take && found.strategy == "complex")
    #expect(found.others.isEmpty)
    #expect(found.rejections.map(\.strategy) == ["naive", "simple"])
    #expect(found.rejections.last?.reason == .rarer(0.2))
  }

  @Test func aComparisonRecommendsNothing() throws {
    func compared(_ plain: ScenarioResults) throws -> Recommendation {
      try ScenarioResults(
        scenario: ScenarioDescription(
          name: "s", naive: plain.scenario.naive, fingerprint: nil, seeds: [],
          metrics: plain.scenario.metrics, family: plain.scenario.family, answer: .comparison),
        cases: plain.cases
      ).recommendation
    }
    let found = try compared(Self.three)
    #expect(found.state == .comparesOnly && !found.isTaken)
    // A number that is missing is no pass here either.
    let open = try compared(Self.results([("naive", [(1, nil)]), ("complex", [(1, nil)])]))
    #expect(open.isUndecided && open.reaching.isEmpty)
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

extension ScenarioResults {
  fileprivate var recommendation: Recommendation {
    get throws { try #require(Recommendation(self, size: 10)) }
  }
}
