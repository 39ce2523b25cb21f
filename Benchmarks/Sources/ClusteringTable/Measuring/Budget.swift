import Measurement

/// How many rounds a contest gets: many for what is quick, at least three for what is slow.
struct Budget {
  private static let leastRounds = 3
  private static let nanoseconds = 20_000_000_000

  private let asked: Int?
  private let most: Int
  private let start = MonotonicClock.now()
  private var taken = 0

  /// - Parameter repetitions: The rounds that were asked for; the time does not matter then.
  init(repetitions: Int?, pinCount: Int) {
    asked = repetitions
    most =
      switch pinCount {
      case ...10_000: 15
      case ...100_000: 9
      case ...1_000_000: 5
      default: 3
      }
  }

  /// Whether there is to be another round, which counts from now on.
  mutating func takeRound() -> Bool {
    let limit = asked ?? most
    let isLate = asked == nil && MonotonicClock.now() - start > Self.nanoseconds
    guard taken < limit, !isLate || taken < Self.leastRounds else { return false }
    taken += 1
    return true
  }
}
