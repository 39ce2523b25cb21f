import MapSimulation
import PlatformProfiles
import ScenarioModel
import Statistics
import Workloads
import YAMLReading

/// The family of clusters that should stay where they are while the map moves a little.
///
/// Its strategies are those of ``AnnotationsFamily``: code that shows pins on a map.
public struct ClusterStabilityFamily: ScenarioFamily {
  public let description: FamilyDescription
  private let entries: [StrategyEntry<AnnotationStrategyFactory>]

  /// Creates the family with its standard strategies, followed by additional ones.
  public init(adding further: [StrategyEntry<AnnotationStrategyFactory>] = []) {
    entries = Self.standardEntries + further
    let metrics = Self.table.metrics
    description = FamilyDescription(
      name: "cluster-stability", strategies: entries.map(\.description), metrics: metrics,
      isMeasured: false,
      headlines: ["wander-p95", "wander-max", "pins-regrouped", "blinks"],
      columns: [
        "wander-p95", "wander-max", "clusters-moved", "pins-regrouped", "blinks",
        "pins-represented",
      ],
      sizeLabel: "pins",
      frameLabel: "one use of the map",
      requirement: ResultRequirement(
        metric: metrics["pins-represented"], fraction: 0.99,
        summary: "stand for at least 99 % of the pins in view that the best one stands for"),
      criteria: [
        Criterion(metrics["blinks"], .atMost(0), source: "what has not changed does not blink"),
        Criterion(
          metrics["wander-p95"], .atMost(2), source: "this project's judgement: nobody sees it"),
        Criterion(metrics["pins-regrouped"], .atMost(0.02), source: "this project's judgement"),
      ])
  }

  public var keys: [ScenarioKey] { MapSource.keys }

  public func workload(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides
  ) throws(InputError) -> any Workload {
    try ClusterStabilityWorkload(mapping, file: file, parameters: parameters, entries: entries)
  }
}

/// The record of a use of a map.
struct StabilityRecord: Hashable, Sendable {
  var rests = 0
  var changes: [SnapshotChange] = []
  var pinsInView = 0
  var pinsRepresented = 0
  var blinks = 0

  fileprivate var distances: [Double] { changes.flatMap(\.distances) }
}

extension ClusterStabilityFamily {
  /// A cluster that moves by less than half a point stays where it is.
  private static let stillness = 0.5

  static let table = MetricTable<StabilityRecord>(
    [
      .init("rests", .count, .counted, .neutral, "Times that the map came to rest.") { $0.rests },
      .init(
        "rests-compared", .count, .counted, .neutral,
        "Those of them at the same whole zoom level as the one before."
      ) { $0.changes.count },
    ]
      + MetricTable.Entry.percentiles(
        "wander", [.p50, .p95, .max], .points, .modelled,
        "The distance on the ground, in points of the screen, by which a cluster that stands for "
          + "mostly the same pins has moved from one rest to the next; the median cluster.",
        of: "clusters", orWhy: "no cluster stayed"
      ) { $0.distances.sorted() } + [
        .init(
          "clusters-moved", .fraction, .modelled, .lowerIsBetter,
          "The fraction of these clusters that moved by half a point or more."
        ) { record in
          let distances = record.distances
          return MetricValue(
            distances.count { $0 >= stillness }, of: distances.count, orWhy: "no cluster stayed")
        },
        .init(
          "pins-regrouped", .fraction, .modelled, .lowerIsBetter,
          "The fraction of the pins in view at two successive rests of one whole zoom level whose "
            + "cluster does not stand for mostly the same pins."
        ) { record in
          MetricValue(
            record.changes.reduce(0) { $0 + $1.regrouped },
            of: record.changes.reduce(0) { $0 + $1.pins }, orWhy: "no two rests can be compared")
        },
        .init(
          "blinks", .count, .modelled, .lowerIsBetter,
          "Views that were replaced, in the same frame or the next, by a view for the same pins."
        ) { $0.blinks },
        .init(
          "pins-represented", .fraction, .counted, .higherIsBetter,
          "The fraction of the pins in view at rest for which an annotation stands."
        ) { MetricValue($0.pinsRepresented, of: $0.pinsInView, orWhy: "no pin was in view") },
      ])
}
