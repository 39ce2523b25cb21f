import Platform
import Simulation
import Support
import TestSupport
import Testing

/// A profile has all parameters of a group or none, and a family gets the groups that it needs.
@Suite struct ProfileGroupTests {
  @Test func aGroupHasItsParametersInTheOrderOfAProfile() {
    #expect(ProfileParameter.Group.allCases.allSatisfy { !$0.names.isEmpty })
    #expect(ProfileParameter.Group.app.names == [.hangThreshold, .watchdog])
  }

  @Test func eachNameIsReadBack() {
    for name in ProfileParameter.Name.allCases {
      #expect(ProfileParameter.Name(rawValue: name.rawValue) == name)
    }
    #expect(ProfileParameter.Name.`4gRoundTrip`.rawValue == "4g-round-trip")
    #expect(ProfileParameter.Name(rawValue: "create-view") == nil)
  }

  @Test(
    arguments: [
      [], [.search], [.map], [.updates], [.ranking], [.location],
      [.map, .search, .location, .ranking, .updates],
    ]
      as [[ProfileParameter.Group]])
  func aGroupOfThePlatformMayBeWhollyAbsent(absent: [ProfileParameter.Group]) throws {
    let profile = try ProfileText.builtIn(without: absent).profile()
    #expect(profile.groups == ProfileParameter.Group.allCases.filter { !absent.contains($0) })
    #expect(
      profile.parameters.map(\.name)
        == ProfileParameter.Name.allCases.filter { !absent.contains($0.group) })
    for group in ProfileParameter.Group.allCases {
      #expect(profile.provides(group) == !absent.contains(group))
    }
  }

  /// The parameters of people and servers are there without being in the file, and may be in it.
  @Test func theEnvironmentComesWithMapPressure() throws {
    let environment = ProfileParameter.Group.allCases.filter(\.isEnvironment)
    #expect(environment.contains(.gestures) && environment.contains(.server))
    let builtIn = try ProfileText.builtInProfile()
    var text = try ProfileText.builtIn(without: environment)
    #expect(try text.profile().parameters.map(\.value) == builtIn.parameters.map(\.value))
    text.set("server-answer-limit", 77, "count")
    let profile = try text.profile()
    #expect(profile[.serverAnswerLimit] == 77)
    #expect(profile[.flingSpeedMedian] == builtIn[.flingSpeedMedian])
  }

  /// The first parameter of a group that is missing stands in the error, whichever is there.
  @Test(arguments: ProfileParameter.Name.allCases.filter { !$0.group.isEnvironment })
  func aGroupOfOneParameterIsNotComplete(name: ProfileParameter.Name) throws {
    let parameters = try ProfileText.builtInProfile().parameters
    let unit = try #require(parameters.first { $0.name == name }).unit
    var text = try ProfileText.builtIn(without: [name.group])
    text.set(name.rawValue, 1, unit.rawValue)
    let missing = try #require(name.group.names.first { $0 != name })
    #expect(ProfileText.error(reading: text.text) == .missing(missing))
  }

  @Test func noProfileIsWithoutTheGroupOfAnApp() throws {
    let text = try ProfileText.builtIn(without: [.app]).text
    #expect(ProfileText.error(reading: text) == .missing(.hangThreshold))
  }

  @Test func whatIsRequiredIsNamedAtTheProfilesPlace() throws {
    let profile = try ProfileText.builtIn(without: [.search]).profile()
    let value = try YAMLDocument(text: "title: t\nprofile: own.yaml\n", file: "scenario.yaml")
      .root.mapping().value("profile")
    try profile.require(.app, for: value)
    try profile.require(.map, for: value)
    #expect {
      try profile.require(.search, for: value)
    } throws: { error in
      "\(error)".hasPrefix(
        "scenario.yaml:2:10: error: profile: expected a profile with the parameters of a search: "
          + "search-latency-median, search-latency-p95, ")
        && "\(error)".hasSuffix("; the profile test has none of them, found 'own.yaml'")
    }
    try ProfileText.builtIn().profile().require(.search, for: value)
  }

  @Test func aParameterThatIsAbsentIsNeverZero() async {
    await #expect(processExitsWith: .failure) {
      let profile = try ProfileText.builtIn(without: [.search]).profile()
      _ = profile[.searchLatencyMedian]
    }
  }
}

/// The values with which the parameters of a search are of use.
@Suite struct SearchParameterTests {
  private static let percentiles = ProfileParameter.Name.allCases.filter { $0.median != nil }

