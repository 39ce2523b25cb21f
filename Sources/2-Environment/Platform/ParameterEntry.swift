import Support

/// A parameter's entry in a file.
struct ParameterEntry {
  /// The group in whose section the entry is; `nil` for an entry in no section.
  let section: ProfileParameter.Group?
  /// The place of the parameter's name.
  let location: SourceLocation
  /// The file's value of the parameter.
  let value: YAMLValue

  /// Returns the entries of a file's parameters. A key that is the name of a group has the entries
  /// of a section.
  static func all(
    in parameters: YAMLMapping
  ) throws(InputError) -> [ProfileParameter.Name: ParameterEntry] {
    var entries: [ProfileParameter.Name: ParameterEntry] = [:]
    try add(parameters, section: nil, to: &entries)
    return entries
  }

  private static func add(
    _ mapping: YAMLMapping, section: ProfileParameter.Group?,
    to entries: inout [ProfileParameter.Name: ParameterEntry]
  ) throws(InputError) {
    for entry in mapping.entries {
      if section == nil, let group = ProfileParameter.Group(rawValue: entry.key) {
        try add(entry.value.mapping(), section: group, to: &entries)
        continue
      }
      guard let name = ProfileParameter.Name(rawValue: entry.key) else {
        throw InputError(
          .unknownKey(
            entry.key, in: mapping.name, known: ProfileParameter.Name.allCases.map(\.rawValue)),
          at: entry.location)
      }
      let added = ParameterEntry(section: section, location: entry.location, value: entry.value)
      guard entries.updateValue(added, forKey: name) == nil else {
        throw added.error(expected: "one entry", found: "a second one")
      }
    }
  }

  /// An error at the place of the parameter's name.
  func error(expected: String, found: String) -> InputError {
    InputError(.invalidValue(of: value.name, expected: expected, found: found), at: location)
  }
}

extension ProfileParameter {
  /// Reads what a file says of a parameter.
  ///
  /// - Parameter dimension: the dimension that the unit must have; `nil` for any.
  init(name: Name, yaml: YAMLValue, dimension: Dimension?) throws(InputError) {
    let mapping = try yaml.mapping(keys: [
      "value", "low", "high", "unit", "source", "confidence", "drawn",
    ])
    let unitValue = try mapping.value("unit")
    let unit: Unit = try unitValue.choice("unit")
    if let dimension, unit.dimension != dimension {
      throw unitValue.error(expected: dimension.rawValue)
    }
    let confidence: Confidence = try mapping.value("confidence").choice("confidence")
    let value = try Self.value(mapping.value("value"), of: name, in: unit)
    let low = try Self.value(mapping.value("low"), of: name, in: unit)
    let high = try Self.value(mapping.value("high"), of: name, in: unit)
    guard low <= value else { throw try mapping.value("low").error(expected: "at most the value") }
    guard high >= value else {
      throw try mapping.value("high").error(expected: "at least the value")
    }
    self.init(
      name: name, value: value, low: low, high: high, unit: unit,
      source: try mapping.value("source").text(),
      confidence: confidence, drawn: try mapping["drawn"]?.boolean())
  }

  /// Returns a value in its range; a count must be whole.
  private static func value(
    _ yaml: YAMLValue, of name: Name, in unit: Unit
  ) throws(InputError) -> Double {
    let range = name.range(in: unit)
    guard unit.dimension == .count else { return try yaml.number(in: range) }
    return Double(try yaml.integer(in: Int(range.lowerBound)...Int(range.upperBound)))
  }
}
