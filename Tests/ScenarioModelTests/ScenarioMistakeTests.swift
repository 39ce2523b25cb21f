import AnnotationFamilies
import Families
import PlatformProfiles
import ScenarioModel
import TestSupport
import Testing
import YAMLReading

/// Every mistake in a scenario file is found where it stands, and nothing is run.
@Suite struct ScenarioMistakeTests {
  private static let strategies = AnnotationsFamily().strategies.map(\.name)
  private static let topLevelKeys = [
    "scenario", "title", "family", "source", "naive", "strategies", "sizes", "trials",
    "thresholds", "limits", "claims", "tolerances", "order", "min-seen", "size-label", "answer",
    "data", "device", "camera",
  ]

  /// A line that replaces the one of its key, with a `§` at the mistake, and what is wrong with it.
  struct Mistake: Sendable, CustomTestStringConvertible {
    let key: String
    let line: String
    let problem: InputError.Problem

    init(_ line: String, _ problem: InputError.Problem) {
      key = line.filter { $0 != "§" }.prefix { $0 != ":" }.description
      self.line = line
      self.problem = problem
    }

    var testDescription: String { line }
  }

  @Test("a mistake in one line", arguments: unknownNames + wrongTypes + impossibleValues)
  func mistake(_ mistake: Mistake) throws {
    let marked = MarkedText(ScenarioText.replacing(mistake.key, by: mistake.line))
    #expect(
      try marked.scenarioProblem()
        == mistake.problem)
  }

  @Test(
    "a key that must be there",
    arguments: [
      "scenario", "title", "family", "naive", "strategies", "data", "device", "camera",
    ])
  func missingKey(_ key: String) throws {
    let marked = MarkedText("§" + ScenarioText.replacing(key, by: nil))
    #expect(
      try marked.scenarioProblem()
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

  private static let unknownNames = [
    Mistake("§titel: x", .unknownKey("titel", in: "the file", known: topLevelKeys)),
    Mistake(
      "data: { generator: cities, §pinz: 5 }",
      .unknownKey(
        "pinz", in: "data",
        known: [
          "generator", "pins", "seed", "file", "sqlite", "table", "latitude", "longitude",
          "max-places",
        ])),
    Mistake(
      "device:\n  viewport: [200, 400]\n  §scales: 3\n  profile: iphone-simulator",
      .unknownKey("scales", in: "device", known: ["viewport", "scale", "refresh", "profile"])),
    Mistake(
      "camera: { §generator: fling }",
      .unknownKey("generator", in: "camera", known: ["trace", "frames", "seconds", "seed", "file"])),
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
      "data: { generator: §town, pins: 5 }",
      .unknownName(
        "town", what: "generator",
        known: [
          "cities", "city", "uniform", "line", "identical", "antimeridian", "poland", "warsaw",
        ])
    ),
    Mistake(
      "camera: { trace: §pan }",
      .unknownName(
        "pan", what: "camera trace",
        known: [
          "pan-and-zoom", "zoom-out-and-in", "city-hop", "world", "fling", "small-moves",
        ])),
    Mistake(
      "device: { viewport: [200, 400], profile: [slow-device, §iphone] }",
      .unknownName(
        "iphone", what: "profile (or profile file ending in .yaml)",
        known: PlatformProfile.builtInNames)),
    Mistake(
      "device: { viewport: [200, 400], profile: §iphone }",
      .unknownName(
        "iphone", what: "profile (or profile file ending in .yaml)",
        known: PlatformProfile.builtInNames)),
  ]

  private static let wrongTypes = [
    Mistake("scenario: §[a]", .wrongType(of: "scenario", expected: "text", found: "a list")),
    Mistake(
      "size-label: §[a]", .wrongType(of: "size-label", expected: "text", found: "a list")),
    Mistake("title: §''", .wrongType(of: "title", expected: "text", found: "nothing")),
    Mistake(
      "data: §cities", .wrongType(of: "data", expected: "a mapping of keys", found: "'cities'")),
    Mistake(
      "strategies: §all-pins",
      .wrongType(
        of: "strategies", expected: "a list of at least one element", found: "'all-pins'")),
    Mistake(
      "strategies: §[]",
      .wrongType(of: "strategies", expected: "a list of at least one element", found: "a list")),
    Mistake(
      "sizes: §100",
      .wrongType(of: "sizes", expected: "a list of at least one element", found: "'100'")),
    Mistake(
      "sizes: [100, §many]",
      .wrongType(of: "sizes", expected: "a whole number", found: "'many'")),
    Mistake(
      "device: { viewport: [200, 400], refresh: §[], profile: iphone-simulator }",
      .wrongType(of: "refresh", expected: "a list of at least one element", found: "a list")),
    Mistake(
      "device: { viewport: [200, 400], profile: §[] }",
      .wrongType(of: "profile", expected: "a list of at least one element", found: "a list")),
    Mistake("trials: §2.5", .wrongType(of: "trials", expected: "a whole number", found: "'2.5'")),
    Mistake(
      "data: { generator: cities, pins: §lots }",
      .wrongType(of: "pins", expected: "a whole number", found: "'lots'")),
    Mistake(
      "device: { viewport: [200, §wide], profile: iphone-simulator }",
      .wrongType(of: "viewport", expected: "a whole number", found: "'wide'")),
    Mistake(
      "thresholds: §[a]",
      .wrongType(of: "thresholds", expected: "a mapping of keys", found: "a list")),
    Mistake(
      "limits: §none",
      .wrongType(of: "limits", expected: "a list of at least one element", found: "'none'")),
    Mistake(
      "limits: [§a]", .wrongType(of: "limits", expected: "a mapping of keys", found: "'a'")),
    Mistake(
      "claims: §none",
      .wrongType(of: "claims", expected: "a list of at least one element", found: "'none'")),
    Mistake(
      "claims: [§a]", .wrongType(of: "claims", expected: "a mapping of keys", found: "'a'")),
  ]

  private static func outOfRange(
    _ name: String, _ range: ClosedRange<Int>, found: String
  ) -> InputError.Problem {
    .invalidValue(
      of: name,
      expected: "a whole number from \(range.lowerBound) to \(range.upperBound)",
      found: "'\(found)'")
  }

  private static func unusable(_ label: String) -> InputError.Problem {
    .invalidValue(
      of: "size-label",
      expected: "what the sizes count, in the plural, such as kilometres: at most 40 characters",
      found: "'\(label)'")
  }

  private static let impossibleValues = [
    Mistake("sizes: [§0]", outOfRange("sizes", 1...100_000_000, found: "0")),
    Mistake("sizes: [10, §-10]", outOfRange("sizes", 1...100_000_000, found: "-10")),
    Mistake(
      "sizes: [1, §100_000_001]", outOfRange("sizes", 1...100_000_000, found: "100_000_001")),
    Mistake(
      "sizes: [1_000, §1000]",
      .invalidValue(of: "sizes", expected: "every size once", found: "'1000'")),
    Mistake(
      "strategies: [all-pins, §all-pins]",
      .invalidValue(of: "strategies", expected: "every strategy once", found: "'all-pins'")),
    Mistake(
      "limits: [{ bound: §hanging-frames == 1, source: a }]",
      .invalidValue(
        of: "bound", expected: "a metric, one of <= >= < >, and a value",
        found: "'hanging-frames == 1'")),
    Mistake(
      "limits: [{ bound: §hitch-time-ratio <= 10 MB, source: a }]",
      .invalidValue(
        of: "bound", expected: "a number, with or without ms/s for hitch-time-ratio",
        found: "'hitch-time-ratio <= 10 MB'")),
    Mistake(
      "limits: [{ bound: hitch-time-ratio <= 1, source: a }, "
        + "§{ bound: hitch-time-ratio <= 1, source: b }]",
      .invalidValue(of: "limits", expected: "every limit once", found: "a mapping of keys")),
    Mistake(
      "limits: [§{ bound: hitch-time-ratio <= 10 }]", .missingKey("source", in: "limits")),
    Mistake("trials: §-1", outOfRange("trials", 0...1_000, found: "-1")),
    Mistake("trials: §1_001", outOfRange("trials", 0...1_000, found: "1_001")),
    Mistake(
      "device: { viewport: [200, 400], refresh: [60, §60.0], profile: iphone-simulator }",
      .invalidValue(of: "refresh", expected: "every refresh rate once", found: "'60.0'")),
    Mistake(
      "device: { viewport: [200, 400], refresh: [60, §5], profile: iphone-simulator }",
      .invalidValue(of: "refresh", expected: "a number from 10.0 to 240.0", found: "'5'")),
    Mistake(
      "device: { viewport: [200, 400], profile: [slow-device, §slow-device] }",
      .invalidValue(
        of: "profile", expected: "profiles with different names, not 'slow-device' twice",
        found: "'slow-device'")),
    // The default camera is in frames.
    Mistake(
      "camera: { trace: fling, frames: 60, seconds: §1 }",
      .invalidValue(of: "seconds", expected: "'frames' or 'seconds', not both", found: "'1'")),
    Mistake(
      "camera: { trace: fling, seconds: §0 }",
      .invalidValue(of: "seconds", expected: "a number from 0.01 to 3600.0", found: "'0'")),
    Mistake(
      "data: { generator: cities, pins: §0 }",
      outOfRange("pins", 1...100_000_000, found: "0")),
    Mistake(
      "data: { generator: cities, pins: 1, seed: §-1 }",
      .invalidValue(
        of: "seed", expected: "a whole number of at least 0", found: "'-1'")),
    Mistake(
      "camera: { trace: fling, frames: §0 }", outOfRange("frames", 1...1_000_000, found: "0")),
    Mistake(
      "device: { viewport: [200, 400], scale: §4, profile: iphone-simulator }",
      outOfRange("scale", 1...3, found: "4")),
    Mistake(
      "device: { viewport: [200, 400], refresh: §500, profile: iphone-simulator }",
      .invalidValue(
        of: "refresh", expected: "a number from 10.0 to 240.0", found: "'500'")),
    Mistake(
      "device: { viewport: [§20, 400], profile: iphone-simulator }",
      outOfRange("viewport", 50...4_000, found: "20")),
    Mistake(
      "device: { viewport: §[200], profile: iphone-simulator }",
      .invalidValue(
        of: "viewport", expected: "a width and a height in points: [393, 852]", found: "a list")),
    Mistake("data: §{ pins: 5 }", .missingKey("generator", in: "data")),
    Mistake("data: §{ generator: line }", .missingKey("pins", in: "data")),
    Mistake("camera: §{ frames: 5 }", .missingKey("trace", in: "camera")),
    Mistake("device: §{ viewport: [200, 400] }", .missingKey("profile", in: "device")),
    Mistake(
      "data: { file: a.csv, generator: §cities }",
      .invalidValue(
        of: "generator", expected: "either 'file' or 'generator' with 'pins' and 'seed'",
        found: "'cities'")),
    Mistake(
      "data: { file: a.csv, pins: §5 }",
      .invalidValue(
        of: "pins", expected: "either 'file' or 'generator' with 'pins' and 'seed'", found: "'5'")),
    Mistake(
      "camera: { file: a.jsonl, trace: §fling }",
      .invalidValue(
        of: "trace", expected: "either 'file' or 'trace' with 'frames' or 'seconds' and 'seed'",
        found: "'fling'")),
    // A label follows a number in a sentence.
    Mistake("size-label: §Kilometres", unusable("Kilometres")),
    Mistake("size-label: §kilometres.", unusable("kilometres.")),
    Mistake("size-label: §12", unusable("12")),
    // The name becomes part of file names.
    Mistake(
      "scenario: §../escape",
      .invalidValue(
        of: "scenario", expected: "lower case words joined by hyphens", found: "'../escape'")),
  ]
}
