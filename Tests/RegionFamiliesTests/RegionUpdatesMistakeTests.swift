import PinData
import PlatformProfiles
import RegionFamilies
import ScenarioModel
import TestSupport
import Testing
import YAMLReading

/// Every mistake in a scenario of the region family is found where it stands, and nothing is run.
@Suite struct RegionUpdatesMistakeTests {
  private typealias Mistake = ScenarioMistake

  @Test func theTextWithoutAMistakeIsRead() throws {
    let scenario = try RegionUpdatesScenario().scenario()
    #expect(scenario.workload.variants == ["exact", "residual"])
    // 600 frames at 60 a second.
    #expect(scenario.sizes == [10])
    #expect(scenario.workload.seeds.map(\.name) == ["pins", "camera", "events"])
    try scenario.workload.check(sizes: [1, 3_600])
  }

  /// Without a word on them, all settings are replayed.
  @Test func whatMayBeLeftOut() throws {
    let scenario = try RegionUpdatesScenario().replacing("map", by: nil).replacing("app", by: nil)
      .replacing("events", by: nil).scenario()
    #expect(scenario.workload.variants == ["exact", "residual", "center-residual", "expanding"])
    let folders = TrialFolders(own: "/nowhere", shared: "/nowhere")
    let replay = try scenario.workload.prepare(scenario.regionCase(size: 1), folders: folders)
    #expect(replay.frameCount == 4)
  }

  @Test func oneSettingNeedsNoList() throws {
    let scenario = try RegionUpdatesScenario().replacing("map", by: "map: { fitting: expanding }")
      .replacing("app", by: "app: { delivery: asynchronous, animated: true }").scenario()
    #expect(scenario.workload.variants == ["expanding"])
    let inspection = try scenario.inspectRegions(scenario.regionCase(size: 1))
    #expect(inspection.outcomes.map(\.setting) == ["asynchronous, animated"])
  }

