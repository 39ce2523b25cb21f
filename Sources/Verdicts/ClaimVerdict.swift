import ScenarioModel

/// What a run says of a claim, with the numbers that say it.
public struct ClaimVerdict: Hashable, Sendable {
  public enum Outcome: Hashable, Sendable {
    case reproduced
    case notReproduced
    /// The platform's own documentation says otherwise.
    case contradicted(why: String)
    /// This run cannot tell.
    case notTestable(why: String)
  }

  /// The numbers behind an outcome.
  public enum Numbers: Hashable, Sendable {
    case none
    /// A metric's median, in its own unit.
    case value(Double)
    /// One strategy's median divided by another's.
    case ratio(of: Double, to: Double)
    /// The smallest and the largest size, the medians there, and the power of the size that the
    /// metric grows with over all sizes.
    case growth(sizes: [Int], values: [Double], exponent: Double)
  }

  public let claim: Claim
  /// The variant that was looked at; empty where there is one only.
  public let variant: String
  /// The size that was looked at; `nil` where the verdict is about no single size.
  public let size: Int?
  public let outcome: Outcome
  public let numbers: Numbers

  public init(
    claim: Claim, variant: String, size: Int?, outcome: Outcome, numbers: Numbers = .none
  ) {
    self.claim = claim
    self.variant = variant
    self.size = size
    self.outcome = outcome
    self.numbers = numbers
  }
}
