import PinData
import RegionFamilies
import ScenarioModel
import TestSupport
import Testing
import YAMLReading

/// Every mistake in a scenario of the region family is found where it stands, and nothing is run.
@Suite struct RegionUpdatesMistakeTests {
  struct Mistake: Sendable, CustomTestStringConvertible {
    /// The line that replaces the one of its key, with a `§` at the mistake.
    let line: String
    let problem: InputError.Problem

    init(_ line: String, _ problem: InputError.Problem) {
      self.line = line
      self.problem = problem
    }

    var testDescription: String { line }
  }

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
  func missingKey(_ key: String) {
    let text = RegionUpdatesScenario().replacing(key, by: nil).text
    Scenario.expectMistake(MarkedText("§" + text), .missingKey(key, in: "the file"))
  }

  @Test("a mistake in one line", arguments: mistakes)
  func mistake(_ mistake: Mistake) {
    let key = mistake.line.filter { $0 != "§" }.prefix { $0 != ":" }.description
    Scenario.expectMistake(
      MarkedText(RegionUpdatesScenario().replacing(key, by: mistake.line).text), mistake.problem)
  }

  private static let fittings = ["exact", "residual", "center-residual", "expanding"]
  private static let deliveries = ["synchronous", "asynchronous"]

  private static let mistakes: [Mistake] = [
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
        known: RegionUpdatesFamily().strategies.map(\.name))),
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
      frames: 121, refresh: 60, seed: 1, pins: pins, viewport: RegionScreen.viewport)
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
