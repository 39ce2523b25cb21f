/// A timer of the main thread, as `Timer` in a run loop.
///
/// It fires when the main thread is free. A repeating timer keeps its rhythm: fire times that pass
/// while the main thread is busy, also with the timer's own action, are left out, and a timer does
/// not fire inside its own action, as in Foundation.
///
/// Used by one thread at a time.
public final class MainTimer {
  private let main: MainThread
  private let interval: Int64
  private let repeats: Bool
  /// `nil` where the timer is not valid any more.
  private var action: (() -> Void)?
  private var dueTime: Int64
  private var event: ScheduledEvent?

  /// Starts a timer. The run loop keeps it alive while it is valid.
  ///
  /// - Parameters:
  ///   - main: the thread whose run loop it is added to.
  ///   - interval: the time to the first fire and between any two, in nanoseconds; at least 1 where
  ///     the timer repeats.
  ///   - repeats: true fires again and again, false once.
  ///   - action: is called when the timer fires; released when the timer is not valid any more.
  public init(on main: MainThread, interval: Int64, repeats: Bool, _ action: @escaping () -> Void) {
    precondition(interval >= (repeats ? 1 : 0), "a repeating timer needs an interval")
    self.main = main
    self.interval = interval
    self.repeats = repeats
    self.action = action
    dueTime = main.simulation.now.later(by: interval)
    schedule()
  }

  /// Indicates whether the timer will fire again, unless the app ends.
  public var isValid: Bool { action != nil && !main.isTerminated }

  /// Stops the timer; it does not fire again, not even where it is due already.
  public func invalidate() {
    let releasedAction = action.take()
    if let event = event.take() { main.simulation.cancel(event) }
    // Released here, when nothing is being changed: a `deinit` may come back to this timer.
    _ = consume releasedAction
  }

  private func schedule() {
    event = main.async(after: dueTime - main.simulation.now) { self.fire() }
  }

  private func fire() {
    event = nil
    guard repeats else {
      action.take()?()
      return
    }
    action?()
    guard isValid else { return }
    let late = main.simulation.now - dueTime
    dueTime = (dueTime + late / interval * interval).later(by: interval)
    schedule()
  }
}
