import Statistics

/// Which of a suite's suspicions are regressions.
///
/// Holm's procedure over all of them: the chance that any of them is called a regression by
/// accident is at most `alpha`, however many cases there were.
public struct ConfirmedCandidates: Hashable, Sendable {
  public enum Outcome: Hashable, Sendable {
    case regression
    /// Fresh pairs did not say so clearly enough: inconclusive.
    case notConfirmed
  }

  /// In the order of the confirmations.
  public let outcomes: [Outcome]
  /// The smallest chance of error at which each would be a regression, in the same order.
  public let adjustedPValues: [Double]

  /// Judges the suspicions of a suite.
  ///
  /// - Parameters:
  ///   - confirmations: one for each suspicion; `nil` where the fresh pairs are missing. Such a
  ///     suspicion is not confirmed, and counts among those that the others are corrected for.
  ///   - alpha: the chance of any false regression in the suite that is accepted.
  public init(_ confirmations: [LockStepConfirmation?], alpha: Double) {
    let holm = HolmProcedure(pValues: confirmations.map { $0?.pValue ?? 1 }, level: alpha)
    outcomes = holm.isRejected.map { $0 ? .regression : .notConfirmed }
    adjustedPValues = holm.adjustedPValues
  }
}
