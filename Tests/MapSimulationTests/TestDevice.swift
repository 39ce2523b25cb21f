import MapGeometry
import MapSimulation
import PlatformProfiles
import TestSupport
import YAMLReading

extension Device {
  /// A screen of 200 x 400 points with the built-in profile and some parameters replaced.
  static func test(
    width: Double = 200, height: Double = 400, scale: Int = 1,
    parameters: [(name: String, value: Double, unit: String)] = []
  ) throws -> Device {
    guard let builtIn = try PlatformProfile.builtIn("iphone-simulator") else { throw NoProfile() }
    var text = ProfileText()
    for parameter in builtIn.parameters {
      text.set(parameter.name.rawValue, parameter.value, parameter.unit.rawValue)
    }
    for parameter in parameters { text.set(parameter.name, parameter.value, parameter.unit) }
    return Device(
      viewport: Viewport(width: width, height: height), scale: scale, refresh: 60,
      profile: try PlatformProfile(yaml: text.text, file: "profile.yaml"))
  }

  private struct NoProfile: Error {}
}
