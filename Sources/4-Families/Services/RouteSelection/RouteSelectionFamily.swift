import Platform
import ScenarioModel
import Simulation

extension Family where Make == RouteSelectionMake {
  /// Maps that show a route to the selected place: an app's code decides which requests to send,
  /// and which answers to show.
  public static var routeSelection: Self {
    let table = RouteSelectionRecord.table
    return Family(
      "route-selection", inApp: PackageResources.route_selection_md,
      scene: .service(
        RouteSelectionSettings.self, providing: [.app, .search, .directions],
        modelledBy: [.app, .search, .directions, .selecting]),
      strategies: StrategyEntry<RouteSelectionMake>.standard, metrics: table.metrics,
      isMeasured: false,
      headlines: [
        "wrong-route-time", "unexplained-selections", "routes-shown", "time-to-route-p95",
        "requests-sent",
      ],
      columns: [
        "wrong-route-time", "wrong-arrivals", "unexplained-selections", "routes-shown",
        "requests-sent", "requests-throttled", "time-to-route-p95",
      ],
      sizeLabel: "selections of a person", frameLabel: "one person's visit to a map",
      requirement: ResultRequirement(
        metric: table["routes-shown"], fraction: 0.9,
        summary: "show the route of at least 90 % as many selections as the best strategy"),
      criteria: [
        .judged(table["wrong-route-fraction"], .atMost(0.001)),
        .judged(table["unexplained-selections"], .atMost(0)),
      ]
    ) { scene, strategy, request in
      let visits = scene.settings.visits(request, on: scene.platform.profile)
      return scene.session(
        of: request.scenarioCase, visits, table,
        title: "a person selects places one after another", directions: true,
        perform: { RouteSelectionDriver($0, on: $1, make: strategy.make).perform() })
    }
  }
}

/// The keys of a scenario with people who select places.
struct RouteSelectionSettings: ServiceSettings {
  static let maxSize = 10_000
  var selections = Selections()

  static let keys: [Key<Self>] = [
    .group("selections", \.selections, required: true, "people who select places on a map")
  ]

  func defaultSize() -> Int { 20 }

  /// The visits of all people; in a warm-up, of one person to few places.
  func visits(_ request: ReplayRequest, on profile: PlatformProfile) -> [SelectionVisit] {
    request.purpose == .warmUp
      ? Selections(people: 1, seed: 0).visits(selections: 5, profile: profile)
      : selections.visits(selections: request.scenarioCase.size, profile: profile)
  }
}
