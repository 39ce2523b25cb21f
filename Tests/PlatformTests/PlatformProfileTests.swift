import Platform
import Simulation
import Support
import TestSupport
import Testing

/// A profile names where every parameter comes from, and a mistake in a profile has its place.
@Suite struct PlatformProfileTests {
  @Test func theBuiltInProfileNamesItsSources() throws {
    #expect(
      PlatformProfile.builtInNames == ["iphone-simulator", "partly-measured-phone", "slow-device"])
    let profile = try ProfileText.builtInProfile()
    #expect(!profile.title.isEmpty)
    #expect(profile.warning.contains("not measured on a device"))
    for parameter in profile.parameters {
      #expect(parameter.source.count > 10, "\(parameter.name)")
      #expect(profile[parameter.name] == parameter.scaled)
    }
    #expect(try PlatformProfile.builtIn("android") == nil)
  }

  /// Its parameters are parsed when they are asked for; a profile of the same ones is equal.
  @Test func theBuiltInProfileIsThatOfItsParameters() throws {
    let profile = try ProfileText.builtInProfile()
    let reads = ParameterReads()
    let noting = profile.overriding(ParameterOverrides([:], notingReadsIn: reads))
    #expect(noting[.hangThreshold] == profile[.hangThreshold])
    #expect(reads.names == [.hangThreshold])
    let whole = profile.keeping(ProfileParameter.Group.allCases)
    #expect(whole == profile && noting == profile)
    #expect(whole.groups == profile.groups && profile.groups == ProfileParameter.Group.allCases)
    for name in ProfileParameter.Name.allCases {
      #expect(whole[name] == profile[name], "\(name)")
    }
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
    let profile = try ProfileText.builtIn().setting([
      "create-marker-view": (0.16, "ms"), "marker-view-memory": (48_000, "B"),
    ]).profile()
    #expect(profile.parameters.map(\.name) == ProfileParameter.Name.allCases)
    #expect(profile[.createMarkerView] == 160_000)
    #expect(profile[.markerViewMemory] == 48_000)
  }

  @Test(arguments: ProfileParameter.Name.allCases.filter { !$0.group.isEnvironment })
  func everyParameterMustBeThere(name: ProfileParameter.Name) throws {
    var text = try ProfileText.builtIn()
    text.remove(name.rawValue)
    #expect(ProfileText.error(reading: text.text) == .missing(name))
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

  // MARK: - Mistakes

  private static let view = "create-marker-view"
  private static let limit = "throttle-limit"

  /// A parameter whose entry has other values, with a `§` at the mistake, and the message.
  private static let mistakes: [(String, [String: String], String)] = [
    (view, ["unit": "§pt"], "unit: expected a time (ns, us, ms, s, min), found 'pt'"),
    (
      view, ["unit": "§sec"],
      "there is no unit 'sec'; did you mean 's'? (known: ns, us, ms, s, min, B, KB, MB, pt, deg, "
        + "map pt, m, km, zoom, pt/s, map pt/s, km/h, 1/s, ms/s, fraction, ratio, count, choice)"
    ),
    (
      view, ["confidence": "§derivd"],
      "there is no confidence 'derivd'; did you mean 'derived'? (known: documented, measured, "
        + "derived, reported, assumption)"
    ),
    (view, ["value": "§fast"], "value: expected a number, found 'fast'"),
    (view, ["value": "§-1"], "value: expected a number from 0.0 to 86400000000.0, found '-1'"),
    (view, ["source": "§''"], "source: expected text, found nothing"),
    (view, ["low": "§2"], "low: expected at most the value, found '2'"),
    (view, ["value": "5", "high": "§4"], "high: expected at least the value, found '4'"),
    (
      view, ["§sourc": "s"],
      "create-marker-view has no key 'sourc'; did you mean 'source'? (known: value, low, high, "
        + "unit, source, confidence, drawn)"
    ),
    // What is counted is whole.
    (limit, ["unit": "count", "value": "§2.5"], "value: expected a whole number, found '2.5'"),
    (
      limit, ["unit": "count", "value": "§0"],
      "value: expected a whole number from 1 to 1000000, found '0'"
    ),
    (limit, ["unit": "§s"], "unit: expected a count, found 's'"),
    // A residual is far below a point and a degree, and has a unit of its own.
    ("fitting-residual", ["unit": "§deg"], "unit: expected a length (pt), found 'deg'"),
    ("center-residual", ["unit": "§pt"], "unit: expected an angle (deg), found 'pt'"),
    (
      "fitting-residual", ["unit": "pt", "value": "§2"],
      "value: expected a number from 0.0001 to 1.0, found '2'"
    ),
  ]

  @Test(arguments: mistakes)
  func aMistakeIsFoundWhereItStands(
    name: String, values: [String: String], message: String
  ) throws {
    var text = try ProfileText.builtIn()
    text.set(name, entry: ProfileText.entry.replacing(values).line)
    #expect(try text.message() == message)
  }

  @Test(arguments: ["value", "low", "high", "unit", "source", "confidence"])
  func anEntryIsWhole(key: String) throws {
    var text = try ProfileText.builtIn()
    text.set(Self.view, entry: "§" + ProfileText.entry.replacing(key, by: nil).line)
    #expect(try text.message() == "\(Self.view) needs the key '\(key)', which is missing")
  }

  @Test func whatIsNoParameterIsFound() throws {
    var text = try ProfileText.builtIn()
    text.set(Self.view, entry: "§160")
    #expect(try text.message() == "\(Self.view): expected a mapping of keys, found '160'")
    text.set("§create-marker-vew", 1, "us")
    text.remove(Self.view)
    #expect(try text.message()?.contains("did you mean 'create-marker-view'?") == true)
  }

  /// A parameter that the simulation divides by, or that overflows its sums, must be refused.
  @Test(arguments: [
    ("collision-size", 0.0, "pt"), ("create-marker-view", 1e12, "ms"),
    ("marker-view-memory", 1e12, "MB"), ("throttle-window", 0, "s"),
    ("search-latency-median", 0, "ms"), ("watchdog", 1e5, "s"), ("fitting-residual", 0, "pt"),
    ("fitting-residual", 28, "pt"), ("center-residual", 0, "deg"), ("center-residual", 45, "deg"),
    ("fetch-latency-median", 0, "ms"), ("fetch-request-size", 1e10, "MB"),
    ("fetch-result-size", -1, "B"), ("region-ends-per-fling", 0, "count"),
  ])
  func valuesThatNoSimulationCanUseAreRefused(name: String, value: Double, unit: String) throws {
    var text = try ProfileText.builtIn()
    text.set(name, value, unit)
    #expect(ProfileText.error(reading: text.text) != nil)
  }
}

