/// The families that scenarios may belong to.
public struct FamilyRegistry: Sendable {
  /// The families, in the order of lists.
  public let families: [any ScenarioFamily]

  /// A registry of the given families.
  public init(_ families: [any ScenarioFamily]) {
    self.families = families
  }

  /// These families with one more; it takes the place of one that has its name.
  public func with(_ family: any ScenarioFamily) -> FamilyRegistry {
    guard let place = families.firstIndex(where: { $0.name == family.name }) else {
      return FamilyRegistry(families + [family])
    }
    var replaced = families
    replaced[place] = family
    return FamilyRegistry(replaced)
  }

  /// The families' names.
  public var names: [String] { families.map(\.name) }

  /// The family of a name, or `nil`.
  public subscript(name: String) -> (any ScenarioFamily)? {
    families.first { $0.name == name }
  }
}
