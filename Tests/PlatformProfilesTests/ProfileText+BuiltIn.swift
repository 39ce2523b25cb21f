import PlatformProfiles
import TestSupport
import Testing
import YAMLReading

extension ProfileText {
  static func builtInProfile() throws -> PlatformProfile {
    try #require(try PlatformProfile.builtIn("iphone-simulator"))
  }

  /// The values of the built-in profile.
  static func builtIn() throws -> ProfileText {
    var text = ProfileText()
    for parameter in try builtInProfile().parameters {
      text.set(parameter.name.rawValue, parameter.value, parameter.unit.rawValue)
    }
    return text
  }

  func profile() throws -> PlatformProfile {
    try PlatformProfile(yaml: text, file: "profile.yaml")
  }

  /// Why a text is no profile; `nil` where it is one.
  static func error(reading text: String) -> InputError? {
    do {
      _ = try PlatformProfile(yaml: text, file: "profile.yaml")
      return nil
    } catch {
      return error
    }
  }

  /// The built-in profile without the parameters of some groups.
  static func builtIn(without groups: [ProfileParameter.Group]) throws -> ProfileText {
    var text = try builtIn()
    for name in groups.flatMap(\.names) { text.remove(name.rawValue) }
    return text
  }
}
