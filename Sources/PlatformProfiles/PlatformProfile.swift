import YAMLReading

/// The documented parameters of a simulated platform: the costs of its operations.
///
/// A profile turns counted operations into modelled numbers. It is not a device: every parameter
/// says where it comes from and how sure that is.
public struct PlatformProfile: Hashable, Sendable {
  /// The identifier, as in scenario files.
  public let name: String
  /// The simulated platform in words.
  public let title: String
  /// The limits of the modelled numbers, which a report repeats.
  public let warning: String
  /// The parameters of every group that the profile has, in the order of
  /// ``ProfileParameter/Name``.
  public let parameters: [ProfileParameter]
  /// The groups of parameters that the profile has, each of them complete.
  public let groups: [ProfileParameter.Group]

  private let scaledValues: [ProfileParameter.Name: Double]

  init(name: String, title: String, warning: String, parameters: [ProfileParameter]) {
    self.name = name
    self.title = title
    self.warning = warning
    self.parameters = parameters
    let names = Set(parameters.map(\.name))
    groups = ProfileParameter.Group.allCases.filter { names.isSuperset(of: $0.names) }
    scaledValues = Dictionary(
      parameters.map { ($0.name, $0.scaled) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns true where the profile has the parameters of a group.
  public func provides(_ group: ProfileParameter.Group) -> Bool {
    groups.contains(group)
  }

  /// A parameter in nanoseconds, bytes, points, degrees, as a fraction or as a count.
  ///
  /// - Precondition: the profile provides the parameter's group. Call
  ///   ``require(_:for:)`` before reading a profile for a purpose.
  public subscript(name: ProfileParameter.Name) -> Double {
    guard let value = scaledValues[name] else {
      preconditionFailure("the profile \(self.name) has no parameter \(name.rawValue)")
    }
    return value
  }
}

extension PlatformProfile {
  /// Throws unless the profile has the parameters of a group.
  ///
  /// - Parameter value: the profile's name in an input file, for the location of the error.
  /// - Throws: an ``InputError`` that names the parameters that are missing.
  package func require(
    _ group: ProfileParameter.Group, for value: YAMLValue
  ) throws(InputError) {
    guard !provides(group) else { return }
    let names = group.names.map(\.rawValue).joined(separator: ", ")
    throw value.error(
      expected: "a profile with the parameters of \(group.noun): \(names); "
        + "the profile \(name) has none of them")
  }
}

extension PlatformProfile {
  /// The names of the profiles that come with MapPressure.
  package static let builtInNames = ["iphone-simulator"]

  /// Returns the profile of a name that comes with MapPressure, or `nil` where there is none.
  package static func builtIn(_ name: String) throws(InputError) -> PlatformProfile? {
    guard name == "iphone-simulator" else { return nil }
    let text = String(decoding: PackageResources.iphone_simulator_yaml, as: UTF8.self)
    return try PlatformProfile(yaml: text, file: "iphone-simulator.yaml")
  }
}

extension PlatformProfile {
  /// Reads a profile from a YAML text; `file` is the name that errors give.
  ///
  /// The text must have every parameter of the group ``ProfileParameter/Group/app``, and all or
  /// none of every other group.
  package init(yaml text: String, file: String) throws(InputError) {
    let root = try YAMLDocument(text: text, file: file).root
    let profile = try root.mapping(keys: ["profile", "title", "warning", "parameters"])
    self.init(
      name: try profile.value("profile").text(),
      title: try profile.value("title").text(),
      warning: try profile.value("warning").text(),
      parameters: try Self.parameters(profile.value("parameters")))
  }

  private static func parameters(_ yaml: YAMLValue) throws(InputError) -> [ProfileParameter] {
    let values = try yaml.mapping(keys: ProfileParameter.Name.allCases.map(\.rawValue))
    let groups = ProfileParameter.Group.allCases.filter { group in
      group.isRequired || group.names.contains { values[$0.rawValue] != nil }
    }
    var parameters: [ProfileParameter] = []
    for name in ProfileParameter.Name.allCases where groups.contains(name.group) {
      let value = try values.value(name.rawValue)
      let parameter = try ProfileParameter(name: name, yaml: value)
      // A median stands before its percentile in the order of the names.
      if let median = parameters.first(where: { $0.name == name.median }),
        parameter.scaled < median.scaled
      {
        throw try value.mapping().value("value").error(
          expected: "at least the \(median.valueText) \(median.unit.symbol) of "
            + median.name.rawValue)
      }
      parameters.append(parameter)
    }
    return parameters
  }
}

extension ProfileParameter {
  fileprivate init(name: Name, yaml: YAMLValue) throws(InputError) {
    let mapping = try yaml.mapping(keys: ["value", "unit", "source", "confidence"])
    let unitValue = try mapping.value("unit")
    let unitText = try unitValue.text()
    guard let unit = Unit(rawValue: unitText) else {
      throw unitValue.unknownName(unitText, what: "unit", known: Unit.allCases.map(\.rawValue))
    }
    guard unit.dimension == name.dimension else {
      throw unitValue.error(expected: name.dimension.rawValue)
    }
    let confidenceValue = try mapping.value("confidence")
    let confidenceText = try confidenceValue.text()
    guard let confidence = Confidence(rawValue: confidenceText) else {
      throw confidenceValue.unknownName(
        confidenceText, what: "confidence", known: Confidence.allCases.map(\.rawValue))
    }
    self.init(
      name: name,
      value: try Self.value(mapping.value("value"), of: name, in: unit),
      unit: unit,
      source: try mapping.value("source").text(),
      confidence: confidence)
  }

  /// The value in the notation of a profile: without a fraction where it is whole.
  fileprivate var valueText: String { Int(exactly: value).map(String.init) ?? "\(value)" }

  /// Returns a value in its range; a count must be whole.
  private static func value(
    _ yaml: YAMLValue, of name: Name, in unit: Unit
  ) throws(InputError) -> Double {
    let range = name.range(in: unit)
    guard name.dimension == .count else { return try yaml.number(in: range) }
    return Double(try yaml.integer(in: Int(range.lowerBound)...Int(range.upperBound)))
  }
}

extension PlatformProfile {
  /// The profile with the parameters of some groups only.
  package func keeping(_ groups: [ProfileParameter.Group]) -> PlatformProfile {
    PlatformProfile(
      name: name, title: title, warning: warning,
      parameters: parameters.filter { groups.contains($0.name.group) })
  }
}

extension PlatformProfile {
  /// The profile with the parameters that another part of it has, too.
  package func merging(_ other: PlatformProfile) -> PlatformProfile {
    let all = parameters + other.parameters.filter { !parameters.contains($0) }
    let order = ProfileParameter.Name.allCases
    return PlatformProfile(
      name: name, title: title, warning: warning,
      parameters: order.flatMap { name in all.filter { $0.name == name } })
  }
}

extension PlatformProfile: Codable {
  private enum CodingKeys: String, CodingKey {
    case name
    case title
    case warning
    case parameters
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      name: try values.decode(String.self, forKey: .name),
      title: try values.decode(String.self, forKey: .title),
      warning: try values.decode(String.self, forKey: .warning),
      parameters: try values.decode([ProfileParameter].self, forKey: .parameters))
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(name, forKey: .name)
    try values.encode(title, forKey: .title)
    try values.encode(warning, forKey: .warning)
    try values.encode(parameters, forKey: .parameters)
  }
}
