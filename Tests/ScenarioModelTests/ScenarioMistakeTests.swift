import AnnotationFamilies
import Families
import PlatformProfiles
import ScenarioModel
import TestSupport
import Testing
import YAMLReading

/// Every mistake in a scenario file is found where it stands, and nothing is run.
@Suite struct ScenarioMistakeTests {
  private static let strategies = Family.annotations.strategies.map(\.name)
  private static let topLevelKeys = [
    "scenario", "title", "family", "source", "naive", "strategies", "sizes", "trials",
    "thresholds", "limits", "claims", "tolerances", "order", "min-seen", "size-label", "answer",
    "data", "device", "camera",
  ]

  private typealias Mistake = ScenarioMistake

  @Test("a mistake in one line", arguments: unknownNames + wrongTypes + impossibleValues)
  func mistake(_ mistake: ScenarioMistake) throws {
    #expect(try mistake.found { ScenarioText.replacing($0, by: $1) } == mistake.problem)
  }

  @Test(
    "a key that must be there", arguments: ["scenario", "title", "family", "naive", "strategies"])
  func missingKey(_ key: String) throws {
    #expect(
      try MarkedText("§" + ScenarioText.replacing(key, by: nil)).scenarioProblem()
        == .missingKey(key, in: "the file"))
  }

  @Test func messagesNameFilePlaceAndTheNearestName() {
    let text = ScenarioText.replacing(
      "strategies", by: "strategies: [all-pins, gird-clusters]")
    #expect {
      try Scenario(text: text)
    } throws: { error in
      "\(error)".hasPrefix(
        "sample.yaml:9:24: error: there is no strategy in the family annotations "
          + "'gird-clusters'; did you mean 'grid-clusters'? (known: all-pins, ")
    }
  }

  private static let aProfile = "profile (or profile file ending in .yaml)"

  private static let unknownNames: [ScenarioMistake] = [
    Mistake("§titel: x", unknown: "titel", in: "the file", known: topLevelKeys),
    Mistake(
      "family: §anotations",
      .unknownName("anotations", what: "family", known: FamilyRegistry.standard.names)),
    Mistake(
      "answer: §comparision",
      .unknownName("comparision", what: "answer", known: ["recommendation", "comparison"])),
    Mistake(
      "strategies: [all-pins, §grid]",
      .unknownName("grid", what: "strategy in the family annotations", known: strategies)),
    Mistake(
      "naive: §native-clusters",
      .unknownName(
        "native-clusters", what: "strategy in this scenario",
        known: ["all-pins", "grid-clusters", "hierarchical-clusters"])),
    Mistake(
      "device: { viewport: [200, 400], profile: [slow-device, §iphone] }",
      .unknownName("iphone", what: aProfile, known: PlatformProfile.builtInNames)),
    Mistake(
      "device: { viewport: [200, 400], profile: §iphone }",
      .unknownName("iphone", what: aProfile, known: PlatformProfile.builtInNames)),
  ]

  private static let aList = "a list of at least one element"

  private static let wrongTypes: [ScenarioMistake] = [
    Mistake("scenario: §[a]", "scenario", isNo: "text", found: "a list"),
    Mistake("size-label: §[a]", "size-label", isNo: "text", found: "a list"),
    Mistake("title: §''", "title", isNo: "text", found: "nothing"),
    Mistake("strategies: §all-pins", "strategies", isNo: aList, found: "'all-pins'"),
    Mistake("strategies: §[]", "strategies", isNo: aList, found: "a list"),
    Mistake("sizes: §100", "sizes", isNo: aList, found: "'100'"),
    Mistake("sizes: [100, §many]", "sizes", isNo: "a whole number", found: "'many'"),
    Mistake(
      "device: { viewport: [200, 400], refresh: §[], profile: iphone-simulator }", "refresh",
      isNo: aList, found: "a list"),
    Mistake(
      "device: { viewport: [200, 400], profile: §[] }", "profile", isNo: aList, found: "a list"),
    Mistake("trials: §2.5", "trials", isNo: "a whole number", found: "'2.5'"),
    Mistake(
      "device: { viewport: [200, §wide], profile: iphone-simulator }", "viewport",
      isNo: "a whole number", found: "'wide'"),
    Mistake("thresholds: §[a]", "thresholds", isNo: "a mapping of keys", found: "a list"),
    Mistake("limits: §none", "limits", isNo: aList, found: "'none'"),
    Mistake("limits: [§a]", "limits", isNo: "a mapping of keys", found: "'a'"),
    Mistake("claims: §none", "claims", isNo: aList, found: "'none'"),
    Mistake("claims: [§a]", "claims", isNo: "a mapping of keys", found: "'a'"),
  ]

  private static func invalid(
    _ line: String, _ name: String, _ expected: String, found: String
  ) -> ScenarioMistake {
    Mistake(line, .invalidValue(of: name, expected: expected, found: found))
  }

  private static func unusable(_ label: String) -> ScenarioMistake {
    invalid(
      "size-label: §\(label)", "size-label",
      "what the sizes count, in the plural, such as kilometres: at most 40 characters",
      found: "'\(label)'")
  }

  private static let impossibleValues: [ScenarioMistake] = [
    Mistake("sizes: [10, §-10]", "sizes", in: 1...100_000_000, found: "-10"),
    invalid("sizes: [1_000, §1000]", "sizes", "every size once", found: "'1000'"),
    invalid(
      "strategies: [all-pins, §all-pins]", "strategies", "every strategy once",
      found: "'all-pins'"),
    invalid(
      "limits: [{ bound: §hanging-frames == 1, source: a }]", "bound",
      "a metric, one of <= >= < >, and a value", found: "'hanging-frames == 1'"),
    invalid(
      "limits: [{ bound: §hitch-time-ratio <= 10 MB, source: a }]", "bound",
      "a number, with or without ms/s for hitch-time-ratio", found: "'hitch-time-ratio <= 10 MB'"),
    invalid(
      "limits: [{ bound: hitch-time-ratio <= 1, source: a }, "
        + "§{ bound: hitch-time-ratio <= 1, source: b }]",
      "limits", "every limit once", found: "a mapping of keys"),
    Mistake("limits: [§{ bound: hitch-time-ratio <= 10 }]", missing: "source", in: "limits"),
    Mistake("trials: §-1", "trials", in: 0...1_000, found: "-1"),
    Mistake("trials: §1_001", "trials", in: 0...1_000, found: "1_001"),
    invalid(
      "device: { viewport: [200, 400], refresh: [60, §60.0], profile: iphone-simulator }",
      "refresh", "every refresh rate once", found: "'60.0'"),
    invalid(
      "device: { viewport: [200, 400], refresh: [60, §5], profile: iphone-simulator }",
      "refresh", "a number from 10.0 to 240.0", found: "'5'"),
    invalid(
      "device: { viewport: [200, 400], refresh: §500, profile: iphone-simulator }",
      "refresh", "a number from 10.0 to 240.0", found: "'500'"),
    invalid(
      "device: { viewport: [200, 400], profile: [slow-device, §slow-device] }",
      "profile", "profiles with different names, not 'slow-device' twice", found: "'slow-device'"),
    // The default camera is in frames.
    invalid(
      "camera: { trace: fling, frames: 60, seconds: §1 }",
      "seconds", "'frames' or 'seconds', not both", found: "'1'"),
    Mistake(
      "device: { viewport: [§20, 400], profile: iphone-simulator }", "viewport", in: 50...4_000,
      found: "20"),
    invalid(
      "device: { viewport: §[200], profile: iphone-simulator }",
      "viewport", "a width and a height in points: [393, 852]", found: "a list"),
    Mistake("data: §{ pins: 5 }", missing: "generator", in: "data"),
    Mistake("data: §{ generator: line }", missing: "pins", in: "data"),
    Mistake("camera: §{ frames: 5 }", missing: "trace", in: "camera"),
    invalid(
      "data: { file: a.csv, generator: §cities }", "generator",
      "either 'file' or 'generator' with 'pins' and 'seed'", found: "'cities'"),
    invalid(
      "data: { file: a.csv, pins: §5 }", "pins",
      "either 'file' or 'generator' with 'pins' and 'seed'", found: "'5'"),
    invalid(
      "camera: { file: a.jsonl, trace: §fling }", "trace",
      "either 'file' or 'trace' with 'frames' or 'seconds' and 'seed'", found: "'fling'"),
    // A label follows a number in a sentence.
    unusable("Kilometres"), unusable("kilometres."), unusable("12"),
    // The name becomes part of file names.
    invalid(
      "scenario: §../escape", "scenario", "lower case words joined by hyphens",
      found: "'../escape'"),
  ]
}
