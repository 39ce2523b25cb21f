import Families
import Platform
import ScenarioModel
import TestSupport
import Testing

/// Every mistake in a scenario file is found where it stands, and nothing is run. `KeyTests` has those
/// that the keys of the families describe.
@Suite struct ScenarioMistakeTests {
  /// Lines that replace those of their keys.
  @Test(arguments: unknownNames + wrongTypes + impossibleValues)
  func mistakes(line: String, message: String) throws {
    let key = String(line.prefix { $0 != ":" })
    #expect(try MarkedText(ScenarioText.replacing(key, by: line)).scenarioMessage() == message)
  }

  @Test(arguments: ["scenario", "title", "family", "naive", "strategies"])
  func missingKey(_ key: String) throws {
    #expect(
      try MarkedText("§" + ScenarioText.replacing(key, by: nil)).scenarioMessage()
        == "the file needs the key '\(key)', which is missing")
  }

  @Test func messagesNameFilePlaceAndTheNearestName() {
    #expect {
      try Scenario(replacing: "strategies", by: "strategies: [all-pins, gird-clusters]")
    } throws: { error in
      "\(error)".hasPrefix(
        "sample.yaml:9:24: error: there is no strategy in the family annotations "
          + "'gird-clusters'; did you mean 'grid-clusters'? (known: all-pins, ")
    }
  }

  private static let device = "device: { viewport: [200, 400], profile: slow-device"
  private static let profiled = "device: { profile: slow-device"

  private static let unknownNames = markedMistakes([
    "family: §anotations": "there is no family 'anotations'; did you mean 'annotations'? (known: "
      + FamilyRegistry.standard.names.joined(separator: ", ") + ")",
    "answer: §comparision":
      "there is no answer 'comparision'; did you mean 'comparison'? (known: recommendation, "
      + "comparison)",
    "naive: §native-clusters":
      "there is no strategy in this scenario 'native-clusters'; did you mean 'grid-clusters'? "
      + "(known: all-pins, grid-clusters, hierarchical-clusters)",
    "device: { viewport: [200, 400], profile: §iphone }":
      "there is no profile (or profile file ending in .yaml) 'iphone'; known: "
      + PlatformProfile.builtInNames.joined(separator: ", "),
  ])

  private static let aList = "expected a list of at least one element"

  private static let wrongTypes = markedMistakes([
    "scenario: §[a]": "scenario: expected text, found a list",
    "size-label: §[a]": "size-label: expected text, found a list",
    "title: §''": "title: expected text, found nothing",
    "strategies: §all-pins": "strategies: \(aList), found 'all-pins'",
    "strategies: §[]": "strategies: \(aList), found a list",
    "sizes: §100": "sizes: \(aList), found '100'",
    "sizes: [100, §many]": "sizes: expected a whole number, found 'many'",
    "\(device), refresh: §[] }": "refresh: \(aList), found a list",
    "device: { viewport: [200, 400], profile: §[] }": "profile: \(aList), found a list",
    "trials: §2.5": "trials: expected a whole number, found '2.5'",
    "\(profiled), viewport: [200, §wide] }": "viewport: expected a whole number, found 'wide'",
    "thresholds: §[a]": "thresholds: expected a mapping of keys, found a list",
    "limits: §none": "limits: \(aList), found 'none'",
    "limits: [§a]": "limits: expected a mapping of keys, found 'a'",
    "claims: §none": "claims: \(aList), found 'none'",
    "claims: [§a]": "claims: expected a mapping of keys, found 'a'",
  ])

  private static let usable =
    "size-label: expected what the sizes count, in the plural, such as kilometres: at most 40 "
    + "characters, found "
  private static let limit = "{ bound: hitch-time-ratio <= 1, source: a }"

  private static let impossibleValues = markedMistakes([
    "sizes: [1_000, §1000]": "sizes: expected every size once, found '1000'",
    "strategies: [all-pins, grid-clusters, §all-pins]":
      "strategies: expected every strategy once, found 'all-pins'",
    "limits: [{ bound: §hanging-frames == 1, source: a }]":
      "bound: expected a metric, one of <= >= < >, and a value, found 'hanging-frames == 1'",
    "limits: [{ bound: §hitch-time-ratio <= 10 MB, source: a }]":
      "bound: expected a number, with or without ms/s for hitch-time-ratio, "
      + "found 'hitch-time-ratio <= 10 MB'",
    "limits: [\(limit), §\(limit)]": "limits: expected every limit once, found a mapping of keys",
    "limits: [§{ bound: hitch-time-ratio <= 10 }]":
      "limits needs the key 'source', which is missing",
    "trials: §1_001": "trials: expected a whole number from 0 to 1000, found '1_001'",
    "\(device), refresh: [60, §6e1] }": "refresh: expected every refresh rate once, found '6e1'",
    "\(device), refresh: [60, §5] }": "refresh: expected a number from 10.0 to 240.0, found '5'",
    "device: { viewport: [200, 400], profile: [slow-device, §slow-device] }":
      "profile: expected profiles with different names, not 'slow-device' twice, "
      + "found 'slow-device'",
    // The default camera is in frames.
    "camera: { trace: fling, frames: 60, seconds: §1 }":
      "seconds: expected 'frames' or 'seconds', not both, found '1'",
    "\(profiled), viewport: [§20, 400] }":
      "viewport: expected a whole number from 50 to 4000, found '20'",
    "\(profiled), viewport: §[200] }":
      "viewport: expected a width and a height in points: [393, 852], found a list",
    "data: §{ pins: 5 }": "data needs the key 'generator', which is missing",
    "data: §{ generator: line }": "data needs the key 'pins', which is missing",
    "camera: §{ frames: 5 }": "camera needs the key 'trace', which is missing",
    "data: { file: a.csv, generator: §cities }":
      "generator: expected either 'file' or 'generator' with 'pins' and 'seed', found 'cities'",
    "camera: { file: a.jsonl, trace: §fling }":
      "trace: expected either 'file' or 'trace' with 'frames' or 'seconds' and 'seed', "
      + "found 'fling'",
    // A label follows a number in a sentence.
    "size-label: §Kilometres": usable + "'Kilometres'",
    "size-label: §kilometres.": usable + "'kilometres.'",
    "size-label: §12": usable + "'12'",
    // The name becomes part of file names.
    "scenario: §../escape":
      "scenario: expected lower case words joined by hyphens, found '../escape'",
  ])
}
