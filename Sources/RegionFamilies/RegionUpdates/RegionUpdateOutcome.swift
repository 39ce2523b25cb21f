/// How a case went in one setting of the app.
package struct RegionUpdateOutcome: Hashable, Sendable {
  package let setting: RegionAppSetting
  /// Changes of what the map is to show: gestures, commands, resizes.
  package internal(set) var changes = 0
  package internal(set) var gestures = 0
  package internal(set) var commands = 0
  /// Those that ended settled, on target, and without anything that went wrong.
  package internal(set) var rightChanges = 0
  /// Updates from each gesture's beginning to the next event after its end.
  package internal(set) var updatesOfGestures = 0
  /// Changes that a loop fell into, and the first region that is set, where it does.
  package var loops: Int { loopsBeforeChanges + loopedChanges }
  /// 1 where there was a loop before anything changed, otherwise 0.
  package internal(set) var loopsBeforeChanges = 0
  /// Changes that a loop fell into.
  package internal(set) var loopedChanges = 0
  package internal(set) var lostCommands = 0
  /// Times that the map left the fingers, or stood still under them.
  package internal(set) var fights = 0
  /// The farthest that the map was moved from under the fingers, in points.
  package internal(set) var greatestPull = 0.0
  /// The farthest from where it should be that the map came to rest, in points.
  package internal(set) var regionError = 0.0
  /// Changes that ended more than a point away.
  package internal(set) var offTargetChanges = 0
  /// From the end of each change to the last movement or write after it, in nanoseconds.
  package internal(set) var settleTimes: [Int64] = []
  package internal(set) var updates = 0
  package internal(set) var modificationsDuringUpdate = 0
  /// Updates while nothing was to be done, and the time in which they were counted.
  package internal(set) var idleUpdates = 0
  package internal(set) var idleTime: Int64 = 0

  init(setting: RegionAppSetting) {
    self.setting = setting
  }
}
