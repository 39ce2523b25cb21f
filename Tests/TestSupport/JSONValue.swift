import Foundation

/// A JSON document as another program reads it: without a type for each of its objects.
///
///     let document = try project.json("Reports/gate/gate.json")
///     #expect(document.verdict.status == "regression")
///
/// What is not there is `null`. Keys with the name of a property are read by a subscript.
@dynamicMemberLookup
package enum JSONValue: Decodable, Equatable, Sendable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  package init(_ text: String) throws {
    self = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([JSONValue].self) {
      self = .list(list)
    } else if let object = try? container.decode([String: JSONValue].self) {
      self = .object(object)
    } else {
      self = .null
    }
  }

  package subscript(dynamicMember key: String) -> JSONValue { self[key] }

  package subscript(key: String) -> JSONValue { object[key] ?? .null }

  package subscript(index: Int) -> JSONValue { index < list.count ? list[index] : .null }

  /// The elements of a list; none of another value.
  package var list: [JSONValue] {
    if case .list(let list) = self { list } else { [] }
  }

  /// The values of an object by their keys; none of another value.
  package var object: [String: JSONValue] {
    if case .object(let object) = self { object } else { [:] }
  }

  package var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  package var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }

  package func isNear(_ expected: Double, within tolerance: Double) -> Bool {
    number.map { abs($0 - expected) < tolerance } ?? false
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .text(value) }

  package init(integerLiteral value: Int) { self = .number(Double(value)) }

  package init(floatLiteral value: Double) { self = .number(value) }

  package init(booleanLiteral value: Bool) { self = .flag(value) }

  package init(arrayLiteral elements: JSONValue...) { self = .list(elements) }

  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(uniqueKeysWithValues: elements))
  }
}

extension TemporaryFolder {
  /// The JSON document in a file.
  package func json(_ name: String) throws -> JSONValue { try JSONValue(read(name)) }
}
