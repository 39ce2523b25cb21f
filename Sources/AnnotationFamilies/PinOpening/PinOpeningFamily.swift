import MapSimulation
import PlatformProfiles
import ScenarioModel
import Statistics
import YAMLReading

/// The family of maps with pins at one place: a person taps clusters until a certain pin is open.
public struct PinOpeningFamily: ScenarioFamily {
  public let description: FamilyDescription
  private let entries: [StrategyEntry<PinOpeningFactory>]

  /// Creates the family with its standard strategies, followed by additional ones.
  public init(adding further: [StrategyEntry<PinOpeningFactory>] = []) {
    entries = StrategyEntry.standardOpening + further
    let metrics = Self.table.metrics
    description = FamilyDescription(
      name: "pin-opening", strategies: entries.map(\.description), metrics: metrics,
      isMeasured: false,
      headlines: [
        "pins-reachable", "stacked-pins-reachable", "steps-per-pin-p50", "steps-per-pin-max",
        "position-error-max",
      ],
      columns: [
        "pins-reachable", "stacked-pins-reachable", "dead-taps", "steps-per-pin-p50",
        "steps-per-pin-p95", "position-error-max", "markers-overlapping",
      ],
      sizeLabel: "pins",
      frameLabel: "one attempt to open a pin",
      requirement: ResultRequirement(
        metric: metrics["pins-reachable"], fraction: 0.98,
        summary: "let people open at least 98 % of the pins that the best one lets them open"),
      criteria: [
        Criterion(
          metrics["pins-reachable"], .atLeast(0.99),
          source: "this project's judgement: a pin that cannot be opened is lost"),
        Criterion(
          metrics["position-error-max"], .atMost(1),
          source: "this project's judgement: a marker stands where its place is"),
        Criterion(
          metrics["steps-per-pin-p95"], .nearBest(0.25), source: "this project's judgement"),
      ])
  }

  public var keys: [ScenarioKey] { PinOpeningWorkload.keys }

  public func workload(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides
  ) throws(InputError) -> any Workload {
    try PinOpeningWorkload(mapping, file: file, parameters: parameters, entries: entries)
  }
}

extension PinOpeningFamily {
  /// The metrics of all attempts.
  static let table = MetricTable<[OpeningAttempt]>(
    [
      .init("pins-tried", .count, .counted, .neutral, "Pins that people tried to open.") {
        $0.count
      },
      .init(
        "stacked-pins-tried", .count, .counted, .neutral,
        "Those of them that lie at the place of another pin, or within a metre or two of it."
      ) { $0.count(where: \.isStacked) },
      .init(
        "pins-reachable", .fraction, .modelled, .higherIsBetter,
        "The fraction of the pins that could be opened."
      ) { MetricValue($0.opened.count, of: $0.count, orWhy: noAttempt) },
      .init(
        "stacked-pins-reachable", .fraction, .modelled, .higherIsBetter,
        "The fraction of the pins in stacks that could be opened."
      ) {
        MetricValue(
          $0.opened.count(where: \.isStacked), of: $0.count(where: \.isStacked),
          orWhy: "no pin lies in a stack")
      },
      .init(
        "single-pins-reachable", .fraction, .modelled, .higherIsBetter,
        "The fraction of the pins with a place of their own that could be opened."
      ) {
        MetricValue(
          $0.opened.count { !$0.isStacked }, of: $0.count { !$0.isStacked },
          orWhy: "each pin lies in a stack")
      },
      .init(
        "pins-covered", .count, .modelled, .lowerIsBetter,
        "Pins that other markers cover, also at the closest zoom or after a cluster was laid out."
      ) { $0.count { $0.outcome == .covered } },
      .init(
        "pins-stuck", .count, .modelled, .lowerIsBetter,
        "Pins whose cluster does not open at the closest zoom."
      ) { $0.count { $0.outcome == .stuck } },
      .init(
        "dead-taps", .count, .modelled, .lowerIsBetter,
        "Taps on a cluster after which the map showed the same as before."
      ) { $0.reduce(0) { $0 + $1.deadTaps } },
    ]
      + MetricTable.Entry.percentiles(
        "steps-per-pin", [.p50, .p95, .max], .count, .modelled,
        "Taps, pinches and drags to open a pin, from the view of all pins; the median of those that "
          + "could be opened.", of: "opened pins", orWhy: noPin
      ) { $0.opened.map { Double($0.steps) }.sorted() } + [
        .init(
          "position-error-max", .meters, .modelled, .lowerIsBetter,
          "The largest distance from an opened pin to the place of its marker; one that a line joins "
            + "to its place has none."
        ) { MetricValue($0.opened.map(\.positionError).max(), orWhy: noPin) },
        .init(
          "markers-overlapping", .fraction, .modelled, .lowerIsBetter,
          "The fraction of the markers laid out around clusters that touch another of them; 0 if none "
            + "was laid out."
        ) { attempts in
          let all = attempts.reduce(0) { $0 + $1.fannedMarkers }
          let touching = attempts.reduce(0) { $0 + $1.overlappingMarkers }
          return all == 0 ? 0 : Double(touching) / Double(all)
        },
      ])

  private static let noAttempt = "no pin was tried"
  private static let noPin = "no pin could be opened"
}

extension [OpeningAttempt] {
  fileprivate var opened: [OpeningAttempt] { filter { $0.outcome == .opened } }
}
