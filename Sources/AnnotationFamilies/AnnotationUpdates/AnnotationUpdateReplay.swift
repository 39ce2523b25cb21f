import MapSimulation
import ScenarioModel

/// A map that changes while it is shown, refresh by refresh.
///
/// Frame k of the replay advances the virtual time to refresh k. If the main thread is busy then,
/// nothing happens, so a replay does not go back.
final class AnnotationUpdateReplay: Replay {
  private let environment: UpdateEnvironment
  private let factory: AnnotationUpdateStrategyFactory
  private let transcript: AnnotationUpdateTranscript?
  private var device: AnnotationUpdateDevice?

  // Recorded between frames, into memory that is allocated before the first.
  private var frames: [MapFrame] = []
  /// The frames as the screen shows them.
  private(set) var screenFrames: [ScreenContents.Frame] = []
  private var counts = OperationCounts()
  private var peaks: MapPeaks

  init(
    environment: UpdateEnvironment, factory: AnnotationUpdateStrategyFactory,
    transcript: AnnotationUpdateTranscript? = nil
  ) {
    self.environment = environment
    self.factory = factory
    self.transcript = transcript
    frames.reserveCapacity(environment.frameCount)
    screenFrames.reserveCapacity(environment.frameCount)
    peaks = MapPeaks(frameCount: environment.frameCount)
  }

  var frameCount: Int { environment.frameCount }

  /// The virtual time passes through all of them.
  var framesAreIndependent: Bool { false }

  func reset() {
    device = nil
    frames.removeAll(keepingCapacity: true)
    screenFrames.removeAll(keepingCapacity: true)
    counts = OperationCounts()
    peaks.reset()
  }

  func build() throws {
    device = try AnnotationUpdateDevice(
      environment: environment, factory: factory, transcript: transcript)
  }

  func showFrame(_ frame: Int) throws {
    try device?.run(untilRefresh: frame)
  }

  func frameDidEnd(_ frame: Int) {
    guard let device, let latest = device.takeLatestFrame() else { return }
    frames.append(MapFrame(work: latest.work, isMoving: latest.isMoving))
    screenFrames.append(ScreenContents.Frame(latest, interval: environment.interval))
    counts += latest.counts
    peaks.frameDidEnd(on: device.mapView, indexes: device.context.meter.indexes)
    let lostBefore = device.selection.lostCount
    device.watchSelection(after: latest)
    if device.selection.lostCount > lostBefore { transcript?.noteLostSelection(at: frame) }
  }

  /// The refresh from which on the app shows nothing: the last one, or that of its termination.
  var endOfUse: Int { device?.endOfUse ?? 0 }

  func results() -> [NamedValue] {
    guard let device else { return [] }
    return AnnotationUpdateRecord.table.values(
      of: AnnotationUpdateRecord(
        frames: frames, counts: counts, peaks: peaks, device: device,
        isFullyCounted: factory.isFullyCounted))
  }
}

/// The record of a replay that its metrics are read from.
struct AnnotationUpdateRecord {
  let map: MapRecord
  /// The waits of all changes in nanoseconds, ascending; empty if no frame was replayed.
  let waits: [Int64]
  let shownFrameCount: Int
  let isTerminated: Bool
  let selection: SelectionWatch
  let bodyEvaluations: Int
  private let counted: ComputationCounts
  private let times: UpdateContext.Times
  private let isFullyCounted: Bool

  init(
    frames: [MapFrame], counts: OperationCounts, peaks: MapPeaks, device: AnnotationUpdateDevice,
    isFullyCounted: Bool
  ) {
    let context = device.context
    counted = context.meter.counted
    times = context.times
    self.isFullyCounted = isFullyCounted
    map = MapRecord(
      counts: counts, peaks: peaks, footprint: peaks.footprint(on: context.device.profile),
      forecast: FrameForecast(
        frames: frames, profile: context.device.profile, refresh: context.device.refresh),
      pinsExamined: Self.value(counted.pinsExamined, if: isFullyCounted))
    waits = frames.isEmpty ? [] : device.staleness.waits(until: device.end).sorted()
    shownFrameCount = device.shownFrameCount
    isTerminated = device.isTerminated
    selection = device.selection
    bodyEvaluations = context.bodyEvaluations
  }

  private static func value(
    _ number: some BinaryInteger, if isFullyCounted: Bool
  ) -> MetricValue {
    isFullyCounted ? .number(Double(number)) : .notAvailable(reason: WorkMeter.foreignReason)
  }

  func computed(_ count: KeyPath<ComputationCounts, Int>) -> MetricValue {
    Self.value(counted[keyPath: count], if: isFullyCounted)
  }

  func computed(_ time: KeyPath<UpdateContext.Times, Int64>) -> MetricValue {
    Self.value(times[keyPath: time], if: isFullyCounted)
  }
}
