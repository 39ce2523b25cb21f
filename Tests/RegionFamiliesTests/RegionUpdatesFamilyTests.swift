import RegionFamilies
import ScenarioModel
import TestSupport
import Testing

/// The metrics and the inspection of a whole scenario.
@Suite struct RegionUpdatesFamilyTests {
  private let careful = ["careful-tolerance", "gesture-only", "camera-position"]

  private func scenario(_ strategies: [String]? = nil) throws -> Scenario {
    let names = strategies ?? Family.regionUpdates.strategies.map(\.name)
    return try RegionUpdatesScenario()
      .replacing("naive", by: "naive: \(names[0])")
      .replacing("strategies", by: "strategies: [\(names.joined(separator: ", "))]").scenario()
  }

  @Test func everyMetricIsAnswered() throws {
    let scenario = try scenario()
    let replay = try scenario.workload.prepare(
      scenario.regionCase(), folders: TrialFolders(own: "/nowhere", shared: "/nowhere"))
    #expect(
      Set(replay.results().map(\.name)) == Set(Family.regionUpdates.metrics.map(\.name)))
    let values = try scenario.replayRegions(scenario.regionCase())
    #expect(Set(values.keys) == Set(Family.regionUpdates.metrics.map(\.name)))
  }

  @Test func everyStrategySaysWhatItRestsOn() {
    for strategy in Family.regionUpdates.strategies {
      #expect(strategy.reasoning?.isEmpty == false)
      #expect(strategy.summary.hasSuffix("."))
    }
  }

  @Test("the same again", arguments: ["exact", "residual"])
  func determinism(_ variant: String) throws {
    let scenario = try scenario()
    for strategy in scenario.strategies {
      let aCase = scenario.regionCase(strategy, variant: variant)
      #expect(try scenario.replayRegions(aCase) == scenario.replayRegions(aCase))
      #expect(try scenario.inspectRegions(aCase) == scenario.inspectRegions(aCase))
    }
  }

  /// The environment is the same for all: as many gestures, commands and resizes, in each setting.
  @Test func everyStrategyMeetsTheSameEnvironment() throws {
    let scenario = try scenario()
    let environments = try scenario.strategies.map { strategy in
      let values = try scenario.replayRegions(scenario.regionCase(strategy))
      return [values["map-changes"], values["region-commands"]]
    }
    #expect(Set(environments).count == 1)
    let changes = try #require(environments[0][0])
    #expect(changes > 0 && changes.truncatingRemainder(dividingBy: 4) == 0)
  }

  @Test("a careful app", arguments: ["exact", "residual"])
  func carefulStrategies(_ variant: String) throws {
    let scenario = try scenario()
    for strategy in careful {
      let aCase = scenario.regionCase(strategy, variant: variant)
      let values = try scenario.replayRegions(aCase)
      #expect(values["correct-change-rate"] == 1)
      #expect(values["commands-shown"] == 1)
      #expect(values["idle-updates-per-second"] == 0)
      let inspection = try scenario.inspectRegions(aCase)
      #expect(inspection.transcripts.isEmpty)
      #expect(inspection.outcomes.allSatisfy { $0.faults.isEmpty })
    }
  }

  /// What went wrong in four settings, added up: there is some of each kind that is looked for.
  @Test(arguments: [
    ("unguarded", "residual", ["loops", "fights"]), ("no-binding", "exact", ["loses"]),
  ])
  func theOutcomesTellTheValues(
    _ strategy: String, _ variant: String, _ expected: [String]
  ) throws {
    let scenario = try scenario()
    let aCase = scenario.regionCase(strategy, variant: variant)
    let values = try scenario.replayRegions(aCase)
    let outcomes = try scenario.inspectRegions(aCase).outcomes
    #expect(
      outcomes.map(\.setting) == [
        "synchronous, not animated", "synchronous, animated", "asynchronous, not animated",
        "asynchronous, animated",
      ])
    func total(_ name: String) -> Double {
      outcomes.flatMap(\.faults).filter { $0.name == name }.reduce(0) { total, fault in
        let count = fault.extent.prefix { $0.isNumber }
        return total + (fault.extent.hasPrefix("once") ? 1 : Double(count) ?? 0)
      }
    }
    for name in expected { #expect(total(name) > 0, "\(name)") }
    #expect(total("loops") == values["runaway-loops"])
    #expect(total("fights") == values["gesture-conflicts"])
    #expect(total("loses") == values["lost-updates"])
    let order = ["loops", "fights", "loses", "off target"]
    for outcome in outcomes {
      let places = outcome.faults.compactMap { order.firstIndex(of: $0.name) }
      #expect(places.count == outcome.faults.count && places == places.sorted())
    }
  }

  @Test func aLoopHasATranscript() throws {
    let scenario = try scenario()
    let inspection = try scenario.inspectRegions(
      scenario.regionCase("unguarded", variant: "residual"))
    let transcript = try #require(inspection.transcripts.first)
    #expect(inspection.transcripts.count == 1)
    #expect(transcript.title == "a loop on an assumed map (synchronous, not animated)")
    #expect(transcript.entries.count <= 40)
    #expect(transcript.entries.first?.time == 0)
    let texts = transcript.entries.map(\.text)
    let found = try #require(texts.firstIndex { $0.hasPrefix("a loop: ") })
    let rounds = texts[..<found].filter { $0.hasPrefix("update: the map goes to ") }
    // There and back, there and back.
    #expect(rounds.count >= 4)
    #expect(Set(rounds.suffix(4)).count == 2)
    #expect(texts.count > found + 2)
  }

  /// A camera that rests, sixty positions and refreshes a second, and after more than 2,000 entries
  /// the loop: the transcript has the beginning, and the loop itself.
  @Test func aLateLoopHasATranscript() throws {
    let folder = try TemporaryFolder()
    let frames = (0...15).map {
      #"{"time": \#($0), "center": {"latitude": 52.5, "longitude": 13.4}, "#
        + #""span": {"latitudeDelta": 0.2, "longitudeDelta": 0.1}}"#
    }
    _ = try folder.write(frames.joined(separator: "\n") + "\n", to: "rest.jsonl")
    let scenario = try RegionUpdatesScenario()
      .replacing("camera", by: "camera: { file: rest.jsonl }")
      .replacing("app", by: "app: { delivery: synchronous, animated: false }")
      .replacing("events", by: "events: { location: 60, data: 60, commands: 0, resizes: 0 }")
      .replacing("naive", by: "naive: own")
      .replacing("strategies", by: "strategies: [own]")
      .scenario(
        in: folder.path,
        adding: [StrategyEntry("own", LoopingLate.self, summary: "A test's own.")])
    let inspection = try scenario.inspectRegions(scenario.regionCase())
    let entries = try #require(inspection.transcripts.first).entries
    #expect(entries.count == 25)
    #expect(entries[0] == Transcript.Entry(time: 0, text: "update: the map stays"))
    let missing = try #require(
      Int(entries[12].text.drop { !$0.isNumber }.filter(\.isNumber)))
    #expect(missing > 1_900)
    let found = try #require(entries.firstIndex { $0.text.hasPrefix("a loop: ") })
    #expect(found > 13 && entries.count > found + 2)
    #expect(entries[found].time > 8_000_000_000)
    let times = entries.map(\.time)
    #expect(times == times.sorted())
  }

  /// The transcript has the conversions that make the loop of a guard.
  @Test func aLayoutPassIsInTheTranscriptAndTheFacts() throws {
    let folder = try TemporaryFolder()
    var profile = ProfileText(basedOn: "iphone-simulator")
    profile.set("layout-pass-conversions", 1, "count")
    _ = try folder.write(profile.text, to: "profile.yaml")
    func scenario(_ profile: String) throws -> Scenario {
      try RegionUpdatesScenario()
        .replacing("device", by: "device: { viewport: [393, 852], profile: \(profile) }")
        .replacing("naive", by: "naive: exact-equality")
        .replacing("strategies", by: "strategies: [exact-equality]")
        .scenario(in: folder.path)
    }
    func fact(_ scenario: Scenario) -> String? {
      scenario.workload.facts.first { $0.name == "layout pass after a change" }?.value
    }
    let assumed = try scenario("profile.yaml")
    let inspection = try assumed.inspectRegions(assumed.regionCase(variant: "residual"))
    let transcript = try #require(inspection.transcripts.first)
    #expect(transcript.title.hasPrefix("a loop on an assumed map ("))
    #expect(
      transcript.entries.contains {
        $0.text.hasPrefix("the layout pass converts the region again (an assumption)")
      })
    #expect(fact(assumed)?.hasPrefix("assumed: converts the region once more") == true)
    let usual = try scenario("iphone-simulator")
    #expect(fact(usual) == "converts nothing")
    let values = try usual.replayRegions(usual.regionCase(variant: "residual"))
    #expect(values["runaway-loops"] == 0)
  }

  @Test func aGestureConflictHasATranscriptWhereThereIsNoLoop() throws {
    let scenario = try scenario()
    let inspection = try scenario.inspectRegions(scenario.regionCase("unguarded"))
    let transcript = try #require(inspection.transcripts.first)
    #expect(transcript.title.hasPrefix("a gesture conflict ("))
    #expect(transcript.entries.first?.text == "fingers take hold of the map")
    #expect(transcript.entries.last?.text.hasPrefix("the map has left the fingers by ") == true)
  }

  @Test func anotherSeedIsAnotherWorld() throws {
    let scenario = try scenario()
    let aCase = scenario.regionCase("unguarded", variant: "residual")
    let other = scenario.workload.reseeded(99)
    #expect(other.seeds.allSatisfy { $0.seed == 99 })
    let folders = TrialFolders(own: "/nowhere", shared: "/nowhere")
    let pictures = try TemporaryFolder()
    let inspection = try other.inspect(aCase, folders: folders, pictures: pictures.path)
    #expect(try inspection != scenario.inspectRegions(aCase))
  }
}
