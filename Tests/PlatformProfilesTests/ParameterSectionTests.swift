import PlatformProfiles
import TestSupport
import Testing
import YAMLReading

/// The parameters of a file may be in sections, which have the names of groups.
@Suite struct ParameterSectionTests {
  private static let entry =
    "{ value: 5, low: 1, high: 9, unit: us, source: s, confidence: derived }"
  private static let known = ProfileParameter.Name.allCases.map(\.rawValue)

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
      #expect(
        profile[parameter.name] == (own.contains(parameter.name) ? 5_000 : parameter.scaled))
    }
  }

  @Test(arguments: [
    (
      "  search:\n    §read-row: \(entry)\n",
      InputError.Problem.invalidValue(
        of: "read-row", expected: "the section 'map'", found: "the section 'search'")
    ),
    (
      "  read-row: \(entry)\n  map:\n    §read-row: \(entry)\n",
      .invalidValue(of: "read-row", expected: "one entry", found: "a second one")
    ),
    (
      "  map:\n    §map:\n      read-row: \(entry)\n",
      .unknownKey("map", in: "map", known: known)
    ),
    (
      "  §maps:\n    read-row: \(entry)\n",
      .unknownKey("maps", in: "parameters", known: known)
    ),
    ("  map: §5\n", .wrongType(of: "map", expected: "a mapping of keys", found: "'5'")),
  ])
  func mistakesHaveTheirPlace(parameters: String, problem: InputError.Problem) throws {
    let marked = MarkedText(Self.text(parameters))
    let found = try #require(ProfileText.error(reading: marked.text))
    #expect(found.problem == problem)
    #expect(
      found.location
        == SourceLocation(file: "profile.yaml", line: marked.line, column: marked.column))
  }

  @Test func aSectionLacksWhatItsGroupNeeds() throws {
    let text = try ProfileText.builtIn(without: [.app])
    let marked = MarkedText(text.text + "  app:\n    §watchdog: \(Self.entry)\n")
    let found = try #require(ProfileText.error(reading: marked.text))
    #expect(found.problem == .missingKey("hang-threshold", in: "app"))
    #expect(
      found.location
        == SourceLocation(file: "profile.yaml", line: marked.line, column: marked.column))
  }
}
