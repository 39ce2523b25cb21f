import Measurement
import PlatformProfiles
import ScenarioModel
import SearchSimulation
import Statistics
import YAMLReading

/// The family of lists that show the travel time to places: a view model decides about requests for
/// directions.
public struct TravelTimesFamily: ScenarioFamily {
  /// The function that makes a strategy; its arguments are those of
  /// ``TravelTimeStrategy/init(list:service:)``.
  public typealias Make = @Sendable (TravelTimeList, SearchService) -> any TravelTimeStrategy

  public let description: FamilyDescription
  private let entries: [StrategyEntry<Make>]

  /// Creates the family with its standard strategies, followed by additional ones.
  public init(adding further: [StrategyEntry<Make>] = []) {
    entries = Self.standardEntries + further
    let metrics = Self.table.metrics
    description = FamilyDescription(
      name: "travel-times", strategies: entries.map(\.description), metrics: metrics,
      isMeasured: false,
      headlines: [
        "rows-with-right-time", "wrong-rows", "requests-sent", "service-bytes",
        "time-to-travel-time-p95",
      ],
      columns: [
        "rows-with-right-time", "rows-with-any-time", "wrong-rows", "requests-sent",
        "requests-throttled", "service-bytes", "time-to-any-time-p95", "time-to-travel-time-p95",
      ],
      sizeLabel: "rows of the list",
      frameLabel: "one person's visit to a list",
      requirement: ResultRequirement(
        metric: metrics["rows-with-right-time"], fraction: 0.75,
        summary: "show a right time in at least 75 % of the rows of the best one"),
      criteria: [
        Criterion(metrics["wrong-rows"], .atMost(0), source: "this project's judgement"),
        Criterion(
          metrics["rows-with-right-time"], .nearBest(0.05), source: "this project's judgement"),
        Criterion(
          metrics["requests-throttled"], .atMost(0),
          source: "Apple: ask for directions only to show them"),
      ])
  }

  public var keys: [ScenarioKey] { TravelTimesWorkload.keys }

  public func workload(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides
  ) throws(InputError) -> any Workload {
    try TravelTimesWorkload(mapping, file: file, parameters: parameters, entries: entries)
  }
}

/// The record of a replay: the visits, and the use of the platform's service.
struct TravelTimesRecord: SearchServiceRecord {
  let visits: [TravelTimeOutcome]
  let requests: RequestCounts

  fileprivate var rowsSeen: Int { sum(\.rowsSeen) }

  fileprivate func sum(_ count: (TravelTimeOutcome) -> Int) -> Int {
    visits.reduce(0) { $0 + count($1) }
  }

  fileprivate func fraction(_ count: (TravelTimeOutcome) -> Int) -> MetricValue {
    MetricValue(sum(count), of: rowsSeen, orWhy: "no row was seen")
  }
}

extension TravelTimesFamily {
  static let table = MetricTable<TravelTimesRecord>(
    [
      .init(
        "rows-seen", .count, .counted, .neutral, "Rows that the visits bring on screen."
      ) { $0.rowsSeen },
      .init(
        "rows-with-time", .fraction, .modelled, .higherIsBetter,
        "The fraction of these rows that showed a time of the service while they were on screen."
      ) { $0.fraction(\.rowsWithTime) },
      .init(
        "rows-with-right-time", .fraction, .modelled, .higherIsBetter,
        "The fraction of these rows that showed the time to their own place, as it was then, within "
          + "the profile's tolerance."
      ) { $0.fraction(\.rowsWithRightTime) },
      .init(
        "rows-with-any-time", .fraction, .modelled, .higherIsBetter,
        "The fraction of these rows that showed a time, estimates that are marked as such included."
      ) { $0.fraction(\.rowsWithAnything) },
      .init(
        "wrong-rows", .count, .modelled, .lowerIsBetter,
        "Rows that showed a wrong time without a mark: that of another place, or of another start."
      ) { $0.sum(\.wrongRows) },
      .init(
        "outdated-rows", .fraction, .modelled, .lowerIsBetter,
        "The fraction of the rows on screen at the end whose time is no longer right, as the person "
          + "has moved."
      ) {
        MetricValue($0.sum(\.outdatedAtClose), of: $0.sum(\.rowsAtClose), orWhy: "no row was seen")
      },
      .init(
        "estimate-error", .fraction, .modelled, .lowerIsBetter,
        "The mean deviation of the estimates from the service's time, as a fraction of it; at most 1."
      ) { record in
        let errors = record.visits.flatMap(\.estimateErrors)
        guard !errors.isEmpty else {
          return MetricValue.notAvailable(reason: "the strategy shows no estimates")
        }
        return .number(min(errors.reduce(0, +) / Double(errors.count), 1))
      },
      .requestsSent,
      .requestsThrottled,
      .init(
        "requests-failed", .count, .modelled, .lowerIsBetter,
        "Requests that ended with a failure of the server."
      ) { $0.requests.failed },
    ]
      + MetricTable.Entry.percentiles(
        "time-to-travel-time", [.p50, .p95], .modelled,
        "From when a row first appears to the service's time, of rows still on screen; the median.",
        of: "rows", orWhy: noTime
      ) { $0.visits.flatMap(\.timesToTime).sorted() }
      + MetricTable.Entry.percentiles(
        "time-to-any-time", [.p50, .p95], .modelled,
        "The same, to the first time of any kind; the median.", of: "rows", orWhy: noTime
      ) { $0.visits.flatMap(\.timesToAnything).sorted() } + [.serviceBytes])

  private static let noTime = "no row got a time"
}
