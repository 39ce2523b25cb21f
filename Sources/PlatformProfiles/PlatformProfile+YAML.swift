import YAMLReading

extension PlatformProfile {
  /// Reads a profile from a YAML text; `file` is the name that errors give.
  ///
  /// The text must have every parameter of the group ``ProfileParameter/Group/app``, and all or
  /// none of every other group.
  public init(yaml text: String, file: String) throws(InputError) {
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

  /// The value as people write it.
  fileprivate var valueText: String { Int(exactly: value).map(String.init) ?? "\(value)" }

  /// What is counted is whole.
  private static func value(
    _ yaml: YAMLValue, of name: Name, in unit: Unit
  ) throws(InputError) -> Double {
    let range = name.range(in: unit)
    guard name.dimension == .count else { return try yaml.number(in: range) }
    return Double(try yaml.integer(in: Int(range.lowerBound)...Int(range.upperBound)))
  }
}
