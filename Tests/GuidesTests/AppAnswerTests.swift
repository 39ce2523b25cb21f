import Answers
import Families
import Guides
import ScenarioModel
import TestSupport
import Testing

/// The answers for apps, on replays of their pins whose numbers each test gives.
@Suite struct AppAnswerTests {
  private let rules: [DecisionRule]

  init() throws { rules = try DecisionRule.standard() }

  /// A replay of 400 pins in which each strategy reaches all criteria, but for some that are illegible
  /// or freeze.
  private static func results(
    _ facts: AppFacts, illegible: Set<String> = [], frozen: Set<String> = []
  ) throws -> ScenarioResults {
    let strategies = facts.strategies(in: .standard)
    let scenario = try Scenario(
      yaml: """
        scenario: app
        title: The pins of an app
        family: \(facts.family)
        data: { generator: cities, pins: 400, seed: 42 }
        device: { viewport: [393, 852], scale: 3, refresh: 60, profile: iphone-simulator }
        camera: { trace: pan-and-zoom, frames: 60, seed: 7 }
        naive: \(facts.naive)
        strategies: [\(strategies.joined(separator: ", "))]
        sizes: [400]
        trials: 0
        """, file: "app.yaml", families: .standard)
    let description = ScenarioDescription(scenario)
    let cases = strategies.map { name -> CaseResult in
      let scenarioCase = Case(scenario: "app", variant: "", size: 400, strategy: name)
      let values: [(String, Double)] = [
        ("pin-coverage", 1), ("longest-freeze", frozen.contains(name) ? 727_000_000 : 0),
        ("added-hitch-time-ratio", 0), ("marker-overlap", illegible.contains(name) ? 0.8 : 0),
        ("cluster-distance", 0), ("replaced-at-rest", 0),
        ("staleness-p95", 0), ("selections-lost", 0), ("watchdog-terminations", 0), ("crashes", 0),
      ]
      return CaseResult(
        inspecting: scenarioCase, values.map { NamedValue($0, .number($1)) },
        metrics: description.metrics)
    }
    return ScenarioResults(scenario: description, cases: cases)
  }

  private func answer(_ facts: AppFacts, _ results: ScenarioResults) throws -> AppAnswer {
    try #require(
      AppAnswer(ComponentAdvice(facts, rules: rules), results: results, size: 400, drawn: nil))
  }

  private static let withoutClusters: Set = ["all-pins", "all-pins-reused", "visible-region-index"]

  @Test func withoutFactsItIsTheRecommendationForThePins() throws {
    let facts = AppFacts()
    let results = try Self.results(facts, illegible: Self.withoutClusters)
    let answer = try answer(facts, results)
    #expect(answer.recommendation == Recommendation(results, size: 400))
    #expect(answer.recommendation.strategy == "native-clusters")
    #expect(answer.component == .mkMapView && answer.deciding.isEmpty)
    // The rules ask for Map, where clusters are the app's own.
    #expect(answer.choices[.map]?.strategy == "grid-clusters")
  }

  @Test func theComponentOfTheRulesIsTakenWhereBothHaveTheStrategy() throws {
    for (ios, component) in [("17", MapComponent.map), ("16", .mkMapView)] {
      let facts = try AppFacts([.ios: ios])
      let answer = try answer(facts, try Self.results(facts))
      #expect(answer.recommendation.strategy == "all-pins" && answer.component == component)
      #expect(answer.deciding.isEmpty)
    }
  }

  @Test func clustersThatAreWantedDecide() throws {
    let facts = try AppFacts([.clustering: "yes"])
    let answer = try answer(facts, try Self.results(facts))
    #expect(answer.recommendation.strategy == "native-clusters")
    #expect(answer.recommendation.state == .leads)
    #expect(answer.deciding == ["clusters wanted"])
    #expect(answer.unrestricted == "all-pins")
  }

  @Test func withoutClustersNoneMayBeGoodEnough() throws {
    let facts = try AppFacts([.clustering: "no"])
    let answer = try answer(facts, try Self.results(facts, illegible: Self.withoutClusters))
    #expect(Self.withoutClusters.contains(answer.recommendation.strategy))
    #expect(answer.recommendation.state == .noneGoodEnough)
    #expect(answer.deciding == ["no clusters wanted"])
    #expect(answer.unrestricted == "native-clusters")
  }

  /// If pins change, the components have strategies of their own.
  @Test func aNeedLeavesTheOtherComponentOut() throws {
    let facts = try AppFacts([.ios: "16", .changes: "reloads"])
    let answer = try answer(facts, try Self.results(facts))
    #expect(answer.recommendation.strategy == "guarded-representable")
    #expect(answer.component == .mkMapView)
    #expect(answer.deciding == ["iOS 16 and later"])
    #expect(answer.unrestricted == "rebuilt-in-body")
  }

  /// Both facts are needed: with one of them it is another strategy.
  @Test func twoFactsDecideTogether() throws {
    let facts = try AppFacts([.ios: "16", .changes: "moving", .clustering: "yes"])
    let frozen: Set = ["wrapped-native-clusters"]
    let answer = try answer(facts, try Self.results(facts, frozen: frozen))
    #expect(answer.recommendation.strategy == "live-clusters")
    #expect(answer.deciding == ["clusters wanted", "iOS 16 and later"])
    let reason = answer.recommendation.rejections.first {
      $0.strategy == "wrapped-native-clusters"
    }?.reason
    guard case .missed(let missed) = reason else { throw OtherCase(reason) }
    #expect(missed.criterion.metric.name == "longest-freeze")
  }
}

