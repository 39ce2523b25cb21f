/// The label of a pin in a file, as far as a server of pins needs it.
package struct PinLabel: Hashable, Sendable {
  /// The whole number that identifies the pin in the file; `nil` without one.
  package var identifier: Int64?
  /// The name for people; empty without one, and cut at ``maxNameLength``.
  package var name = ""
  /// The other columns or members.
  package var properties = PinProperties()

  /// The maximum length of a name in bytes, as a store of pins has it: the names of a small
  /// compressed file could fill the memory.
  package static let maxNameLength = 1_000

  /// The beginning of a name, of whole scalars, that is not longer than allowed.
  ///
  /// By scalars: to find the characters of a long text takes quadratic time where they are flags.
  static func cut(_ name: String) -> String {
    guard name.utf8.count > maxNameLength else { return name }
    var scalars = String.UnicodeScalarView()
    var length = 0
    for scalar in name.unicodeScalars {
      length += UTF8.width(scalar)
      guard length <= maxNameLength else { break }
      scalars.append(scalar)
    }
    return String(scalars)
  }

  /// The names of a name's property or column, in lower case; the first that a file has is taken.
  static let nameKeys = ["name", "title"]
  /// The name of an identifier's member or column.
  static let identifierKey = "id"
  /// The largest identifier, in both directions: a number of JSON is exact up to it.
  package static let maxIdentifier: Int64 = 1 << 53 - 1

  /// Takes what identifies the pin in the file: a whole number, and any other text as a property.
  mutating func identify(_ text: String) {
    identifier = Int64(text).flatMap { $0.magnitude <= UInt64(Self.maxIdentifier) ? $0 : nil }
    if !text.isEmpty, identifier.map({ "\($0)" }) != text {
      properties.add(Self.identifierKey, text: text)
    }
  }
}

extension JSONItems {
  /// Reads the member that identifies an item: a whole number, or a text of digits.
  mutating func scanIdentifier() throws(Problem) {
    switch try scanner.peek() {
    case ASCII.quote: details.label?.identify(try scanner.string())
    case let byte? where ASCII.isDigit(byte) || byte == ASCII.minus:
      let number = try scanner.number()
      let text = String(decoding: scanner.token, as: UTF8.self)
      details.label?.identify(Int64(exactly: number).map { "\($0)" } ?? text)
    default: try scanner.skipValue()
    }
  }

  /// Reads a name, unless one was read under a key that is earlier in the list.
  mutating func scanName(_ key: String) throws(Problem) {
    guard try scanner.peek() == ASCII.quote else { return try scanner.skipValue() }
    let text = ASCII.trimmedText(Array(try scanner.string().utf8)[...])
    if details.label?.name.isEmpty == true || key.lowercased() == PinLabel.nameKeys[0] {
      details.label?.name = PinLabel.cut(text)
    }
  }

  /// Reads a member as a property of the pin. What is nested is left out.
  mutating func scanLabelProperty(_ name: String) throws(Problem) {
    if let value = try scanner.scalar() {
      details.label?.properties.add(name, json: value)
    } else {
      details.label?.properties.leaveOut()
    }
  }
}
