import YAMLReading

extension PlatformProfile {
  /// Reads a profile from a YAML text; `file` is the name that errors give.
  public init(yaml text: String, file: String) throws(InputError) {
    let root = try YAMLDocument(text: text, file: file).root
    let profile = try root.mapping(keys: ["profile", "title", "warning", "parameters"])
    let known = ProfileParameter.Name.allCases.map(\.rawValue)
    let values = try profile.value("parameters").mapping(keys: known)
    var parameters: [ProfileParameter] = []
    for name in ProfileParameter.Name.allCases {
      parameters.append(try ProfileParameter(name: name, yaml: values.value(name.rawValue)))
    }
    self.init(
      name: try profile.value("profile").text(),
      title: try profile.value("title").text(),
      warning: try profile.value("warning").text(),
      parameters: parameters)
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
      value: try mapping.value("value").number(in: name.range(in: unit)),
      unit: unit,
      source: try mapping.value("source").text(),
      confidence: confidence)
  }
}
