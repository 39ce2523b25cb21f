import Measurement
import PlatformProfiles
import ScenarioModel
import SearchSimulation
import Statistics
import YAMLReading

/// The family of maps that show a route to the selected place: an app's code decides which requests
/// to send, and which answers to show.
public struct RouteSelectionFamily: ScenarioFamily {
  /// The function that makes a strategy; its arguments are those of
  /// ``RouteSelectionStrategy/init(screen:service:)``.
  public typealias Make = @Sendable (RouteScreen, SearchService) -> any RouteSelectionStrategy

  public let description: FamilyDescription
  private let entries: [StrategyEntry<Make>]

  /// Creates the family with its standard strategies, followed by additional ones.
  public init(adding further: [StrategyEntry<Make>] = []) {
    entries = Self.standardEntries + further
    let metrics = Self.table.metrics
    description = FamilyDescription(
      name: "route-selection", strategies: entries.map(\.description), metrics: metrics,
      isMeasured: false,
      headlines: [
        "wrong-route-time", "unexplained-selections", "routes-shown", "time-to-route-p95",
        "requests-sent",
      ],
      columns: [
        "wrong-route-time", "wrong-arrivals", "unexplained-selections", "routes-shown",
        "requests-sent", "requests-throttled", "time-to-route-p95",
      ],
      sizeLabel: "selections of a person",
      frameLabel: "one person's visit to a map",
      requirement: ResultRequirement(
        metric: metrics["routes-shown"], fraction: 0.9,
        summary: "show the route of at least 90 % of the selections for which the best one does"),
      criteria: [
        Criterion(
          metrics["wrong-route-fraction"], .atMost(0.001), source: "this project's judgement"),
        Criterion(
          metrics["unexplained-selections"], .atMost(0), source: "this project's judgement"),
      ])
  }

  public var keys: [ScenarioKey] { RouteSelectionWorkload.keys }

  public func workload(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides
  ) throws(InputError) -> any Workload {
    try RouteSelectionWorkload(mapping, file: file, parameters: parameters, entries: entries)
  }
}

/// The record of a replay: the visits, and the use of the platform's service.
struct RouteSelectionRecord: SearchServiceRecord {
  let visits: [RouteSelectionOutcome]
  let requests: RequestCounts

  fileprivate func sum(_ count: (RouteSelectionOutcome) -> Int) -> Int {
    visits.reduce(0) { $0 + count($1) }
  }

  fileprivate func time(_ time: (RouteSelectionOutcome) -> Int64) -> Double {
    Double(visits.reduce(0) { $0 + time($1) })
  }
}

extension RouteSelectionFamily {
  static let table = MetricTable<RouteSelectionRecord>(
    [
      .init("selections", .count, .counted, .neutral, "Selections of places.") {
        $0.sum(\.selections)
      },
      .init(
        "read-selections", .count, .counted, .neutral,
        "Those of them that a person looks at, and does not pass over."
      ) { $0.sum(\.readSelections) },
      .init(
        "routes-shown", .fraction, .modelled, .higherIsBetter,
        "The fraction of the read selections of places with a route that showed it in time."
      ) {
        MetricValue(
          $0.sum(\.readWithRoute), of: $0.sum(\.readReachable),
          orWhy: "no place with a route was looked at")
      },
      .init(
        "figures-shown", .fraction, .modelled, .higherIsBetter,
        "The fraction of these selections whose sheet showed a travel time, and steps that add up to "
          + "the distance."
      ) {
        MetricValue(
          $0.sum(\.readWithFigures), of: $0.sum(\.readReachable),
          orWhy: "no place with a route was looked at")
      },
      .init(
        "wrong-route-time", .nanoseconds, .modelled, .lowerIsBetter,
        "The time in which the map shows the route to a place that is not selected, of all people."
      ) { $0.time(\.wrongTime) },
      .init(
        "wrong-route-fraction", .fraction, .modelled, .lowerIsBetter,
        "The same as a fraction of the time for which the screen is open."
      ) { record in
        let open = record.time(\.openTime)
        return open > 0
          ? MetricValue.number(record.time(\.wrongTime) / open)
          : .notAvailable(reason: "no screen was open")
      },
      .init(
        "wrong-arrivals", .count, .modelled, .lowerIsBetter,
        "Routes that came on the map while another place was selected, or none."
      ) { $0.sum(\.wrongArrivals) },
      .init(
        "unexplained-selections", .count, .modelled, .lowerIsBetter,
        "Read selections that showed neither their route nor their error at any time."
      ) { $0.sum(\.unexplained) },
      .init(
        "wrong-errors", .count, .modelled, .lowerIsBetter,
        "Errors that came on screen while their place was not selected."
      ) { $0.sum(\.wrongErrors) },
      .requestsSent,
      .requestsThrottled,
      .init(
        "requests-cancelled", .count, .modelled, .neutral,
        "Requests that the app gave up before their answers."
      ) { $0.requests.cancelled },
      .init(
        "requests-failed", .count, .modelled, .lowerIsBetter,
        "Requests that ended with a failure of the server."
      ) { $0.requests.failed },
    ]
      + MetricTable.Entry.percentiles(
        "time-to-route", [.p50, .p95], .modelled,
        "From a selection to its route on the map, of selections that still last then; the median.",
        of: "selections", orWhy: "no selection showed its route"
      ) { $0.visits.flatMap(\.timesToRoute).sorted() } + [.serviceBytes])
}
