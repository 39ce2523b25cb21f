import ScenarioModel
import Simulation

extension Family where Make == GeocodingMake {
  /// Lists that show the addresses of coordinates, or the places of addresses: a view model decides
  /// about requests to the geocoder.
  public static var geocoding: Self {
    let table = GeocodingRecord.table
    return Family(
      "geocoding", inApp: PackageResources.geocoding_md,
      // A geocoder ranks no words: the address that has all of them is found.
      scene: .service(PlaceListSettings.self, modelledBy: [.app, .search, .list]),
      strategies: StrategyEntry<GeocodingMake>.standard, metrics: table.metrics,
      isMeasured: false,
      headlines: [
        "row-label-accuracy", "requests-sent", "watchdog-terminations", "time-to-label-p95",
        "hang-time-max",
      ],
      columns: [
        "row-label-accuracy", "requests-sent", "requests-throttled", "watchdog-terminations",
        "time-to-label-p95", "hang-time-max",
      ],
      sizeLabel: "rows of the list", frameLabel: "one person's visit to a list",
      requirement: ResultRequirement(
        metric: table["row-label-accuracy"], fraction: 0.75,
        summary: "label at least 75 % as many rows correctly as the best strategy"),
      criteria: [
        .judged(table["row-label-accuracy"], .nearBest(0.05)),
        Criterion(
          table["hang-time-max"], .atMost(250_000_000), source: "Apple: a hang begins at 250 ms"),
      ]
    ) { scene, strategy, request in
      let profile = scene.platform.profile
      let engine = try request.searchEngine(
        over: scene.settings.placeSet(request, on: profile), of: scene.settings.places, on: profile)
      let visits = try scene.settings.visits(request, on: profile)
      return scene.session(
        of: request.scenarioCase, visits, table,
        title: "a person opens the list and scrolls", engine: engine,
        perform: { GeocodingRecord($0, on: $1, make: strategy.make) })
    }
  }
}
