import Families
import ScenarioModel
import TestSupport
import Testing

/// The experience of people with known answers in apps that ask for their location in different
/// ways.
@Suite struct LocationStrategyTests {
  private static let strategies = Family.locationAuthorization.strategies.map(\.name)
  private static let asking = strategies.filter { $0 != "implicit" }
  /// Those that say why there is no position.
  private static let speaking = ["service-session", "explained-session"]
  /// Shares of people who never allow the location.
  private static let refusal = [
    "accept-at-launch": 0.0, "accept-at-map": 0, "accept-on-press": 0, "accept-explained": 0,
  ]

  /// Of people who open the map at each visit, press the button, and allow the location at once.
  private static let shares = [
    "map-open": 1.0, "locate-press": 1, "service-session": 1, "explanation-accept": 1,
    "accept-at-launch": 1, "accept-at-map": 1, "accept-on-press": 1, "accept-explained": 1,
    "location-restricted": 0, "location-off": 0, "allow-once": 0, "reduced-accuracy": 0,
    "settings-link": 0, "settings-unaided": 0, "settings-revoke": 0,
  ]

  /// Three visits of each of the people, with other shares and times of the profile.
  private func trial(
    people: Int = 40, prompting: String = "never", purposeString: Bool = true,
    shares: [String: Double] = [:], seconds: [String: Double] = [:]
  ) throws -> FamilyTrial {
    var profile = ProfileText.simulator([
      "location-visits-min": (3, "count"), "location-visits-max": (3, "count"),
      "location-fix-median": (1, "s"), "location-fix-p95": (1, "s"), "map-look-min": (30, "s"),
    ])
    for (name, value) in Self.shares.merging(shares, uniquingKeysWith: { $1 }) {
      profile.set("\(name)-share", value, "fraction")
    }
    for (name, value) in seconds { profile.set(name, value, "s") }
    return try FamilyTrial(
      Family.locationAuthorization,
      """
      people: { count: \(people), seed: 5 }
      map: { prompting: \(prompting) }
      app: { purpose-string: \(purposeString) }
      platform: { profile: profile.yaml, seed: 3 }
      """, profile: profile)
  }

  @Test(arguments: asking)
  func whoAllowsTheLocationIsAskedOnceAndSeesIt(strategy: String) throws {
    let values = try trial().run(strategy)
    #expect(values["map-views", "presses", "prompts"] == [120, 120, 40])
    #expect(values["people-with-dot", "map-views-with-dot"] == [1, 1])
    // No person waits ten seconds for the one position.
    #expect((values["dead-ends"] ?? 0 > 0) == (strategy == "one-position"))
    let asksOnPress = ["ask-with-context", "explained-session"].contains(strategy)
    let expected: [Double?] = asksOnPress ? [0, 2] : [1, 1]
    #expect(values["prompts-without-context", "interruptions"] == expected)
    #expect(try #require(values["time-to-dot-p50"]) >= 1_000_000_000)
  }

  @Test func anAppThatNeverAsksShowsNothing() throws {
    let values = try trial().run("implicit")
    #expect(values["prompts", "people-with-dot", "dead-ends", "silent-maps"] == [0, 0, 1, 1])
    #expect(values.reason("time-to-dot-p50") != nil)
    #expect(values.reason("prompts-without-context") == "no alert appeared")
  }

