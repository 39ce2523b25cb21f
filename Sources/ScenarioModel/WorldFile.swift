import YAMLReading

/// The part of a scenario file that a replay needs: its family and its world.
///
/// Strategies, thresholds, claims and whatever else a file may say are not looked at, so that a
/// build of another time can replay the world of a file that says more than it understands.
public struct WorldFile: Sendable {
  /// The kind of situation.
  public let family: any ScenarioFamily
  /// The world that the strategies work in.
  public let workload: any Workload

  /// Reads the world of a scenario from a YAML text.
  ///
  /// - Parameters:
  ///   - file: the name that errors give; relative paths in the text count from its folder.
  ///   - families: the families that a scenario may belong to.
  public init(yaml text: String, file: String, families: FamilyRegistry) throws(InputError) {
    let mapping = try YAMLDocument(text: text, file: file).root.mapping()
    let familyValue = try mapping.value("family")
    let name = try familyValue.text()
    guard let family = families[name] else {
      throw familyValue.unknownName(name, what: "family", known: families.names)
    }
    self.family = family
    workload = try family.workload(mapping, file: file)
  }
}
