import Clustering
import Simulation

/// Judges the result of each change: of gestures, commands, and resizes.
///
/// An intended camera moves in parallel to the map and has the region that the map should show. It
/// starts at the map's region when the change begins, and only the gesture, the command or the
/// resize moves it. It fits regions like the map, because the app is not responsible for the map's
/// fitting of a single request.
struct RegionUpdateRecorder {
  /// A change of the region that the map should show, until the next change.
  private struct Change {
    enum Kind {
      case gesture
      case command
      case resize
    }

    let kind: Kind
    let updatesAtBeginning: Int
    /// The end of the gesture, the command or the resize itself.
    var end: Int64?
    /// The time of the last movement or write.
    var latestActivity: Int64
    /// Indicates whether updates still belong to it, because nothing else has happened.
    var countsUpdates = true
    var isLooped = false
    /// Indicates whether it is in a loop.
    var isLooping = false
    var hasConflict = false
    var isShown = false
  }

  /// The maximum distance, in points, at which the map counts as at its target.
  static let tolerance = 1.0
  /// The minimum movement under the fingers that users notice, in points.
  private static let noticeablePull = 0.5

  private var result: RegionUpdateRecord
  private var intended: RegionMapView
  /// The time after an external event from which on the app counts as idle, in nanoseconds.
  private let idleAfter: Int64

  private var change: Change?
  private var shownRect: MapRect
  /// The rectangle in which the fingers left the map.
  private var heldRect: MapRect?
  private var isConflicting = false
  private var updates = UpdateCount()
  private var latestEvent: Int64 = 0

  init(setting: RegionAppSetting, map: RegionMapView, idleAfter: Int64) {
    result = RegionUpdateRecord(setting: setting)
    self.idleAfter = idleAfter
    shownRect = map.visibleMapRect
    intended = Self.camera(of: map)
  }

  private static func camera(of map: RegionMapView) -> RegionMapView {
    RegionMapView(
      main: map.main, viewport: map.viewport, visibleMapRect: map.visibleMapRect,
      refresh: map.refresh, fitting: map.fitting, layoutPassConversions: map.layoutPassConversions,
      changeThreshold: map.changeThreshold, animationDuration: 0)
  }

  // MARK: - External events

  /// Records an external event: later updates no longer belong to the previous change.
  mutating func externalEvent(at time: Int64) {
    countUpdates(at: time)
    let idleStart = latestEvent + idleAfter
    if time > idleStart {
      result.idleTime += time - idleStart
      result.idleUpdates += updates.stoppedUpdates(from: idleStart, to: time)
    }
    latestEvent = time
  }

  /// Judges the previous change; the next one begins at the map's current region.
  mutating func changeWillBegin(map: RegionMapView, isSettled: Bool, at time: Int64) {
    judgeChange(map: map, isSettled: isSettled, at: time)
    intended = Self.camera(of: map)
  }

  mutating func gestureDidBegin(map: RegionMapView, at time: Int64) {
    begin(.gesture, at: time, end: nil)
    result.gestures += 1
    isConflicting = false
    heldRect = map.visibleMapRect
    intended.userDidBeginGesture()
  }

  /// - Returns: how far the map was moved from under the fingers, where a conflict begins.
  mutating func fingersWillMove(by movement: UserMovement, map: RegionMapView) -> Double? {
    defer { intended.userDidMove(by: movement) }
    return notePull(of: map)
  }

  mutating func fingersDidMove(_ map: RegionMapView) { heldRect = map.visibleMapRect }

  /// - Returns: how far the map was moved from under the fingers, where a conflict begins.
  mutating func fingersWillLetGo(of map: RegionMapView) -> Double? {
    let pull = notePull(of: map)
    heldRect = nil
    intended.userDidEndGesture()
    return pull
  }

  mutating func gestureDidEnd(at time: Int64) {
    change?.end = time
    change?.latestActivity = time
    change?.isLooping = false
  }

  /// - Returns: the region that the app's code asks for.
  mutating func commandDidBegin(
    _ command: RegionScript.Command, model: MapScreenModel, map: RegionMapView, at time: Int64
  ) -> Region {
    // In the middle of a gesture it belongs to the gesture, as a resize.
    if !map.isUserInteracting {
      begin(.command, at: time, end: time)
      result.commands += 1
    }
    switch command {
    case .show(let region):
      intended.setRegion(region, animated: false)
      return region
    case .zoom(let span):
      intended.setRegion(Region(center: intended.region.center, span: span), animated: false)
      return Region(center: model.region.center, span: span)
    }
  }

  mutating func viewWillResize(to viewport: Viewport, map: RegionMapView, at time: Int64) {
    if !map.isUserInteracting { begin(.resize, at: time, end: time) }
    intended.resize(to: viewport)
  }

  mutating func viewDidResize(_ map: RegionMapView) {
    if heldRect != nil { heldRect = map.visibleMapRect }
  }

  private mutating func begin(_ kind: Change.Kind, at time: Int64, end: Int64?) {
    change = Change(
      kind: kind, updatesAtBeginning: updates.count(at: time), end: end, latestActivity: time)
  }

  private mutating func notePull(of map: RegionMapView) -> Double? {
    guard let heldRect else { return nil }
    let pull = map.visibleMapRect.screenDistance(
      to: heldRect, mapPointsPerPoint: heldRect.width / map.viewport.width)
    let isConflict = pull > Self.noticeablePull || map.isAnimating
    defer { isConflicting = isConflict }
    guard isConflict else { return nil }
    result.maxPull = max(result.maxPull, pull)
    change?.hasConflict = true
    guard !isConflicting else { return nil }
    result.conflicts += 1
    return pull
  }

