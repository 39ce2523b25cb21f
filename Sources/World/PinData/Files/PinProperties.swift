import Support

/// The further columns or members of a pin as the text of a JSON object of scalars, as a store of
/// pins keeps it.
package struct PinProperties: Hashable, Sendable {
  /// The object's bytes; none without properties.
  private var bytes: [UInt8] = []
  private var count: UInt8 = 0
  /// The number of properties that are beyond the limits, or nested.
  package private(set) var leftOutCount: UInt32 = 0

  /// The maximum number of properties of a pin.
  package static let maxCount = 32
  /// The maximum length of the object in bytes.
  package static let maxLength = 2_000
  /// The names that an answer of a server gives a meaning of its own.
  private static let reservedNames: Set = [
    "name", "cluster", "point_count", "cluster_id", "expansion_zoom",
  ]

  /// No properties.
  package init() {}

  /// The object: `{"phone":"030 1","stars":4}`; empty without properties.
  package var json: String { String(decoding: bytes, as: UTF8.self) }
  /// The length of the object in bytes.
  package var length: Int { bytes.count }

  /// Adds a text.
  package mutating func add(_ name: String, text: String) {
    guard text.utf8.count <= Self.maxLength else { return leaveOut() }
    var value: [UInt8] = []
    value.appendJSON(text)
    add(name, value: value)
  }

  /// Adds the JSON of a number, true, false or null as it is, and leaves out anything else.
  package mutating func add(_ name: String, literal: some Sequence<UInt8>) {
    let value = Array(literal.prefix(Self.maxLength))
    var rest = value[...]
    guard Self.skipLiteral(&rest), rest.isEmpty else { return leaveOut() }
    add(name, value: value)
  }

  /// Counts a property that the object does not have.
  package mutating func leaveOut() { leftOutCount += 1 }

  /// Leaves out all properties.
  package mutating func leaveOutAll() {
    (bytes, count, leftOutCount) = ([], 0, leftOutCount + UInt32(count))
  }

  /// Adds a property; the first one of a name counts.
  private mutating func add(_ name: String, value: [UInt8]) {
    guard !Self.reservedNames.contains(name) else { return }
    guard count < Self.maxCount, name.utf8.count <= Self.maxLength else { return leaveOut() }
    var key: [UInt8] = []
    key.appendJSON(name)
    key.append(ASCII.colon)
    // In a value a quote is escaped.
    guard ![ASCII.comma, ASCII.openBrace].contains(where: { bytes.contains([$0] + key) }) else {
      return
    }
    let length = (bytes.isEmpty ? 2 : bytes.count + 1) + key.count + value.count
    guard length <= Self.maxLength else { return leaveOut() }
    if !bytes.isEmpty { bytes.removeLast() }
    bytes.append(bytes.isEmpty ? ASCII.openBrace : ASCII.comma)
    bytes += key + value + [ASCII.closeBrace]
    count += 1
  }
}

// A store is a file that others may have written.
extension PinProperties {
  /// Indicates whether a text is empty or a JSON object of scalars within the limit of length.
  package static func isValid(_ text: String) -> Bool {
    guard !text.isEmpty else { return true }
    guard text.utf8.count <= maxLength else { return false }
    var rest = Array(text.utf8)[...]
    guard rest.popFirst() == ASCII.openBrace, rest.popLast() == ASCII.closeBrace else {
      return false
    }
    while true {
      guard skipString(&rest), rest.popFirst() == ASCII.colon,
        skipString(&rest) || skipLiteral(&rest)
      else { return false }
      guard let next = rest.popFirst() else { return true }
      guard next == ASCII.comma else { return false }
    }
  }

  private static func skipString(_ rest: inout ArraySlice<UInt8>) -> Bool {
    guard rest.first == ASCII.quote else { return false }
    rest.removeFirst()
    while let byte = rest.popFirst() {
      switch byte {
      case ASCII.quote: return true
      case ..<ASCII.space: return false
      case ASCII.backslash:
        let escape = rest.popFirst() ?? 0
        guard escape == UInt8(ascii: "u") else {
          guard "\"\\/bfnrt".utf8.contains(escape) else { return false }
          continue
        }
        let digits = rest.prefix(4)
        guard digits.count == 4, digits.allSatisfy({ "0123456789abcdefABCDEF".utf8.contains($0) })
        else { return false }
        rest = rest.dropFirst(4)
      default: continue
      }
    }
    return false
  }

  /// Steps over a number, true, false or null (RFC 8259).
  private static func skipLiteral(_ rest: inout ArraySlice<UInt8>) -> Bool {
    for word in ["true", "false", "null"] where rest.starts(with: word.utf8) {
      rest = rest.dropFirst(word.utf8.count)
      return true
    }
    if rest.first == ASCII.minus { rest.removeFirst() }
    let hasZero = rest.first == UInt8(ascii: "0")
    let digits = skipDigits(&rest)
    guard digits > 0, !hasZero || digits == 1 else { return false }
    if rest.first == ASCII.point {
      rest.removeFirst()
      guard skipDigits(&rest) > 0 else { return false }
    }
    guard let mark = rest.first, ASCII.isExponentMark(mark) else { return true }
    rest.removeFirst()
    if rest.first == ASCII.plus || rest.first == ASCII.minus { rest.removeFirst() }
    return skipDigits(&rest) > 0
  }

  private static func skipDigits(_ rest: inout ArraySlice<UInt8>) -> Int {
    let count = rest.prefix(while: ASCII.isDigit).count
    rest = rest.dropFirst(count)
    return count
  }
}
