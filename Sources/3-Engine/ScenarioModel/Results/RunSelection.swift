/// The changes that a run makes to its scenarios: fewer strategies, other sizes, trials and seeds.
public struct RunSelection: Hashable, Sendable, Codable {
  /// The strategies to run, and the naive one, which always runs; `nil` for all.
  public var strategies: [String]?
  /// The sizes to run instead of the scenarios' own.
  public var sizes: [Int]?
  /// The number of trials instead of the scenarios' own.
  public var trials: Int?
  /// The seed of every generator instead of the scenarios' own.
  public var seed: UInt64?

  /// Creates a selection; without arguments, one that changes nothing.
  public init(
    strategies: [String]? = nil, sizes: [Int]? = nil, trials: Int? = nil, seed: UInt64? = nil
  ) {
    self.strategies = strategies
    self.sizes = sizes
    self.trials = trials
    self.seed = seed
  }
}

extension RunSelection: CustomStringConvertible {
  /// The options of the command line that make the selection.
  public var description: String {
    let options = [
      strategies.map { "--strategies \($0.joined(separator: " "))" },
      sizes.map { "--sizes \($0.map(String.init).joined(separator: " "))" },
      trials.map { "--trials \($0)" },
      seed.map { "--seed \($0)" },
    ].compactMap(\.self)
    return options.isEmpty ? "no options" : options.joined(separator: " ")
  }
}
