import Guides
import ScenarioModel
import Support
import TestSupport
import Testing

/// The decision trees with the facts of apps.
@Suite struct ComponentAdviceTests {
  private let rules: [DecisionRule]

  init() throws { rules = try DecisionRule.standard() }

  private func advice(_ facts: [AppFacts.Fact: String]) throws -> ComponentAdvice {
    ComponentAdvice(try AppFacts(facts), rules: rules)
  }

  @Test func anAppWithoutSpecialNeedsTakesMap() throws {
    let advice = try advice([.annotations: "50"])
    #expect(advice.component == .map)
    #expect(advice.reasons.map(\.rule.id) == ["standard-features"])
    #expect(
      advice.steps.filter(\.applies).map(\.rule.id) == [
        "standard-features", "camera-position", "under-100",
      ])
  }

  /// Each of the guide's five reasons is enough.
  @Test(arguments: [
    (AppFacts.Fact.ios, "16", "before-ios17"), (.tileOverlays, "yes", "tile-overlays"),
    (.delegateControl, "yes", "delegate-control"), (.viewAnimations, "yes", "view-animations"),
    (.overlays, "own-renderers", "own-renderers"),
  ]) func oneNeedDecides(fact: AppFacts.Fact, text: String, rule: String) throws {
    let advice = try advice([fact: text])
    #expect(advice.component == .mkMapView)
    #expect(advice.reasons.map(\.rule.id) == [rule])
  }

  @Test(arguments: [
    (AppFacts.Fact.ios, "17"), (.overlays, "shapes"), (.clustering, "yes"), (.selection, "yes"),
    (.camera, "yes"), (.userLocation, "yes"), (.annotations, "100000"), (.changes, "moving"),
  ]) func theseNeedsDoNotAskForMKMapView(fact: AppFacts.Fact, text: String) throws {
    #expect(try advice([fact: text]).component == .map)
  }

  /// The second tree's bands have no gap; its ends belong to both neighbours, as in the guide.
  @Test(arguments: [
    ("99", ["under-100"]), ("100", ["from-100"]), ("999", ["from-100"]),
    ("1000", ["from-100", "from-1000"]), ("1001", ["from-1000"]),
    ("5000", ["from-1000", "very-large"]),
  ]) func theNumberOfAnnotationsHasItsRules(count: String, expected: [String]) throws {
    let bands = ["under-100", "from-100", "from-1000", "very-large"]
    let found = try advice([.annotations: count]).steps.filter(\.applies).map(\.rule.id)
    #expect(found.filter(bands.contains) == expected)
  }

  @Test func mapHasNoClusters() throws {
    let step = try advice([.clustering: "yes"]).steps.first { $0.rule.id == "clustering-in-map" }
    #expect(step?.applies == true)
    #expect(step?.rule.found.hasPrefix("Contradicted") == true)
  }

  /// Every rule of the file is asked, whatever the facts are.
  @Test func everyRuleIsAsked() throws {
    #expect(Set(try advice([:]).steps.map(\.rule.id)) == Set(rules.map(\.id)))
  }

  /// A rule's lines are among those of its statement in the ledger.
  @Test func theRulesAreStatementsOfTheLedger() throws {
    let name = "Scenarios/Claims/axiom-mapkit.yaml"
    let ledger = try Ledger([
      Ledger.File(text: RepositoryFile.text(name), path: RepositoryFile.path(name))
    ])
    let statements = ledger.documents.flatMap(\.statements)
    for rule in rules {
      let statement = try #require(
        statements.first { $0.id == rule.statement }, "\(rule.id): \(rule.statement)")
      let lines = Set(statement.lines.ranges.flatMap { Array($0) })
      let first = try #require(rule.lines.ranges.first?.lowerBound)
      #expect(lines.contains(first), "\(rule.id): line \(first)")
    }
  }
}

/// The facts of an app: answers, and a file.
@Suite struct AppFactsTests {
  @Test func eachFactTakesItsOwnText() throws {
    var facts = AppFacts()
    #expect(facts.assumed == Set(AppFacts.Fact.allCases))
    for fact in AppFacts.Fact.allCases {
      let text = facts.text(of: fact)
      let isSet = facts.set(fact, to: text)
      #expect(isSet, "\(fact): \(text)")
      #expect(facts.text(of: fact) == text)
    }
    #expect(facts.assumed.isEmpty)
  }

  @Test(arguments: [
    (AppFacts.Fact.ios, "six"), (.ios, "6"), (.annotations, "0"), (.annotations, "1000001"),
    (.annotations, "-5"), (.changes, "often"), (.overlays, "tiles"), (.clustering, "perhaps"),
    (.tileOverlays, ""),
  ]) func aWrongAnswerChangesNothing(fact: AppFacts.Fact, text: String) {
    var facts = AppFacts()
    let isSet = facts.set(fact, to: text)
    #expect(!isSet)
    #expect(facts == AppFacts())
  }

  @Test func aFileGivesFacts() throws {
    var facts = AppFacts()
    try facts.read(
      """
      ios: 16
      changes: moving
      tile-overlays: true
      data: stores.csv
      """, file: "apps/app.yaml")
    #expect(facts.ios == 16 && facts.changes == .moving && facts.tileOverlays)
    #expect(facts.data == "apps/stores.csv")
    #expect(facts.assumed.contains(.clustering))
  }

  @Test(arguments: [
    ("ios: old", "app.yaml:1:", "a whole number from 7 to 99"),
    ("ios: 17\ntiles: yes", "app.yaml:2:", "tile-overlays"),
    ("changes: [none]", "app.yaml:1:", "text"),
    ("data: a.csv\nannotations: 12", "app.yaml:2:", "either 'annotations' or 'data'"),
  ]) func aMistakeHasItsPlace(text: String, place: String, says: String) throws {
    let error = try #require(throws: InputError.self) {
      var facts = AppFacts()
      try facts.read(text, file: "app.yaml")
    }
    #expect("\(error)".hasPrefix(place), "\(error)")
    #expect("\(error)".contains(says), "\(error)")
  }
}
