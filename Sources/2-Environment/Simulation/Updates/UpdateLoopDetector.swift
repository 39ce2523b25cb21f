/// A detector of updates that never come to rest after one cause.
///
/// Updates are a loop when the same situation returns again and again, or when there are more of
/// them than any settling takes. A situation is everything that determines the next update, such as
/// the app's state and the visible region; with less, a loop may be reported where there is none. A
/// value: copies count separately. Used by one thread at a time.
package struct UpdateLoopDetector<Situation: Hashable & Sendable>: Sendable {
  /// The signs of a loop.
  package enum Loop: Hashable, Sendable {
    /// The situation is the one of a number of updates before, for the third time.
    case repeating(period: Int)
    /// A number of updates above the bound have followed one cause, each in a new situation or in
    /// one that returned once.
    case unbounded(updates: Int)
  }

  private struct Sighting {
    var count = 0
    /// The number of the latest update in the situation.
    var latest = 0

    /// Counts an update, and returns the state before it.
    mutating func note(_ update: Int) -> Self {
      defer { self = Self(count: count + 1, latest: update) }
      return self
    }
  }

  /// More updates than this are a loop.
  package let bound: Int
  /// The updates since the latest cause.
  package private(set) var updateCount = 0
  /// The loop that was found since the latest cause.
  package private(set) var loop: Loop?
  private var sightings: [Situation: Sighting] = [:]

  /// Creates a detector without updates.
  ///
  /// - Parameter bound: the maximum number of updates that may follow one cause, at least 1.
  package init(bound: Int) {
    precondition(bound >= 1, "one update is no loop")
    self.bound = bound
  }

  /// Notes an event from outside, the cause of the next updates. O(n) of the updates since the
  /// latest cause, at most the bound's.
  package mutating func causeDidOccur() {
    guard updateCount > 0 else { return }
    updateCount = 0
    loop = nil
    sightings.removeAll(keepingCapacity: true)
  }

  /// Notes an update and its situation, and returns the loop where this shows one for the first
  /// time since the latest cause. O(1).
  package mutating func updateWillBegin(in situation: Situation) -> Loop? {
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
