import Foundation
import Platform
import ScenarioModel
import Simulation
import Support

/// A camera's path over a pin set under one strategy, frame by frame.
final class AnnotationsReplay: Replay, ReplayRecord {
  struct Frame {
    let counts: OperationCounts
    let computed: ComputationCounts
    let isMoving: Bool
  }

  let use: MapUse
  /// The first of the frames that show the largest part of the world, where most pins overlap.
  let widestFrame: Int
  private let factory: AnnotationStrategyFactory
  /// For each frame the number of movements of the camera that had ended until then.
  private let endedMovements: [Int]
  private(set) var mapView: MapView
  private var strategy: (any AnnotationStrategyCallbacks)?
  private var context: StrategyContext

  // Recorded between frames, into memory that is allocated before the first.
  private var before = (counts: OperationCounts(), computed: ComputationCounts())
  /// `nil` for frames that were not replayed.
  private(set) var frames: [Frame?]
  /// The ended movements that the strategy knows of; -1 before the first frame.
  private var reportedEnds = -1
  private var peaks: MapPeaks
  /// The values of an evaluation that no cost changes.
  var observed: [NamedValue] = []

  /// - Parameter workspace: the strategy's folder, empty at first.
  init(_ use: MapUse, _ factory: AnnotationStrategyFactory, workspace: String) {
    self.use = use
    self.factory = factory
    widestFrame = use.rects.indices.max { use.rects[$0].width < use.rects[$1].width } ?? 0
    endedMovements = CameraPath(use.rects).endedMovements
    mapView = MapView(device: use.device)
    context = StrategyContext(device: use.device, workspace: workspace)
    frames = Array(repeating: nil, count: use.rects.count)
    peaks = MapPeaks(frameCount: use.rects.count)
  }

  var frameCount: Int { use.rects.count }

  /// A map can move to any place directly.
  var framesAreIndependent: Bool { true }

  func reset() {
    releaseMap()
    // A strategy finds its folder as empty as at first. A file that cannot be removed makes the
    // strategy itself fail, with an error that says more.
    let (files, folder) = (FileManager.default, context.workspace)
    for name in (try? files.contentsOfDirectory(atPath: folder)) ?? [] {
      try? files.removeItem(atPath: folder + "/" + name)
    }
    context = StrategyContext(device: use.device, workspace: folder)
    before = (OperationCounts(), ComputationCounts())
    for frame in frames.indices { frames[frame] = nil }
    reportedEnds = -1
    peaks.reset()
    observed = []
  }

  /// Gives up the map and the strategy after the last frame; the record of the frames stays.
  func releaseMap() {
    strategy = nil
    mapView = MapView(device: use.device)
  }

  func build() throws {
    let strategy = try factory.make(use.pins, context)
    mapView.delegate = strategy
    self.strategy = strategy
  }

  /// Returns whether a frame should show another region than the one before.
  func isMoving(in frame: Int) -> Bool { frame > 0 && use.rects[frame] != use.rects[frame - 1] }

  /// Returns whether the map has come to rest with a frame, or appears in it.
  func isRest(_ frame: Int) -> Bool {
    frame == 0 || endedMovements[frame] > endedMovements[frame - 1]
  }

  func showFrame(_ frame: Int) throws {
    mapView.setVisibleMapRect(use.rects[frame])
    try strategy?.mapViewDidChangeVisibleRegion(mapView)
    if endedMovements[frame] > reportedEnds {
      reportedEnds = endedMovements[frame]
      try strategy?.regionDidChange(mapView)
    }
    mapView.layoutAnnotationViews()
  }

  func frameDidEnd(_ frame: Int) {
    let now = (counts: mapView.counts, computed: context.meter.total)
    // The first frame has the building of the strategy too, which runs on the main thread.
    frames[frame] = Frame(
      counts: now.counts - before.counts, computed: now.computed - before.computed,
      isMoving: isMoving(in: frame))
    before = now
    peaks.frameDidEnd(on: mapView, indexes: context.meter.indexes)
  }

  /// Builds the strategy and replays every frame, with a call after each.
  func run(didShow: (Int, any AnnotationStrategyCallbacks) throws -> Void) throws {
    try run { frame in
      if let strategy { try didShow(frame, strategy) }
    }
  }

  /// The latest replay of each frame, without frames that were not replayed.
  func results() -> [NamedValue] { values(under: use.device.profile) }

  /// Returns the values of the replayed frames as a profile predicts them.
  func values(under profile: PlatformProfile) -> [NamedValue] {
    let frames = frames.compactMap(\.self)
    let examined = frames.reduce(0) { $0 + $1.computed.pinsExamined }
    let forecast = zip(frames, work(under: profile)).map {
      MapFrame(work: Int64($1.total.rounded()), isMoving: $0.isMoving)
    }
    let record = MapRecord(
      counts: frames.reduce(into: OperationCounts()) { $0 += $1.counts }, peaks: peaks,
      footprint: peaks.footprint(on: profile),
      forecast: FrameForecast(
        frames: forecast, firstView: frames.firstIndex { $0.counts.viewsCreated > 0 },
        profile: profile, refresh: use.device.refresh),
      pinsExamined: MetricValue(
        factory.isFullyCounted ? Double(examined) : nil, orWhy: WorkMeter.foreignReason))
    return MapRecord.table.values(of: record) + observed
  }

  /// The main thread's modelled work for each frame that was replayed.
  private func work(under profile: PlatformProfile) -> [FrameWork] {
    var hasMadeView = false
    return frames.compactMap(\.self).map { frame in
      defer { if frame.counts.viewsCreated > 0 { hasMadeView = true } }
      return frame.counts.work(on: profile, afterFirstView: hasMadeView)
        + frame.computed.work(on: profile)
    }
  }

  /// A recording of the replayed frames.
  func recording(_ history: inout ViewHistory) -> ReplayRecording {
    let profile = use.device.profile
    var recording = MapRecording(of: use.rects, on: use.device)
    history.write(to: &recording)
    for work in work(under: profile) { recording.work.append(work) }
    recording.liveViews.numbers = peaks.liveViewsByFrame
    for footprint in peaks.footprints(on: profile) { recording.memory.append(footprint) }
    return ReplayRecording(map: recording)
  }
}
