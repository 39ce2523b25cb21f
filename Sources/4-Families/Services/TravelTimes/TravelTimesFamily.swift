import ScenarioModel
import Simulation

extension Family where Make == TravelTimeMake {
  /// Lists that show the travel time to places: a view model decides about requests for directions.
  public static var travelTimes: Self {
    let table = TravelTimeRecord.table
    return Family(
      "travel-times", inApp: PackageResources.travel_times_md,
      scene: .service(
        TravelTimeSettings.self, providing: [.app, .search, .directions],
        modelledBy: [.app, .search, .directions, .list, .travelTimes]),
      strategies: StrategyEntry<TravelTimeMake>.standard, metrics: table.metrics,
      isMeasured: false,
      headlines: [
        "rows-with-right-time", "wrong-rows", "requests-sent", "service-bytes",
        "time-to-travel-time-p95",
      ],
      columns: [
        "rows-with-right-time", "rows-with-any-time", "wrong-rows", "requests-sent",
        "requests-throttled", "service-bytes", "time-to-any-time-p95", "time-to-travel-time-p95",
      ],
      sizeLabel: "rows of the list", frameLabel: "one person's visit to a list",
      requirement: ResultRequirement(
        metric: table["rows-with-right-time"], fraction: 0.75,
        summary: "show a right time in at least 75 % as many rows as the best strategy"),
      criteria: [
        .judged(table["wrong-rows"], .atMost(0)),
        .judged(table["rows-with-right-time"], .nearBest(0.05)),
        Criterion(
          table["requests-throttled"], .atMost(0),
          source: "Apple: ask for directions only to show them"),
      ]
    ) { scene, strategy, request in
      let profile = scene.platform.profile
      let transportType = scene.settings.transportType(of: request.scenarioCase.variant)
      let visits = try scene.settings.visits(request, on: profile, warmUp: 1)
      return scene.session(
        of: request.scenarioCase, visits, table,
        title: "a person opens the list and scrolls", directions: true,
        perform: { visit, phone in
          let truth = TravelTimeTruth(visit: visit, transportType: transportType, profile: profile)
          return TravelTimeRecord(visit, on: phone, truth: truth, make: strategy.make)
        })
    }
  }
}

/// The keys of a scenario with lists of places, and the means of transport that people take.
struct TravelTimeSettings: ListSettings {
  var places = PlaceSource()
  var list = ListLength()
  /// At least one; several are variants.
  private var transportTypes = [TransportType.automobile]

  static let keys: [Key<Self>] = [
    .places(\.places), .list(\.list),
    .choices(
      "transport", \.transportTypes, what: "means of transport",
      "the means of transport; several are variants"),
  ]

  var variants: [String] {
    transportTypes.count > 1 ? transportTypes.map(\.rawValue) : [""]
  }

  func transportType(of variant: String) -> TransportType {
    TransportType(rawValue: variant) ?? transportTypes[0]
  }
}
