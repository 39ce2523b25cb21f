/// A discrete-event simulation: a virtual clock, and actions that wait for their times.
///
/// Time passes only from one action to the next, so a day takes as long as its work. Actions of
/// one time run in the order in which they were scheduled, on every machine. An action may
/// schedule and cancel others, and may run the simulation itself further (a nested run): what is
/// due meanwhile happens meanwhile, and when the nested run returns, its time has passed. Of two
/// nested runs the inner one ends first, even where it was to end later.
///
/// All times are nanoseconds since the simulation began; `Int64.max` is the end of the clock, and
/// what is due only then never comes. Used by one thread at a time.
public final class Simulation {
  // Checked where the tests run; the checks cost a third of an action's time.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var queue = EventQueue()

  /// Makes a simulation in which it is time 0 and nothing waits.
  public init() {}

  /// The virtual time.
  public var now: Int64 { queue.now }

  /// How many actions have been begun so far.
  public var actionCount: Int { queue.poppedCount }

  /// The number of actions that wait.
  public var waitingCount: Int { queue.count }

  /// The number of entries that the order of actions holds, those of cancelled ones included.
  package var entryCount: Int { queue.entryCount }

  /// When the next action is due; `nil` where none ever will be. O(log n) for each action
  /// cancelled since.
  public var nextTime: Int64? { queue.nextTime() }

  /// Schedules an action some time from now; without a delay it runs after all actions that are
  /// already due. O(log n), without a delay O(1).
  ///
  /// - Parameter delay: in nanoseconds, not negative. An action whose time is the end of the clock
  ///   or beyond waits for ever.
  @discardableResult
  public func schedule(after delay: Int64, _ action: @escaping () -> Void) -> ScheduledEvent {
    schedule(after: delay, receiver: nil, action)
  }

  /// Schedules an action that a receiver takes over when its time has come, with ``take(_:)``. It
  /// waits, and can be cancelled, until then.
  func schedule(
    after delay: Int64, receiver: ((ScheduledEvent) -> Void)?, _ action: @escaping () -> Void
  ) -> ScheduledEvent {
    precondition(delay >= 0, "nothing can be scheduled before now")
    return queue.insert(after: delay, receiver: receiver, action)
  }

  /// Takes an action out without running it; `nil` where it no longer waits.
  func take(_ event: ScheduledEvent) -> (() -> Void)? {
    queue.remove(event)
  }

  /// Takes an action out, and tells whether it was still waiting. The action is released at once,
  /// with everything that it holds. O(1) amortised.
  @discardableResult
  public func cancel(_ event: ScheduledEvent) -> Bool {
    guard let action = queue.remove(event) else { return false }
    queue.compactWhereMostIsCancelled()
    // Released here, when nothing is being changed: a `deinit` may schedule and cancel.
    _ = consume action
    return true
  }

  /// Ends the simulation: takes all waiting actions out and releases them, those by which the main
  /// threads and background queues in it would have gone on as well.
  ///
  /// Actions usually hold the simulation, or something that does; one in which some still wait (a
  /// repeating timer) stays in memory without this.
  public func cancelAll() {
    _ = queue.removeAll()
  }

  /// Runs the next action that is due at a time or before it, and tells whether there was one.
  @discardableResult
  public func runNext(until limit: Int64 = .max) -> Bool {
    guard let action = queue.popFirst(until: limit) else { return false }
    action()
    return true
  }

  /// Runs everything that is due until a time, that time included; then it is that time.
  ///
  /// It never ends where actions without delays schedule each other for ever.
  public func run(until limit: Int64) {
    while runNext(until: limit) {}
    queue.advance(to: limit)
  }

  /// Runs until no action waits whose time will come. It never ends where actions schedule each
  /// other for ever.
  public func run() {
    while runNext() {}
  }

  /// Runs as ``run(until:)`` or, without a time, as ``run()``, but no more than a number of
  /// actions, those of nested runs included; tells whether it came to its end.
  ///
  /// Where it did not, it is still the time of the last action, and what is left waits for the next
  /// run. A nested run that was under way when the limit was reached ended there too; for its
  /// caller its time has passed, and what it left undone is overdue.
  ///
  /// - Parameters:
  ///   - time: in nanoseconds; `nil` runs until no action waits.
  ///   - limit: the greatest number of actions, not negative.
  @discardableResult
  public func run(until time: Int64? = nil, limit: Int) -> Bool {
    precondition(limit >= 0, "a number of actions is not negative")
    let outerLimit = queue.poppedLimit
    let (end, overflow) = queue.poppedCount.addingReportingOverflow(limit)
    queue.poppedLimit = overflow ? outerLimit : min(outerLimit, end)
    defer { queue.poppedLimit = outerLimit }
    while runNext(until: time ?? .max) {}
    if let nextTime, nextTime <= time ?? .max { return false }
    if let time { queue.advance(to: time) }
    return true
  }
}

/// Names an action that waits in a ``Simulation``, so that it can be cancelled.
///
/// A name is never used twice in one simulation, and is for that simulation only.
public struct ScheduledEvent: Hashable, Sendable {
  let slot: Int
  let sequence: UInt64
}

extension Int64 {
  /// The time some nanoseconds later; `max`, which never comes, where it lies beyond the clock's
  /// range.
  func later(by duration: Int64) -> Int64 {
    let (time, overflow) = addingReportingOverflow(duration)
    return overflow ? .max : time
  }
}
