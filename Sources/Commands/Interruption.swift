import Dispatch
import Foundation

/// Turns an interrupt from the keyboard, or a request to terminate, into cancellation.
enum Interruption {
  /// Runs an operation that is cancelled by SIGINT and SIGTERM.
  ///
  /// - Parameter orElse: runs when the operation was interrupted, before `CancellationError` is
  ///   thrown on.
  static func cancelling<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Value, orElse: @Sendable () -> Void
  ) async throws -> Value {
    let task = Task { try await operation() }
    let sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { task.cancel() }
      source.resume()
      return source
    }
    defer {
      for source in sources { source.cancel() }
      for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    }
    do {
      return try await task.value
    } catch {
      guard task.isCancelled else { throw error }
      orElse()
      throw CancellationError()
    }
  }
}
