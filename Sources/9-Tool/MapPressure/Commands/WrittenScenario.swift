import Foundation
import Platform
import ScenarioModel
import Simulation
import Support

/// The values of a scenario that a command writes.
enum WrittenScenario {
  /// A string of JSON is one of YAML.
  static func quoted(_ text: String) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return String(decoding: try encoder.encode(text), as: UTF8.self)
  }

  /// The path of a file of the command line, which is relative to the working folder and not to the
  /// scenario's.
  static func path(_ path: String) throws -> String {
    try quoted(URL(fileURLWithPath: path).path)
  }

  /// The name of a built-in profile, or the path of a profile's file.
  static func profile(_ profile: String) throws -> String {
    let known = PlatformProfile.builtInNames
    guard !known.contains(profile) else { return try quoted(profile) }
    // Not an error of the scenario, which the user has not written.
    guard !FilePath.isMissing(profile) else {
      throw CommandError("--profile", unknown: "profile or file", profile, known: known)
    }
    return try path(profile)
  }
}