  @Test("a key that must be there", arguments: ["data", "device", "camera"])
  func missingKey(_ key: String) throws {
    let text = RegionUpdatesScenario().replacing(key, by: nil).text
    #expect(
      try MarkedText("§" + text).scenarioProblem()
        == .missingKey(key, in: "the file"))
  }

  @Test("a mistake in one line", arguments: mistakes)
  func mistake(_ mistake: ScenarioMistake) throws {
    #expect(
      try mistake.found { RegionUpdatesScenario().replacing($0, by: $1).text } == mistake.problem)
  }

  private static let fittings = ["exact", "residual", "center-residual", "expanding"]
  private static let deliveries = ["synchronous", "asynchronous"]

  private static let mistakes: [ScenarioMistake] = [
    Mistake(
      "map: §exact", .wrongType(of: "map", expected: "a mapping of keys", found: "'exact'")),
    Mistake(
      "map: { §fittings: exact }", .unknownKey("fittings", in: "map", known: ["fitting"])),
    Mistake(
      "map: { fitting: §exakt }",
      .unknownName("exakt", what: "fitting", known: fittings)),
    Mistake(
      "map: { fitting: [exact, §exakt] }",
      .unknownName("exakt", what: "fitting", known: fittings)),
    Mistake(
      "map: { fitting: [exact, residual, §exact] }",
      .invalidValue(of: "fitting", expected: "each value once", found: "'exact'")),
    Mistake(
      "map: { fitting: §[] }", .wrongType(of: "fitting", expected: "text", found: "a list")),
    Mistake(
      "app: { §deliver: synchronous }",
      .unknownKey("deliver", in: "app", known: ["delivery", "animated"])),
    Mistake(
      "app: { delivery: §later }", .unknownName("later", what: "delivery", known: deliveries)),
    Mistake(
      "app: { animated: §sometimes }",
      .invalidValue(of: "animated", expected: "true or false", found: "'sometimes'")),
    Mistake(
      "app: { animated: [true, §true] }",
      .invalidValue(of: "animated", expected: "each value once", found: "'true'")),
    Mistake(
      "events: { §positions: 1 }",
      .unknownKey(
        "positions", in: "events", known: ["location", "data", "commands", "resizes", "seed"])),
    Mistake(
      "events: { location: §-1 }",
      .invalidValue(of: "location", expected: "a number from 0.0 to 60.0", found: "'-1'")),
    Mistake(
      "events: { commands: §11 }",
      .invalidValue(of: "commands", expected: "a number from 0.0 to 10.0", found: "'11'")),
    Mistake(
      "events: { seed: §-3 }",
      .invalidValue(
        of: "seed", expected: "a whole number of at least 0", found: "'-3'")),
    Mistake(
      "sizes: [§3_601]",
      .invalidValue(of: "sizes", expected: "a whole number from 1 to 3600", found: "'3_601'")),
    Mistake(
      "strategies: [unguarded, §unguard]",
      .unknownName(
        "unguard", what: "strategy in the family region-updates",
        known: Family.regionUpdates.strategies.map(\.name))),
  ]

  @Test func aProfileWithoutUpdates() throws {
    var profile = ProfileText()
    profile.set("hang-threshold", 250, "ms")
    profile.set("watchdog", 10, "s")
    let folder = try TemporaryFolder()
    _ = try folder.write(profile.text, to: "profile.yaml")
    #expect(throws: InputError.self) {
      try RegionUpdatesScenario()
        .replacing("device", by: "device: { viewport: [393, 852], profile: profile.yaml }")
        .scenario(in: folder.path)
    }
  }

  /// Two seconds were recorded, so that three cannot be replayed.
  @Test func aTraceThatIsTooShort() throws {
    let folder = try TemporaryFolder()
    let pins = PinGenerator.cities.pins(count: 50, seed: 1)
    let trace = CameraTraceGenerator.panAndZoom.trace(
      frames: 121, refresh: 60, seed: 1, pins: pins, viewport: RegionScreen.viewport,
      profile: .sample())
    let path = try folder.write(trace.jsonLines, to: "trace.jsonl")
    let scenario = try RegionUpdatesScenario()
      .replacing("camera", by: "camera: { file: trace.jsonl }").scenario(in: folder.path)
    #expect(scenario.sizes == [2])
    #expect(scenario.workload.inputFiles == [path])
    try scenario.workload.check(sizes: [1, 2])
    let error = WorkloadError.traceTooShort(file: path, found: 2, wanted: 3)
    #expect(throws: error) { try scenario.workload.check(sizes: [2, 3]) }
    #expect("\(error)".contains("expected a camera trace of at least 3 seconds"))
  }

  /// A key of the file wins over the profile's parameter.
  @Test func theProfileHasTheRatesThatTheFileHasNot() throws {
    let folder = try TemporaryFolder()
    var profile = ProfileText(basedOn: "iphone-simulator")
    profile.set("command-rate", 0.4, "1/s")
    profile.set("resize-rate", 0.3, "1/s")
    _ = try folder.write(profile.text, to: "profile.yaml")
    func workload(_ events: String?) throws -> any Workload {
      try RegionUpdatesScenario()
        .replacing("device", by: "device: { viewport: [393, 852], profile: profile.yaml }")
        .replacing("events", by: events).scenario(in: folder.path).workload
    }
    func rates(_ events: String?) throws -> String? {
      try workload(events).facts.first { $0.name == "events" }?.value
    }
    #expect(
      try rates(nil)
        == "1.0 positions, 0.2 refreshes, 0.4 commands, 0.3 resizes a second, seed 0")
    #expect(
      try rates("events: { commands: 0.5, seed: 3 }")
        == "1.0 positions, 0.2 refreshes, 0.5 commands, 0.3 resizes a second, seed 3")
    #expect(try workload(nil).profileGroups == [.app, .updates, .regionUse, .gestures])
  }

  /// Each map on each device; the name of the map comes first.
  @Test func eachMapIsReplayedOnEachDevice() throws {
    let scenario = try RegionUpdatesScenario()
      .replacing(
        "device",
        by: "device: { viewport: [393, 852], refresh: [60, 120], "
          + "profile: [iphone-simulator, slow-device] }"
      )
      .replacing("camera", by: "camera: { trace: pan-and-zoom, seconds: 3, seed: 7 }")
      .scenario()
    #expect(scenario.workload.variants.count == 8)
    #expect(
      scenario.workload.variants.prefix(4) == [
        "exact, 60 Hz, iphone-simulator", "exact, 60 Hz, slow-device",
        "exact, 120 Hz, iphone-simulator", "exact, 120 Hz, slow-device",
      ])
    #expect(scenario.sizes == [3], "the seconds of the camera")
    for variant in scenario.workload.variants {
      let isSlow = variant.hasSuffix("slow-device")
      #expect(
        scenario.workload.platform(of: variant).profile?.name
          == (isSlow ? "slow-device" : "iphone-simulator"))
      let values = try scenario.replayRegions(scenario.regionCase(variant: variant))
      #expect(values["map-changes"] ?? 0 > 0)
    }
  }

  /// A variant of another run's file, say: the error says which there are.
  @Test func aVariantThatIsNotThere() throws {
    let scenario = try RegionUpdatesScenario().scenario()
    let folders = TrialFolders(own: "/nowhere", shared: "/nowhere")
    let error = WorkloadError.unknownVariant("expanding", known: ["exact", "residual"])
    #expect(throws: error) {
      try scenario.workload.prepare(
        scenario.regionCase(variant: "expanding"), folders: folders)
    }
    #expect("\(error)".contains("expected one of exact, residual"))
  }
}

