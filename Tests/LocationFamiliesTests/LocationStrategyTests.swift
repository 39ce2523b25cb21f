import LocationFamilies
import ScenarioModel
import TestSupport
import Testing

/// What people with known answers meet in apps that ask for their location in different ways.
@Suite struct LocationStrategyTests {
  @Test(arguments: LocationTrial.strategies.filter { $0 != "implicit" })
  func whoAllowsTheLocationIsAskedOnceAndSeesIt(strategy: String) throws {
    let values = try LocationTrial().run(strategy)
    #expect(values["map-views"] == 120 && values["presses"] == 120)
    #expect(values["prompts"] == 40 && values["people-with-dot"] == 1)
    #expect(values["map-views-with-dot"] == 1 && values["dead-ends"] == 0)
    let asksOnPress = ["ask-with-context", "explained-session"].contains(strategy)
    #expect(values["prompts-without-context"] == (asksOnPress ? 0 : 1))
    #expect(values["interruptions"] == (asksOnPress ? 2 : 1))
    #expect(try #require(values["time-to-dot-p50"]) >= 1_000_000_000)
  }

  @Test func anAppThatNeverAsksShowsNothing() throws {
    let values = try LocationTrial().run("implicit")
    #expect(values["prompts"] == 0 && values["people-with-dot"] == 0)
    #expect(values["dead-ends"] == 1 && values["silent-maps"] == 1)
    #expect(values.reason("time-to-dot-p50") != nil)
    #expect(values.reason("prompts-without-context") == "no alert came")
  }

  @Test(arguments: [("at-display", 1.0), ("at-button", 0.0)])
  func ifTheMapAskedTheAppWouldNotHaveTo(prompting: String, withoutContext: Double) throws {
    let values = try LocationTrial(prompting: prompting).run("implicit")
    #expect(values["prompts"] == 40 && values["people-with-dot"] == 1)
    #expect(values["prompts-without-context"] == withoutContext)
  }

  @Test func askingBeforeTheMapIsAskingAtItsAppearance() throws {
    func run(_ strategy: String, _ prompting: String) throws -> TrialValues {
      try LocationTrial(people: 60, prompting: prompting) {
        $0.set("accept-at-launch-share", 0.3, "fraction")
        $0.set("accept-at-map-share", 0.5, "fraction")
      }.run(strategy)
    }
    let own = try run("ask-before-map", "never")
    let implicit = try run("implicit", "at-display")
    for metric in ["prompts", "people-with-dot", "silent-denials", "dead-ends"] {
      #expect(own[metric] == implicit[metric], "\(metric)")
    }
    #expect(try #require(own["people-with-dot"]) > 0 && own["people-with-dot"] != 1)
  }

