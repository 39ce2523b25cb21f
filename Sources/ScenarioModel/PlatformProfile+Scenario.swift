import PlatformProfiles
import YAMLReading

extension PlatformProfile {
  /// Reads the profile that a scenario file names: one that comes with MapPressure, or a profile
  /// file of the user's.
  ///
  /// - Parameters:
  ///   - value: the name or the path; errors of the scenario have its place.
  ///   - scenarioFile: the scenario's file; a relative path counts from its folder.
  ///   - groups: the parameters that the scenario's family needs.
  public init(
    named value: YAMLValue, scenarioFile: String, providing groups: [ProfileParameter.Group]
  ) throws(InputError) {
    let name = try value.text()
    if let builtIn = try PlatformProfile.builtIn(name) {
      self = builtIn
    } else {
      guard name.hasSuffix(".yaml") || name.hasSuffix(".yml") else {
        throw value.unknownName(
          name, what: "profile (or profile file ending in .yaml)",
          known: PlatformProfile.builtInNames)
      }
      let path = FilePath.resolve(name, besides: scenarioFile)
      self = try PlatformProfile(yaml: TextFile.read(path), file: path)
    }
    for group in groups { try require(group, for: value) }
  }

  /// The path of the profile that a scenario file names, or `nil` where it comes with MapPressure.
  public static func file(
    named value: YAMLValue, scenarioFile: String
  ) throws(InputError) -> String? {
    let name = try value.text()
    guard !builtInNames.contains(name) else { return nil }
    return FilePath.resolve(name, besides: scenarioFile)
  }
}