  // MARK: - Reactions of the app

  /// Records the end of an action, in which the map may have moved.
  mutating func mapMayHaveMoved(_ map: RegionMapView, at time: Int64) {
    let rect = map.visibleMapRect
    guard rect != shownRect else { return }
    shownRect = rect
    guard let current = change, current.end != nil else { return }
    change?.latestActivity = time
    guard current.kind == .command, !current.isShown else { return }
    if error(of: map) <= Self.tolerance { change?.isShown = true }
  }

  mutating func regionDidChange(at time: Int64) { change?.latestActivity = time }

  mutating func updateDidBegin(at time: Int64) {
    updates.updateDidBegin(at: time)
    if time - latestEvent > idleAfter { result.idleUpdates += 1 }
  }

  mutating func loopWasFound(at time: Int64) {
    if change == nil { result.loopsBeforeChanges = 1 }
    if change?.isLooped == false {
      change?.isLooped = true
      result.loopedChanges += 1
    }
    change?.isLooping = true
  }

  /// The counts continue the loop until another event.
  mutating func loopWasStopped(interval: Int64, at time: Int64) {
    updates.loopWasStopped(interval: interval, at: time)
  }

  // MARK: - Judging

  /// Records another event: later updates do not belong to the change alone.
  private mutating func countUpdates(at time: Int64) {
    guard let current = change, current.countsUpdates, current.end != nil else { return }
    change?.countsUpdates = false
    if current.kind == .gesture {
      result.updatesOfGestures += updates.count(at: time) - current.updatesAtBeginning
    }
  }

  private func error(of map: RegionMapView) -> Double {
    map.visibleMapRect.screenDistance(
      to: intended.visibleMapRect,
      mapPointsPerPoint: intended.visibleMapRect.width / intended.viewport.width)
  }

  private mutating func judgeChange(map: RegionMapView, isSettled: Bool, at time: Int64) {
    guard let change else { return }
    self.change = nil
    let error = error(of: map)
    let isLost = change.kind == .command && !change.isShown && error > Self.tolerance
    if isLost {
      result.lostCommands += 1
      return
    }
    if let end = change.end {
      result.settleTimes.append((change.isLooping ? time : change.latestActivity) - end)
    }
    result.regionError = max(result.regionError, error)
    if error > Self.tolerance { result.offTargetChanges += 1 }
    let isCorrect =
      isSettled && !map.isAnimating && !change.isLooped && !change.hasConflict
      && error <= Self.tolerance
    if isCorrect { result.correctChanges += 1 }
  }

  /// Records that the user leaves the screen.
  ///
  /// - Parameter changes: all changes of the script. An app that was ended, or whose main thread
  ///   was never free, has not seen all of them; the missed ones are not correct.
  mutating func record(
    changes: Int, map: RegionMapView, isSettled: Bool, modificationsDuringUpdate: Int,
    at time: Int64
  ) -> RegionUpdateRecord {
    externalEvent(at: time)
    judgeChange(map: map, isSettled: isSettled, at: time)
    result.changes = changes
    result.updates = updates.count(at: time)
    result.modificationsDuringUpdate = modificationsDuringUpdate
    return result
  }
}

/// The number of updates, including those that stopped loops would have made.
///
/// An endless loop repeats itself, so that it need not be replayed: from its stop until the next
/// update it counts as if it had continued at the same rate.
struct UpdateCount: Hashable, Sendable {
  private struct Loop: Hashable {
    /// The time at which it was stopped, and the interval of its updates, in nanoseconds.
    let start: Int64
    let interval: Int64

    func updates(until time: Int64) -> Int { Int(max(0, time - start) / interval) }
  }

  private var settled = 0
  /// The loop that was stopped since the latest update.
  private var loop: Loop?

  /// Records the start of an update: a loop that was stopped before would have ended, or begins
  /// again.
  mutating func updateDidBegin(at time: Int64) {
    settled = count(at: time) + 1
    loop = nil
  }

  mutating func loopWasStopped(interval: Int64, at time: Int64) {
    loop = Loop(start: time, interval: interval)
  }

  /// All updates until a time that is not before the latest of them.
  func count(at time: Int64) -> Int { settled + (loop?.updates(until: time) ?? 0) }

  /// The updates of the stopped loop in a period that ends now.
  func stoppedUpdates(from start: Int64, to end: Int64) -> Int {
    guard let loop else { return 0 }
    return loop.updates(until: end) - loop.updates(until: start)
  }
}

extension MapRect {
  /// The maximum distance of a corner from another rectangle's on screen, in points, rounded to
  /// thousandths; across the antimeridian if that is shorter.
  ///
  /// - Parameter mapPointsPerPoint: the scale to measure at.
  func screenDistance(to other: MapRect, mapPointsPerPoint: Double) -> Double {
    let world = MapSize.world.width
    let turns = ((midX - other.midX) / world).rounded() * world
    let x = max(abs(minX - other.minX - turns), abs(maxX - other.maxX - turns))
    let y = max(abs(minY - other.minY), abs(maxY - other.maxY))
    return ((x * x + y * y).squareRoot() / mapPointsPerPoint * 1_000).rounded() / 1_000
  }
}
