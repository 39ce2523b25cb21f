import Support

/// A file that comes with MapPressure, whose parameters are in the sections of their groups.
///
/// The group and the dimension of a name are read from these files. So reading such a file must not
/// ask a name for them. The files are a part of the program, whose tests read them: a mistake in one
/// ends it with the mistake's text.
struct BuiltInFile: Sendable {
  typealias Parameters = [ProfileParameter.Name: (
    group: ProfileParameter.Group, parameter: ProfileParameter
  )]

  let name: String
  let title: String
  /// The warning of a platform; empty for the environment.
  let warning: String
  let parameters: Parameters

  // Read once in a process.
  static let simulator = BuiltInFile(
    PackageResources.iphone_simulator_yaml, file: "iphone-simulator.yaml")
  static let environment = BuiltInFile(PackageResources.environment_yaml, file: "environment.yaml")

  /// The parameters of both files.
  static let allParameters = simulator.parameters.merging(environment.parameters) { entry, _ in
    fatalError("two built-in files have the parameter \(entry.parameter.name.rawValue)")
  }

  private init(_ bytes: [UInt8], file: String) {
    do {
      let text = String(decoding: bytes, as: UTF8.self)
      let profile = try YAMLDocument(text: text, file: file).root.mapping(
        keys: ["profile", "title", "warning", "parameters"])
      name = try profile.value("profile").text()
      title = try profile.value("title").text()
      warning = try profile["warning"]?.text() ?? ""
      var parameters: Parameters = [:]
      for (name, entry) in try ParameterEntry.all(in: profile.value("parameters").mapping()) {
        guard let group = entry.section else {
          throw entry.value.error(expected: "a section of a group around \(name.rawValue)")
        }
        let parameter = try ProfileParameter(name: name, yaml: entry.value, dimension: nil)
        parameters[name] = (group: group, parameter: parameter)
      }
      self.parameters = parameters
    } catch {
      fatalError("\(error)")
    }
  }
}

extension ProfileParameter.Name {
  /// The parameter that comes with MapPressure, and the group in whose section it is.
  var builtIn: (group: ProfileParameter.Group, parameter: ProfileParameter) {
    guard let entry = BuiltInFile.allParameters[self] else {
      fatalError("no section of a built-in file has the parameter \(rawValue)")
    }
    return entry
  }
}
