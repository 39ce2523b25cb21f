import Measurement
import PinData
import PlatformProfiles
import ScenarioModel
import SearchSimulation
import Statistics
import YAMLReading

/// The family of searches for places: people type, and a view model decides about requests to the
/// platform.
public struct SearchFamily: ScenarioFamily {
  /// The function that makes a strategy; its arguments are those of
  /// ``SearchStrategy/init(screen:service:)``.
  public typealias Make = @Sendable (SearchScreen, SearchService) -> any SearchStrategy

  public let description: FamilyDescription
  private let entries: [StrategyEntry<Make>]

  /// Creates the family with its standard strategies, followed by additional ones.
  public init(adding further: [StrategyEntry<Make>] = []) {
    entries = Self.standardEntries + further
    let metrics = Self.table.metrics
    description = FamilyDescription(
      name: "search", strategies: entries.map(\.description), metrics: metrics,
      // The time of a replay is the engine's: on a phone, the platform's server does this work.
      isMeasured: false,
      headlines: ["ndcg-at-10", "success-at-10", "requests-throttled", "search-duration-p50"],
      columns: [
        "success-at-10", "precision-at-10", "ndcg-at-10", "empty-answers", "stale-rows-shown",
        "requests-sent", "requests-throttled", "search-duration-p50",
      ],
      sizeLabel: "places",
      frameLabel: "all searches of one person",
      ablation: Self.ablation(metrics),
      requirement: ResultRequirement(
        metric: metrics["success-at-10"], fraction: 0.75,
        summary: "find at least 75 % of the places that the best one finds"),
      criteria: [
        Criterion(
          metrics["success-at-10"], .nearBest(0.05), source: "this project's judgement"),
        Criterion(
          metrics["requests-throttled"], .atMost(0), source: "a throttled request fails"),
        Criterion(
          metrics["stale-rows-shown"], .atMost(0), source: "rows belong to the text in the field"),
        // After the faults, so that the best of the strategies without one reaches it. Irrelevant
        // rows are the symptom that makes apps look for another service.
        Criterion(
          metrics["precision-at-10"], .nearBest(0.05),
          source: "this project's judgement, as for the places that are found"),
      ])
  }

  public var keys: [ScenarioKey] { SearchWorkload.keys }

  /// The effect of each setting, from the default request to all settings.
  private static func ablation(_ metrics: [Metric]) -> Ablation {
    Ablation(
      base: "default-request", full: "completer-region-required",
      settings: [
        Ablation.Setting(
          name: "natural language", leftOut: "completer-structured-query"),
        Ablation.Setting(
          name: "result types", alone: "result-types", leftOut: "completer-without-result-types"),
        Ablation.Setting(
          name: "a region", alone: "region-hint", leftOut: "completer-without-region"),
        Ablation.Setting(
          name: "the region required", alone: "region-required",
          leftOut: "completer-region-hint"),
        Ablation.Setting(
          name: "suggestions while typing", alone: "shared-completer",
          leftOut: "region-required-without-completer"),
        Ablation.Setting(
          name: "a completer, not searches", leftOut: "region-required-per-keystroke"),
      ],
      metrics: metrics.named(
        "ndcg-at-10", "precision-at-10", "success-at-10", "empty-answers", "keystrokes",
        "requests-sent", "requests-throttled", "search-duration-p50"))
  }

  public func workload(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides
  ) throws(InputError) -> any Workload {
    try SearchWorkload(mapping, file: file, parameters: parameters, entries: entries)
  }
}

/// The record of a replay: the searches of people, and the use of the platform's service.
struct SearchRecord: SearchServiceRecord {
  let outcomes: [SearchOutcome]
  /// The graded list of each search whose wanted place is known.
  let lists: [RankedList]
  /// The requests of all devices, by their kinds.
  let traffic: SearchTraffic
  let completersMade: Int

  var requests: RequestCounts { traffic.total }

