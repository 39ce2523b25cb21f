import Measurement
import PlatformProfiles
import ScenarioModel
import SearchSimulation
import Statistics
import YAMLReading

/// The family of lists that show the addresses of coordinates, or the places of addresses: a view
/// model decides about requests to the geocoder.
public struct GeocodingFamily: ScenarioFamily {
  /// The function that makes a strategy; its arguments are those of
  /// ``GeocodingStrategy/init(list:service:)``.
  public typealias Make = @Sendable (AddressList, SearchService) -> any GeocodingStrategy

  public let description: FamilyDescription
  private let entries: [StrategyEntry<Make>]

  /// Creates the family with its standard strategies, followed by additional ones.
  public init(adding further: [StrategyEntry<Make>] = []) {
    entries = Self.standardEntries + further
    let metrics = Self.table.metrics
    description = FamilyDescription(
      name: "geocoding", strategies: entries.map(\.description), metrics: metrics,
      isMeasured: false,
      headlines: [
        "row-label-accuracy", "requests-sent", "watchdog-terminations", "time-to-label-p95",
        "hang-time-max",
      ],
      columns: [
        "row-label-accuracy", "requests-sent", "requests-throttled", "watchdog-terminations",
        "time-to-label-p95", "hang-time-max",
      ],
      sizeLabel: "rows of the list",
      frameLabel: "one person's visit to a list",
      requirement: ResultRequirement(
        metric: metrics["row-label-accuracy"], fraction: 0.75,
        summary: "label at least 75 % of the rows that the best one labels correctly"),
      criteria: [
        Criterion(
          metrics["row-label-accuracy"], .nearBest(0.05), source: "this project's judgement"),
        Criterion(
          metrics["hang-time-max"], .atMost(250_000_000), source: "Apple: a hang begins at 250 ms"),
      ])
  }

  public var keys: [ScenarioKey] { GeocodingWorkload.keys }

  public func workload(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides
  ) throws(InputError) -> any Workload {
    try GeocodingWorkload(mapping, file: file, parameters: parameters, entries: entries)
  }
}

/// The record of a replay: the visits, and the use of the platform's service.
struct GeocodingRecord: SearchServiceRecord {
  let visits: [GeocodingOutcome]
  let requests: RequestCounts

  fileprivate var rowsSeen: Int { sum(\.rowsSeen) }
  fileprivate var hangTimes: [Int64] { visits.flatMap { $0.hangs.map(\.duration) } }

  fileprivate func sum(_ count: (GeocodingOutcome) -> Int) -> Int {
    visits.reduce(0) { $0 + count($1) }
  }
}

extension GeocodingFamily {
  static let table = MetricTable<GeocodingRecord>(
    [
      .init(
        "rows-seen", .count, .counted, .neutral,
        "Rows that the visits bring on screen, those of a terminated app included."
      ) { $0.rowsSeen },
      .init(
        "rows-labelled", .fraction, .modelled, .higherIsBetter,
        "The fraction of these rows that showed an address while they were on screen."
      ) { MetricValue($0.sum(\.rowsLabelled), of: $0.rowsSeen, orWhy: "no row was seen") },
      .init(
        "row-label-accuracy", .fraction, .modelled, .higherIsBetter,
        "The fraction of these rows that showed the address nearest to their coordinate."
      ) {
        MetricValue($0.sum(\.rowsLabelledCorrectly), of: $0.rowsSeen, orWhy: "no row was seen")
      },
      .init(
        "label-precision", .fraction, .modelled, .higherIsBetter,
        "The fraction of the addresses shown that are the nearest to their row's coordinate."
      ) { MetricValue($0.sum(\.correctLabels), of: $0.sum(\.labels), orWhy: noLabel) },
      .requestsSent,
      .requestsThrottled,
      .init(
        "requests-dropped", .count, .modelled, .lowerIsBetter,
        "Requests that a busy geocoder did not take: they are never answered."
      ) { $0.requests.dropped },
      .init(
        "watchdog-terminations", .count, .modelled, .lowerIsBetter,
        "Visits that the watchdog ended because the main thread was blocked for too long.",
        role: .watchdogTermination
      ) { $0.visits.count(where: \.isTerminated) },
    ]
      + MetricTable.Entry.percentiles(
        "time-to-label", [.p50, .p95], .modelled,
        "From when a row should appear to its address, of rows still on screen; the median.",
        of: "rows", orWhy: noLabel
      ) { $0.visits.flatMap(\.timesToLabel).sorted() } + [
        .init(
          "hang-count", .count, .modelled, .lowerIsBetter,
          "Times that the main thread was blocked for longer than the profile's hang threshold."
        ) { $0.hangTimes.count },
        .init(
          "hang-time-max", .nanoseconds, .modelled, .lowerIsBetter,
          "The longest time that the main thread was blocked; 0 without a hang."
        ) { Double($0.hangTimes.max() ?? 0) },
        .init(
          "hang-time-total", .nanoseconds, .modelled, .lowerIsBetter, "The time of all hangs."
        ) { Double($0.hangTimes.reduce(0, +)) },
        .serviceBytes,
      ])

  private static let noLabel = "no row got an address"
}
