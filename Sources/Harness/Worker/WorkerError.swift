/// A request that a worker cannot answer as things stand.
public enum WorkerError: Error, Hashable, Sendable, CustomStringConvertible {
  case nothingPrepared
  case noSuchFrames(Range<Int>, prepared: Int?)

  public var description: String {
    switch self {
    case .nothingPrepared:
      "expected 'prepare' first, so that there is something to report"
    case .noSuchFrames(let frames, let prepared):
      "expected frames within 0..<\(prepared ?? 0), found \(frames)"
    }
  }
}
