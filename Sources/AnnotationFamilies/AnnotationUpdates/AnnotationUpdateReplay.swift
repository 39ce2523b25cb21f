import EventSimulation
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
  private var frames: [AnnotationUpdateDevice.Frame] = []
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
    peaks = MapPeaks(frameCount: environment.frameCount)
  }

  var frameCount: Int { environment.frameCount }

  /// The virtual time passes through all of them.
  var framesAreIndependent: Bool { false }

  func reset() {
    device = nil
    frames.removeAll(keepingCapacity: true)
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
    frames.append(latest)
    counts += latest.counts
    peaks.frameDidEnd(on: device.mapView, indexes: device.context.meter.indexes)
    let lostBefore = device.selection.lostCount
    device.watchSelection(after: latest)
    if device.selection.lostCount > lostBefore { transcript?.noteLostSelection(at: frame) }
  }

  /// The frames as the screen shows them.
  var screen: ScreenContents {
    ScreenContents(
      frames: frames.map { ScreenContents.Frame($0, interval: environment.interval) },
      end: device?.endOfUse ?? 0)
  }

  /// What happened when; `nil` without a transcript.
  var timeline: Timeline? { device?.timeline }

  /// Writes the frames into a recording: the work at the refresh at which it began, and the rest as
  /// the screen shows it.
  func writeFrames(to recording: inout MapRecording) {
    let profile = environment.device.profile
    let screen = screen
    let footprints = peaks.footprints(on: profile)
    let liveViews = peaks.liveViewsByFrame
    let empty = FootprintForecast(
      annotations: 0, markerViews: 0, imageViews: 0, indexes: 0, profile: profile)
    let byRefresh = Dictionary(uniqueKeysWithValues: zip(frames.map(\.refresh), frames.indices))
    for refresh in 0..<environment.frameCount {
      recording.work.append(byRefresh[refresh].map { frames[$0].parts } ?? FrameWork())
      let shown = screen.beginning(at: refresh).flatMap { byRefresh[$0] }
      recording.liveViews.numbers.append(shown.map { liveViews[$0] } ?? 0)
      recording.memory.append(shown.map { footprints[$0] } ?? empty)
    }
  }

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
  let hasCrashed: Bool
  /// In nanoseconds.
  let runningTime: Int64
  let unsafeReads: Int
  let selection: SelectionWatch
  let bodyEvaluations: Int
  private let counted: ComputationCounts
  private let times: UpdateContext.Times
  private let isFullyCounted: Bool

  init(
    frames: [AnnotationUpdateDevice.Frame], counts: OperationCounts, peaks: MapPeaks,
    device: AnnotationUpdateDevice,
    isFullyCounted: Bool
  ) {
    let context = device.context
    counted = context.meter.counted
    times = context.times
    self.isFullyCounted = isFullyCounted
    map = MapRecord(
      counts: counts, peaks: peaks, footprint: peaks.footprint(on: context.device.profile),
      forecast: FrameForecast(
        frames: frames.map { MapFrame(work: $0.work, isMoving: $0.isMoving) },
        profile: context.device.profile, refresh: context.device.refresh),
      pinsExamined: Self.value(counted.pinsExamined, if: isFullyCounted))
    waits = frames.isEmpty ? [] : device.staleness.waits(until: device.end).sorted()
    shownFrameCount = device.shownFrameCount
    isTerminated = device.isTerminated
    hasCrashed = device.hasCrashed
    runningTime = device.runningTime
    unsafeReads = context.unsafeReads
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
