import PlatformProfiles
import TestSupport
import Testing
import YAMLReading

/// A profile names where every parameter comes from, and a mistake in a profile has its place.
@Suite struct PlatformProfileTests {
  @Test func theBuiltInProfileIsComplete() throws {
    #expect(
      PlatformProfile.builtInNames == ["iphone-simulator", "iphone-15-pro", "slow-device"])
    let profile = try #require(try PlatformProfile.builtIn("iphone-simulator"))
    #expect(profile.name == "iphone-simulator")
    #expect(!profile.title.isEmpty)
    #expect(profile.warning.contains("not a device"))
    #expect(profile.parameters.map(\.name) == ProfileParameter.Name.allCases)
    for parameter in profile.parameters {
      #expect(parameter.source.count > 10, "\(parameter.name)")
      #expect(profile[parameter.name] == parameter.scaled)
    }
    #expect(try PlatformProfile.builtIn("android") == nil)
  }

  @Test(arguments: PlatformProfile.builtInNames)
  func everyParameterHasASpan(name: String) throws {
    let profile = try #require(try PlatformProfile.builtIn(name))
    #expect(profile.name == name)
    #expect(profile.parameters.map(\.name) == ProfileParameter.Name.allCases)
    for parameter in profile.parameters {
      #expect(parameter.low <= parameter.value, "\(parameter.name)")
      #expect(parameter.high >= parameter.value, "\(parameter.name)")
      // Only what documentation or a console log states has no span.
      if ![.documented, .measured].contains(parameter.confidence) {
        #expect(parameter.low < parameter.high, "\(parameter.name)")
      }
    }
  }

  @Test func parametersMayStandInAnyOrderAndUnit() throws {
    var text = try ProfileText.builtIn()
    text.set("create-marker-view", 0.16, "ms")
    text.set("marker-view-memory", 48_000, "B")
    let profile = try text.profile()
    #expect(profile.parameters.map(\.name) == ProfileParameter.Name.allCases)
    #expect(profile[.createMarkerView] == 160_000)
    #expect(profile[.markerViewMemory] == 48_000)
  }

  @Test(arguments: ProfileParameter.Name.allCases.filter { !$0.group.isEnvironment })
  func everyParameterMustBeThere(name: ProfileParameter.Name) throws {
    var text = try ProfileText.builtIn()
    text.remove(name.rawValue)
    let found = try #require(ProfileText.error(reading: text.text))
    #expect(found.problem == .missingKey(name.rawValue, in: "parameters"))
    #expect(found.location == SourceLocation(file: "profile.yaml", line: 5, column: 3))
  }

  @Test(arguments: ["profile", "title", "warning", "parameters"])
  func everyKeyMustBeThere(key: String) throws {
    let lines = try ProfileText.builtIn().text.split(separator: "\n")
    let kept = lines.filter { line in
      !line.hasPrefix(key) && (key != "parameters" || !line.hasPrefix(" "))
    }
    let found = try #require(ProfileText.error(reading: kept.joined(separator: "\n")))
    #expect(found.problem == .missingKey(key, in: "the file"))
  }

  /// A profile whose `create-marker-view` is written as given, last in the file.
  private func marked(_ entry: String) throws -> MarkedText {
    var text = try ProfileText.builtIn()
    text.set("create-marker-view", entry: entry)
    return MarkedText(text.text)
  }

  @Test(arguments: [
    (
      "{ value: 1, low: 1, high: 999, unit: §pt, source: s, confidence: derived }",
      InputError.Problem.invalidValue(
        of: "unit", expected: "a time (ns, us, ms, s, min)", found: "'pt'")
    ),
    (
      "{ value: 1, low: 1, high: 999, unit: §sec, source: s, confidence: derived }",
      .unknownName(
        "sec", what: "unit",
        known: [
          "ns", "us", "ms", "s", "min", "B", "KB", "MB", "pt", "deg", "map pt", "m", "km", "zoom",
          "pt/s", "map pt/s", "km/h", "1/s", "ms/s", "fraction", "ratio", "count",
        ])
    ),
    (
      "{ value: 1, low: 1, high: 999, unit: us, source: s, confidence: §derivd }",
      .unknownName(
        "derivd", what: "confidence",
        known: ["documented", "measured", "derived", "reported", "assumption"])
    ),
    (
      "{ value: §fast, low: 1, high: 999, unit: us, source: s, confidence: derived }",
      .wrongType(of: "value", expected: "a number", found: "'fast'")
    ),
    (
      "{ value: §-1, low: 1, high: 999, unit: us, source: s, confidence: derived }",
      .invalidValue(of: "value", expected: "a number from 0.0 to 86400000000.0", found: "'-1'")
    ),
    (
      "{ value: 1, low: 1, high: 999, unit: us, source: §'', confidence: derived }",
      .wrongType(of: "source", expected: "text", found: "nothing")
    ),
    (
      "{ value: 5, low: §6, high: 9, unit: us, source: s, confidence: derived }",
      .invalidValue(of: "low", expected: "at most the value", found: "'6'")
    ),
    (
      "{ value: 5, low: 1, high: §4, unit: us, source: s, confidence: derived }",
      .invalidValue(of: "high", expected: "at least the value", found: "'4'")
    ),
    (
      "§{ value: 5, high: 9, unit: us, source: s, confidence: derived }",
      .missingKey("low", in: "create-marker-view")
    ),
    (
      "§{ value: 1, low: 1, high: 999, unit: us, confidence: derived }",
      .missingKey("source", in: "create-marker-view")
    ),
    (
      "{ value: 1, low: 1, high: 999, unit: us, source: s, confidence: derived, §sourc: s }",
      .unknownKey(
        "sourc", in: "create-marker-view",
        known: ["value", "low", "high", "unit", "source", "confidence"])
    ),
    (
      "§160",
      .wrongType(of: "create-marker-view", expected: "a mapping of keys", found: "'160'")
    ),
  ])
  func mistakesHaveTheirPlace(entry: String, problem: InputError.Problem) throws {
    let marked = try marked(entry)
    let found = try #require(ProfileText.error(reading: marked.text))
    #expect(found.problem == problem)
    #expect(
      found.location
        == SourceLocation(file: "profile.yaml", line: marked.line, column: marked.column))
  }

  @Test func unknownParametersComeWithTheNearestName() throws {
    var text = try ProfileText.builtIn()
    text.set("§create-marker-vew", 1, "us")
    let marked = MarkedText(text.text)
    let found = try #require(ProfileText.error(reading: marked.text))
    #expect(found.location.line == marked.line)
    #expect(found.location.column == marked.column)
    #expect("\(found)".contains("did you mean 'create-marker-view'?"))
  }

  /// A parameter that the simulation divides by, or that overflows its sums, must be refused.
  @Test(arguments: [
    ("collision-size", 0.0, "pt"), ("create-marker-view", 1e12, "ms"),
    ("marker-view-memory", 1e12, "MB"), ("throttle-window", 0, "s"),
    ("search-latency-median", 0, "ms"), ("throttle-limit", 0, "count"), ("watchdog", 1e5, "s"),
    ("fitting-residual", 0, "pt"), ("fitting-residual", 28, "pt"), ("center-residual", 0, "deg"),
    ("center-residual", 45, "deg"), ("fetch-latency-median", 0, "ms"),
    ("fetch-request-size", 1e10, "MB"), ("fetch-result-size", -1, "B"),
    ("region-ends-per-fling", 0, "count"),
  ])
  func valuesThatNoSimulationCanUseAreRefused(name: String, value: Double, unit: String) throws {
    var text = try ProfileText.builtIn()
    text.set(name, value, unit)
    #expect(ProfileText.error(reading: text.text) != nil)
  }
}

extension ProfileText {
  static func builtInProfile() throws -> PlatformProfile {
    try #require(try PlatformProfile.builtIn("iphone-simulator"))
  }

  /// The values of the built-in profile.
  static func builtIn() throws -> ProfileText {
    var text = ProfileText()
    for parameter in try builtInProfile().parameters {
      text.set(parameter.name.rawValue, parameter.value, parameter.unit.rawValue)
    }
    return text
  }

  func profile() throws -> PlatformProfile {
    try PlatformProfile(yaml: text, file: "profile.yaml")
  }

  /// Why a text is no profile; `nil` where it is one.
  static func error(reading text: String) -> InputError? {
    do {
      _ = try PlatformProfile(yaml: text, file: "profile.yaml")
      return nil
    } catch {
      return error
    }
  }

  /// The built-in profile without the parameters of some groups.
  static func builtIn(without groups: [ProfileParameter.Group]) throws -> ProfileText {
    var text = try builtIn()
    for name in groups.flatMap(\.names) { text.remove(name.rawValue) }
    return text
  }
}
