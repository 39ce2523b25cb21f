import Families
import ScenarioModel
import TestSupport
import Testing

/// The metrics and the inspection of a whole scenario.
@Suite struct RegionUpdatesFamilyTests {
  private func transcript(
    _ trial: FamilyTrial, _ strategy: String, variant: String? = nil
  ) throws -> Transcript {
    let transcripts = try trial.inspect(strategy, variant: variant).transcripts
    #expect(transcripts.count == 1)
    return try #require(transcripts.first)
  }

  @Test func everyStrategySaysWhatItRestsOn() {
    let (updates, fetches) = (Family.regionUpdates.strategies, Family.regionFetches.strategies)
    #expect((updates + fetches).allSatisfy { $0.summary.hasSuffix(".") })
    // The others leave out a part of one that does.
    let reasoned = fetches.filter { $0.name.hasPrefix("fetch-") || $0.name.hasPrefix("search-") }
    #expect((updates + reasoned).allSatisfy { $0.reasoning?.isEmpty == false })
    #expect(fetches.count { $0.reasoning != nil } == reasoned.count)
  }

  /// The environment is the same for all: as many gestures, commands and resizes, in each setting.
  @Test func everyStrategyMeetsTheSameEnvironment() throws {
    let trial = try FamilyTrial.updates()
    let all = try trial.scenario.strategies.map { try trial.run($0) }
    #expect(Set(all.map { $0["map-changes", "region-commands"] }).count == 1)
    let changes = try #require(all[0]["map-changes"])
    #expect(changes > 0 && changes.truncatingRemainder(dividingBy: 4) == 0)
    #expect(all[0].all.allSatisfy { $0.value.number != nil })
  }

  @Test("a careful app", arguments: ["exact", "residual"])
  func carefulStrategies(_ variant: String) throws {
    let trial = try FamilyTrial.updates()
    for strategy in ["careful-tolerance", "gesture-only", "camera-position"] {
      let values = try trial.run(strategy, variant: variant)
      #expect(values["correct-change-rate", "commands-shown"] == [1, 1])
      #expect(values["idle-updates-per-second"] == 0)
      let inspection = try trial.inspect(strategy, variant: variant)
      #expect(inspection.transcripts.isEmpty)
      #expect(inspection.outcomes.map(\.faults) == [[], [], [], []])
    }
  }

