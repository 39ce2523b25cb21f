import ScenarioModel
import TestSupport
import Testing

/// Statements of the guides are judged in their own words, over their own range, and by the bounds
/// by which a strategy is recommended.
@Suite struct GuideVerdictTests {
  private let scenarios: [Scenario]
  private let ledger: Ledger

  /// Read once, as some scenarios make their data to check it.
  private static let read: Result<(scenarios: [Scenario], ledger: Ledger), any Error> = Result {
    let scenarios = try RepositoryFile.scenarios()
    return (scenarios: scenarios, ledger: try RepositoryFile.ledger(scenarios: scenarios))
  }

  init() throws {
    let read = try Self.read.get()
    scenarios = read.scenarios
    ledger = read.ledger
  }

  private func statement(_ id: String) throws -> Ledger.Statement {
    try #require(ledger.documents.flatMap(\.statements).first { $0.id == id })
  }

  /// The claims that test a statement, by their identifiers; those of a further scenario with its
  /// name.
  private func claims(of id: String) throws -> [String: Claim] {
    guard case .claims(let links) = try statement(id).basis else { return [:] }
    var claims: [String: Claim] = [:]
    for link in links {
      let scenario = try #require(scenarios.first { $0.name == link.scenario })
      let key = claims[link.claim] == nil ? link.claim : "\(link.scenario)/\(link.claim)"
      claims[key] = scenario.claims.first { $0.id == link.claim }
      try #require(claims[key] != nil)
    }
    return claims
  }

  private func isConstruction(_ claim: Claim) -> Bool {
    if case .byConstruction = claim.limit { true } else { false }
  }

  // MARK: - Rows of the review

  /// Row 11: the simulated map frees its views, and the allocator decides what stays resident. Rows 24
  /// and 25, and the second conversion of a region: this project's own engine, and a parameter without
  /// a source decide nothing about Apple's.
  @Test(arguments: [
    "no-view-reuse-memory", "no-result-types-irrelevant", "no-result-types-slow",
    "inequality-ends-loop",
  ]) func whatNothingHereDecidesHasNoTest(id: String) throws {
    #expect(try claims(of: id).isEmpty)
  }

  /// Row 28: more markers than the statement is about do not test it.
  @Test func aStandardMapHasFewMarkers() throws {
    #expect(try claims(of: "swiftui-map-markers").values.map(\.restriction.size) == [100])
  }

  /// Row 40: 1000+ is each size from 1,000 on.
  @Test func theLargeSizesAreJudgedToo() throws {
    let claims = try claims(of: "from-1000-server-or-filter")
    #expect(claims.count == 2)
    #expect(claims.values.allSatisfy { $0.minSize == 1_000 && $0.restriction.size == nil })
    let scenario = try #require(scenarios.first { $0.name == "annotation-count" })
    #expect(scenario.sizes.count { $0 >= 1_000 } > 1)
  }

  /// Row 66: the filter is the guide's, at the end of a camera change, and its price is asked for.
  @Test func clustersAndFilterAreTheGuidesOwn() throws {
    let claims = try claims(of: "ten-thousand-both")
    #expect(claims.count == 4)
    for claim in claims.values {
      #expect(claim.test?.strategy == "visible-region-clusters-on-end", "\(claim.id)")
    }
    let scenario = try #require(scenarios.first { $0.name == "ten-thousand-pins" })
    let price = try #require(scenario.claims.first { $0.id == "both-on-end-shows" })
    #expect(price.source == .hypothesis && price.test?.metric == "pin-coverage")
  }

  /// Table 2.1: numbers that an assumption is, or that the simulator is built on.
  @Test(arguments: [
    "native-reuse-very-large", "directions-request", "swiftui-map-user-location",
    "authorize-before-map", "check-user-location", "check-memory-stable",
    "service-session-continuous",
  ]) func anAssumptionIsNoTest(id: String) throws {
    guard case .byConstruction = try statement(id).basis else {
      throw OtherCase("\(id) is not by construction")
    }
  }

  /// A statement is tested only where a claim of it can come out either way.
  @Test func testedStatementsCanComeOutEitherWay() throws {
    for statement in ledger.documents.flatMap(\.statements) {
      let claims = try claims(of: statement.id).values
      #expect(claims.isEmpty || !claims.allSatisfy(isConstruction), "\(statement.id)")
    }
  }

  // MARK: - Bounds

  /// Limits and claims have the bounds of the criteria, wherever they are on the same metric.
  @Test(arguments: ["marker-overlap", "added-hitch-time-ratio"])
  func aMetricHasOneBound(metric: String) throws {
    var count = 0
    for scenario in scenarios {
      let criterion = scenario.family.description.criteria.first { $0.metric.name == metric }
      guard case .atMost(let bound) = criterion?.goal else { continue }
      for limit in scenario.limits where limit.metric == metric {
        #expect(limit.bound == bound, "\(scenario.name): \(limit.expression)")
        count += 1
      }
      for claim in scenario.claims {
        guard case .range(metric, _, let low, let high) = claim.test else { continue }
        #expect(low == bound || high == bound, "\(scenario.name)/\(claim.id)")
        count += 1
      }
    }
    #expect(count > 4)
  }

  // MARK: - Comparisons

  @Test func scenariosWithoutTheRightWayCompare() {
    let names = scenarios.filter { $0.answer == .comparison }.map(\.name)
    #expect(
      names == ["filtered-memory", "location-implicit-prompt", "view-reuse", "visible-region"])
  }

  /// An answer must not change because the best strategy is in one file only.
  @Test func allSearchScenariosOfferTheSameStrategies() throws {
    let naive: Set = [
      "default-request", "unretained-request", "structured-query", "search-per-keystroke",
      "completer-per-keystroke",
    ]
    let searches = scenarios.filter { $0.family.description.name == "search" }
    #expect(searches.count == 4)
    let offers = Set(searches.map { Set($0.strategies).subtracting(naive) })
    #expect(offers.count == 1)
    #expect(offers.first?.contains("region-hint") ?? false)
    let metrics = searches.first?.family.description.criteria.map(\.metric.name)
    #expect(metrics?.first == "success-at-10" && metrics?.last == "precision-at-10")
  }
}

extension Claim.Test {
  /// The strategy that the claim is about.
  fileprivate var strategy: String {
    switch self {
    case .range(_, let strategy, _, _), .ratio(_, let strategy, _, _, _),
      .growth(_, let strategy, _, _):
      strategy
    }
  }
}
