import Platform

/// A discrete-event simulation: a virtual clock, and actions that wait for their times.
///
/// Time passes only from one action to the next, so a day takes as long as its work. Actions of
/// one time run in the order in which they were scheduled, on every machine. An action may
/// schedule and cancel others, and may run the simulation itself further (a nested run): actions
/// that become due run meanwhile, and when the nested run returns, its time has passed. Of two
/// nested runs the inner one ends first, even where it was to end later.
///
/// All times are nanoseconds since the simulation began; `Int64.max` is the end of the clock, and
/// an action that is due only then never runs. Used by one thread at a time.
public final class Simulation {
  // Checked where the tests run; the checks cost a third of an action's time.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var queue = EventQueue()
  /// The notes of what happens; `nil`, as at first, if nothing is noted.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  public var timeline: Timeline?

  /// Makes a simulation in which it is time 0 and nothing waits.
  public init() {}

  /// The virtual time.
  public var now: Int64 { queue.now }

  /// The number of actions that have begun.
  package var actionCount: Int { queue.poppedCount }

  /// The number of actions that wait.
  public var waitingCount: Int { queue.count }

  /// The number of entries that the order of actions holds, including cancelled actions.
  package var entryCount: Int { queue.entryCount }

  /// The time of the next action; `nil` where none will ever be due. O(log n) for each action
  /// cancelled since.
  public var nextTime: Int64? { queue.nextTime() }

  /// Schedules an action some time from now; without a delay it runs after all actions that are
  /// already due. O(log n), without a delay O(1).
  ///
  /// - Parameter delay: in nanoseconds, not negative. An action whose time is the end of the clock
  ///   or beyond waits forever.
  @discardableResult
  public func schedule(after delay: Int64, _ action: @escaping () -> Void) -> ScheduledEvent {
    schedule(after: delay, receiver: nil, action)
  }

  /// Schedules an action that a receiver takes with ``take(_:)`` when its time has come. It waits,
  /// and can be cancelled, until then.
  func schedule(
    after delay: Int64, receiver: ((ScheduledEvent) -> Void)?, _ action: @escaping () -> Void
  ) -> ScheduledEvent {
    precondition(delay >= 0, "nothing can be scheduled before now")
    return queue.insert(after: delay, receiver: receiver, action)
  }

  /// Removes an action without running it; `nil` where it no longer waits.
  func take(_ event: ScheduledEvent) -> (() -> Void)? { queue.remove(event) }

  /// Removes an action, and returns true where it was still waiting. The action is released at
  /// once, with everything that it holds. O(1) amortised.
  @discardableResult
  public func cancel(_ event: ScheduledEvent) -> Bool {
    guard let action = queue.remove(event) else { return false }
    queue.compactWhereMostIsCancelled()
    // Released here, when nothing is being changed: a `deinit` may schedule and cancel.
    _ = consume action
    return true
  }

  /// Ends the simulation: removes and releases all waiting actions, also on the main threads and
  /// background queues in it. Tasks that wait for a busy main thread are released by its own
  /// ``MainThread/cancelAll()``.
  ///
  /// Actions usually hold the simulation, or something that does; one in which some still wait (a
  /// repeating timer) stays in memory without this.
  public func cancelAll() { _ = queue.removeAll() }

  /// Runs the next action that is due at a time or before it, and returns true where there was one.
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

  /// Runs as ``run(until:)`` or, without a time, as ``run()``, but at most a number of actions,
  /// including the actions of nested runs; returns whether it came to its end.
  ///
  /// Otherwise it is still the time of the last action, and the remaining actions wait for the next
  /// run. A nested run that was under way when the limit was reached ended there too; for its
  /// caller its time has passed, and its remaining actions are overdue.
  ///
  /// - Parameters:
  ///   - time: in nanoseconds; `nil` runs until no action waits.
  ///   - limit: the maximum number of actions, not negative.
  @discardableResult
  public func run(until time: Int64? = nil, limit: Int) -> Bool {
    precondition(limit >= 0, "the number of actions must not be negative")
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

/// The identifier of an action that waits in a ``Simulation``, by which it can be cancelled.
///
/// It is unique in its simulation, and valid only there.
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

extension Simulation {
  /// Notes on the ``timeline``, if there is one, that something begins now.
  ///
  /// - Returns: the span's number for ``endSpan(_:)``; `nil` if it is not noted.
  package func beginSpan(_ track: Timeline.Track, _ name: @autoclosure () -> String) -> Int? {
    timeline == nil ? nil : timeline?.begin(track, name(), at: now)
  }

  /// Notes that something ends now.
  package func endSpan(_ span: Int?) {
    if let span { timeline?.end(span, at: now) }
  }

  /// Notes something that happens now and takes no time.
  package func noteInstant(_ track: Timeline.Track, _ name: @autoclosure () -> String) {
    endSpan(beginSpan(track, name()))
  }
}
