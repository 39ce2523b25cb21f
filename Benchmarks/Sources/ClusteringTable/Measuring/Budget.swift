import ScenarioModel

/// The number of rounds of a contest: many if it is fast, at least three if it is slow.
struct Budget {
  private static let minRounds = 3
  private static let nanoseconds = 20_000_000_000

  private let asked: Int?
  private let maxRounds: Int
  private let start = MonotonicClock.now()
  private var taken = 0

  /// - Parameter repetitions: The requested number of rounds, independent of the time.
  init(repetitions: Int?, pinCount: Int) {
    asked = repetitions
    maxRounds =
      switch pinCount {
      case ...10_000: 15
      case ...100_000: 9
      case ...1_000_000: 5
      default: 3
      }
  }

  /// Returns whether another round follows, and counts it.
  mutating func takeRound() -> Bool {
    let limit = asked ?? maxRounds
    let isLate = asked == nil && MonotonicClock.now() - start > Self.nanoseconds
    guard taken < limit, !isLate || taken < Self.minRounds else { return false }
    taken += 1
    return true
  }
}
