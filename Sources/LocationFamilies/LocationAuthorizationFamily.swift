import LocationSimulation
import Measurement
import PlatformProfiles
import ScenarioModel
import Statistics
import YAMLReading

/// The family of apps that show the location of the user on a map: they decide when to ask for the
/// authorization, and what to say without it.
public struct LocationAuthorizationFamily: ScenarioFamily {
  /// The function that makes a strategy; its argument is that of ``LocationStrategy/init(app:)``.
  public typealias Make = @Sendable (LocationApp) -> any LocationStrategy

  public let description: FamilyDescription
  private let entries: [StrategyEntry<Make>]

  /// Creates the family with its standard strategies, followed by additional ones.
  public init(adding further: [StrategyEntry<Make>] = []) {
    entries = Self.standardEntries + further
    let metrics = Self.table.metrics
    description = FamilyDescription(
      name: "location-authorization", strategies: entries.map(\.description), metrics: metrics,
      isMeasured: false,
      headlines: [
        "people-with-dot", "dead-ends", "silent-denials", "prompts-without-context",
        "time-to-dot-p95",
      ],
      columns: [
        "people-with-dot", "dead-ends", "silent-denials", "prompts-without-context",
        "interruptions",
        "press-to-dot-p50", "time-to-dot-p50", "time-to-dot-p95",
      ],
      sizeLabel: "people",
      frameLabel: "one person's first days with the app",
      requirement: ResultRequirement(
        metric: metrics["people-with-dot"], fraction: 0.75,
        summary: "show their position to at least 75 % of the people that the best one does"),
      criteria: [
        Criterion(
          metrics["dead-ends"], .atMost(0.05), source: "this project's judgement"),
        Criterion(
          metrics["silent-denials"], .atMost(0.05), source: "this project's judgement"),
        Criterion(
          metrics["prompts-without-context"], .atMost(0.1),
          source: "Apple: ask when the person engages the part that needs it"),
        Criterion(
          metrics["people-with-dot"], .nearBest(0.1), source: "this project's judgement"),
      ])
  }

  public var keys: [ScenarioKey] { LocationWorkload.keys }

  public func workload(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides
  ) throws(InputError) -> any Workload {
    try LocationWorkload(mapping, file: file, parameters: parameters, entries: entries)
  }
}

/// The record of a replay: the outcome of each person.
struct LocationRecord {
  let people: [LocationOutcome]

  fileprivate func sum(_ count: (LocationOutcome) -> Int) -> Int {
    people.reduce(0) { $0 + count($1) }
  }

  fileprivate func count(_ condition: (LocationOutcome) -> Bool) -> Int {
    people.count(where: condition)
  }
}

extension LocationAuthorizationFamily {
  static let table = MetricTable<LocationRecord>(
    [
      .init(
        "map-views", .count, .counted, .neutral, "Times that people open the map."
      ) { $0.sum(\.mapViews) },
      .init(
        "people-with-dot", .fraction, .modelled, .higherIsBetter,
        "The fraction of the people with the map that saw their position at least once."
      ) {
        MetricValue(
          $0.count { $0.mapViewsWithDot > 0 }, of: $0.count { $0.mapViews > 0 }, orWhy: noMap)
      },
      .init(
        "map-views-with-dot", .fraction, .modelled, .higherIsBetter,
        "The fraction of the looks at the map in which the position appeared."
      ) { MetricValue($0.sum(\.mapViewsWithDot), of: $0.sum(\.mapViews), orWhy: noMap) },
      .init(
        "prompts", .count, .modelled, .neutral, "Alerts of the system that ask for the location."
      ) { $0.sum(\.prompts) },
      .init(
        "prompts-without-context", .fraction, .modelled, .lowerIsBetter,
        "The fraction of the alerts that came without an explanation and without a press of the locate button before."
      ) {
        MetricValue(
          $0.sum(\.promptsWithoutContext), of: $0.sum(\.prompts), orWhy: "no alert came")
      },
      .init(
        "requests-ignored", .count, .modelled, .lowerIsBetter,
        "Requests for the authorization after which no alert came."
      ) { $0.sum(\.ignoredRequests) },
      .init(
        "interruptions", .ratio, .modelled, .lowerIsBetter,
        "Alerts and explanations for each person."
      ) {
        MetricValue(
          $0.people.isEmpty
            ? nil : Double($0.sum(\.prompts) + $0.sum(\.explanations)) / Double($0.people.count),
          orWhy: noMap)
      },
      .init(
        "silent-maps", .fraction, .modelled, .lowerIsBetter,
        "The fraction of the looks at the map without a position and without a word about it."
      ) { MetricValue($0.sum(\.silentMapViews), of: $0.sum(\.mapViews), orWhy: noMap) },
      .init(
        "silent-denials", .fraction, .modelled, .lowerIsBetter,
        "The fraction of the looks after a refusal, or with the location off, that show no position and say nothing."
      ) {
        MetricValue(
          $0.sum(\.silentDeniedViews), of: $0.sum(\.deniedMapViews),
          orWhy: "nobody looked at the map after a refusal")
      },
      .init(
        "presses", .count, .counted, .neutral, "Presses of the locate button."
      ) { $0.sum(\.presses) },
      .init(
        "dead-ends", .fraction, .modelled, .lowerIsBetter,
        "The fraction of the presses after which nothing happened: no dot, no alert, no explanation, no way to Settings."
      ) { MetricValue($0.sum(\.deadEnds), of: $0.sum(\.presses), orWhy: noPress) },
      .init(
        "settings-trips", .count, .modelled, .neutral,
        "Times that people went to Settings to allow the location."
      ) { $0.sum(\.settingsTrips) },
      .init(
        "recovered-people", .fraction, .modelled, .higherIsBetter,
        "The fraction of the people who refused an alert that saw their position after that."
      ) {
        MetricValue(
          $0.count { $0.hasRefused && $0.hasRecovered }, of: $0.count(\.hasRefused),
          orWhy: "nobody refused")
      },
      .init(
        "reduced-accuracy-misread", .fraction, .modelled, .lowerIsBetter,
        "The fraction of the app's camera moves to a position known to some kilometres that showed some streets."
      ) {
        MetricValue(
          $0.sum(\.circlesMisread), of: $0.sum(\.circlesCentred),
          orWhy: "the app moved the camera to no position of reduced accuracy")
      },
    ]
      + MetricTable.Entry.percentiles(
        "time-to-dot", [.p50, .p95], .modelled,
        "From the map to the position on it, with all answers between, of looks with one; the median.",
        of: "looks", orWhy: "nobody saw a position"
      ) { $0.people.flatMap(\.timesToDot).sorted() }
      + MetricTable.Entry.percentiles(
        "press-to-dot", [.p50, .p95], .modelled,
        "From a press of the locate button to the position, 0 if it was there, of presses with one; the median.",
        of: "presses", orWhy: "no press led to a position"
      ) { $0.people.flatMap(\.timesFromPress).sorted() })

  private static let noMap = "nobody opened the map"
  private static let noPress = "nobody pressed the button"
}
