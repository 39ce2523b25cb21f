import PinData
import ScenarioModel

extension Family where Make == PinOpeningFactory {
  /// Maps with pins at one place: a person taps clusters until a certain pin is open.
  public static var pinOpening: Self {
    let table = OpeningRecord.table
    return Family(
      "pin-opening", inApp: PackageResources.pin_opening_md,
      scene: .map(
        OpeningSettings.self, providing: [.app, .map, .opening, .list, .gestures],
        maxSize: 1_000_000, refreshes: false, camera: false),
      strategies: StrategyEntry.standardOpening, metrics: table.metrics, isMeasured: false,
      headlines: [
        "pins-reachable", "stacked-pins-reachable", "steps-per-pin-p50", "steps-per-pin-max",
        "position-error-max",
      ],
      columns: [
        "pins-reachable", "stacked-pins-reachable", "dead-taps", "steps-per-pin-p50",
        "steps-per-pin-p95", "position-error-max", "markers-overlapping",
      ],
      sizeLabel: "pins", frameLabel: "one attempt to open a pin",
      requirement: ResultRequirement(
        metric: table["pins-reachable"], fraction: 0.98,
        summary: "let people open at least 98 % as many pins as the best strategy"),
      criteria: [
        .judged(table["pins-reachable"], .atLeast(0.99), "a pin that cannot be opened is lost"),
        .judged(table["position-error-max"], .atMost(1), "a marker stands at its place"),
        .judged(table["steps-per-pin-p95"], .nearBest(0.25)),
      ]
    ) { scene, strategy, request in
      let use = try scene.openingUse(request)
      // A frame is an attempt; all are made on one map.
      let replay = OutcomeReplay(
        frameCount: use.targets.count, table, orWhy: "no attempt was replayed",
        begin: {
          let driver = try OpeningDriver(use, make: strategy.make, workspace: request.folders.own)
          return { frame in try driver.attempt(use.targets[frame]) }
        })
      return ReplaySession(replay) { folder in
        guard let folder else { return Inspection() }
        return try OpeningDriver(use, make: strategy.make, workspace: request.folders.own)
          .inspect(request.scenarioCase, in: folder)
      }
    }
  }
}
