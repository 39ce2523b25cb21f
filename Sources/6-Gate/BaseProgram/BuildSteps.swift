import Foundation

/// The steps of a build that the package manager has done so far, by its log.
package struct BuildSteps: Hashable, Sendable {
  package let done: Int
  /// The steps that are known; their number grows while the package manager plans.
  package let total: Int

  /// The last steps in a log, such as `[41/63] Compiling Support`; `nil` without any.
  package init?(log: String) {
    let lines = log.split(whereSeparator: \.isNewline)
    let step = #/\[([0-9]+)/([0-9]+)\] /#
    guard let match = lines.reversed().lazy.compactMap({ $0.prefixMatch(of: step) }).first,
      let done = Int(match.output.1), let total = Int(match.output.2)
    else { return nil }
    self.done = done
    self.total = total
  }

  /// The bytes at the end of a log that hold its last step.
  private static let endLength: UInt64 = 16_384

  /// The last steps in the log at a path; `nil` where it cannot be read, or has none.
  private init?(logAt path: String) {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    guard let length = try? file.seekToEnd(),
      (try? file.seek(toOffset: length - min(length, Self.endLength))) != nil,
      let end = try? file.readToEnd()
    else { return nil }
    self.init(log: String(decoding: end, as: UTF8.self))
  }

  /// Does some work, and reports each second the steps in the log that it writes.
  static func watch<Result: Sendable>(
    log: String, progress: @escaping @Sendable (_ steps: BuildSteps, _ seconds: Int) -> Void,
    during work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try await withThrowingTaskGroup(of: Result?.self) { group in
      group.addTask { try await work() }
      group.addTask {
        var seconds = 0
        while (try? await Task.sleep(for: .seconds(1))) != nil {
          seconds += 1
          if let steps = BuildSteps(logAt: log) { progress(steps, seconds) }
        }
        return nil
      }
      defer { group.cancelAll() }
      while let next = try await group.next() {
        if let result = next { return result }
      }
      throw CancellationError()
    }
  }
}
