import UpdateSimulation

/// Lets updates through until they turn out to be a loop, and then stops them.
///
/// A loop is the same situation for the third time, or more updates than any change takes, or more
/// movements of the map in answer to itself. It is stopped some updates later; what happens from
/// outside opens the gate again.
struct LoopGate {
  enum Passage: Hashable, Sendable {
    case goesOn
    /// The update is due to a loop, which is let go on for some updates.
    case loopFound(UpdateLoopDetector<RegionSituation>.Loop)
    /// A loop ends here; it has made an update in so many nanoseconds.
    case isStopped(interval: Int64)
    /// A loop has ended before; nothing is to go on.
    case isSuppressed
  }

  /// More updates than any change takes: an animation's frames at 120 a second, and some.
  private static let bound = 200
  /// More answers of the map to itself than any change takes. An animated answer takes its time, so
  /// that the other bound would come too late.
  private static let greatestAnswerCount = 20
  /// For how many updates a loop goes on, so that it is seen to do so.
  private static let updatesAfterwards = 8
  /// An update that takes no time on the profile's phone is taken to take a microsecond.
  private static let leastInterval: Int64 = 1_000

  private var detector = UpdateLoopDetector<RegionSituation>(bound: bound)
  /// When the first update began since the screen was at rest.
  private var firstTime: Int64 = 0
  /// How many updates the loop under way has left; `nil` where there is none.
  private var updatesLeft: Int?
  private var isStopped = false
  /// Whether state has been written from outside since the latest update.
  private var hasCause = false
  private var isAnswer = false
  /// Updates without a cause from outside that have moved the map, since it was at rest.
  private var answerCount = 0

  /// Something happens from outside.
  ///
  /// - Parameters:
  ///   - isAtRest: whether nothing goes on. What goes round already goes on doing so, unless it has
  ///     been stopped.
  ///   - writesState: whether state may be written for it.
  mutating func eventDidOccur(isAtRest: Bool, writesState: Bool) {
    if writesState { hasCause = true }
    // A loop may have been stopped while the map is still on its way.
    guard isAtRest || isStopped else { return }
    detector.causeDidOccur()
    answerCount = 0
    isStopped = false
    updatesLeft = nil
  }

  mutating func updateWillBegin(in situation: RegionSituation, at time: Int64) -> Passage {
    if isStopped { return .isSuppressed }
    isAnswer = !hasCause
    hasCause = false
    // An update that the world asked for is no sign of a loop, however often the world asks.
    var loop = isAnswer ? detector.updateWillBegin(in: situation) : nil
    if isAnswer, detector.updateCount == 1 { firstTime = time }
    if let left = updatesLeft {
      updatesLeft = left - 1
      guard left <= 0 else { return .goesOn }
      isStopped = true
      let interval = (time - firstTime) / Int64(max(1, detector.updateCount - 1))
      return .isStopped(interval: max(interval, Self.leastInterval))
    }
    if loop == nil, answerCount > Self.greatestAnswerCount {
      loop = .unbounded(updates: detector.updateCount)
    }
    guard let loop else { return .goesOn }
    updatesLeft = Self.updatesAfterwards
    return .loopFound(loop)
  }

  mutating func updateDidEnd(movedMap: Bool) {
    if isAnswer, movedMap { answerCount += 1 }
  }
}
