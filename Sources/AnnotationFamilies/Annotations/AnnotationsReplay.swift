import Foundation
import MapGeometry
import MapSimulation
import PinData
import PlatformProfiles
import ScenarioModel

/// A camera's path over a pin set under one strategy, frame by frame.
final class AnnotationsReplay: Replay {
  private struct Frame {
    let counts: OperationCounts
    let computed: ComputationCounts
    let isMoving: Bool
  }

  let pins: PinSet
  let visibleMapRects: [MapRect]
  /// For each frame the number of movements of the camera that had ended until then.
  private let endedMovements: [Int]
  private let device: Device
  private let workspace: String
  private let factory: AnnotationStrategyFactory
  private(set) var mapView: MapView
  private(set) var strategy: (any AnnotationStrategyCallbacks)?
  private var meter = WorkMeter()

  // Recorded between frames, into memory that is allocated before the first.
  private var countsBefore = OperationCounts()
  private var computedBefore = ComputationCounts()
  /// `nil` for frames that were not replayed.
  private var frames: [Frame?]
  /// The ended movements that the strategy knows of; -1 before the first frame.
  private var reportedEnds = -1
  private(set) var peaks: MapPeaks

  init(
    pins: PinSet, visibleMapRects: [MapRect], device: Device, workspace: String,
    factory: AnnotationStrategyFactory
  ) {
    self.pins = pins
    self.visibleMapRects = visibleMapRects
    endedMovements = visibleMapRects.isEmpty ? [] : CameraPath(visibleMapRects).endedMovements
    self.device = device
    self.workspace = workspace
    self.factory = factory
    mapView = MapView(device: device)
    frames = Array(repeating: nil, count: visibleMapRects.count)
    peaks = MapPeaks(frameCount: visibleMapRects.count)
  }

  var frameCount: Int { visibleMapRects.count }

  /// A map can move to any place directly.
  var framesAreIndependent: Bool { true }

  func reset() {
    strategy = nil
    mapView = MapView(device: device)
    meter = WorkMeter()
    emptyWorkspace()
    countsBefore = OperationCounts()
    computedBefore = ComputationCounts()
    for frame in frames.indices { frames[frame] = nil }
    reportedEnds = -1
    peaks.reset()
  }

  /// Gives up the map and the strategy after the last frame; the record of the frames stays.
  func releaseMap() {
    strategy = nil
    mapView = MapView(device: device)
  }

  /// A strategy finds its folder as empty as at first. A file that cannot be removed makes the
  /// strategy itself fail, with an error that says more.
  private func emptyWorkspace() {
    let files = FileManager.default
    for name in (try? files.contentsOfDirectory(atPath: workspace)) ?? [] {
      try? files.removeItem(atPath: workspace + "/" + name)
    }
  }

  func build() throws {
    let strategy = try factory.make(
      pins, StrategyContext(device: device, workspace: workspace, meter: meter))
    mapView.delegate = strategy
    self.strategy = strategy
  }

  /// Indicates whether a frame should show another region than the one before.
  func isMoving(in frame: Int) -> Bool {
    frame > 0 && visibleMapRects[frame] != visibleMapRects[frame - 1]
  }

  func showFrame(_ frame: Int) throws {
    mapView.setVisibleMapRect(visibleMapRects[frame])
    try strategy?.mapViewDidChangeVisibleRegion(mapView)
    if endedMovements[frame] > reportedEnds {
      reportedEnds = endedMovements[frame]
      try strategy?.regionDidChange(mapView)
    }
    mapView.layoutAnnotationViews()
  }

  func frameDidEnd(_ frame: Int) {
    let counts = mapView.counts
    let computed = meter.total
    // The first frame has the building of the strategy too, which runs on the main thread.
    frames[frame] = Frame(
      counts: counts - countsBefore, computed: computed - computedBefore,
      isMoving: isMoving(in: frame))
    countsBefore = counts
    computedBefore = computed
    peaks.frameDidEnd(on: mapView, indexes: meter.indexes)
  }

  /// The latest replay of each frame, without frames that were not replayed.
  func results() -> [NamedValue] { values(under: device.profile) }

  /// Returns the values of the replayed frames as a profile predicts them.
  func values(under profile: PlatformProfile) -> [NamedValue] {
    let frames = frames.compactMap(\.self)
    let examined = frames.reduce(0) { $0 + $1.computed.pinsExamined }
    let forecast = zip(frames, work(under: profile)).map { frame, work in
      MapFrame(work: Int64(work.total.rounded()), isMoving: frame.isMoving)
    }
    return AnnotationsRecord.table.values(
      of: AnnotationsRecord(
        map: MapRecord(
          counts: frames.reduce(into: OperationCounts()) { $0 += $1.counts }, peaks: peaks,
          footprint: peaks.footprint(on: profile),
          forecast: FrameForecast(
            frames: forecast, profile: profile, refresh: device.refresh),
          pinsExamined: factory.isFullyCounted
            ? .number(Double(examined)) : .notAvailable(reason: WorkMeter.foreignReason))))
  }

  /// The main thread's modelled work for each frame that was replayed.
  func work(under profile: PlatformProfile) -> [FrameWork] {
    var hasMadeView = false
    return frames.compactMap(\.self).map { frame in
      let work =
        frame.counts.work(on: profile, afterFirstView: hasMadeView)
        + frame.computed.work(on: profile)
      if frame.counts.viewsCreated > 0 { hasMadeView = true }
      return work
    }
  }
}
