import ScenarioModel

extension JSONValue {
  /// The schema of a list that is not empty.
  static func array(of items: JSONValue, isUnique: Bool = false) -> JSONValue {
    ["type": "array", "items": items, "minItems": 1, "uniqueItems": .flag(isUnique)]
  }

  /// The schema with further keywords.
  func adding(_ keywords: [String: JSONValue]) -> JSONValue {
    guard case .object(let own) = self else { return self }
    return .object(own.merging(keywords) { $1 })
  }
}

extension ScenarioKey {
  /// The schema of what a file may write for the key.
  var schema: JSONValue {
    var keywords = value.schema
    if !meaning.isEmpty { keywords["description"] = .text(meaning) }
    if let standard { keywords["default"] = value.schemaValue(of: standard) }
    return .object(keywords)
  }
}

extension [ScenarioKey] {
  /// The schemas by the names of the keys.
  var schemas: [String: JSONValue] {
    Dictionary(map { ($0.name, $0.schema) }, uniquingKeysWith: { first, _ in first })
  }

  /// The names of the keys that each file has.
  var requiredNames: JSONValue { .texts(filter(\.isRequired).map(\.name)) }
}

extension ScenarioKey.Value {
  /// The values that a file may have, in the words of a schema.
  fileprivate var schema: [String: JSONValue] {
    switch self {
    case .any: [:]
    case .text: ["type": "string"]
    case .number(let range): Self.schema("number", fraction: #"(\.[0-9_]+)?"#, in: range)
    case .integer(let range):
      Self.schema("integer", in: Double(range.lowerBound)...Double(range.upperBound))
    case .flag: ["type": "boolean"]
    case .choice(let names): ["enum": .texts(names)]
    case .choices(let names): Self.oneOrMore(.choice(names))
    case .choiceOrFile(let names):
      ["anyOf": [["enum": .texts(names)], ["type": "string", "pattern": #"\.ya?ml$"#]]]
    case .list(let element, let count):
      Self.list(of: element, adding: ["minItems": .number(Double(count.lowerBound))]).merging(
        count.upperBound < .max ? ["maxItems": .number(Double(count.upperBound))] : [:]
      ) { $1 }
    case .oneOrMore(let element): Self.oneOrMore(element)
    case .group(let keys):
      [
        "type": "object", "properties": .object(keys.schemas), "required": keys.requiredNames,
        "additionalProperties": false,
      ]
    }
  }

  private static func list(
    of element: Self, adding keywords: [String: JSONValue]
  ) -> [String: JSONValue] {
    keywords.merging(["type": "array", "items": .object(element.schema)]) { $1 }
  }

  private static func oneOrMore(_ element: Self) -> [String: JSONValue] {
    let list = list(of: element, adding: ["minItems": 1, "uniqueItems": true])
    return ["anyOf": [.object(element.schema), .object(list)]]
  }

  /// The schema of a number. Underscores between digits make a text of it for YAML.
  private static func schema(
    _ type: String, fraction: String = "", in range: ClosedRange<Double>
  ) -> [String: JSONValue] {
    let sign = range.lowerBound < 0 ? "-?" : ""
    var keywords: [String: JSONValue] = [
      "type": .texts([type, "string"]), "pattern": .text("^\(sign)[0-9][0-9_]*\(fraction)$"),
      "minimum": .number(range.lowerBound),
    ]
    // The largest number is no limit that a file names.
    if range.upperBound < Double(Int.max) { keywords["maximum"] = .number(range.upperBound) }
    return keywords
  }

  /// The value that a text of a file stands for; `nil` where only its reader knows it.
  fileprivate func schemaValue(of text: String) -> JSONValue? {
    switch self {
    case .any, .group, .list: nil
    case .text, .choice, .choiceOrFile: .text(text)
    case .oneOrMore(let element): element.schemaValue(of: text)
    case .number, .integer: Double(text).map { .number($0) }
    case .flag: Bool(text).map { .flag($0) }
    case .choices: .texts(text.split(separator: ", ").map { String($0) })
    }
  }
}
