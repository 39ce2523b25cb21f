import YAMLReading

extension PlatformProfile {
  /// The names of the profiles that come with MapPressure.
  public static let builtInNames = ["iphone-simulator"]

  /// A profile that comes with MapPressure, or `nil` where there is none of that name.
  public static func builtIn(_ name: String) throws(InputError) -> PlatformProfile? {
    guard name == "iphone-simulator" else { return nil }
    let text = String(decoding: PackageResources.iphone_simulator_yaml, as: UTF8.self)
    return try PlatformProfile(yaml: text, file: "iphone-simulator.yaml")
  }
}
