import Foundation
import Synchronization

/// Work on threads whose stack is large enough for the deepest tree that ``SourceFile`` accepts.
enum LargeStack {
  private static let bytes = 512 << 20

  /// The results of a function for all elements, in their order, on all processors; `nil` for an
  /// element that takes longer than the time limit.
  ///
  /// The parser's lookahead takes exponential time for a few sources, such as 30 nested arrays. A
  /// thread cannot be ended: one that is late runs until the program ends.
  static func map<Element: Sendable, Result: Sendable>(
    _ elements: [Element], within limit: Duration,
    _ transform: @escaping @Sendable (Element) -> Result
  ) -> [Result?] {
    let work = Work<Result>(count: elements.count, limit: limit)
    var missing = min(ProcessInfo.processInfo.activeProcessorCount, elements.count)
    var stack = bytes
    while !work.isDone {
      for _ in 0..<missing {
        let thread = Thread {
          while let index = work.take() { work.finish(index, transform(elements[index])) }
        }
        thread.stackSize = stack
        thread.start()
      }
      missing = work.dropLate()
      // A thread that the system has no memory for never starts, and no error says so.
      if work.isUntouched { (missing, stack) = (1, max(stack / 2, 1 << 20)) }
    }
    return work.results
  }

  /// Elements that threads take one by one.
  private final class Work<Result: Sendable>: Sendable {
    private struct State {
      var results: [Result?]
      var next = 0
      var done = 0
      /// When the elements at work have to be done.
      var deadlines: [Int: ContinuousClock.Instant] = [:]
    }

    private let state: Mutex<State>
    private let changes = DispatchSemaphore(value: 0)
    private let limit: Duration
    private let start = ContinuousClock.now

    init(count: Int, limit: Duration) {
      state = Mutex(State(results: Array(repeating: nil, count: count)))
      self.limit = limit
    }

    var isDone: Bool {
      state.withLock { $0.done == $0.results.count } || isUntouched && .now > start + limit
    }
    var isUntouched: Bool { state.withLock { $0.next == 0 } }
    var results: [Result?] { state.withLock(\.results) }

    func take() -> Int? {
      state.withLock { state in
        guard state.next < state.results.count else { return nil }
        state.next += 1
        state.deadlines[state.next - 1] = .now + limit
        return state.next - 1
      }
    }

    /// A result that comes too late changes nothing.
    func finish(_ index: Int, _ result: Result?) {
      state.withLock { state in
        guard state.deadlines.removeValue(forKey: index) != nil else { return }
        state.results[index] = result
        state.done += 1
      }
      changes.signal()
    }

    /// Waits a moment for a result; returns the number of elements that are given up now.
    func dropLate() -> Int {
      _ = changes.wait(timeout: .now() + 0.5)
      let late = state.withLock { $0.deadlines.filter { $0.value < .now }.keys.map(\.self) }
      for index in late { finish(index, nil) }
      return late.count
    }
  }
}
