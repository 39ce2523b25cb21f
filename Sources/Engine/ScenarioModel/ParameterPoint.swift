import Simulation

/// A point of an analysis: the parameters that differ from the scenario's profile, and the seed.
public struct ParameterPoint: Hashable, Sendable, Codable {
  /// The values that replace those of the profile, in the units of
  /// ``PlatformProfiles/PlatformProfile/subscript(_:)``.
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

extension ParameterPoint {
  private enum CodingKeys: String, CodingKey {
    case values, seed
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let named = try container.decode([String: Double].self, forKey: .values)
    values = [:]
    for (name, value) in named {
      guard let known = ProfileParameter.Name(rawValue: name) else {
        throw DecodingError.dataCorruptedError(
          forKey: .values, in: container, debugDescription: "there is no parameter '\(name)'")
      }
      values[known] = value
    }
    seed = try container.decodeIfPresent(UInt64.self, forKey: .seed)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let named = Dictionary(uniqueKeysWithValues: values.map { ($0.key.rawValue, $0.value) })
    try container.encode(named, forKey: .values)
    try container.encodeIfPresent(seed, forKey: .seed)
  }
}

/// The values of a case at a point, and the parameters that they depend on.
public struct Evaluation: Hashable, Sendable, Codable {
  /// The case's counted and modelled metrics.
  public let values: [NamedValue]
  /// The parameters that the replay read: with others it might do other operations.
  public let replayParameters: Set<ProfileParameter.Name>
  /// The parameters that only the costs of the recorded operations were read from.
  public let costParameters: Set<ProfileParameter.Name>

  /// Creates an evaluation.
  public init(
    values: [NamedValue], replayParameters: Set<ProfileParameter.Name>,
    costParameters: Set<ProfileParameter.Name>
  ) {
    self.values = values
    self.replayParameters = replayParameters
    self.costParameters = costParameters
  }
}
