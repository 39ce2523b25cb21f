import MapSimulation
import PlatformProfiles
import ScenarioModel
import Statistics
import YAMLReading

/// The family of pins with pictures that are loaded into views which are used again.
public struct ReusedContentFamily: ScenarioFamily {
  /// The function that makes a strategy; its argument is that of ``PictureStrategy/init(loader:)``.
  public typealias Make = @Sendable (PictureLoader) -> any PictureStrategy

  public let description: FamilyDescription
  private let entries: [StrategyEntry<Make>]

  /// Creates the family with its standard strategies, followed by additional ones.
  public init(adding further: [StrategyEntry<Make>] = []) {
    entries = Self.standardEntries + further
    let metrics = Self.table.metrics
    description = FamilyDescription(
      name: "reused-content", strategies: entries.map(\.description), metrics: metrics,
      isMeasured: false,
      headlines: [
        "wrong-views", "wrong-time-max", "content-shown", "time-to-content-p95", "loads-started",
      ],
      columns: [
        "wrong-views", "wrong-time-fraction", "wrong-time-max", "content-shown",
        "time-to-content-p50", "time-to-content-p95", "loads-started", "loads-unused",
      ],
      sizeLabel: "pins",
      frameLabel: "one use of the map",
      requirement: ResultRequirement(
        metric: metrics["content-shown"], fraction: 0.8,
        summary: "show the right picture for at least 80 % of the time of the best one"),
      criteria: [
        Criterion(
          metrics["wrong-views"], .atMost(0), source: "no view shows another pin's picture"),
        Criterion(metrics["content-shown"], .nearBest(0.1), source: "this project's judgement"),
      ])
  }

  public var keys: [ScenarioKey] { ReusedContentWorkload.keys }

  public func workload(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides
  ) throws(InputError) -> any Workload {
    try ReusedContentWorkload(mapping, file: file, parameters: parameters, entries: entries)
  }
}

extension ReusedContentFamily {
  static let table = MetricTable<ContentRecord>(
    [
      .init(
        "appearances", .count, .modelled, .neutral,
        "Times that a view came on the screen for a pin."
      ) { $0.appearances.count },
      .init(
        "wrong-views", .count, .modelled, .lowerIsBetter,
        "Appearances in which the view showed another pin's picture, in at least one frame."
      ) { $0.wrong.count },
      .init(
        "wrong-time-fraction", .fraction, .modelled, .lowerIsBetter,
        "The fraction of the time of all views on the screen in which they showed another pin's "
          + "picture."
      ) { MetricValue($0.sum(\.wrongFrames), of: $0.sum(\.frames), orWhy: noView) },
      .init(
        "wrong-time-max", .nanoseconds, .modelled, .lowerIsBetter,
        "The longest time for which a view showed another pin's picture; 0 if none did."
      ) { record in
        Double(Int64(record.wrong.map(\.wrongFrames).max() ?? 0) * record.interval)
      },
      .init(
        "content-shown", .fraction, .modelled, .higherIsBetter,
        "The fraction of the time of all views on the screen in which they showed their own picture."
      ) {
        MetricValue(
          $0.sum(\.frames) - $0.sum(\.wrongFrames) - $0.sum(\.emptyFrames), of: $0.sum(\.frames),
          orWhy: noView)
      },
    ]
      + MetricTable.Entry.percentiles(
        "time-to-content", [.p50, .p95], .modelled,
        "From a view's appearance to the first frame with its own picture, of those that got it; the "
          + "median.", of: "views", orWhy: "no view got its picture"
      ) { record in
        record.appearances.compactMap { appearance in
          appearance.firstRight.map { Int64($0 - appearance.first) * record.interval }
        }.sorted()
      } + [
        .init("loads-started", .count, .modelled, .lowerIsBetter, "Pictures that were requested.") {
          $0.traffic.started
        },
        .init(
          "loads-cancelled", .count, .modelled, .neutral, "Requests that the app cancelled."
        ) { $0.traffic.cancelled },
        .init(
          "loads-failed", .count, .modelled, .lowerIsBetter, "Requests that ended with an error."
        ) { $0.traffic.failed },
        .init(
          "loads-unused", .count, .modelled, .lowerIsBetter,
          "Pictures that arrived when no view on the screen was for their pin."
        ) { $0.traffic.unused },
        .init(
          "loaded-bytes", .bytes, .modelled, .lowerIsBetter,
          "Bytes of pictures, with half of each that was cancelled on its way."
        ) { $0.traffic.bytes },
      ])

  private static let noView = "no view was on the screen"
}

extension ContentRecord {
  fileprivate var wrong: [ViewAppearance] { appearances.filter { $0.wrongFrames > 0 } }

  fileprivate func sum(_ count: (ViewAppearance) -> Int) -> Int {
    appearances.reduce(0) { $0 + count($1) }
  }
}