extension AppFacts {
  /// The facts of some answers, and the assumed ones.
  init(_ texts: [Fact: String]) throws {
    self.init()
    for (fact, text) in texts {
      let isSet = set(fact, to: text)
      try #require(isSet, "\(fact): \(text)")
    }
  }
}

/// The list of approaches.
@Suite struct ApproachTests {
  private static func strategies(of family: String) -> Set<String> {
    Set((FamilyRegistry.standard[family]?.strategies ?? []).map(\.name))
  }

  @Test func eachHasStrategiesThatExist() {
    let still = Self.strategies(of: "annotations")
    let changing = Self.strategies(of: "annotation-updates")
    for approach in Approach.all {
      #expect(approach.still.map(still.contains) ?? true, "\(approach)")
      #expect(approach.changing.map(changing.contains) ?? true, "\(approach)")
      #expect(approach.still != nil || approach.changing != nil, "\(approach)")
    }
    #expect(still.isSuperset(of: Approach.leftOut))
  }

  /// The set of replays does not depend on the facts that restrict the answer.
  @Test func eachIsReplayedWhateverIsWanted() throws {
    for changes in AppFacts.Changes.allCases {
      var facts = AppFacts()
      facts.changes = changes
      let replayed = facts.strategies(in: .standard)
      #expect(replayed.contains(facts.naive))
      #expect(Set(replayed) == Set(Approach.all.compactMap { facts.strategy(of: $0) }))
      #expect(replayed.contains("deltas") == (changes == .moving))
      for text in ["yes", "no"] {
        var restricted = facts
        let isSet = restricted.set(.clustering, to: text)
        #expect(isSet)
        #expect(restricted.strategies(in: .standard) == replayed)
      }
    }
  }

  /// A strategy that replays two approaches is the same in both components.
  @Test func aStrategyMakesClustersOrNot() {
    for approaches in Dictionary(grouping: Approach.all, by: \.still).values
    where approaches[0].still != nil {
      #expect(Set(approaches.map(\.makesClusters)).count == 1)
      #expect(Set(approaches.map(\.component)).count == approaches.count)
    }
  }

  @Test func onlyWhatChangesHasAReplayOfChanges() {
    var facts = AppFacts()
    #expect(facts.family == "annotations")
    facts.camera = true
    facts.clustering = true
    #expect(facts.family == "annotations")
    facts.userLocation = true
    #expect(facts.family == "annotation-updates")
  }
}
