import PinData
import ScenarioModel
import SearchFamilies
import SearchSimulation
import TestSupport
import Testing

/// What lists of places with known imagery offer to people who would look around.
@Suite struct LookAroundTests {
  /// A scenario over one street, in which people open a place in each rest and want to look around.
  private struct Trial {
    private let folder: TemporaryFolder
    private let scenario: Scenario

    init(
      rows: Int = 30, people: Int = 10, imagery: Double, failures: Double = 0,
      _ change: (inout ProfileText) -> Void = { _ in }
    ) throws {
      var profile = ProfileText.steadySearch()
      profile.setLatency("look-around", median: 500, percentile95: 500)
      profile.set("look-around-area-share", imagery == 0 ? 0 : 1, "fraction")
      profile.set("look-around-street-share", imagery, "fraction")
      profile.set("place-open-share", 1, "fraction")
      profile.set("place-slip-share", 0, "fraction")
      profile.set("look-around-wish-share", 1, "fraction")
      change(&profile)
      folder = try TemporaryFolder()
      try folder.write(PlaceFileText.csv(GeocodingTrial.street), to: "places.csv")
      try folder.write(profile.text, to: "profile.yaml")
      let family = Family.lookAround
      let strategies = family.strategies.map(\.name)
      scenario = try Scenario(
        yaml: """
          scenario: sample
          title: A sample
          family: look-around
          places: { file: places.csv }
          list: { rows: \(rows), people: \(people), seed: 5 }
          platform: { profile: profile.yaml, failures: \(failures), seed: 3 }
          naive: \(strategies[0])
          strategies: [\(strategies.joined(separator: ", "))]
          """, file: folder.path + "/scenario.yaml", families: FamilyRegistry([family]))
    }

    private func scenarioCase(_ strategy: String) -> Case {
      Case(scenario: "sample", variant: "", size: scenario.sizes[0], strategy: strategy)
    }

    func run(_ strategy: String) throws -> TrialValues {
      try TrialValues(
        scenario.workload.prepare(scenarioCase(strategy), folders: folder.trialFolders()))
    }

    func inspect(_ strategy: String) throws -> Inspection {
      try scenario.workload.inspect(
        scenarioCase(strategy), folders: folder.trialFolders(), pictures: folder.makeFolder())
    }
  }

  private static let all = Family.lookAround.strategies.map(\.name)
  private static let checked = all.filter { $0 != "always-offered" }

  @Test(arguments: all)
  func whereAllPlacesHaveImageryNoTapIsInVain(strategy: String) throws {
    let values = try Trial(rows: 20, imagery: 1).run(strategy)
    #expect(try #require(values["places-opened"]) > 10)
    #expect(values["imagery-offered"] == 1 && values["offers-missed"] == 0)
    #expect(values["dead-ends"] == 0 && values["wrong-scenes"] == 0)
    #expect(values["scenes-shown"] == 1 && values["empty-offers"] == 0)
  }

  @Test func whereNoPlaceHasImageryEveryUncheckedTapIsInVain() throws {
    let trial = try Trial(imagery: 0)
    let naive = try trial.run("always-offered")
    #expect(naive["dead-ends"] == 1)
    #expect(naive["empty-offers"] == naive["places-opened"])
    #expect(naive.reason("imagery-offered") == "no opened place has imagery")
    for strategy in Self.checked {
      let values = try trial.run(strategy)
      #expect(values.reason("dead-ends") == "nobody tapped an offer", "\(strategy)")
      #expect(values["empty-offers"] == 0, "\(strategy)")
    }
  }

  @Test func aRequestForEachOpenedPlaceOrForEachTap() throws {
    let trial = try Trial(imagery: 0.5)
    let opened = try #require(try trial.run("checked-on-selection")["places-opened"])
    for strategy in ["always-offered", "checked-on-selection", "unchecked-answer"] {
      #expect(try trial.run(strategy)["requests-sent"] == opened, "\(strategy)")
    }
  }

  @Test func aRequestForEachRowThatAppearsIsThrottled() throws {
    let values = try Trial(rows: 120, people: 2, imagery: 1).run("checked-per-row")
    #expect(try #require(values["requests-throttled"]) > 0)
    #expect(try #require(values["imagery-offered"]) < 1)
    let unlimited = try Trial(rows: 120, people: 2, imagery: 1) {
      $0.set("throttle-limit", 100_000, "count")
    }.run("checked-per-row")
    #expect(unlimited["imagery-offered"] == 1 && unlimited["requests-throttled"] == 0)
    #expect(
      values["requests-sent"].flatMap { sent in values["requests-throttled"].map { sent + $0 } }
        == unlimited["requests-sent"])
  }

  @Test(arguments: [20, 120, 400])
  func theBudgetStaysBelowTheLimitAndAsksOnce(rows: Int) throws {
    let values = try Trial(rows: rows, people: 3, imagery: 0.5).run("checked-and-cached")
    #expect(values["requests-throttled"] == 0 && values["wrong-scenes"] == 0)
    let answered = try #require(values["requests-sent"]) - (values["requests-cancelled"] ?? 0)
    #expect(answered <= Double(3 * rows))
    #expect(try #require(values["imagery-offered"]) > 0.95)
  }

  /// The answer for the wrong place comes when the one that was meant is open.
  @Test func aLateAnswerIsShownInAnotherPlace() throws {
    let trial = try Trial(imagery: 1) {
      $0.set("place-slip-share", 1, "fraction")
      $0.set("place-slip-min", 300, "ms")
      $0.set("place-slip-max", 300, "ms")
    }
    #expect(try #require(try trial.run("unchecked-answer")["wrong-scenes"]) > 0)
    let checked = try trial.run("checked-on-selection")
    #expect(checked["wrong-scenes"] == 0)
    // Half of the opened places are closed before their answer.
    #expect(checked["requests-cancelled"].map { 2 * $0 } == checked["places-opened"])
    #expect(checked["imagery-offered"] == 1)
    let prompt = try Trial(imagery: 1) {
      $0.set("place-slip-share", 1, "fraction")
      $0.setLatency("look-around", median: 100, percentile95: 100)
    }
    #expect(try prompt.run("unchecked-answer")["wrong-scenes"] == 0)
  }

  @Test func anErrorIsNotKept() throws {
    let values = try Trial(rows: 20, imagery: 1, failures: 0.5).run("checked-and-cached")
    let once = try Trial(rows: 20, imagery: 1, failures: 0.5).run("checked-on-selection")
    #expect(try #require(values["imagery-offered"]) > (once["imagery-offered"] ?? 1))
    #expect(values["dead-ends"] == 0)
  }

  @Test func anOfferIsThereBeforeOrAfterTheLatency() throws {
    let trial = try Trial(rows: 20, imagery: 1)
    #expect(try trial.run("always-offered")["time-to-offer-p95"] == 0)
    #expect(try trial.run("checked-on-selection")["time-to-offer-p50"] == 500_000_000)
    #expect(
      try #require(trial.run("checked-and-cached")["time-to-offer-p50"])
        < 500_000_000)
  }

  @Test func aTranscriptTellsWhatHappens() throws {
    let inspection = try Trial(imagery: 0.5).inspect("always-offered")
    let texts = try #require(inspection.transcripts.first).entries.map(\.text)
    #expect(texts.contains { $0.hasSuffix("which has no imagery") })
    #expect(texts.contains("the tap has shown nothing"))
    #expect(texts.contains("the scene fills the screen"))
    #expect(inspection.recording != nil)
  }
}
