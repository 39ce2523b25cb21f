import ScenarioModel
import Simulation

/// The record of a replay that its metrics are read from.
struct AnnotationUpdateRecord {
  let driver: AnnotationUpdateDriver
  /// Indicates whether everything that the strategy computes goes through its context.
  let isFullyCounted: Bool
  let map: MapRecord
  /// The waits of all changes in nanoseconds, ascending; empty if no frame was replayed.
  let waits: [Int64]

  /// A number of what the strategy computed.
  private func computed(_ number: (UpdateContext) -> some BinaryInteger) -> MetricValue {
    isFullyCounted
      ? .number(Double(number(driver.context))) : .notAvailable(reason: WorkMeter.foreignReason)
  }

  private typealias Table = MetricTable<AnnotationUpdateRecord>

  static let table =
    MetricTable.mapOperations(strategyWork: .modelled).reading { $0.map } + reactions + lateness
    + MetricTable.mapForecast.reading { $0.map }

  /// The work of an app for changes, and what they do to the selection.
  private static let reactions = Table([
    .init(
      "body-evaluations", .count, .modelled, .lowerIsBetter,
      "Evaluations of the body of the view with the map; 0 if the map is UIKit's."
    ) { $0.driver.context.bodyEvaluations },
    .init(
      "annotations-moved", .count, .modelled, .neutral,
      "Annotations that moved to another place without leaving the map."
    ) { $0.map.counts.annotationsMoved },
    .init(
      "items-compared", .count, .modelled, .lowerIsBetter,
      "Items in the longer list of each comparison; the first load has no earlier list."
    ) { $0.computed(\.meter.counted.itemsCompared) },
    .init(
      "pins-clustered", .count, .modelled, .lowerIsBetter,
      "Pins that were sorted into clusters or an index, on the main thread or in the background."
    ) { $0.computed(\.meter.counted.pinsSorted) },
    .init(
      "difference-time-total", .nanoseconds, .measured, .lowerIsBetter,
      "Processor time of this project's own differences; SwiftUI's is not known."
    ) { $0.computed(\.times.differences) },
    .init(
      "clustering-time-total", .nanoseconds, .measured, .lowerIsBetter,
      "Processor time to sort pins into clusters or an index, on the main and other threads."
    ) { $0.computed(\.times.clustering) },
    .init(
      "pins-selected", .count, .modelled, .neutral, "Pins that the user selected by a tap.",
      role: .selections, \.driver.selection.tapCount),
    .ratio(
      "selection-kept", .modelled, .higherIsBetter,
      "The fraction of the updates (changed data, evaluated bodies) that leave the tapped pin "
        + "selected in the next frame, as long as the pin is in the data and in view.",
      \.driver.selection.updatesKept, of: \.driver.selection.updatesWatched,
      orWhy: "no update happened while a pin should be selected"),
    .init(
      "selections-lost", .count, .modelled, .lowerIsBetter,
      "How often a pin in view lost its selection although no other pin was tapped.",
      effect: "lost selections: {} selections get lost", \.driver.selection.lostCount),
  ])

  /// The lateness of the map.
  private static let lateness =
    Table(
      Table.Entry.percentiles(
        "staleness", [.p50, .p95, .max], .modelled,
        "Time from a change of the data or the camera until a frame shows it, or until the end "
          + "if none does; the median change.", of: "changes", orWhy: Table.noFrame,
        effects: [.p95: "95 of 100 changes are on the map within {}"]
      ) { $0.waits })
    + Table([
      .init(
        "frames-shown", .count, .modelled, .higherIsBetter,
        "Frames that were shown, at most one for each refresh."
      ) { $0.driver.shownFrameCount },
      .init(
        "watchdog-terminations", .count, .modelled, .lowerIsBetter,
        "1 if the watchdog ended the app because the main thread was busy for too long, else 0.",
        role: .watchdogTermination
      ) { $0.driver.main.isTerminated && !$0.driver.main.hasCrashed ? 1 : 0 },
      .init(
        "crashes", .count, .modelled, .lowerIsBetter,
        "1 if an exception ended the app, else 0.", role: .crash
      ) { $0.driver.main.hasCrashed ? 1 : 0 },
      .init(
        "running-time", .nanoseconds, .modelled, .higherIsBetter,
        "The time until the watchdog or an exception ended the app, or until the replay ended."
      ) { Double($0.driver.runningTime) },
      .init(
        "unsafe-reads", .count, .modelled, .lowerIsBetter,
        "Background computations whose data the main thread changed while they ran."
      ) { $0.driver.context.unsafeReads },
    ])
}