  fileprivate func sum(_ count: (SearchOutcome) -> Int) -> Int {
    outcomes.reduce(0) { $0 + count($1) }
  }

  fileprivate func mean(_ value: (RankedList) -> Double) -> MetricValue {
    MetricValue(
      lists.isEmpty ? nil : lists.reduce(0) { $0 + value($1) } / Double(lists.count),
      orWhy: "the trace does not say what people wanted")
  }
}

extension SearchFamily {
  static let table = MetricTable<SearchRecord>(
    [
      .init(
        "keystrokes", .count, .modelled, .lowerIsBetter,
        "Changes of the text that people made until they tapped a row or pressed the search key."
      ) { $0.sum(\.keystrokes) },
      .init(
        "searches", .count, .counted, .neutral,
        "Searches that people ended with a tap or the key."
      ) { $0.outcomes.count },
      .init(
        "completers-made", .count, .modelled, .lowerIsBetter,
        "Completers that the app made in all searches."
      ) { $0.completersMade },
      .requestsSent,
      .requestsThrottled,
      .init(
        "searches-throttled", .count, .modelled, .lowerIsBetter,
        "Those of them that were searches; the others were completions."
      ) { $0.traffic[.search].throttled },
      .init(
        "requests-cancelled", .count, .modelled, .lowerIsBetter,
        "Requests that were cancelled before their answers arrived."
      ) { $0.requests.cancelled },
      .init(
        "places-examined", .count, .modelled, .neutral,
        "Places that the search engine scored for the searches; completions do not count them."
      ) { $0.requests.examinedPlaces },
      .init(
        "precision-at-10", .fraction, .modelled, .higherIsBetter,
        "The fraction of the first ten rows, or of all if there are fewer, that are relevant, on "
          + "average."
      ) { $0.mean(\.precision) },
      .init(
        "ndcg-at-10", .fraction, .modelled, .higherIsBetter,
        "Discounted gain of the first ten rows by their grades, divided by the best list's."
      ) { $0.mean(\.normalizedGain) },
      .init(
        "mean-reciprocal-rank", .fraction, .modelled, .higherIsBetter,
        "1 / the row of the wanted place, averaged; 0 if it is not among the first ten."
      ) { $0.mean(\.reciprocalRank) },
      .init(
        "success-at-10", .fraction, .modelled, .higherIsBetter,
        "The fraction of the searches with the wanted place among the first ten rows."
      ) { $0.mean { $0.shown.contains(.wanted) ? 1 : 0 } },
      .init(
        "empty-answers", .count, .modelled, .lowerIsBetter, "Searches that ended without a row."
      ) { $0.outcomes.count(where: \.isEmpty) },
      .init(
        "silent-failures", .count, .modelled, .lowerIsBetter,
        "Searches that ended without a row and without a message."
      ) { $0.outcomes.count { $0.isEmpty && !$0.hasMessage } },
      .init(
        "stale-rows-shown", .count, .modelled, .lowerIsBetter,
        "Times that rows for an older text replaced rows for a newer one."
      ) { $0.sum(\.staleAnswersShown) },
      .init(
        "wrong-rows-shown", .count, .modelled, .lowerIsBetter,
        "Searches that ended with rows for another text than the one in the field."
      ) { $0.outcomes.count(where: \.endedWithWrongRows) },
    ]
      + MetricTable.Entry.percentiles(
        "time-to-answer", [.p50, .p95], .modelled,
        "From the tap or the search key to the final rows, of searches with rows; the median.",
        of: "searches", orWhy: noRow
      ) { $0.outcomes.compactMap(\.timeToAnswer).sorted() }
      + MetricTable.Entry.percentiles(
        "search-duration", [.p50, .p95], .modelled,
        "From the first key to the final rows, of searches with rows; the median.",
        of: "searches", orWhy: noRow
      ) { $0.outcomes.compactMap(\.duration).sorted() }
      + [.serviceBytes])

  private static let noRow = "no search ended with a row"
}