  @Test(arguments: [("at-display", 1.0), ("at-button", 0.0)])
  func ifTheMapAskedTheAppWouldNotHaveTo(prompting: String, withoutContext: Double) throws {
    let values = try trial(prompting: prompting).run("implicit")
    #expect(
      values["prompts", "people-with-dot", "prompts-without-context"] == [40, 1, withoutContext])
  }

  @Test func askingBeforeTheMapIsAskingAtItsAppearance() throws {
    func run(_ strategy: String, _ prompting: String) throws -> TrialValues {
      try trial(
        people: 60, prompting: prompting, shares: ["accept-at-launch": 0.3, "accept-at-map": 0.5]
      ).run(strategy)
    }
    let own = try run("ask-before-map", "never")
    let implicit = try run("implicit", "at-display")
    for metric in ["prompts", "people-with-dot", "silent-denials", "dead-ends"] {
      #expect(own[metric] == implicit[metric], "\(metric)")
    }
    #expect(try #require(own["people-with-dot"]) > 0 && own["people-with-dot"] != 1)
  }

  @Test(arguments: asking)
  func whoRefusesIsNotAskedAgain(strategy: String) throws {
    let values = try trial(shares: Self.refusal).run(strategy)
    #expect(values["prompts", "people-with-dot", "recovered-people"] == [40, 0, 0])
    let speaks = Self.speaking.contains(strategy)
    #expect(values["silent-denials"] == (speaks ? 0 : 1))
    // The alert or the explanation is an answer to the first press, if the press brings it.
    let answered = strategy == "ask-with-context" ? 40.0 : 0
    #expect(values["dead-ends"].map { $0 * 120 }?.rounded() == (speaks ? 0 : 120 - answered))
    // Both presses, without the first request of the 40 who are asked.
    if strategy == "ask-again" { #expect(values["requests-ignored"] == 200) }
  }

  @Test func onceIsAskedAgainAtTheNextVisit() throws {
    let trial = try trial(shares: ["allow-once": 1])
    for strategy in Self.asking {
      #expect(try trial.run(strategy)["prompts", "people-with-dot"] == [120, 1], "\(strategy)")
    }
    // The explanation that was accepted is not shown again.
    #expect(try trial.run("explained-session")["interruptions"] == 4)
    #expect(try trial.run("ask-with-context")["interruptions"] == 6)
  }

  @Test func theWayToSettingsBringsThePositionBack() throws {
    let trial = try trial(
      shares: Self.refusal.merging(["settings-link": 1], uniquingKeysWith: { $1 }),
      seconds: ["map-look-min": 60, "map-look-max": 60])
    let session = try trial.run("service-session")
    #expect(session["recovered-people", "settings-trips", "people-with-dot"] == [1, 40, 1])
    let silent = try trial.run("ask-before-map")
    #expect(silent["recovered-people", "settings-trips"] == [0, 0])
    let unaided = try self.trial(
      shares: Self.refusal.merging(["settings-unaided": 1], uniquingKeysWith: { $1 })
    ).run("ask-before-map")
    #expect(unaided["settings-trips"] == 40)
    #expect(try #require(unaided["recovered-people"]) > 0)
  }

  @Test(arguments: strategies, ["location-restricted", "location-off"])
  func aPhoneThatKeepsTheLocationToItselfIsSaid(strategy: String, share: String) throws {
    let values = try trial(shares: [share: 1]).run(strategy)
    #expect(values["prompts", "people-with-dot"] == [0, 0])
    let silent = Self.speaking.contains(strategy) ? 0.0 : 1
    #expect(values["silent-denials", "dead-ends"] == [silent, silent])
  }

  @Test(arguments: [("ask-again", 1.0), ("ask-with-context", 1), ("service-session", 0)])
  func aReducedAccuracyIsNoStreet(strategy: String, misread: Double) throws {
    let values = try trial(shares: ["reduced-accuracy": 1]).run(strategy)
    #expect(values["reduced-accuracy-misread", "people-with-dot"] == [misread, 1])
  }

  @Test(arguments: strategies)
  func withoutAPurposeStringNobodyIsAsked(strategy: String) throws {
    let values = try trial(purposeString: false).run(strategy)
    #expect(values["prompts", "people-with-dot"] == [0, 0])
  }

  @Test(arguments: ["ask-before-map", "service-session", "explained-session"])
  func phonesBeforeIOS18AreAskedToo(strategy: String) throws {
    #expect(try trial(shares: ["service-session": 0]).run(strategy)["people-with-dot"] == 1)
  }

  /// The look at the map continues after the alert, however long the answer takes.
  @Test func anAlertTakesNoTimeFromALook() throws {
    let values = try trial(seconds: [
      "map-look-min": 4, "map-look-max": 4, "locate-press-delay-min": 2,
      "locate-press-delay-max": 2, "alert-answer-min": 20, "alert-answer-max": 20,
    ]).run("ask-before-map")
    // 0.35 s up, 20 s, and the position 1 s after the answer.
    #expect(values["map-views-with-dot", "presses", "time-to-dot-p95"] == [1, 120, 21_350_000_000])
  }

  @Test func anotherVisitorChangesNobody() throws {
    let (few, many) = (try trial(people: 20), try trial(people: 40))
    let first = try TrialValues(many.prepare("ask-before-map"), frames: Array(0..<20))
    #expect(first["map-views"] == 60)
    #expect(try few.run("ask-before-map").all == first.all)
  }

  @Test func aTranscriptTellsWhatHappens() throws {
    let inspection = try trial(shares: Self.refusal).inspect("service-session")
    let texts = try #require(inspection.transcripts.first).entries.map(\.text)
    #expect(texts.contains("the alert appears, without context"))
    #expect(texts.contains("the person chooses Don't Allow"))
    #expect(texts.contains("the screen shows a banner with a link to Settings"))
    #expect(inspection.recording != nil)
  }
}
