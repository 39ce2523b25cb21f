/// Pulls values out of JSON text while it is read, so that a document of any size needs no tree in
/// memory.
///
/// The caller asks for what it expects and skips what it does not want:
///
///     if try scanner.open(.object) {
///       repeat {
///         switch try scanner.key() { ... }   // consume or skip the member's value
///       } while try scanner.continues(.object)
///     }
struct JSONScanner: ~Copyable {
  /// The two kinds of JSON values that hold others.
  enum Container {
    case array
    case object
  }

  var reader: ByteReader
  /// The bytes of the string or number that was read last; kept to reuse its memory.
  var token: [UInt8] = []
  /// The current line, from 1. Outside of white space JSON has no line ends.
  private(set) var line = 1

  init(path: String) throws(ScanError) {
    reader = try ByteReader(path: path)
  }

  /// How many bytes were consumed so far.
  var offset: Int { reader.offset }

  /// The next byte that is no white space, not consumed; `nil` at the end of the file.
  mutating func peek() throws(ScanError) -> UInt8? {
    while let byte = try reader.peek() {
      switch byte {
      case ASCII.lineFeed: line += 1
      case ASCII.space, ASCII.tab, ASCII.carriageReturn: break
      default: return byte
      }
      _ = try reader.next()
    }
    return nil
  }

  /// Consumes the given byte, after white space; anything else is malformed.
  mutating func expect(
    _ byte: UInt8, or expected: @autoclosure () -> String
  ) throws(ScanError) {
    let found = try peek()
    guard found == byte else {
      throw ScanError.malformed(expected: expected(), found: ASCII.name(of: found))
    }
    _ = try reader.next()
  }

  /// Enters an array or an object. Returns whether it has anything in it; if not, it was left
  /// again.
  mutating func open(_ container: Container) throws(ScanError) -> Bool {
    try expect(container.opening, or: container.name)
    guard try peek() == container.closing else { return true }
    _ = try reader.next()
    return false
  }

  /// Steps over the comma to the next value and returns true, or leaves the array or object.
  mutating func continues(_ container: Container) throws(ScanError) -> Bool {
    let byte = try peek()
    guard byte == ASCII.comma || byte == container.closing else {
      throw ScanError.malformed(
        expected: "',' or \(ASCII.name(of: container.closing))", found: ASCII.name(of: byte))
    }
    _ = try reader.next()
    return byte == ASCII.comma
  }

  /// Reads a member's name and the colon after it.
  mutating func key() throws(ScanError) -> String {
    let key = try string()
    try expect(ASCII.colon, or: "':' after \"\(key)\"")
    return key
  }

  /// Reads a number.
  mutating func number() throws(ScanError) -> Double {
    let first = try peek()
    token.removeAll(keepingCapacity: true)
    while let byte = try reader.peek(), Self.isPartOfNumber(byte) {
      token.append(byte)
      _ = try reader.next()
    }
    guard let number = DecimalNumber.parse(token[...]) else {
      let found =
        token.isEmpty
        ? ASCII.name(of: first) : "\"" + String(decoding: token, as: UTF8.self) + "\""
      throw ScanError.malformed(expected: "a number", found: found)
    }
    return number
  }

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    ASCII.isDigit(byte) || byte == ASCII.point || byte == ASCII.minus || byte == ASCII.plus
      || ASCII.isExponentMark(byte)
  }
}

extension JSONScanner.Container {
  var opening: UInt8 {
    switch self {
    case .array: ASCII.openBracket
    case .object: ASCII.openBrace
    }
  }

  var closing: UInt8 {
    switch self {
    case .array: ASCII.closeBracket
    case .object: ASCII.closeBrace
    }
  }

  var name: String {
    switch self {
    case .array: "an array ('[')"
    case .object: "an object ('{')"
    }
  }
}
