import PlatformProfiles
import TestSupport
import Testing
import YAMLReading

/// A profile has all parameters of a group or none, and a family gets the groups that it needs.
@Suite struct ProfileGroupTests {
  @Test func everyParameterIsOfOneGroup() {
    let names = ProfileParameter.Group.allCases.flatMap(\.names)
    #expect(names.count == ProfileParameter.Name.allCases.count)
    #expect(Set(names) == Set(ProfileParameter.Name.allCases))
    #expect(ProfileParameter.Group.app.names == [.hangThreshold, .watchdog])
    #expect(ProfileParameter.Group.map.names.count == 18)
    #expect(ProfileParameter.Group.search.names.count == 15)
    #expect(ProfileParameter.Group.updates.names.count == 12)
  }

  @Test(
    arguments: [
      ([], [.app, .map, .search, .updates]), ([.search], [.app, .map, .updates]),
      ([.map], [.app, .search, .updates]), ([.updates], [.app, .map, .search]),
      ([.map, .search, .updates], [.app]),
    ] as [([ProfileParameter.Group], [ProfileParameter.Group])])
  func aGroupMayBeWhollyAbsent(
    absent: [ProfileParameter.Group], present: [ProfileParameter.Group]
  ) throws {
    let profile = try ProfileText.builtIn(without: absent).profile()
    #expect(profile.groups == present)
    #expect(
      profile.parameters.map(\.name)
        == ProfileParameter.Name.allCases.filter { present.contains($0.group) })
    for group in ProfileParameter.Group.allCases {
      #expect(profile.provides(group) == present.contains(group))
    }
  }

  /// The first parameter of a group that is missing stands in the error, whichever is there.
  @Test(arguments: ProfileParameter.Name.allCases)
  func aGroupOfOneParameterIsNotComplete(name: ProfileParameter.Name) throws {
    var text = try ProfileText.builtIn(without: [name.group])
    text.set(name.rawValue, 1, try unit(of: name))
    let found = try #require(ProfileText.error(reading: text.text))
    let missing = try #require(name.group.names.first { $0 != name })
    #expect(found.problem == .missingKey(missing.rawValue, in: "parameters"))
    #expect(found.location == SourceLocation(file: "profile.yaml", line: 5, column: 3))
  }

  private func unit(of name: ProfileParameter.Name) throws -> String {
    let profile = try ProfileText.builtInProfile()
    return try #require(profile.parameters.first { $0.name == name }).unit.rawValue
  }

  @Test func noProfileIsWithoutTheGroupOfAnApp() throws {
    let text = try ProfileText.builtIn(without: [.app])
    let found = try #require(ProfileText.error(reading: text.text))
    #expect(found.problem == .missingKey("hang-threshold", in: "parameters"))
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
        && "\(error)".contains(", result-size; the profile test has none of them")
        && "\(error)".contains("found 'own.yaml'")
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

/// What the parameters of a search must be to be of use.
@Suite struct SearchParameterTests {
  private static let percentiles = ProfileParameter.Name.allCases.filter { $0.median != nil }

  @Test func everyLatencyHasItsMedian() {
    #expect(
      Self.percentiles == [
        .searchLatencyP95, .completionLatencyP95, .geocodingLatencyP95, .directionsLatencyP95,
        .fetchLatencyP95,
      ])
    for name in Self.percentiles {
      #expect(name.median?.rawValue == name.rawValue.replacing("-p95", with: "-median"))
    }
  }

  @Test(arguments: percentiles)
  func aPercentileIsNotBelowItsMedian(name: ProfileParameter.Name) throws {
    let median = try #require(name.median)
    var text = try ProfileText.builtIn()
    text.set(median.rawValue, 300, "ms")
    text.set(name.rawValue, 0.3, "s")
    #expect(ProfileText.error(reading: text.text) == nil, "equal, in another unit")
    text.set(
      name.rawValue, entry: "{ value: §299, unit: ms, source: a test, confidence: assumption }")
    let marked = MarkedText(text.text)
    let found = try #require(ProfileText.error(reading: marked.text))
    #expect(
      found.problem
        == .invalidValue(
          of: "value", expected: "at least the 300 ms of \(median.rawValue)", found: "'299'"))
    #expect(
      found.location
        == SourceLocation(file: "profile.yaml", line: marked.line, column: marked.column))
  }

  @Test(arguments: [
    (
      "{ value: §2.5, unit: count, source: s, confidence: measured }",
      InputError.Problem.wrongType(of: "value", expected: "a whole number", found: "'2.5'")
    ),
    (
      "{ value: §0, unit: count, source: s, confidence: measured }",
      .invalidValue(
        of: "value", expected: "a whole number from 1 to 1000000", found: "'0'")
    ),
    (
      "{ value: 50, unit: §s, source: s, confidence: measured }",
      .invalidValue(of: "unit", expected: "a count", found: "'s'")
    ),
  ])
  func whatIsCountedIsWhole(entry: String, problem: InputError.Problem) throws {
    var text = try ProfileText.builtIn()
    text.set("throttle-limit", entry: entry)
    let marked = MarkedText(text.text)
    let found = try #require(ProfileText.error(reading: marked.text))
    #expect(found.problem == problem)
    #expect(
      found.location
        == SourceLocation(file: "profile.yaml", line: marked.line, column: marked.column))
  }

  /// Nobody has published a latency: the built-in profile must say so.
  @Test func whatIsAssumedSaysSo() throws {
    let profile = try ProfileText.builtInProfile()
    let search = profile.parameters.filter { $0.name.group == .search }
    let measured = search.filter { $0.confidence == .measured }.map(\.name)
    #expect(measured == [.throttleWindow, .throttleLimit])
    for parameter in search where !measured.contains(parameter.name) {
      #expect(parameter.confidence == .assumption)
      #expect(
        parameter.source.contains("nothing is published")
          || parameter.source.contains("unpublished"), "\(parameter.name)")
    }
    let app = profile.parameters.filter { $0.name.group == .app }
    #expect(app.map(\.confidence) == [.documented, .reported])
  }

  /// A residual is far below a point and a degree, and has a unit of its own.
  @Test(arguments: [
    (
      "fitting-residual", "{ value: 0.1, unit: §deg, source: s, confidence: derived }",
      InputError.Problem.invalidValue(of: "unit", expected: "a length (pt)", found: "'deg'")
    ),
    (
      "center-residual", "{ value: 1.0e-9, unit: §pt, source: s, confidence: derived }",
      .invalidValue(of: "unit", expected: "an angle (deg)", found: "'pt'")
    ),
    (
      "fitting-residual", "{ value: §2, unit: pt, source: s, confidence: derived }",
      .invalidValue(of: "value", expected: "a number from 0.0001 to 1.0", found: "'2'")
    ),
    (
      "region-ends-per-fling", "{ value: §2.5, unit: count, source: s, confidence: derived }",
      .wrongType(of: "value", expected: "a whole number", found: "'2.5'")
    ),
  ])
  func residualsAreSmall(name: String, entry: String, problem: InputError.Problem) throws {
    var text = try ProfileText.builtIn()
    text.set(name, entry: entry)
    let marked = MarkedText(text.text)
    let found = try #require(ProfileText.error(reading: marked.text))
    #expect(found.problem == problem)
    #expect(found.location.line == marked.line)
    #expect(found.location.column == marked.column)
  }

  /// Of the updates' parameters nothing is measured on the platform itself.
  @Test func whatUpdatesCostIsMostlyAssumed() throws {
    let updates = try ProfileText.builtInProfile().parameters.filter { $0.name.group == .updates }
    let confidences = Dictionary(
      grouping: updates, by: \.confidence
    ).mapValues { $0.map(\.name) }
    #expect(confidences[.derived] == [.differenceByIDItem, .clusterPin, .fittingResidual])
    #expect(confidences[.reported] == [.centerResidual, .regionEndsPerFling])
    #expect(confidences[.assumption]?.count == 7)
    for parameter in updates where parameter.confidence == .assumption {
      #expect(parameter.source.contains("nothing is published"), "\(parameter.name)")
    }
  }

  @Test func aCountHasNoSymbol() {
    #expect(ProfileParameter.Unit.count.symbol.isEmpty)
    for unit in ProfileParameter.Unit.allCases where unit != .count {
      #expect(unit.symbol == unit.rawValue)
    }
  }
}
