import Foundation
import Platform
import Support

/// Paths in scenario files.
package enum FilePath {
  /// Returns a path that a file names, which is relative to the folder of that file.
  package static func resolve(_ path: String, relativeTo file: String) -> String {
    guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
    return file[...slash] + path
  }

  /// Returns whether there is nothing at a path.
  package static func isMissing(_ path: String) -> Bool {
    !FileManager.default.fileExists(atPath: path)
  }
}

extension YAMLValue {
  /// Returns the path that the value is.
  ///
  /// - Parameter file: the path of the scenario; a relative path counts from its folder.
  package func path(relativeTo file: String) throws(InputError) -> String {
    let path = FilePath.resolve(try text(), relativeTo: file)
    if let mistakes, mistakes.checksFiles, FilePath.isMissing(path) {
      mistakes.add(
        InputError(unreadable: path, reason: "", namedAt: location), isCounted: false)
    }
    return path
  }
}

extension InputError {
  /// The error of a file that another one names and that cannot be read, at the place of its name.
  package init(unreadable path: String, reason: String, namedAt location: SourceLocation) {
    var reason = reason
    if FilePath.isMissing(path) {
      let url = URL(fileURLWithPath: path)
      let others = try? FileManager.default.contentsOfDirectory(
        atPath: url.deletingLastPathComponent().path)
      let nearest = NearestName.find(url.lastPathComponent, among: (others ?? []).sorted())
      reason = "there is no such file" + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    }
    self.init(.data("\(path): \(reason)"), at: location)
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
  /// The values that a file may write for a profile.
  package static let keyValue = ScenarioKey.Value.choiceOrFile(builtInNames)

  /// Reads the profile that a scenario file names: a built-in one, or one in a file.
  ///
  /// - Parameters:
  ///   - value: the name or the path; errors have its location.
  ///   - scenarioFile: the path of the scenario; a relative path counts from its folder.
  ///   - groups: the parameters that the scenario's family needs.
  ///   - phone: what is known of the phone, besides the profile.
  ///   - parameters: values that replace the profile's, in the units of ``subscript(_:)``.
  public init(
    named value: YAMLValue, scenarioFile: String, providing groups: [ProfileParameter.Group],
    phone: KnownPhone = KnownPhone(), parameters: ParameterOverrides
  ) throws(InputError) {
    let profile: PlatformProfile
    do {
      profile = try Self.read(value, scenarioFile: scenarioFile)
    } catch {
      try value.mistakes.report(error)
      // The parts that do not depend on the profile are read on.
      self = .simulator
      return
    }
    for group in groups { try profile.require(group, for: value) }
    self = phone.applied(to: profile).overriding(parameters)
  }

  private static func read(
    _ value: YAMLValue, scenarioFile: String
  ) throws(InputError) -> PlatformProfile {
    let name = try value.text()
    if let builtIn = try builtIn(name) { return builtIn }
    guard name.hasSuffix(".yaml") || name.hasSuffix(".yml") else {
      throw value.unknownName(
        name, what: "profile (or profile file ending in .yaml)", known: builtInNames)
    }
    let path = FilePath.resolve(name, relativeTo: scenarioFile)
    let text: String
    do {
      text = try TextFile.read(path)
    } catch {
      guard case .unreadable(let reason) = error.problem else { throw error }
      throw InputError(unreadable: path, reason: reason, namedAt: value.location)
    }
    return try PlatformProfile(yaml: text, file: path)
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
