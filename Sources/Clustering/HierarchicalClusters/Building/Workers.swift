import Dispatch

/// The threads that a build may use.
struct Workers {
  /// Less work than this is not worth waking a thread for.
  private static let leastItems = 16_384
  /// More parts than threads, so that a thread that is held up does not hold up the others.
  private static let partsPerThread = 4
  /// More threads find no work: levels are divided into as many parts at most.
  private static let mostThreads = 64

  let threadCount: Int

  init(threadCount: Int) {
    self.threadCount = min(threadCount, Self.mostThreads)
  }

  /// In how many parts to divide work on a number of items.
  func partCount(items: Int) -> Int {
    threadCount == 1 || items < Self.leastItems ? 1 : threadCount * Self.partsPerThread
  }

  /// Calls `body` once with each of the numbers `0..<parts`, on up to `threadCount` threads at the
  /// same time, and returns when all calls have. Calls must not write what others read or write.
  func forEach(_ parts: Int, _ body: (Int) -> Void) {
    guard threadCount > 1, parts > 1 else {
      for part in 0..<parts { body(part) }
      return
    }
    // Hands out the parts, one to a caller. A queue rather than an atomic number, which would ask
    // for a newer system of every app.
    let tickets = DispatchQueue(label: "Clustering.Workers")
    withoutActuallyEscaping(body) { body in
      // All calls end before this one returns, and each writes only what belongs to its part.
      nonisolated(unsafe) let body = body
      nonisolated(unsafe) var next = 0
      DispatchQueue.concurrentPerform(iterations: min(threadCount, parts)) { _ in
        while true {
          let part = tickets.sync {
            defer { next += 1 }
            return next
          }
          guard part < parts else { return }
          body(part)
        }
      }
    }
  }
}
