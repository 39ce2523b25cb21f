import Measurement
import Statistics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension CalibrationResults {
  /// The smallest margin with which the middle one of the null gates could still have told that
  /// nothing changed, had it taken its whole budget; `nil` where no null gate was decided.
  ///
  /// Half of its interval, on the logarithmic scale, at as many pairs as the budget has room for:
  /// the width of an interval shrinks with the square root of their number. A rule of thumb.
  public var smallestUsableMargin: Double? {
    let margins = timed.filter { $0.change == .nothing }.flatMap(\.gates)
      .compactMap { $0.smallestUsableMargin(budget: budget) }
    return try? SampleSummary(margins).median
  }
}

extension CalibrationResults.TimedGate {
  fileprivate func smallestUsableMargin(budget: Double) -> Double? {
    // The pairs of a suspected gate are two batches, and its interval is of the second.
    guard let effect, !wasSuspected, seconds > 0 else { return nil }
    let halfWidth = (log1p(effect.high) - log1p(effect.low)) / 2
    guard halfWidth.isFinite else { return nil }
    // As many pairs as the budget has room for, and no more than a gate ever takes.
    let share = max(seconds / budget, Double(pairs) / Double(TimedPlan.maxPairsAllowed))
    return expm1(halfWidth * min(1, share).squareRoot())
  }
}
