import Harness
import ScenarioModel
import Statistics

/// What became of one threshold: in one case, or for a growth in one variant at all sizes.
public struct ThresholdVerdict: Hashable, Sendable {
  public enum Outcome: Hashable, Sendable {
    case passed
    case failed
    /// There is a number, and it may as well be on the other side of the bound: measured again, or
    /// more often, it could be decided.
    case inconclusive(reason: String)
    /// There is no number to judge; never a pass.
    case notDecided(reason: String)
  }

  public let threshold: Threshold
  /// What it was judged by: one case, or for a growth the cases of one variant, by size.
  public let cases: [Case]
  public let outcome: Outcome
  /// The median of the threshold's metric, in the metric's own unit, or the power of the size that
  /// it grows with; `nil` where there is none.
  public let value: Double?
  /// What the value is compared with, in the same unit; `nil` where it is not known.
  public let bound: Double?
  /// The line that a growth is the slope of; `nil` for other thresholds, and where there is none.
  public let growth: PowerLawFit?

  public init(
    threshold: Threshold, cases: [Case], outcome: Outcome, value: Double?, bound: Double?,
    growth: PowerLawFit? = nil
  ) {
    self.threshold = threshold
    self.cases = cases
    self.outcome = outcome
    self.value = value
    self.bound = bound
    self.growth = growth
  }

  /// The scenario of its cases.
  public var scenario: String { cases.first?.scenario ?? "" }
  /// The variant of its cases; empty where there is one only.
  public var variant: String { cases.first?.variant ?? "" }
  /// The size of its case; `nil` for a growth, which has several.
  public var size: Int? { cases.count == 1 ? cases.first?.size : nil }
}
