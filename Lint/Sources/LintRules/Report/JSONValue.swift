import Foundation

/// A value of a JSON document that is written in the order in which it is built.
enum JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  case text(String)
  case number(Int)
  case flag(Bool)
  case list([JSONValue])
  case object([(key: String, value: JSONValue)])

  init(stringLiteral value: String) { self = .text(value) }
  init(integerLiteral value: Int) { self = .number(value) }
  init(booleanLiteral value: Bool) { self = .flag(value) }
  init(arrayLiteral elements: JSONValue...) { self = .list(elements) }
  init(dictionaryLiteral elements: (String, JSONValue?)...) {
    self = .object(elements.compactMap { key, value in value.map { (key, $0) } })
  }

  func text(indentation: String = "") -> String {
    let inner = indentation + "  "
    func lines(_ items: [String], _ open: String, _ close: String) -> String {
      items.isEmpty
        ? open + close
        : open + "\n" + items.map { inner + $0 }.joined(separator: ",\n") + "\n" + indentation
          + close
    }
    return switch self {
    case .text(let text): Self.quoted(text)
    case .number(let number): String(number)
    case .flag(let flag): String(flag)
    case .list(let values): lines(values.map { $0.text(indentation: inner) }, "[", "]")
    case .object(let fields):
      lines(
        fields.map { Self.quoted($0.key) + ": " + $0.value.text(indentation: inner) }, "{", "}")
    }
  }

  private static func quoted(_ text: String) -> String {
    "\""
      + text.unicodeScalars.map { scalar in
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\n": "\\n"
        case "\u{0}"..<" ": "\\u" + String(format: "%04x", scalar.value)
        default: String(scalar)
        }
      }.joined() + "\""
  }
}
