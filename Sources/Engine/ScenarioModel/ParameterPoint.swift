import Simulation

/// A point of an analysis: the parameters that differ from the scenario's profile, and the seed.
public struct ParameterPoint: Hashable, Sendable, Codable {
  /// The values that replace those of the profile, in the units of
  /// ``Simulation/PlatformProfile/subscript(_:)``.
  public var values: [ProfileParameter.Name: Double]
  /// The seed of all generators; `nil` for the scenario's own.
  public var seed: UInt64?

  /// Creates a point.
  public init(_ values: [ProfileParameter.Name: Double] = [:], seed: UInt64? = nil) {
    self.values = values
    self.seed = seed
  }

  /// The scenario as it is.
  public static let nominal = ParameterPoint()
}