  /// The faults in four settings, added up: each kind of fault that is looked for occurs.
  @Test(arguments: [
    ("unguarded", "residual", ["loops", "fights"]), ("no-binding", "exact", ["loses"]),
  ])
  func theOutcomesAgreeWithTheValues(strategy: String, variant: String, expected: [String]) throws {
    let trial = try FamilyTrial.updates()
    let values = try trial.run(strategy, variant: variant)
    let outcomes = try trial.inspect(strategy, variant: variant).outcomes
    #expect(
      outcomes.map(\.setting) == [
        "synchronous, not animated", "synchronous, animated", "asynchronous, not animated",
        "asynchronous, animated",
      ])
    let metrics = [
      "loops": "runaway-loops", "fights": "gesture-conflicts", "loses": "lost-updates",
    ]
    for (name, metric) in metrics {
      let faults = outcomes.flatMap(\.faults).filter { $0.name == name }
      let total = faults.reduce(0.0) { sum, fault in
        let count = Double(fault.extent.prefix { $0.isNumber })
        return sum + (fault.extent.hasPrefix("once") ? 1 : count ?? 0)
      }
      #expect(values[metric] == total && (total > 0 || !expected.contains(name)), "\(name)")
    }
    let order = ["loops", "fights", "loses", "off target"]
    for outcome in outcomes {
      let names = outcome.faults.map(\.name)
      #expect(names == order.filter(names.contains))
    }
  }

  @Test func aLoopHasATranscript() throws {
    let transcript = try transcript(.updates(), "unguarded", variant: "residual")
    #expect(transcript.title == "a loop on an assumed map (synchronous, not animated)")
    #expect(transcript.entries.count <= 40 && transcript.entries.first?.time == 0)
    let texts = transcript.entries.map(\.text)
    let found = try #require(texts.firstIndex { $0.hasPrefix("a loop: ") })
    let rounds = texts[..<found].filter { $0.hasPrefix("update: the map goes to ") }
    // There and back, there and back.
    #expect(rounds.count >= 4 && Set(rounds.suffix(4)).count == 2)
    #expect(texts.count > found + 2)
  }

  /// A camera that rests, sixty positions and refreshes a second, and after more than 2,000 entries
  /// the loop: the transcript has the beginning, and the loop itself.
  @Test func aLateLoopHasATranscript() throws {
    let frames = (0...15).map {
      #"{"time": \#($0), "center": {"latitude": 52.5, "longitude": 13.4}, "#
        + #""span": {"latitudeDelta": 0.2, "longitudeDelta": 0.1}}"#
    }
    let looping = StrategyEntry.own {
      $0.update = { own, _ in
        if own.model.refreshCount >= 500 { own.model.region.center.longitude *= -1 }
      }
    }
    let trial = try FamilyTrial.updates(
      [
        "camera": "{ file: rest.jsonl }", "app": "{ delivery: synchronous, animated: false }",
        "events": "{ location: 60, data: 60, commands: 0, resizes: 0 }",
      ], files: ["rest.jsonl": frames.joined(separator: "\n") + "\n"], adding: [looping])
    let entries = try transcript(trial, "own").entries
    #expect(entries.count == 25)
    #expect(entries[0] == Transcript.Entry(time: 0, text: "update: the map stays"))
    let missing = try #require(Int(entries[12].text.drop { !$0.isNumber }.filter(\.isNumber)))
    #expect(missing > 1_900)
    let found = try #require(entries.firstIndex { $0.text.hasPrefix("a loop: ") })
    #expect(found > 13 && entries.count > found + 2 && entries[found].time > 8_000_000_000)
    #expect(entries.map(\.time) == entries.map(\.time).sorted())
  }

  /// The transcript has the conversions that make the loop of a guard.
  @Test func aLayoutPassIsInTheTranscriptAndTheFacts() throws {
    func fact(_ trial: FamilyTrial) -> String? {
      trial.scenario.workload.facts.first { $0.name == "layout pass after a change" }?.value
    }
    let assumed = try FamilyTrial.updates(
      profile: .simulator(["layout-pass-conversions": (1, "count")]))
    let transcript = try transcript(assumed, "exact-equality", variant: "residual")
    #expect(transcript.title.hasPrefix("a loop on an assumed map ("))
    #expect(
      transcript.entries.contains {
        $0.text.hasPrefix("the layout pass converts the region again (an assumption)")
      })
    #expect(fact(assumed)?.hasPrefix("assumed: converts the region once more") == true)
    let usual = try FamilyTrial.updates()
    #expect(fact(usual) == "converts nothing")
    #expect(try usual.run("exact-equality", variant: "residual")["runaway-loops"] == 0)
  }

  @Test func aGestureConflictHasATranscriptWhereThereIsNoLoop() throws {
    let transcript = try transcript(.updates(), "unguarded")
    #expect(transcript.title.hasPrefix("a gesture conflict ("))
    #expect(transcript.entries.first?.text == "fingers take hold of the map")
    #expect(transcript.entries.last?.text.hasSuffix(" pt away from the fingers") == true)
  }

  @Test func aSeedDecidesOnTheWorld() throws {
    let trial = try FamilyTrial.updates()
    let inspection = try trial.inspect("unguarded", variant: "residual")
    #expect(try trial.inspect("unguarded", variant: "residual") == inspection)
    let reseeded = try trial.scenario.workload.reseeded(99).inspect(
      trial.scenarioCase("unguarded", variant: "residual"), folders: trial.folder.trialFolders(),
      pictures: trial.folder.makeFolder())
    #expect(reseeded != inspection)
  }
}
