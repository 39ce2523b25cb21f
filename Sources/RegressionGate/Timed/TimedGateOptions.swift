import Harness

/// What a timed gate may spend, and what it lets pass.
public struct TimedGateOptions: Hashable, Sendable {
  /// Seconds that the pairs of a case may take until it is decided, confirmations not counted.
  public var secondsPerCase = 30.0
  /// A change for the worse up to this share of the base passes.
  ///
  /// The order in which a linker puts the same code alone moves times by about 1 %.
  public var margin = 0.02
  /// The margin where the work cannot be cut into slices of a few milliseconds, so that the
  /// machine's own ups and downs stay in the numbers.
  public var coarseMargin = 0.05
  /// The chance of any false regression in the whole suite that is accepted.
  public var alpha = 0.01
  /// The seed of the order of everything in a pair.
  public var seed: UInt64 = 0
  /// What each process of a pair may use.
  public var limits = WorkerLimits.standard

  public init() {}
}
