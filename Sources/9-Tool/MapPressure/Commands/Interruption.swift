import Dispatch
import Foundation
import Synchronization

/// The cause of an interruption.
enum Interruption: Sendable {
  /// Signals to the process: from the keyboard (SIGINT), to terminate (SIGTERM), and at the end of
  /// the terminal (SIGHUP).
  ///
  /// A signal that is ignored already stays ignored: `nohup` does that, and so does a shell for the
  /// background commands of a script.
  case signals
  /// The cancellation of the task that runs the command.
  case cancellation

  /// Runs an operation that can be interrupted.
  ///
  /// - Parameter orElse: runs when the operation was interrupted, before `CancellationError` is
  ///   thrown.
  func cancelling<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Value, orElse: @Sendable () -> Void
  ) async throws -> Value {
    let task = Task { try await operation() }
    if self == .signals { SignalSources.ofProcess.begin { task.cancel() } }
    let result = await withTaskCancellationHandler {
      await task.result
    } onCancel: {
      task.cancel()
    }
    if self == .signals { SignalSources.ofProcess.end() }
    do {
      return try result.get()
    } catch {
      guard task.isCancelled else { throw error }
      orElse()
      throw CancellationError()
    }
  }
}

/// The handling of the process's signals from its first interruptible operation on.
///
/// Signals belong to the process, and so does this. It stays: after a source of a signal was
/// cancelled, a new one for the same signal gets none.
private final class SignalSources: @unchecked Sendable {
  static let ofProcess = SignalSources()

  /// The action of a signal; `nil` between operations, where a signal ends the process.
  private let action = Mutex<(@Sendable () -> Void)?>(nil)
  /// Only kept: nothing uses them once they are resumed, which makes the class safe to share.
  private let sources: [any DispatchSourceSignal]

  private init() {
    let handled = [SIGINT, SIGTERM, SIGHUP].filter { !Self.isIgnored($0) }
    sources = handled.map { number in
      signal(number, SIG_IGN)
      return DispatchSource.makeSignalSource(signal: number, queue: .global())
    }
    for (number, source) in zip(handled, sources) {
      source.setEventHandler { [self] in act(on: number) }
      source.resume()
    }
  }

  /// Lets signals do something until ``end()``.
  func begin(_ action: @escaping @Sendable () -> Void) { self.action.withLock { $0 = action } }

  /// Lets signals end the process again.
  func end() { action.withLock { $0 = nil } }

  private func act(on number: Int32) {
    if let action = action.withLock({ $0 }) {
      action()
    } else {
      // To this thread, and unblocked in it: others may block what their source handles.
      signal(number, SIG_DFL)
      var set = sigset_t()
      sigemptyset(&set)
      sigaddset(&set, number)
      pthread_sigmask(SIG_UNBLOCK, &set, nil)
      raise(number)
    }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
