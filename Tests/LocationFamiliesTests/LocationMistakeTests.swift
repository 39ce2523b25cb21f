import Families
import ScenarioModel
import TestSupport
import Testing
import YAMLReading

/// Every mistake in a scenario about the location is found where it stands.
@Suite struct LocationMistakeTests {
  private typealias Mistake = ScenarioMistake

  private static func text(_ key: String, _ line: String) -> String {
    let lines = [
      "scenario: sample", "title: A sample", "family: location-authorization",
      "people: { seed: 5 }", "map: { prompting: never }", "app: { purpose-string: true }",
      "platform: { profile: iphone-simulator, seed: 3 }", "naive: implicit",
      "strategies: [implicit, ask-again]",
    ]
    return lines.map { $0.hasPrefix(key + ":") ? line : $0 }.joined(separator: "\n")
  }

  @Test(arguments: mistakes)
  func mistake(_ mistake: ScenarioMistake) throws {
    #expect(try mistake.found { Self.text($0, $1) } == mistake.problem)
  }

  private static let mistakes: [ScenarioMistake] = [
    Mistake("people: §many", "people", isNo: "a mapping of keys", found: "'many'"),
    Mistake("people: { §counts: 5 }", unknown: "counts", in: "people", known: ["count", "seed"]),
    Mistake("people: { count: §0 }", "count", in: 1...100_000, found: "0"),
    Mistake("people: { seed: §-1 }", "seed", in: 0 ... .max, found: "-1"),
    Mistake(
      "map: { prompting: §sometimes }",
      .unknownName(
        "sometimes", what: "prompting", known: ["never", "at-display", "at-button"])),
    Mistake(
      "map: { prompting: [never, §never] }",
      .invalidValue(of: "prompting", expected: "each value once", found: "'never'")),
    Mistake("map: { §prompt: never }", unknown: "prompt", in: "map", known: ["prompting"]),
    Mistake(
      "app: { purpose-string: §2 }",
      .invalidValue(of: "purpose-string", expected: "true or false", found: "'2'")),
    Mistake("platform: §{ seed: 3 }", missing: "profile", in: "platform"),
    Mistake(
      "platform: { profile: iphone-simulator, §failures: 0 }", unknown: "failures",
      in: "platform", known: ["profile", "seed"]),
  ]
}