  @Test func everyLatencyHasItsMedian() {
    #expect(
      Self.percentiles == [
        .tileLoadP95, .snapshotP95, .searchLatencyP95, .completionLatencyP95, .geocodingLatencyP95,
        .directionsLatencyP95, .lookAroundLatencyP95, .locationFixP95, .locationOnceP95,
        .pictureLatencyP95, .fetchLatencyP95,
      ])
    for name in Self.percentiles {
      #expect(name.median?.rawValue == name.rawValue.replacing("-p95", with: "-median"))
    }
  }

  @Test(arguments: percentiles)
  func aPercentileIsNotBelowItsMedian(name: ProfileParameter.Name) throws {
    let median = try #require(name.median)
    let builtIn = try ProfileText.builtInProfile()
    #expect(builtIn[name] >= builtIn[median])
    var text = try ProfileText.builtIn()
    text.set(median.rawValue, 300, "ms")
    text.set(name.rawValue, 0.3, "s")
    #expect(ProfileText.error(reading: text.text) == nil, "equal, in another unit")
    text.set(
      name.rawValue, entry: ProfileText.entry.replacing(["value": "§299", "unit": "ms"]).line)
    #expect(
      try text.message()
        == "value: expected at least the 300 ms of \(median.rawValue), found '299'")
  }

  /// No latency has been published: the built-in profile must say so.
  @Test func whatIsAssumedSaysSo() throws {
    let parameters = try ProfileText.builtInProfile().parameters
    let search = parameters.filter { $0.name.group == .search }
    let measured = search.filter { $0.confidence == .measured }.map(\.name)
    #expect(measured == [.throttleWindow, .throttleLimit])
    // Derived from what is published on the imagery itself.
    let derived = [ProfileParameter.Name.lookAroundAreaShare, .lookAroundStreetShare]
    for parameter in search where !(measured + derived).contains(parameter.name) {
      #expect(parameter.confidence == .assumption)
      #expect(
        parameter.source.contains("nothing is published")
          || parameter.source.contains("unpublished"), "\(parameter.name)")
    }
    let app = parameters.filter { $0.name.group == .app }
    #expect(app.map(\.confidence) == [.documented, .reported])
  }

  @Test(arguments: ProfileParameter.Name.allCases.filter { $0.minimum != nil })
  func aMaximumIsNotBelowItsMinimum(name: ProfileParameter.Name) throws {
    let profile = try ProfileText.builtInProfile()
    let minimum = try #require(name.minimum)
    #expect(profile[name] >= profile[minimum])
    let parameter = try #require(profile.parameters.first { $0.name == name })
    let lower = try #require(profile.parameters.first { $0.name == minimum })
    guard parameter.unit == lower.unit, lower.value > 1 else { return }
    var text = try ProfileText.builtIn()
    text.set(name.rawValue, lower.value - 1, parameter.unit.rawValue)
    let found = try #require(ProfileText.error(reading: text.text))
    #expect("\(found)".contains("of \(minimum.rawValue)"))
  }

  @Test func aPlainNumberHasNoSymbol() {
    for unit in ProfileParameter.Unit.allCases {
      #expect(unit.symbol == ([.count, .ratio, .choice].contains(unit) ? "" : unit.rawValue))
    }
  }
}

/// A profile that is based on another one has that one's parameters but for its own.
@Suite struct BasedProfileTests {
  private func profile(_ lines: String) throws -> PlatformProfile {
    try PlatformProfile(yaml: "profile: mine\ntitle: t\nwarning: w\n\(lines)", file: "profile.yaml")
  }

  private static let own =
    "parameters: { create-marker-view: \(ProfileText.entry.replacing("unit", by: "ms").line) }"

  @Test func onlyOwnParametersDiffer() throws {
    let base = try ProfileText.builtInProfile()
    let profile = try profile("based-on: iphone-simulator\n" + Self.own)
    #expect(profile.name == "mine")
    for name in ProfileParameter.Name.allCases {
      #expect(profile[name] == (name == .createMarkerView ? 1_000_000 : base[name]))
    }
    #expect(try self.profile("based-on: iphone-simulator").parameters == base.parameters)
  }

  @Test func mainThreadTimesAreMultipliedAndNothingElse() throws {
    let base = try ProfileText.builtInProfile()
    let profile = try profile("based-on: iphone-simulator\nmain-thread-times: 4\n" + Self.own)
    #expect(profile[.createMarkerView] == 1_000_000, "an own value is taken as it is")
    let multiplied: [ProfileParameter.Name] = [.layoutMarkerView, .clusterPin, .updatePass]
    for name in multiplied { #expect(profile[name] == 4 * base[name]) }
    let same: [ProfileParameter.Name] = [
      .hangThreshold, .watchdog, .markerViewMemory, .collisionSize, .searchLatencyMedian,
      .completerDebounce, .regionAnimation, .mapHitchFloor, .machineFactor, .fetchLatencyP95,
    ]
    for name in same { #expect(profile[name] == base[name]) }
    let layout = try #require(profile.parameters.first { $0.name == .layoutMarkerView })
    let original = try #require(base.parameters.first { $0.name == .layoutMarkerView })
    #expect(layout.low == 4 * original.low && layout.high == 4 * original.high)
    #expect(layout.confidence == .assumption)
  }

  @Test func onlyTheSpansReachFurther() throws {
    let base = try ProfileText.builtInProfile()
    let profile = try profile("based-on: iphone-simulator\nmain-thread-times-up-to: 4")
    for (parameter, original) in zip(profile.parameters, base.parameters) {
      #expect(parameter.value == original.value && parameter.low == original.low)
      let isWidened = parameter.high == 4 * original.high
      #expect(isWidened || parameter.high == original.high)
    }
    let layout = try #require(profile.parameters.first { $0.name == .layoutMarkerView })
    #expect(layout.high == 80)
  }

  @Test(arguments: [
    ("based-on: iphone", "known: iphone-simulator"),
    ("main-thread-times: 4\n" + own, "main-thread-times"),
    ("based-on: iphone-simulator\nmain-thread-times: 0", "main-thread-times"),
    ("based-on: iphone-simulator\nmain-thread-times-up-to: 0.5", "main-thread-times-up-to"),
  ])
  func aWrongBaseIsAnError(lines: String, key: String) {
    #expect {
      try profile(lines)
    } throws: { "\($0)".contains(key) }
  }
}
