import Answers
import Harness
import Platform
import ScenarioModel
import Simulation
import TestSupport
import Testing

/// The text of an answer, at the sizes for which there is one.
@Suite struct AdviceTests {
  /// Up to 200 pins the hitches are within the bound, and the overlap decides.
  @Test func sizesWithAnotherReasonHaveARowOfTheirOwn() throws {
    let scenario = try #require(
      ReportFixture(sizes: "[100, 200, 1000, 10000]").results().scenarios.first)
    let advice = scenario.advice(scenario.recommendations())
    try #require(advice.map(\.load) == ["100 to 200 pins", "1,000 to 10,000 pins"])
    #expect(advice.allSatisfy { $0.strategy == "hierarchical-clusters" })
    #expect(
      advice[0].reason == "all-pins: marker overlap 50.0 % (modelled; wanted: at most 25.0 %)")
    #expect(advice[1].reason.hasPrefix("all-pins: added hitch time ratio 20 ms/s to 200 ms/s "))
  }

  @Test(arguments: [
    (0.245, "just met: marker overlap 24.5 % (modelled; wanted: at most 25.0 %)" as String?),
    (0.23, nil),
  ]) func aBoundThatIsJustMetIsMentioned(overlap: Double, text: String?) throws {
    let fixture = ReportFixture(sizes: "[1000]").setting(
      ["marker-overlap": .number(overlap)], of: "hierarchical-clusters")
    let scenario = try #require(try fixture.results().scenarios.first)
    let advice = try #require(scenario.advice(scenario.recommendations()).last)
    #expect(advice.strategy == "hierarchical-clusters" && advice.justMet == text)
  }

  /// Of 10,000 pins the naive strategy misses the hitches, the first criterion that it does not reach.
  @Test func theConsequenceIsThatOfTheFirstCriterionMissed() throws {
    let scenario = try #require(ReportFixture(sizes: "[10000]").results().scenarios.first)
    let advice = try #require(scenario.advice(scenario.recommendations()).last)
    let decision = try #require(advice.decision)
    #expect(decision.metric.name == "added-hitch-time-ratio")
    #expect(decision.value == 2 && decision.naive == 200)
    #expect(
      advice.consequence
        == "With all pins at once, movements lose 200 ms/s more to late frames than an empty map "
        + "(modelled)")
    #expect(
      advice.outcome
        == "with hierarchical clusters, movements lose 2 ms/s more to late frames than an empty map "
        + "(modelled)")
  }

  @Test func withoutAResultOfTheNaiveStrategyThatIsTheConsequence() throws {
    let results = try ReportFixture(sizes: "[1000]").replacing("all-pins", .timedOut(seconds: 3))
      .results()
    let scenario = try #require(results.scenarios.first)
    let advice = try #require(scenario.advice(scenario.recommendations()).last)
    #expect(
      advice.consequence?.hasSuffix(" there is no result: timed out after 3 s (trial 1)") == true)
    #expect(advice.outcome == nil)
  }

  private func advice(_ drawn: DrawnCriteria) throws -> Advice {
    let scenario = try #require(ReportFixture(sizes: "[1000]").results().scenarios.first)
    return try #require(scenario.advice(scenario.recommendations(drawn: [1_000: drawn])).last)
  }

  /// With 15 of 32 draws for the simpler strategy and 20 for the other none is taken.
  @Test func anOpenAnswerNamesTheLeastWorstAndHowWrongItCanBe() throws {
    let found = try advice(
      DrawnCriteria([
        CriteriaStep(
          draws: DrawTally(
            count: 32, reached: ["visible-region-scan": 15, "hierarchical-clusters": 20]),
          people: DrawTally(count: 8, reached: ["hierarchical-clusters": 5]),
          shortfalls: [
            "hierarchical-clusters": DrawnShortfall(
              metric: "longest-freeze", draws: 12, median: 3e8, worst: 4e8)
          ])
      ]))
    #expect(found.recommendation.holdingDraws.map { [$0.count, $0.of] } == [20, 32])
    #expect(
      found.sentence == "1,000 pins: open; the least worst is hierarchical-clusters, which reaches "
        + "all criteria in 20 of 32 draws, 5 of 8 people")
    #expect(
      found.doubt
        == "in the other draws, longest freeze 300 ms, at worst 400 ms (modelled; wanted: at most "
        + "250 ms)")
  }

  /// The text says both that the best one is known and that it may not be good enough.
  @Test func theNearestIsTakenAndNotAlwaysGoodEnough() throws {
    let found = try advice(
      DrawnCriteria([
        CriteriaStep(
          draws: DrawTally(
            count: 32, reached: ["hierarchical-clusters": 20],
            nearest: ["hierarchical-clusters": 30]),
          none: 12,
          shortfalls: [
            "hierarchical-clusters": DrawnShortfall(
              metric: "longest-freeze", draws: 12, median: 3e8, worst: 4e8)
          ])
      ]))
    #expect(found.sentence == "1,000 pins: take hierarchical-clusters; not always good enough")
    #expect(found.labelled("it") == "it, not always good enough" && found.doubt == nil)
    #expect(found.recommendation.drawsLabel == "30 of 32 draws")
    #expect(
      found.goodEnough(found.recommendation)
        == "not always good enough: on phones as fast as the profile, it reaches all criteria in "
        + "20 of 32 draws; in the other draws, longest freeze 300 ms, at worst 400 ms (modelled; "
        + "wanted: at most 250 ms), but no other strategy comes closer")
  }

  @Test func anAnswerThatDependsNamesTheParameterAndBothSides() throws {
    func found(below: String?, above: String?) throws -> Advice {
      try advice(
        DrawnCriteria(
          [CriteriaStep(draws: DrawTally(count: 32, reached: ["hierarchical-clusters": 20]))],
          split: ParameterSplit(
            parameter: .createMarkerView, value: 60, unit: .microseconds, below: below,
            above: above,
            isBelow: true)))
    }
    #expect(
      try found(below: "hierarchical-clusters", above: nil).sentence
        == "1,000 pins: depends on create-marker-view: hierarchical-clusters up to 60 us, none is "
        + "good enough above")
    #expect(
      try found(below: nil, above: "hierarchical-clusters").strategy == "hierarchical-clusters")
  }

  /// The advice says in words what is unknown of the platform, on both sides and as the condition
  /// of a strategy.
  @Test func aChoiceHasWords() throws {
    let words = try #require(ProfileParameter.Name.clustersAtRest.choice)
    let split = ParameterSplit(
      parameter: .clustersAtRest, value: 0.5, unit: .choice, below: "hierarchical-clusters",
      above: nil, isBelow: true)
    let depends = try advice(
      DrawnCriteria(
        [CriteriaStep(draws: DrawTally(count: 32, reached: ["hierarchical-clusters": 20]))],
        split: split))
    #expect(
      depends.sentence == "1,000 pins: depends on clusters-at-rest: hierarchical-clusters if "
        + "\(words.off), none is good enough if \(words.on)")
    #expect(split.advice.hasPrefix("How to find out: \(words.test), "))
    func choice(_ isOn: Bool, _ simple: Int) -> ChoiceCount {
      ChoiceCount(
        parameter: .clustersAtRest, isOn: isOn,
        draws: DrawTally(count: 16, reached: ["simple": simple, "complex": 16]))
    }
    let taken = try comparison(
      DrawnCriteria([
        CriteriaStep(
          draws: DrawTally(count: 32, reached: ["simple": 28, "complex": 32]),
          choices: [choice(false, 12), choice(true, 16)])
      ]))
    #expect(taken.strategy == "complex" && taken.recommendation.state == .take)
    #expect(
      taken.refused == [
        "simple: it reaches all criteria in only 28 of 32 draws; it would be good enough if "
          + words.on
      ])
  }

  /// A strategy that reaches the first criterion, and one that does not and is better by the second.
  private func traded(naiveEnds: Bool = false) throws -> Advice {
    let found = Metric("found", .fraction, .modelled, .higherIsBetter, "The found.")
    let fitting = Metric("fitting", .fraction, .modelled, .higherIsBetter, "The fitting.")
    let requests = Metric("requests", .count, .counted, .lowerIsBetter, "The requests.")
    return try advice(
      [found, fitting, requests],
      of: [
        ("naive", naiveEnds ? nil : [0.5, 0.2, 1]), ("taken", [0.95, 0.29, 9]),
        ("other", [0.85, 0.83, 9]),
      ], criteria: [found, fitting].map { Criterion($0, .nearBest(0.05), source: "a guide") },
      DrawnCriteria([CriteriaStep(draws: DrawTally(count: 32, reached: ["taken": 32]))]))
  }

  /// The answer for 20 pins, from the values of the metrics by strategy; a replay without values
  /// timed out.
  private func advice(
    _ metrics: [Metric], of strategies: [(String, [Double]?)], criteria: [Criterion],
    _ drawn: DrawnCriteria
  ) throws -> Advice {
    let scenario = ScenarioResults(
      metrics, of: strategies.map { ($0, [$1]) }, headlines: metrics, criteria: criteria,
      sizes: [20])
    return try #require(scenario.advice(scenario.recommendations(drawn: [20: drawn])).last)
  }

  /// The criterion that a strategy gives up in a trade gets no tick: both ends are named.
  @Test func aTradeNamesBothEnds() throws {
    let advice = try traded()
    #expect(advice.strategy == "taken")
    #expect(
      advice.trade
        == "a trade-off: found is 95.0 % and fitting is 29.0 %; with other, they are 85.0 % and 83.0 % "
        + "(modelled)")
    let fitting = try #require(advice.recommendation.values.last?.criterion)
    func reaches(_ strategy: String, _ value: Double) -> Bool? {
      advice.recommendation.reaches(fitting, strategy, value: value, best: 0.83)
    }
    #expect(reaches("taken", 0.29) == nil && reaches("other", 0.83) == true)
    #expect(reaches("naive", 0.2) == false)
  }

  /// The time of a job is no cost in comparison with an app that did not do it.
  @Test func aCostAgainstAnAppThatEndedIsNone() throws {
    #expect(try traded().differences(isBetter: false) == ["requests 9 instead of 1 (counted)"])
    #expect(try traded(naiveEnds: true).differences(isBetter: false) == [])
  }

  /// The answer where two of three strategies reach the criterion.
  private func comparison(_ drawn: DrawnCriteria) throws -> Advice {
    let memory = Metric("memory", .bytes, .modelled, .lowerIsBetter, "The memory.")
    return try advice(
      [memory], of: [("naive", [3e6]), ("simple", [2e6]), ("complex", [1e6])],
      criteria: [Criterion(memory, .atMost(2e6), source: "a guide")], drawn)
  }

  @Test func whereSeveralWillDoTheSimplestIsTakenAndTheOthersAreCompared() throws {
    let found = try comparison(
      DrawnCriteria([
        CriteriaStep(draws: DrawTally(count: 32, reached: ["simple": 30, "complex": 32]))
      ]))
    #expect(found.sentence == "20 pins: take simple, the simplest; complex will do too")
    #expect(
      found.alternatives == [
        "will do too: complex, with memory 1.00 MB instead of 2.00 MB (modelled)"
      ])
  }

  /// The answer names the phones for which it holds.
  @Test func slowerPhonesDecideAndAreNamed() throws {
    func found(_ slower: [CriteriaStep]) throws -> Advice {
      try advice(
        DrawnCriteria(
          [CriteriaStep(draws: DrawTally(count: 32, reached: ["hierarchical-clusters": 32]))]
            + slower))
    }
    let alone = try found([])
    #expect(alone.goodEnough(alone.recommendation) == nil)
    let slow = try found([
      CriteriaStep(
        slowness: 2, draws: DrawTally(count: 32, reached: ["hierarchical-clusters": 30])),
      CriteriaStep(
        slowness: 4,
        draws: DrawTally(
          count: 8, reached: ["hierarchical-clusters": 3],
          nearest: ["hierarchical-clusters": 7, "visible-region-scan": 2])),
    ])
    #expect(slow.strategy == "hierarchical-clusters")
    #expect(
      slow.goodEnough(slow.recommendation)
        == "good enough on phones up to 2 times as slow as the "
        + "profile (30 of 32 draws); on phones 4 times as slow, it reaches all criteria in 3 of 8 "
        + "draws, but no other strategy comes closer")
  }

  @Test func onePinIsNoPins() throws {
    let scenario = try #require(ReportFixture(sizes: "[1000]").results().scenarios.first).scenario
    #expect(scenario.load(1) == "1 pin" && scenario.load(2_000) == "2,000 pins")
  }
}
