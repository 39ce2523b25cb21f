/// How many updates there were, those included that stopped loops would have made.
///
/// A loop that goes on for ever is the same in every round, so that nobody has to wait for it: from
/// where it was stopped until the next update it is taken to have gone on at its own pace.
struct UpdateCount: Hashable, Sendable {
  private struct Loop: Hashable {
    /// When it was stopped, and the time from one of its updates to the next, in nanoseconds.
    let start: Int64
    let interval: Int64

    func updates(until time: Int64) -> Int { Int(max(0, time - start) / interval) }
  }

  private var settled = 0
  /// The loop that was stopped since the latest update.
  private var loop: Loop?

  /// An update begins: a loop that was stopped before would have ended, or begins anew.
  mutating func updateDidBegin(at time: Int64) {
    settled = count(at: time) + 1
    loop = nil
  }

  mutating func loopWasStopped(interval: Int64, at time: Int64) {
    loop = Loop(start: time, interval: interval)
  }

  /// All updates until a time that is not before the latest of them.
  func count(at time: Int64) -> Int {
    settled + (loop?.updates(until: time) ?? 0)
  }

  /// The updates of the stopped loop in a stretch of time that ends now.
  func stoppedUpdates(from start: Int64, to end: Int64) -> Int {
    guard let loop else { return 0 }
    return loop.updates(until: end) - loop.updates(until: start)
  }
}
