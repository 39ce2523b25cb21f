import MapGeometry
import MapSimulation
import YAMLReading

/// The text of a profile file: the built-in profile with some parameters replaced or left out.
struct ProfileText {
  private var lines: [(name: String, entry: String)] = []

  /// The values of the built-in profile.
  init() throws {
    guard let profile = try PlatformProfile.builtIn("iphone-simulator") else { throw NoProfile() }
    for parameter in profile.parameters {
      set(parameter.name.rawValue, parameter.value, parameter.unit.rawValue)
    }
  }

  private struct NoProfile: Error {}

  mutating func set(_ name: String, _ value: Double, _ unit: String) {
    set(name, entry: "{ value: \(value), unit: \(unit), source: a test, confidence: assumption }")
  }

  /// Replaces or adds a parameter, as it stands in the file.
  mutating func set(_ name: String, entry: String) {
    lines.removeAll { $0.name == name }
    lines.append((name, entry))
  }

  mutating func remove(_ name: String) {
    lines.removeAll { $0.name == name }
  }

  var text: String {
    "profile: test\ntitle: A test\nwarning: None\nparameters:\n"
      + lines.map { "  \($0.name): \($0.entry)\n" }.joined()
  }

  func profile() throws -> PlatformProfile {
    try PlatformProfile(yaml: text, file: "profile.yaml")
  }
}

extension Device {
  /// A screen of 200 x 400 points with the built-in profile and some parameters replaced.
  static func test(
    width: Double = 200, height: Double = 400, scale: Int = 1,
    parameters: [(name: String, value: Double, unit: String)] = []
  ) throws -> Device {
    var text = try ProfileText()
    for parameter in parameters { text.set(parameter.name, parameter.value, parameter.unit) }
    return Device(
      viewport: Viewport(width: width, height: height), scale: scale, refresh: 60,
      profile: try text.profile())
  }
}
