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
    var value: [UInt8] = []
    value.appendJSON(text)
    add(name, json: value)
  }

  /// Counts a property that the object does not have.
  package mutating func leaveOut() { leftOutCount += 1 }

  /// Leaves out all properties.
  package mutating func leaveOutAll() {
    (bytes, count, leftOutCount) = ([], 0, leftOutCount + UInt32(count))
  }

  /// Adds the JSON of a scalar as it is; the first property of a name counts.
  package mutating func add(_ name: String, json value: some Collection<UInt8>) {
    guard !Self.reservedNames.contains(name) else { return }
    guard count < Self.maxCount, name.utf8.count <= Self.maxLength else { return leaveOut() }
    var key: [UInt8] = []
    key.appendJSON(name)
    key.append(ASCII.colon)
    guard !has(key) else { return }
    let length = (bytes.isEmpty ? 2 : bytes.count + 1) + key.count + value.count
    guard length <= Self.maxLength else { return leaveOut() }
    if !bytes.isEmpty { bytes.removeLast() }
    bytes.append(bytes.isEmpty ? ASCII.openBrace : ASCII.comma)
    bytes += key + value + [ASCII.closeBrace]
    count += 1
  }

  /// Returns whether the object has a name with its colon: behind the brace or a comma, because in
  /// a value a quote is escaped.
  private func has(_ key: [UInt8]) -> Bool {
    guard key.count < bytes.count else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      (1...bytes.count - key.count).contains { start in
        (bytes[start - 1] == ASCII.comma || bytes[start - 1] == ASCII.openBrace)
          && bytes[start] == ASCII.quote
          && bytes[start..<start + key.count].elementsEqual(key)
      }
    }
  }

  /// Returns whether a text is empty or a JSON object of scalars within the limit of length: a
  /// store is a file that others may have written.
  package static func isValid(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first else { return true }
    guard bytes.count <= maxLength, first == ASCII.openBrace, bytes.last == ASCII.closeBrace else {
      return false
    }
    var scanner = JSONScanner(ByteReader(bytes))
    var values: [[UInt8]?] = []
    do throws(Problem) {
      try scanner.members { (_, scanner) throws(Problem) in values.append(try scanner.scalar()) }
      guard try scanner.peek() == nil else { return false }
      return !values.isEmpty && !values.contains(nil)
    } catch {
      return false
    }
  }
}

extension JSONScanner {
  /// Reads the next value and returns it as JSON (RFC 8259); `nil` for what is nested, and for what
  /// only other languages write, as NaN or 01.
  mutating func scalar() throws(Problem) -> [UInt8]? {
    switch try peek() {
    case ASCII.quote:
      var json: [UInt8] = []
      json.appendJSON(try string())
      return json
    case let byte? where ASCII.isDigit(byte) || byte == ASCII.minus:
      _ = try number()
      let digits = token.first == ASCII.minus ? token.dropFirst() : token[...]
      let fraction = digits.drop { $0 != ASCII.point }
      let isJSON =
        digits.first.map(ASCII.isDigit) == true
        && !(digits.first == ASCII.zero && digits.dropFirst().first.map(ASCII.isDigit) == true)
        && (fraction.isEmpty || fraction.dropFirst().first.map(ASCII.isDigit) == true)
      return isJSON ? token : nil
    case let byte:
      let word = ["true", "false", "null"].first { $0.utf8.first == byte }
      try skipValue()
      return word.map { Array($0.utf8) }
    }
  }
}
