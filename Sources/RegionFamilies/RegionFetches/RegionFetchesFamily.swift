import MapSimulation
import Measurement
import PlatformProfiles
import ScenarioModel
import Statistics
import YAMLReading

/// The family of maps with pins on a server: the map's delegate decides when to request them.
public struct RegionFetchesFamily: ScenarioFamily {
  /// The function that makes a strategy; its arguments are those of
  /// ``RegionFetchStrategy/init(mapView:layer:server:)``.
  public typealias Make = @Sendable (RegionMapView, PinLayer, PinServer) -> any RegionFetchStrategy

  public let description: FamilyDescription
  private let entries: [StrategyEntry<Make>]

  /// Creates the family with its standard strategies, followed by additional ones.
  public init(adding further: [StrategyEntry<Make>] = []) {
    entries = Self.standardEntries + further
    let metrics = Self.table.metrics
    description = FamilyDescription(
      name: "region-fetches", strategies: entries.map(\.description), metrics: metrics,
      // The time of a replay is mostly the simulated server's.
      isMeasured: false,
      headlines: [
        "fetches-per-fling", "region-loaded-fraction", "stale-pins-shown",
        "loaded-time-fraction", "fetched-bytes",
      ],
      columns: [
        "region-loaded-fraction", "fetches-per-fling", "fetches-per-gesture",
        "stale-pins-shown", "loaded-time-fraction", "empty-time-fraction", "unloaded-time-p95",
        "fetched-bytes",
      ],
      sizeLabel: "pins",
      frameLabel:
        "one gesture of the user and the rest after it, with what the server computes meanwhile",
      ablation: Self.ablation(metrics),
      requirement: ResultRequirement(
        metric: metrics["region-loaded-fraction"], fraction: 0.9,
        summary: "have everything visible loaded in at least 90 % as many looks as the best one"),
      criteria: [
        Criterion(
          metrics["stale-pins-shown"], .atMost(0), source: "an old answer replaces no new one"),
        Criterion(
          metrics["fetches-per-fling"], .atMost(1), source: "a gesture has one result"),
        Criterion(
          metrics["loaded-time-fraction"], .nearBest(0.05), source: "this project's judgement"),
      ])
  }

  public var keys: [ScenarioKey] { RegionFetchesWorkload.keys }

  /// The effect of each of the three settings, alone and in addition to the others.
  private static func ablation(_ metrics: [Metric]) -> Ablation {
    Ablation(
      base: "fetch-each-end", full: "fetch-debounced-padded-cancelling",
      settings: [
        Ablation.Setting(
          name: "waiting for a rest", alone: "fetch-debounced", leftOut: "padded-cancelling"),
        Ablation.Setting(
          name: "asking for more and keeping it", alone: "fetch-padded-cache",
          leftOut: "debounced-cancelling"),
        Ablation.Setting(
          name: "cancelling", alone: "fetch-cancelling", leftOut: "debounced-padded"),
      ],
      metrics: metrics.named(
        "fetches-per-gesture", "fetches-per-fling", "stale-pins-shown",
        "region-loaded-fraction", "loaded-time-fraction", "unloaded-time-p95", "fetched-bytes"))
  }

  public func workload(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides
  ) throws(InputError) -> any Workload {
    try RegionFetchesWorkload(mapping, file: file, parameters: parameters, entries: entries)
  }
}