extension ProfileText {
  /// An entry of a parameter that is a time.
  static let entry = YAMLEntries([
    ("value", "1"), ("low", "1"), ("high", "999"), ("unit", "us"), ("source", "s"),
    ("confidence", "derived"),
  ])

  static func builtInProfile() throws -> PlatformProfile {
    try #require(try PlatformProfile.builtIn("iphone-simulator"))
  }

  /// The values of the built-in profile, without the parameters of some groups.
  static func builtIn(without groups: [ProfileParameter.Group] = []) throws -> ProfileText {
    var text = ProfileText()
    for parameter in try builtInProfile().parameters where !groups.contains(parameter.name.group) {
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

  /// The message for the mistake at the `§` in the text; `nil` if there is none.
  func message() throws -> String? { try Self.message(in: text) }

  static func message(in text: String) throws -> String? {
    try MarkedText(text).message(in: "profile.yaml") {
      _ = try PlatformProfile(yaml: $0, file: "profile.yaml")
    }
  }
}

extension InputError {
  /// A parameter that is missing in the text of a profile.
  static func missing(_ name: ProfileParameter.Name) -> InputError {
    InputError(
      .missingKey(name.rawValue, in: "parameters"),
      at: .init(file: "profile.yaml", line: 5, column: 3))
  }
}
