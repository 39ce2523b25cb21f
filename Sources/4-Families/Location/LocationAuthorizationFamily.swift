import ScenarioModel

extension Family where Make == LocationMake {
  /// Apps that show the location of the user on a map: they decide when to ask for the
  /// authorization, and what to say without it.
  public static var locationAuthorization: Self {
    let table = LocationRecord.table
    return Family(
      "location-authorization", inApp: PackageResources.location_authorization_md,
      scene: LocationScene.reader, strategies: StrategyEntry.standard,
      metrics: table.metrics, isMeasured: false,
      headlines: [
        "people-with-dot", "dead-ends", "silent-denials", "prompts-without-context",
        "time-to-dot-p95",
      ],
      columns: [
        "people-with-dot", "dead-ends", "silent-denials", "prompts-without-context",
        "interruptions", "press-to-dot-p50", "time-to-dot-p50", "time-to-dot-p95",
      ],
      sizeLabel: "people", frameLabel: "one person's first days with the app",
      requirement: ResultRequirement(
        metric: table["people-with-dot"], fraction: 0.75,
        summary: "show their position to at least 75 % as many people as the best strategy"),
      criteria: [
        .judged(table["dead-ends"], .atMost(0.05)),
        .judged(table["silent-denials"], .atMost(0.05)),
        Criterion(
          table["prompts-without-context"], .atMost(0.1),
          source: "Apple: ask when the person engages the part that needs it"),
        .judged(table["people-with-dot"], .nearBest(0.1)),
      ]
    ) { scene, strategy, request in
      let prompting = scene.prompting(of: request.scenarioCase.variant)
      let replay = OutcomeReplay(
        frameCount: request.size(warmUp: 10), table, orWhy: "no person used the app",
        perform: { LocationDriver($0, prompting, in: scene, strategy).perform() }, record: { $0 })
      return ReplaySession(replay) { folder in
        guard let folder else { return Inspection() }
        return try scene.inspect(request.scenarioCase, prompting, strategy, in: folder)
      }
    }
  }
}
