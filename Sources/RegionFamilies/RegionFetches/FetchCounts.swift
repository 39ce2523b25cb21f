/// How many fetches there were, what became of them, and what they moved.
public struct FetchCounts: Hashable, Sendable {
  /// Fetches that were sent: answered, failed, cancelled, or still under way.
  public internal(set) var sent = 0
  /// Fetches whose answers were handed over.
  public internal(set) var answered = 0
  /// Fetches that ended with an error.
  public internal(set) var failed = 0
  /// Fetches that were given up before.
  public internal(set) var cancelled = 0
  /// The bytes of requests and answers; of fetches that failed or were cancelled, those of the
  /// requests.
  public internal(set) var bytes = 0
  /// Pins in the rectangles asked for, also beyond the limit of an answer.
  public internal(set) var pinsMatched = 0

  init() {}

  static func + (left: FetchCounts, right: FetchCounts) -> FetchCounts {
    var sum = left
    sum.add(right, times: 1)
    return sum
  }

  static func - (left: FetchCounts, right: FetchCounts) -> FetchCounts {
    var difference = left
    difference.add(right, times: -1)
    return difference
  }

  private mutating func add(_ other: FetchCounts, times factor: Int) {
    sent += factor * other.sent
    answered += factor * other.answered
    failed += factor * other.failed
    cancelled += factor * other.cancelled
    bytes += factor * other.bytes
    pinsMatched += factor * other.pinsMatched
  }
}
