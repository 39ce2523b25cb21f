/// The limit that an app sets itself: at most 40 requests in any 60 seconds.
///
/// Apps choose 40 to stay below the platform's 50: each window of the platform has at most 40
/// requests, independent of its start. A list of one or two screens gets all of them immediately.
struct RequestBudget {
  private static let limit = 40
  private static let window: Int64 = 60_000_000_000

  /// The times of the requests of the last window, the oldest first.
  private var sent: [Int64] = []

  /// The earliest time at which a request is allowed again after one was refused.
  var nextTime: Int64 { (sent.first ?? 0) + Self.window }

  /// Allows a request, or refuses it.
  ///
  /// - Parameter reserve: the number of requests of the limit that are kept for others.
  mutating func take(at time: Int64, keeping reserve: Int = 0) -> Bool {
    sent.removeAll { $0 <= time - Self.window }
    guard sent.count < Self.limit - reserve else { return false }
    sent.append(time)
    return true
  }
}
