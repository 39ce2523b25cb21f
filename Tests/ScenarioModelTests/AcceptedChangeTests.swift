import ScenarioModel
import Support
import TestSupport
import Testing

/// The file of the changes that a project accepts.
@Suite struct AcceptedChangeTests {
  private static func read(
    _ text: String, names: [String]? = nil
  ) throws -> [AcceptedChange] {
    try AcceptedChange.changes(
      yaml: text, file: "a.yaml", scenarios: [Scenario(text: ScenarioText.replacing([:]))],
      names: names)
  }

  private static let end = "reason: a new layer, until: 2026-12-31 }"
  private static let good =
    "- { case: sample 100 all-pins, metric: views-created, from: 5, to: 1_000, \(end)\n"

  @Test func anEntryKnowsItsPlace() throws {
    let change = try #require(try Self.read("# why\n\n" + Self.good).first)
    #expect(change.place == "a.yaml:3")
    #expect(change.scenario == "sample")
    #expect([change.from, change.to, change.reason] == ["5", "1_000", "a new layer"])
    #expect(try Self.read("# nothing yet\n\n").isEmpty)
  }

  @Test func aScenarioTakesItsOwn() throws {
    let other = Self.good.replacing("sample", with: "other")
    let scenario = try Scenario(text: ScenarioText.replacing([:]))
    let changes = try Self.read(Self.good + other)
    #expect(changes.count == 2)
    #expect(scenario.accepting(changes).acceptedChanges == [changes[0]])
    let description = ScenarioDescription(scenario.accepting(changes))
    #expect(description.identity.acceptedChanges == [changes[0]])
  }

  @Test(
    arguments: markedMistakes([
      "- { case: §sample 100 all-pin, metric: views-created, from: 5, to: 6, \(end)":
        "did you mean 'sample 100 all-pins'?",
      "- { case: §sampel 100 all-pins, metric: views-created, from: 5, to: 6, \(end)":
        "there is no scenario 'sampel'; did you mean 'sample'?",
      "- { case: sample 100 all-pins, metric: §view-created, from: 5, to: 6, \(end)":
        "did you mean 'views-created'?",
      "- { case: sample 100 all-pins, metric: views-created, from: §five, to: 6, \(end)":
        "from: expected a plain number, or the number in gate.json, found 'five'",
      "- { case: sample 100 all-pins, metric: peak-live-bytes, from: 1 %, to: §5, \(end)":
        "to: expected a change of the measured metric in percent, such as 2 %, found '5'",
      "- { case: sample 100 all-pins, metric: views-created, from: 5, to: 6, reason: a, "
        + "until: §2026-13-01 }": "until: expected a day, such as 2026-12-31, found '2026-13-01'",
      "- { case: sample 100 all-pins, metric: views-created, from: 5, to: 6, reason: a, "
        + "§untill: 2026-12-31 }": "did you mean 'until'?",
      "- §{ case: sample 100 all-pins, metric: views-created, from: 5, to: 6, until: 2026-12-31 }":
        "needs the key 'reason', which is missing",
      "\(good)- §\(good.dropFirst(2))": "expected every change once",
      "§case: sample 100 all-pins": "expected a list",
    ])) func aMistakeHasItsPlace(text: String, words: String) throws
  {
    let message = try MarkedText(text).message(in: "a.yaml") {
      _ = try Self.read($0, names: ["sample"])
    }
    #expect(message?.contains(words) == true, "\(message ?? "no mistake")")
  }

  // MARK: - Metrics that must not change

  private static func metrics(_ list: String) -> String {
    ScenarioText.replacing("must-not-change", by: "must-not-change: \(list)")
  }

  @Test func metricsThatMustNotChange() throws {
    let scenario = try Scenario(text: Self.metrics("[views-created, allocations]"))
    #expect(scenario.mustNotChange == ["views-created", "allocations"])
    let description = ScenarioDescription(scenario)
    #expect(description.identity.mustNotChange == scenario.mustNotChange)
    let plain = try Scenario(text: ScenarioText.replacing([:]))
    #expect(scenario.environmentText == plain.environmentText)
  }

  @Test(
    arguments: markedMistakes([
      "[views-created, §view-created]": "did you mean 'views-created'?",
      "[§peak-live-bytes]": "there is no counted or modelled metric 'peak-live-bytes'",
      "[views-created, §views-created]": "expected every metric once",
      "§views-created": "expected a list",
    ])) func whatIsNoSuchMetric(list: String, words: String) throws
  {
    let message = try MarkedText(Self.metrics(list)).scenarioMessage()
    #expect(message?.contains(words) == true, "\(message ?? "no mistake")")
  }
}
