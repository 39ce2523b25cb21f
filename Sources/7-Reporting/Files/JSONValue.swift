import Support

/// JSON, written as it is.
indirect enum JSONValue: Encodable, Sendable {
  case text(String)
  case number(Double)
  case flag(Bool)
  case list([JSONValue])
  case object([String: JSONValue])

  static func texts(_ texts: [String]) -> JSONValue { .list(texts.map { .text($0) }) }

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

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral value: String) { self = .text(value) }
  init(integerLiteral value: Int) { self = .number(Double(value)) }
  init(booleanLiteral value: Bool) { self = .flag(value) }
  init(arrayLiteral elements: JSONValue...) { self = .list(elements) }
  init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements, uniquingKeysWith: { first, _ in first }))
  }
}

/// An object of JSON: the fields of a document, if there is one, and others.
package struct JSONFields: Encodable {
  private let document: (any Encodable)?
  private let fields: [String: any Encodable]

  package init(_ document: (any Encodable)? = nil, fields: [String: any Encodable]) {
    self.document = document
    self.fields = fields
  }

  package func encode(to encoder: any Encoder) throws {
    try document?.encode(to: encoder)
    var container = encoder.container(keyedBy: MemberName.self)
    for (name, field) in fields {
      try container.encode(field, forKey: MemberName(stringValue: name))
    }
  }
}
