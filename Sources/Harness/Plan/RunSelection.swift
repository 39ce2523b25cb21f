/// What a run changes about its scenarios: fewer strategies, other sizes, trials and seeds.
public struct RunSelection: Hashable, Sendable, Codable {
  /// The only strategies to run, besides the naive one, which always runs; `nil`: all.
  public var strategies: [String]?
  /// The sizes to run instead of the scenarios' own.
  public var sizes: [Int]?
  /// The number of trials instead of the scenarios' own.
  public var trials: Int?
  /// The seed of every generator instead of the scenarios' own.
  public var seed: UInt64?

  public init(
    strategies: [String]? = nil, sizes: [Int]? = nil, trials: Int? = nil, seed: UInt64? = nil
  ) {
    self.strategies = strategies
    self.sizes = sizes
    self.trials = trials
    self.seed = seed
  }
}
