/// How many requests an app allows itself: at most 40 in any 60 seconds.
///
/// Apps choose 40 to keep away from the platform's 50; wherever the platform's window begins, no
/// more than 40 fall into it. A list of a screen or two gets all of them at once.
struct RequestBudget {
  private static let limit = 40
  private static let window: Int64 = 60_000_000_000

  /// When the requests of the last window were sent, the oldest first.
  private var sent: [Int64] = []

  /// When a request is allowed again, at the earliest, after one was refused.
  var nextTime: Int64 { (sent.first ?? 0) + Self.window }

  /// Allows a request, or refuses it.
  mutating func take(at time: Int64) -> Bool {
    sent.removeAll { $0 <= time - Self.window }
    guard sent.count < Self.limit else { return false }
    sent.append(time)
    return true
  }
}
