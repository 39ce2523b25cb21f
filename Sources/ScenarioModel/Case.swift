/// What one trial measures: a scenario in one variant, at one size, under one strategy.
public struct Case: Hashable, Sendable, Codable {
  /// The scenario's name.
  public let scenario: String
  /// A named setting of the scenario's world; empty where there is one only.
  public let variant: String
  /// The number of pins, or of another load.
  public let size: Int
  /// The strategy's name.
  public let strategy: String

  public init(scenario: String, variant: String, size: Int, strategy: String) {
    self.scenario = scenario
    self.variant = variant
    self.size = size
    self.strategy = strategy
  }
}

extension Case: CustomStringConvertible {
  /// The case in one line: scenario, variant, size and strategy.
  public var description: String {
    let world = variant.isEmpty ? scenario : "\(scenario) [\(variant)]"
    return "\(world) \(size) \(strategy)"
  }
}
