import ScenarioModel

extension Family where Make == AnnotationUpdateStrategyFactory {
  /// A map whose pins and camera change while it is shown: a strategy keeps it up to date.
  public static var annotationUpdates: Self {
    let metrics = AnnotationUpdateRecord.table.metrics + AnnotationUpdateReplay.seen.metrics
    return Family(
      "annotation-updates", inApp: PackageResources.annotation_updates_md,
      scene: .map(
        UpdateSettings.self, providing: [.app, .map, .updates], maxSize: ChangeSettings.maxPinCount),
      strategies: StrategyEntry.standard, metrics: metrics, isMeasured: true,
      headlines: [
        "hitch-time-ratio", "staleness-p95", "annotations-inserted", "views-created",
        "selections-lost", "frame-time-max",
      ],
      columns: [
        "hitch-time-ratio", "longest-freeze", "staleness-p95", "pin-coverage", "marker-overlap",
        "selections-lost", "views-created", "frame-time-max",
      ],
      sizeLabel: "pins",
      frameLabel:
        "one refresh of the screen; it does nothing while the previous frame keeps the main thread busy",
      requirement: ResultRequirement(
        metric: metrics["pin-coverage"], fraction: 0.8,
        summary: "show at least 80 % of the pins in view that the best strategy shows"),
      criteria: [
        .judged(metrics["pin-coverage"], .nearBest(0.05)),
        .longestFreeze(metrics), .addedHitches(metrics["added-hitch-time-ratio"]),
        .legible(metrics["marker-overlap"]),
        Criterion(
          metrics["staleness-p95"], .atMost(100_000_000),
          source: "people perceive an answer within 0.1 s as immediate: Nielsen, 1993"),
        Criterion(
          metrics["selections-lost"], .atMost(0), source: "a selection belongs to the user"),
      ]
    ) { scene, strategy, request in
      let use = try scene.use(request, draws: true, warmUp: (pins: 100, frames: 30))
      let replay = AnnotationUpdateReplay(
        environment: UpdateEnvironment(
          device: use.device, camera: CameraPath(use.rects), points: use.pins.mapPoints,
          changes: scene.settings.changes),
        factory: strategy.make, isNoted: request.purpose == .inspection)
      return ReplaySession(
        replay,
        evaluate: {
          try replay.run()
          // They are enough for an analysis of parameters.
          let observed = try replay.observe(inOneOf: AnnotationUpdateReplay.overlapStride)
          return FixedRecord(
            values: replay.results() + AnnotationUpdateReplay.seen.values(of: observed))
        },
        inspect: { folder in
          // One device is enough to look at.
          let isRecorded = request.scenarioCase.variant == scene.variants[0]
          return try replay.inspect(request.scenarioCase, in: isRecorded ? folder : nil)
        })
    }
  }
}
