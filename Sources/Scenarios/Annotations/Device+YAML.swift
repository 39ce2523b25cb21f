import MapGeometry
import MapSimulation
import YAMLReading

extension Device {
  private static let keys = ["viewport", "scale", "refresh", "profile"]

  /// Reads the `device` of a scenario file.
  init(_ yaml: YAMLValue, scenarioFile: String) throws(InputError) {
    let mapping = try yaml.mapping(keys: Self.keys)
    let viewportValue = try mapping.value("viewport")
    let sides = try viewportValue.elements()
    guard sides.count == 2 else {
      throw viewportValue.error(expected: "a width and a height in points: [393, 852]")
    }
    let refreshValue = mapping["refresh"]
    self.init(
      viewport: Viewport(
        width: Double(try sides[0].integer(in: 50...4_000)),
        height: Double(try sides[1].integer(in: 50...4_000))),
      scale: try mapping["scale"]?.integer(in: 1...3) ?? 3,
      refresh: try refreshValue?.number(in: 10...240) ?? 60,
      profile: try Self.profile(mapping.value("profile"), scenarioFile: scenarioFile))
  }

  /// The path of the profile, where it is a file of the user's.
  static func profileFile(
    _ yaml: YAMLValue, scenarioFile: String
  ) throws(InputError) -> String? {
    let name = try yaml.mapping(keys: keys).value("profile").text()
    guard !PlatformProfile.builtInNames.contains(name) else { return nil }
    return FilePath.resolve(name, besides: scenarioFile)
  }

  /// A profile that comes with MapPressure, or a profile file of the user's.
  private static func profile(
    _ value: YAMLValue, scenarioFile: String
  ) throws(InputError) -> PlatformProfile {
    let name = try value.text()
    if let profile = try PlatformProfile.builtIn(name) { return profile }
    guard name.hasSuffix(".yaml") || name.hasSuffix(".yml") else {
      throw value.unknownName(
        name, what: "profile (or profile file ending in .yaml)",
        known: PlatformProfile.builtInNames)
    }
    let path = FilePath.resolve(name, besides: scenarioFile)
    return try PlatformProfile(yaml: TextFile.read(path), file: path)
  }
}
