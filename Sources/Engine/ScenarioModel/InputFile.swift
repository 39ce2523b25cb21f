import Foundation
import Simulation
import Support

/// Paths in scenario files.
package enum FilePath {
  /// Returns a path that a file names, which is relative to the folder of that file.
  package static func resolve(_ path: String, relativeTo file: String) -> String {
    guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
    return file[...slash] + path
  }
}

/// Text files, whose errors have a location.
public enum TextFile {
  /// Returns the text of a YAML file, whose length is within ``YAMLLimits``.
  public static func read(_ path: String) throws(InputError) -> String {
    do throws(RegularFile.Failure) {
      let data = try RegularFile.read(path, limit: YAMLLimits.maxSize)
      if let text = String(bytes: data, encoding: .utf8) { return text }
    } catch {
      switch error {
      case .tooLong: try YAMLLimits.checkSize(.max, file: path)
      case .missing: throw Self.error(path, reason: "there is no such file")
      case .unreadable(let reason): throw Self.error(path, reason: reason)
      }
    }
    throw error(path, reason: "it is not UTF-8 text")
  }

  private static func error(_ path: String, reason: String) -> InputError {
    InputError(.unreadable(reason: reason), at: SourceLocation(file: path, line: 1, column: 1))
  }
}

extension PlatformProfile {
  /// Reads the profile that a scenario file names: a built-in one, or one in a file.
  ///
  /// - Parameters:
  ///   - value: the name or the path; errors have its location.
  ///   - scenarioFile: the path of the scenario; a relative path counts from its folder.
  ///   - groups: the parameters that the scenario's family needs.
  ///   - parameters: values that replace the profile's, in the units of ``subscript(_:)``.
  public init(
    named value: YAMLValue, scenarioFile: String, providing groups: [ProfileParameter.Group],
    parameters: ParameterOverrides
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
      let path = FilePath.resolve(name, relativeTo: scenarioFile)
      self = try PlatformProfile(yaml: TextFile.read(path), file: path)
    }
    for group in groups { try require(group, for: value) }
    self = overriding(parameters)
  }

  /// Returns the path of the profile that a scenario file names; `nil` for a built-in one.
  public static func file(
    named value: YAMLValue, scenarioFile: String
  ) throws(InputError) -> String? {
    let name = try value.text()
    guard !builtInNames.contains(name) else { return nil }
    return FilePath.resolve(name, relativeTo: scenarioFile)
  }
}
