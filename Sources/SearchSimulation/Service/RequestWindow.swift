/// A fixed window that admits so many requests of one kind.
///
/// It begins with the first request after the last one ended, and ends so many nanoseconds later:
/// a request at that very nanosecond begins the next.
struct RequestWindow {
  private var start: Int64?
  private var count = 0

  /// Whether a request may be sent at a time; one that may not leaves the window as it is.
  mutating func admits(at now: Int64, limit: Int, length: Int64) -> Bool {
    guard limit > 0 else { return false }
    if let start, now - start < length {
      guard count < limit else { return false }
      count += 1
    } else {
      start = now
      count = 1
    }
    return true
  }
}
