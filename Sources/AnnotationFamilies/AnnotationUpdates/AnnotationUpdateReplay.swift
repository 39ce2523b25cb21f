import MapSimulation
import ScenarioModel

/// A map that changes while it is shown, refresh by refresh.
///
/// Frame k of the replay advances the virtual time to refresh k. If the main thread is busy then,
/// nothing happens, so a replay does not go back.
final class AnnotationUpdateReplay: Replay {
  private let environment: UpdateEnvironment
  private let factory: AnnotationUpdateStrategyFactory
  private var device: AnnotationUpdateDevice?

  // Recorded between frames, into memory that is allocated before the first.
  private var frameTimes: [Int64] = []
  private var counts = OperationCounts()
  private var peaks = MapPeaks()

  init(environment: UpdateEnvironment, factory: AnnotationUpdateStrategyFactory) {
    self.environment = environment
    self.factory = factory
    frameTimes.reserveCapacity(environment.frameCount)
  }

  var frameCount: Int { environment.frameCount }

  /// The virtual time passes through all of them.
  var framesAreIndependent: Bool { false }

  func reset() {
    device = nil
    frameTimes.removeAll(keepingCapacity: true)
    counts = OperationCounts()
    peaks = MapPeaks()
  }

  func build() throws {
    device = try AnnotationUpdateDevice(environment: environment, factory: factory)
  }

  func showFrame(_ frame: Int) throws {
    try device?.run(untilRefresh: frame)
  }

  func frameDidEnd(_ frame: Int) {
    guard let device, let latest = device.takeLatestFrame() else { return }
    frameTimes.append(latest.work)
    counts += latest.counts
    peaks.frameDidEnd(on: device.mapView)
    device.watchSelection(after: latest)
  }

  func results() -> [NamedValue] {
    guard let device else { return [] }
    return AnnotationUpdateRecord.table.values(
      of: AnnotationUpdateRecord(
        frameTimes: frameTimes, counts: counts, peaks: peaks, device: device,
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
    frameTimes: [Int64], counts: OperationCounts, peaks: MapPeaks, device: AnnotationUpdateDevice,
    isFullyCounted: Bool
  ) {
    let context = device.context
    counted = context.meter.counted
    times = context.times
    self.isFullyCounted = isFullyCounted
    map = MapRecord(
      counts: counts, peaks: peaks,
      forecast: FrameForecast(
        frameTimes: frameTimes, profile: context.device.profile, refresh: context.device.refresh),
      pinsExamined: Self.value(counted.pinsExamined, if: isFullyCounted))
    waits = frameTimes.isEmpty ? [] : device.staleness.waits(until: device.end).sorted()
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

  fileprivate func computed(_ count: KeyPath<ComputationCounts, Int>) -> MetricValue {
    Self.value(counted[keyPath: count], if: isFullyCounted)
  }

  fileprivate func computed(_ time: KeyPath<UpdateContext.Times, Int64>) -> MetricValue {
    Self.value(times[keyPath: time], if: isFullyCounted)
  }
}

extension AnnotationUpdateRecord {
  private typealias Table = MetricTable<AnnotationUpdateRecord>

  static let table =
    Table.mapOperations { $0.map } + reactions + selections + lateness
    + Table.mapForecast { $0.map }

  /// The work of an app for changes.
  private static let reactions =
    Table([
      .init(
        "body-evaluations", .count, .counted, .lowerIsBetter,
        "Evaluations of the body of the view with the map; 0 if the map is UIKit's."
      ) { $0.bodyEvaluations },
      .init(
        "annotations-moved", .count, .counted, .neutral,
        "Annotations that went to another place and stayed on the map."
      ) { $0.map.counts.annotationsMoved },
      .init(
        "items-compared", .count, .counted, .lowerIsBetter,
        "Items that differences went through, those of the longer list; the first load is compared "
          + "with nothing."
      ) { $0.computed(\.itemsCompared) },
      .init(
        "pins-clustered", .count, .counted, .lowerIsBetter,
        "Pins that were sorted into clusters or an index, on main and in the background."
      ) { $0.computed(\.pinsClustered) },
      .init(
        "difference-time-total", .nanoseconds, .measured, .lowerIsBetter,
        "Processor time of this project's own differences; SwiftUI's is not known."
      ) { $0.computed(\.differences) },
      .init(
        "clustering-time-total", .nanoseconds, .measured, .lowerIsBetter,
        "Processor time of sorting pins into clusters or an index, on main and in the background."
      ) { $0.computed(\.clustering) },
    ])

  private static let selections = Table([
    .init(
      "pins-selected", .count, .counted, .neutral, "Pins that the user tapped and so selected."
    ) { $0.selection.tapCount },
    .init(
      "selection-kept", .fraction, .counted, .higherIsBetter,
      "The fraction of the updates (changed data, evaluated bodies) one frame after which the pin "
        + "was still selected that the user had tapped; while it is in the data and in view."
    ) {
      MetricValue(
        $0.selection.updatesKept, of: $0.selection.updatesWatched,
        orWhy: "no update came while a pin was to be selected")
    },
    .init(
      "selections-lost", .count, .counted, .lowerIsBetter,
      "Times that a pin in view was no longer selected although no other was tapped."
    ) { $0.selection.lostCount },
  ])

  /// The lateness of the map.
  private static let lateness =
    Table(
      Table.Entry.percentiles(
        "staleness", [.p50, .p95, .max], .modelled,
        "Time from a change of the data or the camera until a frame shows it, or until the end "
          + "if none does; the median change.",
        of: "changes", orWhy: Table.noFrame
      ) { $0.waits })
    + Table([
      .init(
        "frames-shown", .count, .modelled, .higherIsBetter,
        "Frames that came on screen, of as many as the replay has refreshes."
      ) { $0.shownFrameCount },
      .init(
        "watchdog-terminations", .count, .modelled, .lowerIsBetter,
        "1 if the watchdog ended the app because the main thread was busy for too long, else 0.",
        role: .watchdogTermination
      ) { $0.isTerminated ? 1 : 0 },
    ])
}
