import Measurement

/// What a strategy must do for its costs to count: who does nothing is always cheap.
public struct Completeness: Hashable, Sendable {
  /// How much of the job was done; more is better.
  public let metric: Metric
  /// The share of the best strategy's value that is enough; `nil`: nothing less than 1 is.
  public let share: Double?
  /// What those that do the job do, as the end of "only strategies that ... take part".
  public let meaning: String

  public init(metric: Metric, share: Double?, meaning: String) {
    self.metric = metric
    self.share = share
    self.meaning = meaning
  }
}
