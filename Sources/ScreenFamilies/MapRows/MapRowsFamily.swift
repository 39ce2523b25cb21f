import PlatformProfiles
import ScenarioModel
import Statistics
import Workloads
import YAMLReading

/// The family of lists whose rows show small maps: live maps, maps that are used again, or pictures.
public struct MapRowsFamily: ScenarioFamily {
  /// The function that makes a strategy; its argument is that of ``MapRowStrategy/init(list:)``.
  public typealias Make = @Sendable (MapList) -> any MapRowStrategy

  public let description: FamilyDescription
  private let entries: [StrategyEntry<Make>]

  /// Creates the family with its standard strategies, followed by additional ones.
  public init(adding further: [StrategyEntry<Make>] = []) {
    entries = Self.standardEntries + further
    let metrics = Self.table.metrics
    description = FamilyDescription(
      name: "map-rows", strategies: entries.map(\.description), metrics: metrics,
      // The memory of maps and pictures is real.
      isMeasured: true,
      headlines: [
        "peak-live-bytes", "modelled-footprint", "memory-limit-terminations", "hitch-time-ratio",
        "blank-time-p95", "wrong-maps-shown",
      ],
      columns: [
        "modelled-footprint", "memory-limit-terminations", "hitch-time-ratio", "blank-time-p95",
        "wrong-maps-shown", "rows-with-map", "maps-alive-max", "peak-live-bytes",
      ],
      sizeLabel: "rows of the list",
      frameLabel: "one person's visit to a list",
      requirement: ResultRequirement(
        metric: metrics["rows-with-map"], fraction: 0.75,
        summary: "show their map in at least 75 % of the rows in which the best one does"),
      criteria: [
        Criterion(
          metrics["memory-limit-terminations"], .atMost(0), source: "the app is not ended"),
        Criterion(
          metrics["wrong-maps-shown"], .atMost(0), source: "a row shows its own place"),
        // A list has no hitches of its own.
        .addedHitches(metrics["hitch-time-ratio"]),
        Criterion(
          metrics["blank-time-p95"], .nearBest(0.5), source: "this project's judgement"),
      ])
  }

  public var keys: [ScenarioKey] { MapRowsWorkload.keys }

  public func workload(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides
  ) throws(InputError) -> any Workload {
    try MapRowsWorkload(mapping, file: file, parameters: parameters, entries: entries)
  }
}

extension Array where Element == MapRowsOutcome {
  fileprivate func sum(_ count: (MapRowsOutcome) -> Int) -> Int {
    reduce(0) { $0 + count($1) }
  }

  fileprivate func max(_ value: (MapRowsOutcome) -> Double) -> Double {
    map(value).max() ?? 0
  }

  fileprivate var late: Int64 { reduce(0) { $0 + $1.hitches.late } }
  fileprivate var movement: Int64 { reduce(0) { $0 + $1.hitches.duration } }
}

extension MapRowsFamily {
  /// The metrics of the visits of all people.
  static let table = MetricTable<[MapRowsOutcome]>(
    [
      .init(
        "rows-seen", .count, .counted, .neutral,
        "Rows that the visits bring on screen, those of a terminated app included."
      ) { $0.sum(\.rowsSeen) },
      .init(
        "rows-with-map", .fraction, .modelled, .higherIsBetter,
        "The fraction of these rows that showed their own map, live or as a picture."
      ) { MetricValue($0.sum(\.rowsShown), of: $0.sum(\.rowsSeen), orWhy: noRow) },
      .init(
        "rows-without-map", .count, .modelled, .lowerIsBetter,
        "Rows that never showed their own map."
      ) { $0.sum { $0.rowsSeen - $0.rowsShown } },
    ]
      + MetricTable.Entry.percentiles(
        "blank-time", [.p50, .p95], .modelled,
        "From when a row should appear to its own map, or to its leaving if that never came; the "
          + "median appearance.",
        of: "appearances", orWhy: noRow
      ) { $0.flatMap(\.blankTimes).sorted() } + [
        .init(
          "wrong-maps-shown", .count, .modelled, .lowerIsBetter,
          "Appearances of a row in which it showed the map of another row."
        ) { $0.sum(\.wrongTimes.count) },
        .init(
          "wrong-map-time", .nanoseconds, .modelled, .lowerIsBetter,
          "The time for which rows showed the map of another row."
        ) { Double($0.reduce(0) { $0 + $1.wrongTimes.reduce(0, +) }) },
        .init(
          "maps-made", .count, .modelled, .lowerIsBetter, "Live maps that were made."
        ) { $0.sum(\.mapsMade) },
        .init(
          "maps-alive-max", .count, .modelled, .lowerIsBetter,
          "The most live maps in memory at one time, in one person's app."
        ) { $0.map(\.maxMaps).max() ?? 0 },
        .init(
          "snapshots-requested", .count, .modelled, .lowerIsBetter,
          "Pictures of maps that were requested."
        ) { $0.sum(\.snapshots.requested) },
        .init(
          "snapshots-drawn", .count, .modelled, .lowerIsBetter,
          "Those that were drawn and given back."
        ) { $0.sum(\.snapshots.drawn) },
        .init(
          "snapshots-cancelled", .count, .modelled, .neutral,
          "Those that were cancelled, as their row left."
        ) { $0.sum(\.snapshots.cancelled) },
        .init(
          "picture-bytes-max", .bytes, .modelled, .lowerIsBetter,
          "The most bytes of pictures in memory at one time, in one person's app."
        ) { $0.max { Double($0.maxPictureBytes) } },
        .init(
          "modelled-footprint", .bytes, .modelled, .lowerIsBetter,
          "The largest memory footprint of one person's app as the profile predicts it: app, maps, "
            + "pins, pictures.", role: .footprint
        ) { $0.max(\.peakFootprint) },
        .init(
          "memory-limit-terminations", .count, .modelled, .lowerIsBetter,
          "Visits that the system ended because the app's footprint reached the limit."
        ) { $0.count(where: \.isTerminated) },
        .init(
          "hitch-time-ratio", .millisecondsPerSecond, .modelled, .lowerIsBetter,
          "Milliseconds that frames come late for each second in which the list scrolls.",
          role: .hitchRatio
        ) { visits in
          MetricValue(
            visits.movement > 0
              ? Double(visits.late) * 1_000 / Double(visits.movement) : nil,
            orWhy: "the list never scrolled")
        },
        .init(
          "longest-work", .nanoseconds, .modelled, .lowerIsBetter,
          "The longest time for which the main thread worked without a break, at the list's opening "
            + "or later."
        ) { Double($0.map(\.hitches.longestWork).max() ?? 0) },
      ])

  private static let noRow = "no row was seen"
}
