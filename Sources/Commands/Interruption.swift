import Dispatch
import Foundation

/// Turns an interrupt from the keyboard, a request to terminate, or the end of the terminal into
/// cancellation.
enum Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Runs an operation that is cancelled by SIGINT, SIGTERM and SIGHUP; not by one that was ignored
  /// already, as `nohup` does it and a shell for what a script starts in the background.
  ///
  /// - Parameter orElse: runs when the operation was interrupted, before `CancellationError` is
  ///   thrown on.
  static func cancelling<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Value, orElse: @Sendable () -> Void
  ) async throws -> Value {
    let task = Task { try await operation() }
    let handled = signals.filter { !isIgnored($0) }
    let sources = handled.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { task.cancel() }
      source.resume()
      return source
    }
    defer {
      for source in sources { source.cancel() }
      for number in handled { signal(number, SIG_DFL) }
    }
    do {
      return try await task.value
    } catch {
      guard task.isCancelled else { throw error }
      orElse()
      throw CancellationError()
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
