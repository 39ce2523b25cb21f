import DequeModule

/// A queue whose work runs in parallel to the main thread, as `DispatchQueue.global()` or an own
/// serial queue.
///
/// Work begins in the order in which it was added, as soon as one of the queue's threads is free,
/// takes its virtual duration whatever the main thread does meanwhile, and then calls its
/// completion. Threads do not slow each other down.
///
/// Used by one (real) thread at a time.
public final class BackgroundQueue {
  private struct WaitingWork {
    let work: BackgroundWork
    let duration: Int64
    let name: String
    let completion: () -> Void
  }

  /// The simulation that the queue is part of.
  public let simulation: Simulation
  /// The maximum number of pieces of work that run at the same time; 1 where the queue is serial.
  public let width: Int
  /// The number of pieces of work that run.
  public private(set) var runningCount = 0

  private var waiting: Deque<WaitingWork> = []
  private var addedCount: UInt64 = 0

  /// Makes an idle queue.
  ///
  /// - Parameters:
  ///   - simulation: the simulation that it is part of.
  ///   - width: the number of pieces of work that run at the same time, at least 1: 1 for a serial
  ///     queue, the number of the device's cores for a concurrent one.
  public init(simulation: Simulation, width: Int = 1) {
    precondition(width >= 1, "a queue needs a thread")
    self.simulation = simulation
    self.width = width
  }

  /// The number of pieces of work that have not begun.
  public var waitingCount: Int { waiting.count }

  /// Adds work that takes some time. O(1), and the simulation's O(log n) when it begins.
  ///
  /// - Parameters:
  ///   - duration: the time from its beginning to its end, in nanoseconds, not negative.
  ///   - name: what a ``Timeline`` calls it.
  ///   - completion: the end of the work; for a task of the main thread it calls the main thread's
  ///     `async`.
  @discardableResult
  public func async(
    for duration: Int64, named name: String = "work", _ completion: @escaping () -> Void
  ) -> BackgroundWork {
    precondition(duration >= 0, "work must not take negative time")
    let work = BackgroundWork(number: addedCount)
    addedCount += 1
    waiting.append(WaitingWork(work: work, duration: duration, name: name, completion: completion))
    beginWaitingWork()
    return work
  }

  /// Removes work that has not begun, as `DispatchWorkItem.cancel`, and returns true; work that
  /// runs continues to its end, and false is returned. O(n) of the waiting work.
  @discardableResult
  public func cancel(_ work: BackgroundWork) -> Bool {
    guard let index = waiting.firstIndex(where: { $0.work == work }) else { return false }
    // Released at the end, when nothing is being changed: a `deinit` may add and cancel.
    let cancelled = waiting.remove(at: index)
    return withExtendedLifetime(cancelled) { true }
  }

  private func beginWaitingWork() {
    while runningCount < width, let next = waiting.popFirst() {
      runningCount += 1
      let span = simulation.beginSpan(.background, next.name)
      simulation.schedule(after: next.duration) {
        self.simulation.endSpan(span)
        next.completion()
        self.runningCount -= 1
        self.beginWaitingWork()
      }
    }
  }
}

/// The identifier of work that waits in a ``BackgroundQueue``, by which it can be cancelled.
///
/// It is unique in its queue, and valid only there.
public struct BackgroundWork: Hashable, Sendable {
  let number: UInt64
}
