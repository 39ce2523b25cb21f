import Dispatch

/// The threads of a build.
struct Workers {
  /// The minimum work for which a thread is worth waking.
  private static let minItemCount = 16_384
  /// More parts than threads, so that a delayed thread does not delay the others.
  private static let partsPerThread = 16
  /// The maximum number of threads that find work, as levels have at most that many parts.
  private static let maxThreadCount = 64

  let threadCount: Int

  init(threadCount: Int) { self.threadCount = min(threadCount, Self.maxThreadCount) }

  /// The number of parts of the work on a number of items.
  func partCount(items: Int) -> Int {
    threadCount == 1 || items < Self.minItemCount ? 1 : threadCount * Self.partsPerThread
  }

  /// Calls `body` once with each of the numbers `0..<parts`, on up to `threadCount` threads at the
  /// same time, and returns when all calls have.
  ///
  /// Invariant: calls do not write memory that others read or write, so that there is no data race.
  func forEach(_ parts: Int, _ body: (Int) -> Void) {
    guard threadCount > 1, parts > 1 else {
      for part in 0..<parts { body(part) }
      return
    }
    // Gives each part to one thread. A queue rather than an atomic number, which needs a newer
    // deployment target of every app.
    let tickets = DispatchQueue(label: "Clustering.Workers")
    withoutActuallyEscaping(body) { body in
      // All calls end before this one returns, and each writes only what belongs to its part.
      nonisolated(unsafe) let body = body
      nonisolated(unsafe) var left = 0..<parts
      DispatchQueue.concurrentPerform(iterations: min(threadCount, parts)) { thread in
        // From both ends, so that a thread meets much of what it has written in its own cache.
        func next() -> Int? { thread % 2 == 0 ? left.popFirst() : left.popLast() }
        while let part = tickets.sync(execute: next) { body(part) }
      }
    }
  }

  /// The results of `body` for each of the numbers `0..<parts`, as ``forEach(_:_:)``.
  @inline(__always)
  func map<Result>(_ parts: Int, _ body: (Int) -> Result) -> [Result] {
    Array(unsafeUninitializedCapacity: parts) { results, count in
      forEach(parts) { results.initializeElement(at: $0, to: body($0)) }
      count = parts
    }
  }

  /// Calls `body` with parts of a number of items, as ``forEach(_:_:)``.
  func forEachRange(items: Int, _ body: (Range<Int>) -> Void) {
    let parts = partCount(items: items)
    forEach(parts) { part in body((items * part / parts)..<(items * (part + 1) / parts)) }
  }
}
