/// Tells whether the updates that follow one cause come to rest.
///
/// They do not when the same situation comes back again and again, or when there are more of them
/// than any way of settling takes. A situation is all that decides what an update does next, such
/// as the app's state and what the map shows; where it is less, a loop may be seen where there is
/// none. A value: copies count on their own. Used by one thread at a time.
public struct UpdateLoopDetector<Situation: Hashable & Sendable>: Sendable {
  /// Why updates are taken for a loop.
  public enum Loop: Hashable, Sendable {
    /// The situation is the one of so many updates before, for the third time.
    case repeating(period: Int)
    /// So many updates have followed one cause, each in a situation of its own or in one that came
    /// back once.
    case unbounded(updates: Int)
  }

  private struct Sighting {
    var count = 0
    /// The number of the latest update in the situation.
    var latest = 0

    /// Counts an update, and tells what was known before it.
    mutating func note(_ update: Int) -> Self {
      defer { self = Self(count: count + 1, latest: update) }
      return self
    }
  }

  /// More updates than this are a loop.
  public let bound: Int
  /// The updates since the latest cause.
  public private(set) var updateCount = 0
  /// What was found since the latest cause.
  public private(set) var loop: Loop?
  private var sightings: [Situation: Sighting] = [:]

  /// - Parameter bound: the greatest number of updates that may follow one cause, at least 1.
  public init(bound: Int) {
    precondition(bound >= 1, "one update is no loop")
    self.bound = bound
  }

  /// Something from outside happened: the updates from now on are due to it. O(n) of the updates
  /// since the latest cause, at most the bound's.
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
    let number = updateCount
    let former = sightings[situation, default: Sighting()].note(number)
    if former.count >= 2 {
      loop = .repeating(period: number - former.latest)
    } else if number > bound {
      loop = .unbounded(updates: number)
    }
    return loop
  }
}
