import MapGeometry
import MapSimulation
import PinData
import PlatformProfiles
import ScenarioModel
import Workloads
import YAMLReading

/// The environment of a scenario of stable clusters: pins, a screen, and how its camera moves.
struct ClusterStabilityWorkload: MapWorkload {
  static let profileGroups: [ProfileParameter.Group] = [.app, .map]

  var map: MapSource
  private let entries: [StrategyEntry<AnnotationStrategyFactory>]

  init(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides,
    entries: [StrategyEntry<AnnotationStrategyFactory>]
  ) throws(InputError) {
    map = try MapSource(
      mapping, scenarioFile: file, providing: Self.profileGroups, parameters: parameters)
    self.entries = entries
  }

  /// A frame is a use of the map.
  var refresh: Double? { nil }
  var maxSize: Int { 1_000_000 }

  func prepare(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    try replay(scenarioCase, folders: folders, sharing: SharedValues())
  }

  func evaluate(
    _ scenarioCase: Case, folders: TrialFolders, sharing shared: SharedValues
  ) throws -> any ReplayRecord {
    let replay = try replay(scenarioCase, folders: folders, sharing: shared)
    try replay.run()
    return FixedRecord(values: replay.results())
  }

  func prepareWarmUp(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    let device = try map.device(of: scenarioCase.variant).withoutPixels
    let pins = try map.pins.pins(size: min(scenarioCase.size, 100))
    return replay(
      StabilityUse(
        pins: pins, rects: Array(try map.visibleMapRects(around: pins, on: device).prefix(20)),
        device: device, factory: try entries.entry(of: scenarioCase).make, workspace: folders.own))
  }

  private func replay(
    _ scenarioCase: Case, folders: TrialFolders, sharing shared: SharedValues
  ) throws -> OutcomeReplay<StabilityRecord> {
    replay(
      try use(
        scenarioCase, on: map.device(of: scenarioCase.variant).withoutPixels, folders: folders,
        sharing: shared))
  }

  /// A frame of the replay is one use of the map.
  private func replay(_ use: StabilityUse) -> OutcomeReplay<StabilityRecord> {
    OutcomeReplay(frameCount: 1) { _ in
      try use.perform()
    } values: { records in
      let table = ClusterStabilityFamily.table
      guard let record = records.last else { return table.notAvailable("no use was replayed") }
      return table.values(of: record)
    }
  }

  private func use(
    _ scenarioCase: Case, on device: Device, folders: TrialFolders, sharing shared: SharedValues
  ) throws -> StabilityUse {
    StabilityUse(
      pins: try map.pins(size: scenarioCase.size, on: device, sharing: shared),
      rects: try map.visibleMapRects(on: device, sharing: shared), device: device,
      factory: try entries.entry(of: scenarioCase).make, workspace: folders.own)
  }

  /// The use with a transcript of its rests, a recording, and a picture of the rest at which
  /// clusters have moved furthest.
  func inspect(
    _ scenarioCase: Case, folders: TrialFolders, pictures: String
  ) throws -> Inspection {
    let device = try map.device(of: scenarioCase.variant)
    let use = try use(scenarioCase, on: device, folders: folders, sharing: SharedValues())
    let writer = TranscriptWriter()
    var recording = MapRecording(of: use.rects, on: device)
    var history = ViewHistory()
    var peaks = MapPeaks(frameCount: use.rects.count)
    var counts = OperationCounts()
    var picture: Inspection.Picture?
    var worst = -1.0
    let interval = FrameForecast.interval(refresh: device.refresh)
    _ = try use.perform { frame, mapView, change in
      history.frameDidEnd(frame, on: mapView)
      peaks.frameDidEnd(on: mapView, indexes: IndexContents())
      recording.work.append(
        (mapView.counts - counts).work(on: device.profile, afterFirstView: frame > 0))
      counts = mapView.counts
      guard let change else { return }
      let furthest = change.distances.max() ?? 0
      writer.note(
        "a rest at zoom \((mapView.zoom * 100).rounded() / 100): \(mapView.liveViewCount) views; "
          + "\(change.distances.count) clusters stand for mostly the same pins as before, the one "
          + "that moved furthest by \(Int(furthest.rounded())) pt; \(change.regrouped) of "
          + "\(change.pins) pins have another cluster", at: Int64(frame) * interval)
      guard furthest > worst else { return }
      worst = furthest
      let name = scenarioCase.fileName("png")
      try mapView.paint(to: pictures + "/" + name)
      picture = Inspection.Picture(
        file: name, frame: frame,
        caption: "\(scenarioCase.strategy), frame \(frame): a cluster has moved by "
          + "\(Int(furthest.rounded())) pt since the rest before")
    }
    history.write(to: &recording)
    recording.liveViews.numbers = peaks.liveViewsByFrame
    for footprint in peaks.footprints(on: device.profile) { recording.memory.append(footprint) }
    return Inspection(
      pictures: [picture].compactMap(\.self),
      recording: try ReplayRecording(map: recording).write(of: scenarioCase, to: pictures),
      transcripts: [writer.transcript(title: "the map moves a little")])
  }
}

/// A camera's path over pins under one strategy, with an audit of what stays.
struct StabilityUse {
  let pins: PinSet
  let rects: [MapRect]
  let device: Device
  let factory: AnnotationStrategyFactory
  let workspace: String

  /// Replays the path.
  ///
  /// - Parameter didShow: called after each frame, with the change since the rest before if the map
  ///   has come to rest at the same whole zoom level.
  func perform(
    didShow: (Int, MapView, SnapshotChange?) throws -> Void = { _, _, _ in }
  ) throws -> StabilityRecord {
    guard !rects.isEmpty else { throw WorkloadError.emptyTrace }
    let mapView = MapView(device: device)
    let strategy = try factory.make(pins, StrategyContext(device: device, workspace: workspace))
    mapView.delegate = strategy
    let points = pins.mapPoints
    let endedMovements = CameraPath(rects).endedMovements
    var record = StabilityRecord()
    var blinks = BlinkAudit()
    var last: ClusterSnapshot?
    for (frame, rect) in rects.enumerated() {
      mapView.setVisibleMapRect(rect)
      try strategy.mapViewDidChangeVisibleRegion(mapView)
      let isRest = frame == 0 || endedMovements[frame] > endedMovements[frame - 1]
      if isRest { try strategy.regionDidChange(mapView) }
      mapView.layoutAnnotationViews()
      blinks.inspect(mapView, forEachPin: strategy.forEachPin)
      var change: SnapshotChange?
      if isRest {
        let snapshot = ClusterSnapshot(
          of: mapView, points: points, forEachPin: strategy.forEachPin)
        record.rests += 1
        record.pinsInView += snapshot.pinsInView
        record.pinsRepresented += snapshot.pinsRepresented
        change = last.flatMap { SnapshotChange(from: $0, to: snapshot) }
        if let change { record.changes.append(change) }
        last = snapshot
      }
      try didShow(frame, mapView, change)
    }
    record.blinks = blinks.blinks
    return record
  }
}
