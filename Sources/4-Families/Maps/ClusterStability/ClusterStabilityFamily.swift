import ScenarioModel
import Simulation

extension Family where Make == AnnotationStrategyFactory {
  /// Clusters that should stay where they are while the map moves a little.
  ///
  /// Its strategies are like the ones of `Family.annotations`: code that shows pins on a map.
  public static var clusterStability: Self {
    let table = StabilityRecord.table
    return Family(
      "cluster-stability", inApp: PackageResources.cluster_stability_md,
      scene: .map(NoSettings.self, providing: [.app, .map], maxSize: 1_000_000, refreshes: false),
      strategies: AnnotationStrategyFactory.clusterStability, metrics: table.metrics,
      isMeasured: false, headlines: ["wander-p95", "wander-max", "pins-regrouped", "blinks"],
      columns: [
        "wander-p95", "wander-max", "clusters-moved", "pins-regrouped", "blinks",
        "pins-represented",
      ],
      sizeLabel: "pins", frameLabel: "one use of the map",
      requirement: ResultRequirement(
        metric: table["pins-represented"], fraction: 0.99,
        summary: "represent at least 99 % as many pins in view as the best strategy"),
      criteria: [
        Criterion(table["blinks"], .atMost(0), source: "what has not changed does not blink"),
        .judged(table["wander-p95"], .atMost(2), "too small to see"),
        .judged(table["pins-regrouped"], .atMost(0.02)),
      ]
    ) { scene, strategy, request in
      let use = try scene.use(request, draws: request.purpose == .inspection)
      let makeReplay = {
        AnnotationsReplay(use, strategy.make.uncounted, workspace: request.folders.own)
      }
      return ReplaySession(OutcomeReplay(table) { try makeReplay().stability() }) { folder in
        try makeReplay().inspectStability(request.scenarioCase, in: folder)
      }
    }
  }
}

extension AnnotationStrategyFactory {
  /// The same with computations that a replay does not see: a recording shows the map's work alone.
  fileprivate var uncounted: Self {
    Self(isFullyCounted: isFullyCounted) { pins, context in
      try make(pins, StrategyContext(device: context.device, workspace: context.workspace))
    }
  }
}

extension AnnotationsReplay {
  /// Replays the path and records what stays.
  ///
  /// - Parameter didShow: called after each frame, with the change since the rest before if the map
  ///   has come to rest at the same whole zoom level.
  fileprivate func stability(
    didShow: (Int, RestChange?) throws -> Void = { _, _ in }
  ) throws -> StabilityRecord {
    let points = use.pins.mapPoints
    var record = StabilityRecord()
    var blinks = BlinkRecord()
    var last: RestSnapshot?
    try run { frame, strategy in
      blinks.inspect(mapView, by: strategy)
      guard isRest(frame) else { return try didShow(frame, nil) }
      let snapshot = RestSnapshot(of: mapView, points: points, by: strategy)
      let change = last.flatMap { RestChange(from: $0, to: snapshot) }
      if let change { record.changes.append(change) }
      record.rests += 1
      record.pinsInView += snapshot.pinsInView
      record.pinsRepresented += snapshot.pinsRepresented
      last = snapshot
      try didShow(frame, change)
    }
    record.blinks = blinks.blinks
    return record
  }

  /// The use with a transcript of its rests, a recording, and a picture of the rest at which
  /// clusters have moved furthest.
  fileprivate func inspectStability(_ scenarioCase: Case, in folder: String?) throws -> Inspection {
    let writer = TranscriptWriter()
    let interval = FrameForecast.interval(refresh: use.device.refresh)
    var history = ViewHistory()
    var picture: Inspection.Picture?
    var worst = -1.0
    let record = try stability { frame, change in
      history.frameDidEnd(frame, on: mapView)
      guard let change else { return }
      let furthest = change.distances.max() ?? 0
      writer.note(
        "a rest at zoom \((mapView.zoom * 100).rounded() / 100): \(mapView.liveViewCount) views; "
          + "\(change.distances.count) clusters stand for mostly the same pins as before and moved "
          + "by at most \(Int(furthest.rounded())) pt; \(change.regrouped) of \(change.pins) pins "
          + "have another cluster", at: Int64(frame) * interval)
      guard furthest > worst, let folder else { return }
      worst = furthest
      let caption =
        ", frame \(frame): a cluster has moved by \(Int(furthest.rounded())) pt since the last rest"
      picture = try FramePicture(of: mapView, frame: frame, caption: caption)
        .write(of: scenarioCase, to: folder)
    }
    return Inspection(
      results: StabilityRecord.table.values(of: record), pictures: [picture].compactMap(\.self),
      recording: try folder.map { try recording(&history).write(of: scenarioCase, to: $0) },
      transcripts: [writer.transcript(title: "the map moves a little")])
  }
}
