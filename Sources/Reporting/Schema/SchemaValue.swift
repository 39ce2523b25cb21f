import ScenarioModel

/// A value of a JSON Schema, written as the JSON that it becomes.
indirect enum SchemaValue: Encodable, Sendable {
  case text(String)
  case number(Double)
  case flag(Bool)
  case list([SchemaValue])
  case object([String: SchemaValue])

  static func texts(_ texts: [String]) -> SchemaValue { .list(texts.map { .text($0) }) }

  /// The schema of a list that is not empty.
  static func array(of items: SchemaValue) -> SchemaValue {
    ["type": "array", "items": items, "minItems": 1]
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .flag(let value): try container.encode(value)
    case .list(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

extension SchemaValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral value: String) { self = .text(value) }
  init(integerLiteral value: Int) { self = .number(Double(value)) }
  init(booleanLiteral value: Bool) { self = .flag(value) }
  init(arrayLiteral elements: SchemaValue...) { self = .list(elements) }
  init(dictionaryLiteral elements: (String, SchemaValue)...) {
    self = .object(Dictionary(elements, uniquingKeysWith: { first, _ in first }))
  }
}

extension ScenarioKey {
  /// The schema of what a file may write for the key.
  var schema: SchemaValue {
    var keywords = value.schema
    if !meaning.isEmpty { keywords["description"] = .text(meaning) }
    if let standard { keywords["default"] = value.schemaValue(of: standard) }
    return .object(keywords)
  }
}

extension [ScenarioKey] {
  /// The schemas by the names of the keys.
  var schemas: [String: SchemaValue] {
    Dictionary(map { ($0.name, $0.schema) }, uniquingKeysWith: { first, _ in first })
  }

  /// The names of the keys that each file has.
  var requiredNames: SchemaValue { .texts(filter(\.isRequired).map(\.name)) }
}

extension ScenarioKey.Value {
  /// What a file may write, in the words of a schema.
  fileprivate var schema: [String: SchemaValue] {
    switch self {
    case .any: [:]
    case .text: ["type": "string"]
    case .number(let range): Self.schema("number", fraction: #"(\.[0-9_]+)?"#, in: range)
    case .integer(let range):
      Self.schema("integer", in: Double(range.lowerBound)...Double(range.upperBound))
    case .flag: ["type": "boolean"]
    case .choice(let names): ["enum": .texts(names)]
    case .choices(let names):
      [
        "anyOf": [
          ["enum": .texts(names)],
          [
            "type": "array", "items": ["enum": .texts(names)], "minItems": 1, "uniqueItems": true,
          ],
        ]
      ]
    case .group(let keys):
      [
        "type": "object", "properties": .object(keys.schemas), "required": keys.requiredNames,
        "additionalProperties": false,
      ]
    }
  }

  /// The schema of a number. Underscores between digits make a text of it for YAML.
  private static func schema(
    _ type: String, fraction: String = "", in range: ClosedRange<Double>
  ) -> [String: SchemaValue] {
    let sign = range.lowerBound < 0 ? "-?" : ""
    var keywords: [String: SchemaValue] = [
      "type": .texts([type, "string"]), "pattern": .text("^\(sign)[0-9][0-9_]*\(fraction)$"),
      "minimum": .number(range.lowerBound),
    ]
    // The largest number is no limit that a file names.
    if range.upperBound < Double(Int.max) { keywords["maximum"] = .number(range.upperBound) }
    return keywords
  }

  /// The value that a text of a file stands for; `nil` where only its reader knows it.
  fileprivate func schemaValue(of text: String) -> SchemaValue? {
    switch self {
    case .any, .group: nil
    case .text, .choice: .text(text)
    case .number, .integer: Double(text).map { .number($0) }
    case .flag: Bool(text).map { .flag($0) }
    case .choices: .texts(text.split(separator: ", ").map { String($0) })
    }
  }
}
