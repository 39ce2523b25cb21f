import Dispatch
import Foundation

/// The signals that interrupt a command: from the keyboard (SIGINT), to terminate (SIGTERM), and at
/// the end of the terminal (SIGHUP).
enum Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Runs an operation that SIGINT, SIGTERM and SIGHUP cancel.
  ///
  /// A signal that is ignored already stays ignored: `nohup` does that, and so does a shell for the
  /// background commands of a script.
  ///
  /// - Parameter orElse: runs when the operation was interrupted, before `CancellationError` is
  ///   thrown.
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
