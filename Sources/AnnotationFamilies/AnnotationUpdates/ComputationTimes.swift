/// Processor time of what a strategy computes itself, in nanoseconds of this machine.
public struct ComputationTimes: Hashable, Sendable {
  /// Comparing what is wanted with what is there.
  public var differences: Int64 = 0
  /// Sorting pins into clusters or an index.
  public var clustering: Int64 = 0

  /// Nothing computed yet.
  public init() {}
}
