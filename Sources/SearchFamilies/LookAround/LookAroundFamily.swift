import Measurement
import PlatformProfiles
import ScenarioModel
import SearchSimulation
import Statistics
import YAMLReading

/// The family of lists of places with an offer to look around: a view model decides when to ask if a
/// place has imagery.
public struct LookAroundFamily: ScenarioFamily {
  /// The function that makes a strategy; its arguments are those of
  /// ``LookAroundStrategy/init(list:service:)``.
  public typealias Make = @Sendable (PlaceList, SearchService) -> any LookAroundStrategy

  public let description: FamilyDescription
  private let entries: [StrategyEntry<Make>]

  /// Creates the family with its standard strategies, followed by additional ones.
  public init(adding further: [StrategyEntry<Make>] = []) {
    entries = Self.standardEntries + further
    let metrics = Self.table.metrics
    description = FamilyDescription(
      name: "look-around", strategies: entries.map(\.description), metrics: metrics,
      isMeasured: false,
      headlines: [
        "imagery-offered", "dead-ends", "wrong-scenes", "requests-sent", "time-to-offer-p95",
      ],
      columns: [
        "imagery-offered", "dead-ends", "wrong-scenes", "scenes-shown", "requests-sent",
        "requests-throttled", "time-to-offer-p50", "time-to-offer-p95",
      ],
      sizeLabel: "rows of the list",
      frameLabel: "one person's visit to a list",
      requirement: ResultRequirement(
        metric: metrics["imagery-offered"], fraction: 0.75,
        summary: "offer at least 75 % of the imagery that the best one offers"),
      criteria: [
        Criterion(metrics["dead-ends"], .atMost(0.02), source: "this project's judgement"),
        Criterion(metrics["wrong-scenes"], .atMost(0), source: "a wrong picture is an error"),
        Criterion(
          metrics["requests-throttled"], .atMost(0), source: "a refused request has no answer"),
        Criterion(
          metrics["imagery-offered"], .nearBest(0.1), source: "this project's judgement"),
      ])
  }

  public var keys: [ScenarioKey] { LookAroundWorkload.keys }

  public func workload(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides
  ) throws(InputError) -> any Workload {
    try LookAroundWorkload(mapping, file: file, parameters: parameters, entries: entries)
  }
}

/// The record of a replay: the visits, and the use of the platform's service.
struct LookAroundRecord: SearchServiceRecord {
  let visits: [LookAroundOutcome]
  let requests: RequestCounts

  fileprivate func sum(_ count: (LookAroundOutcome) -> Int) -> Int {
    visits.reduce(0) { $0 + count($1) }
  }
}

extension LookAroundFamily {
  static let table = MetricTable<LookAroundRecord>(
    [
      .init(
        "places-opened", .count, .counted, .neutral,
        "Places that people open, those opened by mistake included."
      ) { $0.sum(\.opened) },
      .init(
        "imagery-offered", .fraction, .modelled, .higherIsBetter,
        "The fraction of the opened places with imagery that offered it while they were open."
      ) {
        MetricValue($0.sum(\.offered), of: $0.sum(\.openedWithImagery), orWhy: noImagery)
      },
      .init(
        "offers-missed", .count, .modelled, .lowerIsBetter,
        "Opened places with imagery that did not offer it."
      ) { $0.sum(\.offersMissed) },
      .init(
        "empty-offers", .count, .modelled, .lowerIsBetter,
        "Opened places without imagery that offered to look around."
      ) { $0.sum(\.emptyOffers) },
      .init(
        "dead-ends", .fraction, .modelled, .lowerIsBetter,
        "The fraction of the taps on an offer that had shown nothing when the place was closed."
      ) { MetricValue($0.sum(\.deadEnds), of: $0.sum(\.taps), orWhy: "nobody tapped an offer") },
      .init(
        "wrong-scenes", .count, .modelled, .lowerIsBetter,
        "Opened places that showed the scene of another place."
      ) { $0.sum(\.wrongScenes) },
      .init(
        "scenes-shown", .fraction, .modelled, .higherIsBetter,
        "The fraction of the wishes to look around, at places with imagery, that were met."
      ) {
        MetricValue(
          $0.sum(\.wishesMet), of: $0.sum(\.wishes),
          orWhy: "nobody wanted to look around at a place with imagery")
      },
      .requestsSent,
      .requestsThrottled,
      .init(
        "requests-cancelled", .count, .modelled, .neutral,
        "Requests that the app gave up before their answers."
      ) { $0.requests.cancelled },
    ]
      + MetricTable.Entry.percentiles(
        "time-to-offer", [.p50, .p95], .modelled,
        "From the opening of a place with imagery to its offer, 0 if it was there; the median.",
        of: "places", orWhy: "no place offered imagery"
      ) { $0.visits.flatMap(\.timesToOffer).sorted() } + [.serviceBytes])

  private static let noImagery = "no opened place has imagery"
}
