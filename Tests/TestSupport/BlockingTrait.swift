import Dispatch
import Testing

/// A trait of suites whose tests wait for processes: two of them run at a time, on threads of their
/// own.
///
/// The pool that all tests share has as many threads as processors. If tests that wait for
/// processes blocked them, nothing could end a process that never ends by itself, and a process that
/// has inherited a pipe keeps it open: all tests would wait for each other.
package struct BlockingTrait: SuiteTrait, TestTrait, TestScoping {
  package let isRecursive = true

  private final class Threads: TaskExecutor {
    private let queue = DispatchQueue(label: "tests that block", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  private static let threads = Threads()
  private static let turns = Turns(2)

  package func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? nil : self
  }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await Self.turns.take()
    let result: Result<Void, any Error>
    do {
      try await withTaskExecutorPreference(Self.threads) { try await function() }
      result = .success(())
    } catch {
      result = .failure(error)
    }
    await Self.turns.end()
    try result.get()
  }
}

extension Trait where Self == BlockingTrait {
  package static var blocking: Self { BlockingTrait() }
}

/// Turns that a number of tests at a time take.
package actor Turns {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  package init(_ count: Int) { free = count }

  package func take() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  /// Gives a turn to the next test that waits, or back.
  package func end() {
    if waiting.isEmpty {
      free += 1
    } else {
      waiting.removeFirst().resume()
    }
  }
}
