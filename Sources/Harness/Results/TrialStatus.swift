/// How a trial ended.
public enum TrialStatus: Hashable, Sendable, Codable {
  case completed
  /// The strategy or its world threw an error.
  case failed(reason: String)
  /// The process ended by itself before it had answered.
  case crashed(ending: String, lastWords: String)
  case timedOut(seconds: Double)
  case outOfMemory(limit: Int)
  /// Not run, because an earlier trial of the same case did not complete.
  case skipped(because: String)

  public var isCompleted: Bool { self == .completed }
}

extension TrialStatus: CustomStringConvertible {
  /// The status in a few words.
  public var description: String {
    switch self {
    case .completed: "ok"
    case .failed(let reason): "failed: \(reason)"
    case .crashed(let ending, let lastWords):
      lastWords.isEmpty ? "crashed: \(ending)" : "crashed: \(ending): \(lastWords)"
    case .timedOut(let seconds): "timed out after \(seconds.formatted()) s"
    case .outOfMemory(let limit): "out of memory: more than \(limit / 1_048_576) MiB"
    case .skipped(let because): "skipped: \(because)"
    }
  }

  /// The status as one word, for files.
  public var word: String {
    switch self {
    case .completed: "ok"
    case .failed: "failed"
    case .crashed: "crashed"
    case .timedOut: "timed-out"
    case .outOfMemory: "out-of-memory"
    case .skipped: "skipped"
    }
  }
}

extension Double {
  /// Without a fraction where there is none.
  fileprivate func formatted() -> String {
    Int(exactly: self).map(String.init) ?? String(self)
  }
}
