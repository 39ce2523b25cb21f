import Platform
import Simulation
import Support
import TestSupport
import Testing

/// The parameters of a file may be in sections, which have the names of groups.
@Suite struct ParameterSectionTests {
  private static let entry =
    "{ value: 5, low: 1, high: 9, unit: us, source: s, confidence: derived }"

  private static func text(_ parameters: String) -> String {
    "profile: p\ntitle: t\nwarning: w\nbased-on: iphone-simulator\nparameters:\n" + parameters
  }

  @Test func aFileMayHaveSectionsAndOtherParameters() throws {
    let text = Self.text(
      """
        overlays:
          add-overlay: \(Self.entry)
        view-for-call: \(Self.entry)
        map:
          # A comment.
          read-row: \(Self.entry)
          store-row: \(Self.entry)
      """)
    let profile = try PlatformProfile(yaml: text, file: "profile.yaml")
    let base = try ProfileText.builtInProfile()
    let own: [ProfileParameter.Name] = [.viewForCall, .storeRow, .readRow, .addOverlay]
    #expect(profile.parameters.map(\.name) == ProfileParameter.Name.allCases)
    for parameter in base.parameters {
      #expect(profile[parameter.name] == (own.contains(parameter.name) ? 5_000 : parameter.scaled))
    }
  }

  @Test(arguments: [
    (
      "  search:\n    §read-row: \(entry)\n",
      "read-row: expected the section 'map', found the section 'search'"
    ),
    (
      "  read-row: \(entry)\n  map:\n    §read-row: \(entry)\n",
      "read-row: expected one entry, found a second one"
    ),
    ("  map:\n    §map:\n      read-row: \(entry)\n", "map has no key 'map'"),
    ("  §maps:\n    read-row: \(entry)\n", "parameters has no key 'maps'"),
    ("  map: §5\n", "map: expected a mapping of keys, found '5'"),
  ])
  func mistakesHaveTheirPlace(parameters: String, message: String) throws {
    let found = try ProfileText.message(in: Self.text(parameters))
    // What follows is a list of all parameters.
    #expect(found?.prefix { $0 != ";" } == message[...])
  }

  @Test func aSectionLacksWhatItsGroupNeeds() throws {
    let text = try ProfileText.builtIn(without: [.app]).text
    let found = try ProfileText.message(in: text + "  app:\n    §watchdog: \(Self.entry)\n")
    #expect(found == "app needs the key 'hang-threshold', which is missing")
  }
}
