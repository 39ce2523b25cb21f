import Platform

/// A point of an analysis: the parameters that differ from the scenario's profile, and the seed.
public struct ParameterPoint: Hashable, Sendable, Codable {
  /// The values that replace the profile's, in the units of
  /// ``Platform/PlatformProfile/subscript(_:)``.
  public var values: [ProfileParameter.Name: Double]
  /// The factor by which the work of the main thread takes longer than with these values; `nil` for
  /// 1.
  public var slowness: Double?
  /// The seed of all generators; `nil` for the scenario's own.
  public var seed: UInt64?

  /// Creates a point.
  public init(
    _ values: [ProfileParameter.Name: Double] = [:], slowness: Double? = nil, seed: UInt64? = nil
  ) {
    self.values = values
    self.slowness = slowness
    self.seed = seed
  }

  /// The values as overrides of a profile.
  package func overrides(notingReadsIn reads: ParameterReads? = nil) -> ParameterOverrides {
    ParameterOverrides(values, slowness: slowness ?? 1, notingReadsIn: reads)
  }

  /// The scenario as it is.
  public static let nominal = ParameterPoint()
}
