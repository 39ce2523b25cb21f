import MapGeometry
import Measurement
import PlatformProfiles
import ScenarioModel
import Statistics
import YAMLReading

/// The family of apps that keep a map's region in their state: the exchange between the two.
public struct RegionUpdatesFamily: ScenarioFamily {
  /// The function that makes a strategy; its arguments are those of
  /// ``RegionUpdateStrategy/init(model:delivery:isAnimated:)``.
  public typealias Make =
    @Sendable (MapScreenModel, StateDelivery, Bool) -> any RegionUpdateStrategy

  public let description: FamilyDescription
  private let entries: [StrategyEntry<Make>]

  /// Creates the family with its standard strategies, followed by additional ones.
  public init(adding further: [StrategyEntry<Make>] = []) {
    entries = Self.standardEntries + further
    let metrics = Self.table.metrics
    description = FamilyDescription(
      name: "region-updates", strategies: entries.map(\.description), metrics: metrics,
      isMeasured: false,
      headlines: ["correct-change-rate", "runaway-loops", "gesture-conflicts", "settle-time-p95"],
      columns: [
        "correct-change-rate", "runaway-loops", "gesture-conflicts", "lost-updates",
        "region-error", "updates-per-gesture", "idle-updates-per-second", "settle-time-p95",
      ],
      sizeLabel: "seconds of use",
      frameLabel: "the use of a map screen in one setting of its app",
      requirement: ResultRequirement(
        metric: metrics["correct-change-rate"], fraction: 0.95,
        summary: "reach at least 95 % of the best correct change rate"),
      criteria: [
        Criterion(metrics["runaway-loops"], .atMost(0), source: "a loop blocks the app"),
        Criterion(
          metrics["gesture-conflicts"], .atMost(0), source: "the map belongs to the fingers"),
        Criterion(metrics["lost-updates"], .atMost(0), source: "each command is carried out"),
        Criterion(
          metrics["correct-change-rate"], .nearBest(0.01), source: "this project's judgement"),
      ])
  }

  public var keys: [String] { RegionUpdatesWorkload.keys }

  public func workload(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides
  ) throws(InputError) -> any Workload {
    try RegionUpdatesWorkload(mapping, file: file, parameters: parameters, entries: entries)
  }
}

extension RegionUpdatesFamily {
  /// The metrics over all settings of the app: sums of counts, maxima of distances.
  static let table = MetricTable<[RegionUpdateOutcome]>(
    [
      .init(
        "map-changes", .count, .counted, .neutral,
        "Gestures, commands and resizes, in all settings of the app."
      ) { $0.sum(\.changes) },
      .init(
        "region-commands", .count, .counted, .neutral,
        "Times that code asked for another region, in all settings."
      ) { $0.sum(\.commands) },
      .init(
        "correct-change-rate", .fraction, .modelled, .higherIsBetter,
        "The fraction of gestures, commands and resizes that ended settled, within a point of "
          + "where they led, without a loop, a gesture conflict or a loss."
      ) { MetricValue($0.sum(\.correctChanges), of: $0.sum(\.changes), orWhy: noChange) },
      .init(
        "runaway-loops", .count, .modelled, .lowerIsBetter,
        "Gestures, commands and resizes after which updates repeated without an end and had to be "
          + "stopped, in all settings; the first region that is set counts as one of them."
      ) { $0.sum(\.loops) },
      .init(
        "gesture-conflicts", .count, .modelled, .lowerIsBetter,
        "Times that the map was moved by more than half a point under the fingers, or did not "
          + "follow them because of an animation, in all settings."
      ) { $0.sum(\.conflicts) },
      .init(
        "lost-updates", .count, .modelled, .lowerIsBetter,
        "Commands whose region the map never showed within a point, in all settings."
      ) { $0.sum(\.lostCommands) },
      .init(
        "commands-shown", .fraction, .modelled, .higherIsBetter,
        "The fraction of the commands whose region the map showed within a point, even if only "
          + "for a moment."
      ) { outcomes in
        let commands = outcomes.sum(\.commands)
        return MetricValue(
          commands - outcomes.sum(\.lostCommands), of: commands, orWhy: "there was no command")
      },
      .init(
        "first-view-coverage", .fraction, .modelled, .higherIsBetter,
        "The fraction of the places that are on the screen after the first update of the view."
      ) {
        MetricValue(
          $0.sum(\.placesInFirstView), of: $0.sum(\.places),
          orWhy: "there was no place or no first view")
      },
      .init(
        "region-error", .points, .modelled, .lowerIsBetter,
        "The maximum distance of the resting map from the place that it should show, without lost "
          + "commands."
      ) { MetricValue($0.map(\.regionError).max(), orWhy: "no setting was replayed") },
      .init(
        "state-modified-during-update", .count, .modelled, .lowerIsBetter,
        "Writes of state in the middle of an update, of which SwiftUI warns, in all settings."
      ) { $0.sum(\.modificationsDuringUpdate) },
      .init(
        "updates-per-gesture", .ratio, .modelled, .lowerIsBetter,
        "Updates of the view from a gesture's beginning to the next event after its end, with "
          + "those that stopped loops would have made; the mean."
      ) {
        MetricValue(
          $0.sum(\.updatesOfGestures), of: $0.sum(\.gestures), orWhy: "there was no gesture")
      },
      .init(
        "view-updates", .count, .modelled, .lowerIsBetter,
        "Updates of the view, with those that stopped loops would have made, in all settings."
      ) { $0.sum(\.updates) },
      .init(
        "idle-updates-per-second", .ratio, .modelled, .lowerIsBetter,
        "Updates of the view per second while the app is idle, which drain the battery; in the "
          + "worst setting, with those that stopped loops would have made."
      ) { outcomes in
        let rates = outcomes.filter { $0.idleTime > 0 }.map {
          Double($0.idleUpdates) * 1e9 / Double($0.idleTime)
        }
        return MetricValue(rates.max(), orWhy: "there was always something to be done")
      },
    ]
      + MetricTable.Entry.percentiles(
        "settle-time", [.p50, .p95], .modelled,
        "From the end of a gesture, a resize or a command that is not lost to the last movement or "
          + "write of the region before the next of them; a loop counts until the next change.",
        of: "changes", orWhy: noChange
      ) { $0.flatMap(\.settleTimes).sorted() })

  private static let noChange = "nothing changed what the map shows"
}

extension Array where Element == RegionUpdateOutcome {
  fileprivate func sum(_ count: (RegionUpdateOutcome) -> Int) -> Int {
    reduce(0) { $0 + count($1) }
  }
}
