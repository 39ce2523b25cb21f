/// Tells whether the updates that follow one cause come to rest.
///
/// They do not when the same situation comes back again and again, or when there are more of them
/// than any way of settling takes. Used by one thread at a time.
public struct UpdateLoopDetector<Situation: Hashable & Sendable>: Sendable {
  /// Why updates are taken for a loop.
  public enum Loop: Hashable, Sendable {
    /// The situation is the one of so many updates before, for the third time.
    case repeating(period: Int)
    /// So many updates have followed one cause, each in a situation of its own.
    case unbounded(updates: Int)
  }

  /// More updates than this are a loop.
  public let bound: Int
  /// The updates since the latest cause.
  public private(set) var updateCount = 0
  /// What was found since the latest cause.
  public private(set) var loop: Loop?
  /// For each situation since the latest cause, how often and when it was there.
  private var sightings: [Situation: (count: Int, latest: Int)] = [:]

  /// - Parameter bound: the greatest number of updates that may follow one cause.
  public init(bound: Int) {
    precondition(bound >= 1, "one update is no loop")
    self.bound = bound
  }

  /// Something from outside happened: the updates from now on are due to it.
  public mutating func causeDidOccur() {
    guard updateCount > 0 else { return }
    updateCount = 0
    loop = nil
    sightings.removeAll(keepingCapacity: true)
  }

  /// Notes an update and the situation it found, and tells where this shows a loop for the first
  /// time since the latest cause. O(1).
  public mutating func updateWillBegin(in situation: Situation) -> Loop? {
    updateCount += 1
    guard loop == nil else { return nil }
    let (count, latest) = sightings[situation] ?? (0, updateCount)
    sightings[situation] = (count + 1, updateCount)
    if count >= 2 {
      loop = .repeating(period: updateCount - latest)
    } else if updateCount > bound {
      loop = .unbounded(updates: updateCount)
    }
    return loop
  }
}
