import Measurement
import ScenarioModel

extension Metric {
  // What became of the map, counted.
  static let changesRight = Metric(
    "correct-change-rate", .fraction, .counted, .higherIsBetter,
    "The share of gestures, commands and resizes that ended settled, within a point of where they "
      + "led, without a loop, a fight or a loss.")
  static let mapChanges = Metric(
    "map-changes", .count, .counted, .neutral,
    "Gestures, commands and resizes, in all settings of the app.")
  static let regionCommands = Metric(
    "region-commands", .count, .counted, .neutral,
    "Times that code wanted the map elsewhere, in all settings.")
  static let runawayLoops = Metric(
    "runaway-loops", .count, .counted, .lowerIsBetter,
    "Gestures, commands and resizes after which updates went round without an end and had to be "
      + "stopped, in all settings; the first region that is set counts as one of them.")
  static let fingerFights = Metric(
    "gesture-conflicts", .count, .counted, .lowerIsBetter,
    "Times that the map was moved by more than half a point under the fingers, or did not follow "
      + "them because of an animation, in all settings.")
  static let lostUpdates = Metric(
    "lost-updates", .count, .counted, .lowerIsBetter,
    "Commands whose region the map never showed within a point, in all settings.")
  static let commandsShown = Metric(
    "commands-shown", .fraction, .counted, .higherIsBetter,
    "The share of the commands whose region the map showed within a point, though only for a "
      + "moment.")
  static let regionError = Metric(
    "region-error", .points, .counted, .lowerIsBetter,
    "How far from where it should be the map came to rest at worst, lost commands left out.")
  static let stateModifiedDuringUpdate = Metric(
    "state-modified-during-update", .count, .counted, .lowerIsBetter,
    "Writes of state in the middle of an update, of which SwiftUI warns, in all settings.")

  // On the virtual clock.
  static let updatesPerGesture = Metric(
    "updates-per-gesture", .ratio, .modelled, .lowerIsBetter,
    "Updates of the view from a gesture's beginning to the next event after its end, as stopped "
      + "loops would have gone on; the mean.")
  static let viewUpdates = Metric(
    "view-updates", .count, .modelled, .lowerIsBetter,
    "Updates of the view, as stopped loops would have gone on, in all settings.")
  static let idleUpdatesPerSecond = Metric(
    "idle-updates-per-second", .ratio, .modelled, .lowerIsBetter,
    "Updates of the view for each second in which nothing is to be done: what drains a battery; "
      + "in the worst setting. Stopped loops count as if they went on.")
  static let settleTimeP50 = Metric(
    "settle-time-p50", .nanoseconds, .modelled, .lowerIsBetter,
    "From the end of a gesture, a resize or a command that is not lost to the last movement or "
      + "write of the region before the next of them; the median.")
  static let settleTimeP95 = Metric(
    "settle-time-p95", .nanoseconds, .modelled, .lowerIsBetter,
    "The same; 95 of 100 changes take no longer. A loop counts until the next change.")

  static let ofRegionUpdates: [Metric] = [
    mapChanges, regionCommands, changesRight, runawayLoops, fingerFights, lostUpdates,
    commandsShown, regionError, stateModifiedDuringUpdate, updatesPerGesture, viewUpdates,
    idleUpdatesPerSecond, settleTimeP50, settleTimeP95,
  ]
}
