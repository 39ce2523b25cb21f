import Clustering
import Simulation

/// A detector of update loops, which lets updates pass until they are a loop, and then stops them.
///
/// A loop is the same situation for the third time, or more updates than a change needs, or more
/// movements of the map in reaction to itself than a change needs. It is stopped some updates
/// later; an external event opens the gate again.
struct LoopGate {
  enum Passage: Hashable, Sendable {
    case continues
    /// The update belongs to a loop, which continues for some updates.
    case loopFound(UpdateLoopDetector<RegionSituation>.Loop)
    /// A loop ends here; the interval of its updates is in nanoseconds.
    case isStopped(interval: Int64)
    /// A loop has ended before; nothing continues.
    case isSuppressed
  }

  /// More updates than a change needs: an animation's frames at 120 per second, and some.
  private static let bound = 200
  /// More reactions of the map to itself than a change needs. An animated reaction takes so long
  /// that the other limit would be reached too late.
  private static let maxReactionCount = 20
  /// The updates that a loop continues for, so that a transcript shows it.
  private static let updatesAfterwards = 8
  /// An update that takes no time on the profile's phone counts as a microsecond.
  private static let minInterval: Int64 = 1_000

  private var detector = UpdateLoopDetector<RegionSituation>(bound: bound)
  /// The time of the first update since the screen was at rest.
  private var firstTime: Int64 = 0
  /// The updates that the current loop has left; `nil` if there is none.
  private var updatesLeft: Int?
  private var isStopped = false
  /// Indicates whether an external event has written state since the latest update.
  private var hasCause = false
  private var isReaction = false
  /// Updates without an external cause that have moved the map, since it was at rest.
  private var reactionCount = 0

  /// Records an external event.
  ///
  /// - Parameters:
  ///   - isAtRest: whether the screen is at rest. A loop that runs already continues, unless it has
  ///     been stopped.
  ///   - writesState: whether state may be written for it.
  mutating func eventDidOccur(isAtRest: Bool, writesState: Bool) {
    if writesState { hasCause = true }
    // A loop may have been stopped while the map is still on its way.
    guard isAtRest || isStopped else { return }
    detector.causeDidOccur()
    reactionCount = 0
    isStopped = false
    updatesLeft = nil
  }

  mutating func updateWillBegin(in situation: RegionSituation, at time: Int64) -> Passage {
    if isStopped { return .isSuppressed }
    isReaction = !hasCause
    hasCause = false
    // Updates with external causes are no sign of a loop, even many of them.
    var loop = isReaction ? detector.updateWillBegin(in: situation) : nil
    if isReaction, detector.updateCount == 1 { firstTime = time }
    if let left = updatesLeft {
      updatesLeft = left - 1
      guard left <= 0 else { return .continues }
      isStopped = true
      let interval = (time - firstTime) / Int64(max(1, detector.updateCount - 1))
      return .isStopped(interval: max(interval, Self.minInterval))
    }
    if loop == nil, reactionCount > Self.maxReactionCount {
      loop = .unbounded(updates: detector.updateCount)
    }
    guard let loop else { return .continues }
    updatesLeft = Self.updatesAfterwards
    return .loopFound(loop)
  }

  mutating func updateDidEnd(movedMap: Bool) {
    if isReaction, movedMap { reactionCount += 1 }
  }
}

/// The state that an update of the map screen finds; in a loop it repeats.
struct RegionSituation: Hashable, Sendable {
  let region: Region
  /// Changes of other state that the map may depend on. While it changes, there is progress.
  let otherChanges: Int
  let rect: MapRect
  let isAnimating: Bool

  /// Hashes only the fields that usually differ, so that an update costs little.
  func hash(into hasher: inout Hasher) {
    hasher.combine(region.center.latitude)
    hasher.combine(region.span.latitudeDelta)
    hasher.combine(rect.origin.x)
    hasher.combine(rect.size.width)
  }
}