  @Test(arguments: LocationTrial.strategies.filter { $0 != "implicit" })
  func whoRefusesIsNotAskedAgain(strategy: String) throws {
    let values = try LocationTrial { $0.refuse() }.run(strategy)
    #expect(values["prompts"] == 40 && values["people-with-dot"] == 0)
    let speaks = ["service-session", "explained-session"].contains(strategy)
    #expect(values["silent-denials"] == (speaks ? 0 : 1))
    #expect(values["recovered-people"] == 0)
    // The alert or the explanation is an answer to the first press, if the press brings it.
    let answered = ["ask-with-context": 40.0]
    #expect(
      values["dead-ends"].map { $0 * 120 }?.rounded()
        == (speaks ? 0 : 120 - (answered[strategy] ?? 0)))
    if strategy == "ask-again" {
      #expect(try #require(values["requests-ignored"]) == 120 + 120 - 40)
    }
  }

  @Test func onceIsAskedAgainAtTheNextVisit() throws {
    let trial = try LocationTrial { $0.set("allow-once-share", 1, "fraction") }
    for strategy in LocationTrial.strategies where strategy != "implicit" {
      let values = try trial.run(strategy)
      #expect(values["prompts"] == 120 && values["people-with-dot"] == 1, "\(strategy)")
    }
    // The explanation that was accepted is not shown again.
    #expect(try trial.run("explained-session")["interruptions"] == 4)
    #expect(try trial.run("ask-with-context")["interruptions"] == 6)
  }

  @Test func theWayToSettingsBringsThePositionBack() throws {
    let trial = try LocationTrial {
      $0.refuse()
      $0.set("settings-link-share", 1, "fraction")
      $0.set("map-look-min", 60, "s")
      $0.set("map-look-max", 60, "s")
    }
    let session = try trial.run("service-session")
    #expect(session["recovered-people"] == 1 && session["settings-trips"] == 40)
    #expect(session["people-with-dot"] == 1)
    let silent = try trial.run("ask-before-map")
    #expect(silent["recovered-people"] == 0 && silent["settings-trips"] == 0)
    let unaided = try LocationTrial {
      $0.refuse()
      $0.set("settings-unaided-share", 1, "fraction")
    }.run("ask-before-map")
    #expect(unaided["settings-trips"] == 40)
    #expect(try #require(unaided["recovered-people"]) > 0)
  }

  @Test func aPhoneThatKeepsTheLocationToItselfIsSaid() throws {
    let restricted = try LocationTrial { $0.set("location-restricted-share", 1, "fraction") }
    let off = try LocationTrial { $0.set("location-off-share", 1, "fraction") }
    for trial in [restricted, off] {
      for strategy in LocationTrial.strategies {
        let values = try trial.run(strategy)
        #expect(values["prompts"] == 0 && values["people-with-dot"] == 0)
        let speaks = ["service-session", "explained-session"].contains(strategy)
        #expect(values["silent-denials"] == (speaks ? 0 : 1), "\(strategy)")
        #expect(values["dead-ends"] == (speaks ? 0 : 1), "\(strategy)")
      }
    }
  }

  @Test(arguments: [("ask-again", 1.0), ("ask-with-context", 1), ("service-session", 0)])
  func aReducedAccuracyIsNoStreet(strategy: String, misread: Double) throws {
    let values = try LocationTrial { $0.set("reduced-accuracy-share", 1, "fraction") }
      .run(strategy)
    #expect(values["reduced-accuracy-misread"] == misread)
    #expect(values["people-with-dot"] == 1)
  }

  @Test func withoutAPurposeStringNobodyIsAsked() throws {
    let trial = try LocationTrial(purposeString: false)
    for strategy in LocationTrial.strategies {
      let values = try trial.run(strategy)
      #expect(values["prompts"] == 0 && values["people-with-dot"] == 0, "\(strategy)")
    }
  }

  @Test func phonesBeforeIOS18AreAskedToo() throws {
    let trial = try LocationTrial { $0.set("service-session-share", 0, "fraction") }
    for strategy in ["ask-before-map", "service-session", "explained-session"] {
      #expect(try trial.run(strategy)["people-with-dot"] == 1, "\(strategy)")
    }
  }

  /// The look at the map goes on after the alert, however long the answer takes.
  @Test func anAlertTakesNoTimeFromALook() throws {
    let values = try LocationTrial {
      for name in ["map-look-min", "map-look-max"] { $0.set(name, 4, "s") }
      for name in ["locate-press-delay-min", "locate-press-delay-max"] { $0.set(name, 2, "s") }
      for name in ["alert-answer-min", "alert-answer-max"] { $0.set(name, 20, "s") }
    }.run("ask-before-map")
    #expect(values["map-views-with-dot"] == 1 && values["presses"] == 120)
    // 0.35 s up, 20 s, and the position 1 s after the answer.
    #expect(values["time-to-dot-p95"] == 21_350_000_000)
  }

  @Test func anotherVisitorChangesNobody() throws {
    let values = try [20, 40].map { try LocationTrial(people: $0).run("ask-before-map") }
    #expect(values[0]["map-views"] == 60 && values[1]["map-views"] == 120)
    let again = try LocationTrial(people: 40).run("ask-before-map")
    #expect(values[1].all == again.all)
  }

  @Test func aTranscriptTellsWhatHappens() throws {
    let inspection = try LocationTrial { $0.refuse() }.inspect("service-session")
    let texts = try #require(inspection.transcripts.first).entries.map(\.text)
    #expect(texts.contains("the alert appears, without context"))
    #expect(texts.contains("the person chooses Don't Allow"))
    #expect(texts.contains("the screen shows a banner with a link to Settings"))
    #expect(inspection.recording != nil)
  }
}
