import MapGeometry
import MapSimulation
import PlatformProfiles
import YAMLReading

extension Device {
  private static let keys = ["viewport", "scale", "refresh", "profile"]

  /// Reads the `device` of a scenario file.
  ///
  /// - Parameter groups: the parameters that its profile must have.
  package init(
    _ yaml: YAMLValue, scenarioFile: String, providing groups: [ProfileParameter.Group]
  ) throws(InputError) {
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
      profile: try PlatformProfile(
        named: mapping.value("profile"), scenarioFile: scenarioFile, providing: groups))
  }

  /// The path of the profile, where it is a file of the user's.
  package static func profileFile(
    _ yaml: YAMLValue, scenarioFile: String
  ) throws(InputError) -> String? {
    try PlatformProfile.file(
      named: yaml.mapping(keys: keys).value("profile"), scenarioFile: scenarioFile)
  }
}
