import Families
import Guides
import MapPressure
import ScenarioModel
import Testing

/// The scenario of an app's own pins.
@Suite struct AppPinsTests {
  private static func facts(_ texts: [AppFacts.Fact: String] = [:]) throws -> AppFacts {
    var facts = AppFacts()
    facts.data = "stores.csv"
    facts.annotations = 12_480
    for (fact, text) in texts {
      let isSet = facts.set(fact, to: text)
      try #require(isSet, "\(fact): \(text)")
    }
    return facts
  }

  private static let unchanging: [[AppFacts.Fact: String]] = [
    [.clustering: "yes"], [.clustering: "no"], [.ios: "16"], [.tileOverlays: "yes"],
    [.overlays: "own-renderers", .camera: "no"], [.delegateControl: "yes", .changes: "none"],
  ]
  private static let changing: [[AppFacts.Fact: String]] = [
    [.changes: "reloads"], [.changes: "moving"], [.userLocation: "yes"], [.selection: "yes"],
  ]

  /// `try` has no facts but the file.
  @Test(arguments: unchanging)
  func factsWithoutChangesChangeNoText(texts: [AppFacts.Fact: String]) throws {
    let own = try AppPins(Self.facts()).text(families: .standard)
    #expect(try AppPins(Self.facts(texts)).text(families: .standard) == own)
  }

  @Test(arguments: changing) func changesAreReplayed(texts: [AppFacts.Fact: String]) throws {
    let text = try AppPins(Self.facts(texts)).text(families: .standard)
    #expect(text.contains("\nfamily: annotation-updates\n"))
    #expect(text.contains("\nchanges: { "))
  }

  @Test func theTextIsAScenario() throws {
    for texts in Self.unchanging + Self.changing {
      var facts = try Self.facts(texts)
      facts.data = nil
      let pins = AppPins(facts)
      let scenario = try Scenario(
        yaml: pins.text(families: .standard), file: "app.yaml", families: .standard)
      #expect(scenario.name == pins.name && scenario.naive == facts.naive)
      #expect(scenario.strategies == facts.strategies(in: .standard))
      #expect(scenario.sizes == [12_480])
    }
  }

  @Test func theNameIsThatOfTheFile() throws {
    var facts = try Self.facts()
    #expect(AppPins(facts).name == "try-stores")
    facts.data = "data/My Stores (2).csv"
    #expect(AppPins(facts).name == "try-my-stores-2")
    facts.data = nil
    #expect(AppPins(facts).name == "try-generated")
  }
}