extension RegionFetchesFamily {
  /// The metrics of a session: the requests to the server, and the pins that the user saw.
  static let table = MetricTable<[RegionFetchOutcome]>(
    [
      .init("gestures", .count, .counted, .neutral, "Flings and pinches of the user.") {
        $0.gestures.count
      },
      .init(
        "region-ends", .count, .modelled, .neutral,
        "Times that the map said that its region had changed, its appearance included."
      ) { $0.sum(\.regionEnds) },
      .init(
        "fetches", .count, .modelled, .lowerIsBetter, "Fetches that the app sent to its server."
      ) { $0.sum(\.fetches.sent) },
      .init(
        "fetches-per-gesture", .ratio, .modelled, .lowerIsBetter,
        "Fetches for each gesture, without those before the first one."
      ) {
        MetricValue(
          $0.gestures.sum(\.fetches.sent), of: $0.gestures.count, orWhy: "there was no gesture")
      },
      .init(
        "fetches-per-fling", .ratio, .modelled, .lowerIsBetter,
        "Fetches from a fling's beginning to the next gesture's, for each fling."
      ) {
        MetricValue(
          $0.flings.sum(\.fetches.sent), of: $0.flings.count, orWhy: "there was no fling")
      },
      .init(
        "fetches-cancelled", .count, .modelled, .neutral,
        "Fetches that the app cancelled before their answers arrived."
      ) { $0.sum(\.fetches.cancelled) },
      .init(
        "fetches-failed", .count, .modelled, .lowerIsBetter, "Fetches that ended with an error."
      ) { $0.sum(\.fetches.failed) },
      .init(
        "stale-pins-shown", .count, .modelled, .lowerIsBetter,
        "Times that an older fetch's pins replaced a newer one's."
      ) { $0.sum(\.staleAnswers) },
      .init(
        "pins-matched", .count, .modelled, .lowerIsBetter,
        "Pins in the rectangles asked for, also beyond the limit of an answer."
      ) { $0.sum(\.fetches.pinsMatched) },
      .init(
        "region-loaded-fraction", .fraction, .modelled, .higherIsBetter,
        "The fraction of the looks at the map that ended with everything visible loaded."
      ) {
        MetricValue($0.looks.count(where: \.isLoaded), of: $0.looks.count, orWhy: noLook)
      },
      .init(
        "loaded-time-fraction", .fraction, .modelled, .higherIsBetter,
        "The fraction of the time at rest in which everything visible was loaded."
      ) { $0.fractionOfRests { $0.duration - $0.unloadedTime } },
    ]
      + [
        .init(
          "empty-time-fraction", .fraction, .modelled, .lowerIsBetter,
          "The fraction of the time at rest in which no pin was visible where the server has some."
        ) { $0.fractionOfRests(\.emptyTime) },
        .init(
          "empty-looks", .count, .modelled, .lowerIsBetter,
          "Looks at the map that ended with no pin visible where the server has some."
        ) { $0.looks.count(where: \.endsEmpty) },
      ]
      + MetricTable.Entry.percentiles(
        "unloaded-time", [.p50, .p95], .modelled,
        "The time of a look, of a second at least, in which something visible was not loaded; the "
          + "median.",
        of: "looks", orWhy: noLook
      ) { $0.looks.map(\.unloadedTime).sorted() } + [
        .init(
          "fetched-bytes", .bytes, .modelled, .lowerIsBetter,
          "Requests and answers on the network, with each pin of an answer."
        ) { $0.sum(\.fetches.bytes) }
      ])

  fileprivate static let noLook = "the user never looked at the map"
}

extension Array where Element == RegionFetchOutcome {
  fileprivate var gestures: [RegionFetchOutcome] { filter { $0.cause != .appearance } }
  fileprivate var flings: [RegionFetchOutcome] { filter { $0.cause == .fling } }
  fileprivate var looks: [RegionFetchOutcome.Rest] { map(\.rest).filter(\.isLook) }

  /// A part of the time at rest, as a fraction of all of it.
  fileprivate func fractionOfRests(_ time: (RegionFetchOutcome.Rest) -> Int64) -> MetricValue {
    MetricValue(
      sum { Int(time($0.rest)) }, of: sum { Int($0.rest.duration) },
      orWhy: RegionFetchesFamily.noLook)
  }

  fileprivate func sum(_ count: (RegionFetchOutcome) -> Int) -> Int {
    reduce(0) { $0 + count($1) }
  }
}
