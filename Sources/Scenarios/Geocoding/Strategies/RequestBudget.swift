/// A token bucket: a few requests at once, and one more every one and a half seconds.
///
/// In any minute that is at most 8 + 40 + 1 requests, which stays below the platform's 50 wherever
/// its window begins. 40 a minute is what apps choose that keep away from the limit.
struct RequestBudget {
  private static let capacity = 8
  private static let interval: Int64 = 1_500_000_000

  private var tokens = capacity
  private var lastRefill: Int64

  init(at time: Int64) {
    lastRefill = time
  }

  /// When a request is allowed again, at the earliest.
  var nextTime: Int64 { tokens > 0 ? lastRefill : lastRefill + Self.interval }

  /// Takes a token, where there is one.
  mutating func take(at time: Int64) -> Bool {
    refill(at: time)
    guard tokens > 0 else { return false }
    tokens -= 1
    return true
  }

  private mutating func refill(at time: Int64) {
    let gained = Int((time - lastRefill) / Self.interval)
    guard gained > 0 else { return }
    tokens = min(Self.capacity, tokens + gained)
    lastRefill += Int64(gained) * Self.interval
  }
}
