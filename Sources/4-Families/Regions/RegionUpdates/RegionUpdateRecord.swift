import ScenarioModel
import Simulation
import Support

/// The result of a case in one setting of the app.
package struct RegionUpdateRecord: Hashable, Sendable {
  package let setting: RegionAppSetting
  /// Changes of the region that the map should show: gestures, commands, resizes.
  package internal(set) var changes = 0
  package internal(set) var gestures = 0
  package internal(set) var commands = 0
  /// Changes that ended settled, on target, and without a loop or a gesture conflict.
  package internal(set) var correctChanges = 0
  /// Updates from each gesture's beginning to the next event after its end.
  package internal(set) var updatesOfGestures = 0
  /// Changes with a loop, and the first region that is set, if it has one.
  package var loops: Int { loopsBeforeChanges + loopedChanges }
  /// 1 if there was a loop before anything changed, otherwise 0.
  package internal(set) var loopsBeforeChanges = 0
  /// Changes with a loop.
  package internal(set) var loopedChanges = 0
  package internal(set) var lostCommands = 0
  /// The number of times that the map did not follow the fingers.
  package internal(set) var conflicts = 0
  /// The maximum distance that the map was moved away from the fingers, in points.
  package internal(set) var maxPull = 0.0
  /// The maximum distance of the resting map from the place that it should show, in points.
  package internal(set) var regionError = 0.0
  /// Changes that ended more than a point from their target.
  package internal(set) var offTargetChanges = 0
  /// From the end of each change to the last movement or write after it, in nanoseconds.
  package internal(set) var settleTimes: [Int64] = []
  package internal(set) var updates = 0
  package internal(set) var modificationsDuringUpdate = 0
  /// The places that the map's content shows; 0 if there was no first view.
  package internal(set) var places = 0
  /// The places on the screen after the first update.
  package internal(set) var placesInFirstView = 0
  /// Updates while the app was idle, and the time in which they were counted.
  package internal(set) var idleUpdates = 0
  package internal(set) var idleTime: Int64 = 0
}

extension RegionUpdateRecord {
  /// The faults, the worst first.
  var faults: [SettingOutcome.Fault] {
    func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
    let found: [(count: Int, name: String, extent: String)] = [
      (loops, "loops", times(loops)), (conflicts, "fights", times(conflicts)),
      (lostCommands, "loses", "\(lostCommands) of \(commands)"),
      (offTargetChanges, "off target", "\(times(offTargetChanges)), up to \(distance)"),
    ]
    return found.filter { $0.count > 0 }.map { .init(name: $0.name, extent: $0.extent) }
  }

  private var distance: String {
    regionError < 10 ? "\((regionError * 10).rounded() / 10) pt" : "\(Int(regionError)) pt"
  }
}

extension RegionUpdateRecord {
  private typealias Table = MetricTable<[RegionUpdateRecord]>

  /// The metrics over all settings of the app: sums of counts, maxima of distances.
  static let table: MetricTable<[RegionUpdateRecord]> =
    Table([
      .sum(
        "map-changes", .counted, .neutral,
        "Gestures, commands and resizes, in all settings of the app.", of: \.changes),
      .sum(
        "region-commands", .counted, .neutral,
        "How often code asked for another region, in all settings.", of: \.commands),
      .fraction(
        "correct-change-rate", .modelled, .higherIsBetter,
        "The fraction of gestures, commands and resizes that settled within a point of their "
          + "destination, without a loop, a gesture conflict or a loss.",
        effect: "changes that arrive: {} of the changes end where they should", \.correctChanges,
        of: \.changes, orWhy: noChange),
      .sum(
        "runaway-loops", .modelled, .lowerIsBetter,
        "Gestures, commands, resizes and initial regions that started endless updates, which had "
          + "to be stopped, over all settings of the app.",
        effect: "endless changes: {} of {map-changes} changes never end",
        of: \.loops),
      .sum(
        "gesture-conflicts", .modelled, .lowerIsBetter,
        "How often, in all settings, the app moved the map by more than half a point under the "
          + "fingers, or an animation kept the map from following them.",
        effect: "map against fingers: the map resists the fingers {} times", of: \.conflicts),
      .sum(
        "lost-updates", .modelled, .lowerIsBetter,
        "Commands, in all settings, whose region the map never showed to within a point.",
        effect: "lost commands: {} commands are lost",
        of: \.lostCommands),
      .fraction(
        "commands-shown", .modelled, .higherIsBetter,
        "The fraction of the commands whose region the map showed to within a point, even if only "
          + "for a moment.",
        { $0.commands - $0.lostCommands }, of: \.commands, orWhy: "there was no command"),
      .fraction(
        "first-view-coverage", .modelled, .higherIsBetter,
        "The fraction of the places that are on the screen after the first update of the view.",
        \.placesInFirstView, of: \.places, orWhy: "there was no place or no first view"),
      .init(
        "region-error", .points, .modelled, .lowerIsBetter,
        "The maximum distance of the resting map from the place that it should show; lost commands "
          + "do not count."
      ) { MetricValue($0.map(\.regionError).max(), orWhy: "no setting was replayed") },
      .sum(
        "state-modified-during-update", .modelled, .lowerIsBetter,
        "How often state was written during an update, in all settings; SwiftUI warns each time.",
        of: \.modificationsDuringUpdate),
      .fraction(
        "updates-per-gesture", unit: .ratio, .modelled, .lowerIsBetter,
        "The mean number of view updates from a gesture's beginning to the next event after its "
          + "end, including those that stopped loops would have made.", \.updatesOfGestures,
        of: \.gestures, orWhy: "there was no gesture"),
      .sum(
        "view-updates", .modelled, .lowerIsBetter,
        "View updates in all settings, including those that stopped loops would have made.",
        of: \.updates),
      .init(
        "idle-updates-per-second", .ratio, .modelled, .lowerIsBetter,
        "View updates per second while the app is idle, in the worst setting, including those that "
          + "stopped loops would have made; they drain the battery."
      ) { outcomes in
        let rates = outcomes.filter { $0.idleTime > 0 }.map {
          Double($0.idleUpdates) * 1e9 / Double($0.idleTime)
        }
        return MetricValue(rates.max(), orWhy: "the app was never idle")
      },
    ])
    + Table(
      Table.Entry.percentiles(
        "settle-time", [.p50, .p95], .modelled,
        "The time from the end of a gesture, a resize or a command to the last movement or write "
          + "of the region before the next change; lost commands do not count, and a loop lasts "
          + "until the next change.",
        of: "changes", orWhy: noChange
      ) { $0.flatMap(\.settleTimes).sorted() })

  private static let noChange = "nothing changed what the map shows"
}
