import YAMLReading

/// The worlds of a scenario that a claim or a threshold speaks of, where it is not all of them.
public struct WorldRestriction: Hashable, Sendable, Codable {
  /// The only variant; `nil`: every variant.
  public let variant: String?
  /// The only size; `nil`: every size.
  public let size: Int?

  /// Whether a world is one of those that are spoken of.
  public func includes(variant: String, size: Int) -> Bool {
    (self.variant ?? variant) == variant && (self.size ?? size) == size
  }

  /// Whether a case's world is one of those that are spoken of.
  public func includes(_ scenarioCase: Case) -> Bool {
    includes(variant: scenarioCase.variant, size: scenarioCase.size)
  }
}

extension WorldRestriction {
  /// The keys of a file that restrict.
  static let keys = ["variant", "size"]

  /// Every world.
  static let none = WorldRestriction(variant: nil, size: nil)

  /// Reads the keys `variant` and `size`, both of which may be absent.
  ///
  /// A size may be one that only a run of other sizes than the scenario's own has.
  init(_ mapping: YAMLMapping, variants: [String]) throws(InputError) {
    if let value = mapping["variant"] {
      let name = try value.text()
      guard variants.contains(name) else {
        // A scenario with one world only has one variant without a name.
        throw value.unknownName(
          name, what: "variant in this scenario", known: variants.filter { !$0.isEmpty })
      }
      variant = name
    } else {
      variant = nil
    }
    size = try mapping["size"]?.integer(in: 1 ... .max)
  }
}