/// A good scenario file of the region family, in which single lines can be replaced.
struct RegionUpdatesScenario {
  private var lines: [(key: String, text: String)] = [
    ("scenario", "scenario: sample"),
    ("title", "title: A sample"),
    ("family", "family: region-updates"),
    ("data", "data: { generator: cities, pins: 50, seed: 42 }"),
    ("device", "device: { viewport: [393, 852], profile: iphone-simulator }"),
    ("camera", "camera: { trace: pan-and-zoom, frames: 600, seed: 7 }"),
    ("map", "map: { fitting: [exact, residual] }"),
    ("app", "app: { delivery: [synchronous, asynchronous], animated: [false, true] }"),
    ("events", "events: { location: 1, data: 0.2, commands: 0.5, resizes: 0.2, seed: 3 }"),
    ("naive", "naive: unguarded"),
    ("strategies", "strategies: [unguarded, gesture-only]"),
  ]

  /// The file with the line of a key replaced, or left out; any other key is added at the end.
  func replacing(_ key: String, by text: String?) -> RegionUpdatesScenario {
    var copy = self
    let index = lines.firstIndex { $0.key == key }
    if let index { copy.lines.remove(at: index) }
    if let text { copy.lines.insert((key, text), at: index ?? lines.count) }
    return copy
  }

  var text: String { lines.map { $0.text + "\n" }.joined() }

  /// The scenario, as if its file lay in a folder.
  func scenario(
    in folder: String = "/", adding entries: [StrategyEntry<RegionUpdateMake>] = []
  ) throws(InputError) -> Scenario {
    try Scenario(
      yaml: text, file: folder + "/scenario.yaml",
      families: FamilyRegistry([Family.regionUpdates.adding(entries)]))
  }
}

extension Scenario {
  /// A case of the scenario at a size, of its first variant and strategy where nothing else is
  /// asked for.
  func regionCase(
    _ strategy: String? = nil, variant: String? = nil, size: Int? = nil
  ) -> Case {
    Case(
      scenario: name, variant: variant ?? workload.variants[0], size: size ?? sizes[0],
      strategy: strategy ?? strategies[0])
  }

  private static let folders = TrialFolders(own: "/nowhere", shared: "/nowhere")

  /// Replays a case, and answers with its results by name.
  func replayRegions(_ scenarioCase: Case) throws -> [String: Double] {
    let replay = try workload.prepare(scenarioCase, folders: Self.folders)
    try replay.build()
    for frame in 0..<replay.frameCount {
      try replay.showFrame(frame)
      replay.frameDidEnd(frame)
    }
    var values: [String: Double] = [:]
    for value in replay.results() {
      if case .number(let number) = value.value { values[value.name] = number }
    }
    return values
  }

  func inspectRegions(_ scenarioCase: Case) throws -> Inspection {
    let pictures = try TemporaryFolder()
    return try workload.inspect(scenarioCase, folders: Self.folders, pictures: pictures.path)
  }
}
