import Harness
import Reporting
import ScenarioModel
import Testing

/// What an answer says, at the sizes at which it is one.
@Suite struct AdviceTests {
  /// Up to 200 pins the hitches are within the bound, and the overlap decides.
  @Test func sizesWithAnotherReasonHaveARowOfTheirOwn() throws {
    let scenario = try #require(
      ReportFixture(sizes: "[100, 200, 1000, 10000]").results().scenarios.first)
    let advice = scenario.advice(scenario.recommendations())
    try #require(advice.map(\.load) == ["100 to 200 pins", "1,000 to 10,000 pins"])
    #expect(advice.allSatisfy { $0.strategy == "hierarchical-clusters" })
    #expect(advice[0].reason == "all-pins: marker overlap 50.0 % (wanted: at most 25.0 %)")
    #expect(advice[1].reason.hasPrefix("all-pins: added hitch time ratio 20 ms/s to 200 ms/s "))
  }

  @Test(arguments: [
    (0.245, "just met: marker overlap 24.5 % (wanted: at most 25.0 %)" as String?), (0.23, nil),
  ]) func aBoundThatIsJustMetIsSaid(overlap: Double, text: String?) throws {
    let plain = ReportFixture(sizes: "[1000]")
    let fixture = ReportFixture(sizes: "[1000]") { key in
      guard key.kind == .inspection, key.scenarioCase.strategy == "hierarchical-clusters"
      else { return nil }
      return TrialRecord(
        key: key, status: .completed,
        values: plain.record(key).values.map {
          $0.name == "marker-overlap" ? NamedValue($0.name, .number(overlap)) : $0
        })
    }
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
        == "With all pins at once movements lose 200 ms/s more to late frames than an empty map "
        + "(modelled)")
    #expect(
      advice.outcome
        == "with hierarchical clusters movements lose 2 ms/s more to late frames than an empty map "
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

  /// With 15 of 32 draws for the simpler strategy and 20 for the other none is taken.
  @Test func aTossUpNamesBothStrategiesAndTheDraws() throws {
    let scenario = try #require(ReportFixture(sizes: "[1000]").results().scenarios.first)
    let drawn = DrawnCriteria(
      draws: 32, reached: ["visible-region-scan": 15, "hierarchical-clusters": 20])
    let answers = scenario.recommendations(drawn: [1_000: drawn])
    let advice = try #require(scenario.advice(answers).last)
    #expect(answers.last?.plausible.map { [$0.reached, $0.of] } == [20, 32])
    #expect(
      advice.sentence
        == "1,000 pins: toss-up: visible-region-scan or hierarchical-clusters; "
        + "hierarchical-clusters reaches all criteria in 20 of 32 plausible phones")
  }

  @Test func onePinIsNoPins() throws {
    let scenario = try #require(ReportFixture(sizes: "[1000]").results().scenarios.first).scenario
    #expect(scenario.load(1) == "1 pin" && scenario.load(2_000) == "2,000 pins")
  }
}
