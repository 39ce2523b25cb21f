import Support

/// One variant of a scenario at one size, in which strategies are compared.
public struct Configuration: Hashable, Sendable, Codable {
  /// A named setting of the scenario's environment; empty if there is one only.
  public let variant: String
  /// The number of pins, or of another load.
  public let size: Int

  /// Creates a configuration.
  public init(variant: String, size: Int) {
    self.variant = variant
    self.size = size
  }
}

/// One strategy in one configuration of a scenario, which a trial measures.
public struct Case: Hashable, Sendable, Codable {
  /// The scenario's name.
  public let scenario: String
  /// A named setting of the scenario's environment; empty if there is one only.
  public let variant: String
  /// The number of pins, or of another load.
  public let size: Int
  /// The strategy's name.
  public let strategy: String

  /// Creates a case.
  public init(scenario: String, variant: String, size: Int, strategy: String) {
    self.scenario = scenario
    self.variant = variant
    self.size = size
    self.strategy = strategy
  }

  /// The variant and the size of the case.
  public var configuration: Configuration { Configuration(variant: variant, size: size) }
}

extension Case: CustomStringConvertible {
  /// The case in one line: scenario, variant, size and strategy.
  public var description: String {
    let scenario = variant.isEmpty ? scenario : "\(scenario) [\(variant)]"
    return "\(scenario) \(size) \(strategy)"
  }
}

/// A filter for the configurations that a claim or a threshold applies to.
public struct ConfigurationFilter: Hashable, Sendable, Codable {
  /// The only variant; `nil` for all variants.
  public let variant: String?
  /// The only size; `nil` for all sizes.
  public let size: Int?

  /// Returns whether the filter includes a configuration.
  public func includes(_ configuration: Configuration) -> Bool {
    (variant ?? configuration.variant) == configuration.variant
      && (size ?? configuration.size) == configuration.size
  }
}

extension ConfigurationFilter {
  /// The keys of a filter in a scenario file.
  static let keys = ["variant", "size"]

  /// The filter that includes all configurations.
  static let none = ConfigurationFilter(variant: nil, size: nil)

  /// Reads the keys `variant` and `size`; both may be absent.
  ///
  /// Both must be the scenario's own: every run would keep a condition that never applies.
  init(_ mapping: YAMLMapping, _ terms: ScenarioTerms) throws(InputError) {
    // The only variant of a scenario has no name.
    if let names = terms.variants?.filter({ !$0.isEmpty }) {
      variant = try mapping["variant"]?.choice("variant in this scenario", among: names)
    } else {
      variant = try mapping["variant"]?.text()
    }
    size = try mapping["size"]?.integer(in: 1 ... .max)
    if let size, let sizes = terms.sizes, !sizes.contains(size), let value = mapping["size"] {
      throw value.unknownName(
        "\(size)", what: "size in this scenario", known: sizes.map(String.init))
    }
  }
}
