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
    #expect(advice[0].reason == "all-pins: marker-overlap 50.0 % (wanted: at most 25.0 %)")
    #expect(advice[1].reason.hasPrefix("all-pins: added-hitch-time-ratio 20 ms/s to 200 ms/s "))
  }

  @Test(arguments: [
    (0.245, "just met: marker-overlap 24.5 % (wanted: at most 25.0 %)" as String?), (0.23, nil),
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
}
