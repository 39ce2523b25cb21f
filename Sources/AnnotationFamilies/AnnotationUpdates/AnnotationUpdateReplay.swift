import MapSimulation
import Measurement
import ScenarioModel

/// A map that changes while it is shown, refresh by refresh.
///
/// Frame k of the replay lets the virtual time pass until refresh k. Where the main thread is busy
/// then, nothing happens, so a replay does not go back.
final class AnnotationUpdateReplay: Replay {
  private let world: AnnotationUpdateWorld
  private let entry: AnnotationUpdateStrategyEntry
  private var device: AnnotationUpdateDevice?

  // Recorded between frames, into memory that is there before the first.
  private var frameTimes: [Int64] = []
  private var counts = OperationCounts()
  private var viewsLiveMax = 0
  private var footprintMax: Int64 = 0

  init(world: AnnotationUpdateWorld, entry: AnnotationUpdateStrategyEntry) {
    self.world = world
    self.entry = entry
    frameTimes.reserveCapacity(world.frameCount)
  }

  var frameCount: Int { world.frameCount }

  /// The virtual time passes through all of them.
  var framesAreIndependent: Bool { false }

  func reset() {
    device = nil
    frameTimes.removeAll(keepingCapacity: true)
    counts = OperationCounts()
    viewsLiveMax = 0
    footprintMax = 0
  }

  func build() throws {
    device = try AnnotationUpdateDevice(world: world, entry: entry)
  }

  func showFrame(_ frame: Int) throws {
    try device?.run(untilRefresh: frame)
  }

  func frameDidEnd(_ frame: Int) {
    guard let device, let latest = device.takeLatestFrame() else { return }
    frameTimes.append(latest.work)
    counts += latest.counts
    let mapView = device.mapView
    viewsLiveMax = max(viewsLiveMax, mapView.liveViewCount)
    footprintMax = max(
      footprintMax,
      FootprintForecast.bytes(
        annotations: mapView.annotations.count, markerViews: mapView.heldMarkerViewCount,
        imageViews: mapView.heldImageViewCount, profile: world.device.profile))
    device.watchSelection(after: latest)
  }

  func results() -> [NamedValue] {
    guard let device else { return [] }
    return AnnotationUpdateSummary(
      frameTimes: frameTimes, counts: counts, viewsLiveMax: viewsLiveMax,
      footprintMax: footprintMax, device: device
    ).values
  }
}
