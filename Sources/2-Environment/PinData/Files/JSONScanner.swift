import Clustering

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
  /// The two kinds of JSON values that contain others, by their first bytes.
  enum Container: UInt8 {
    case array = 0x5B
    case object = 0x7B

    var opening: UInt8 { rawValue }
    /// Both closing brackets are two bytes behind the opening ones.
    var closing: UInt8 { rawValue + 2 }
    var name: String { self == .array ? "an array ('[')" : "an object ('{')" }
  }

  /// The maximum length of a string or a number, in bytes. Without a limit, a small compressed file
  /// could exhaust the memory.
  private static let maxTokenLength = 16 << 20

  var reader: ByteReader
  /// The bytes of the string or number that was read last; kept to reuse its memory.
  var token: [UInt8] = []
  /// The current line, from 1. Outside of white space JSON has no line ends.
  private(set) var line = 1
  /// The number of bytes before the current line.
  private var lineOffset: Int

  init(path: String) throws(Problem) { self.init(try ByteReader(path: path)) }

  init(_ reader: consuming ByteReader) {
    lineOffset = reader.offset
    self.reader = reader
  }

  /// The place of the next byte.
  var position: DataFileError.TextPosition {
    DataFileError.TextPosition(
      line: line, column: max(1, reader.offset - lineOffset + 1), byteOffset: reader.offset)
  }

  /// The next byte of a text after others, not consumed; `nil` at the end of the file.
  mutating func peekText() throws(Problem) -> UInt8? {
    while try peek() == ASCII.recordSeparator { _ = try reader.next() }
    return try peek()
  }

  /// The next byte that is no white space, not consumed; `nil` at the end of the file.
  mutating func peek() throws(Problem) -> UInt8? {
    while let byte = try reader.peek() {
      switch byte {
      case ASCII.lineFeed:
        line += 1
        lineOffset = reader.offset + 1
      case ASCII.space, ASCII.tab, ASCII.carriageReturn: break
      default: return byte
      }
      _ = try reader.next()
    }
    return nil
  }

  /// Consumes the given byte, after white space; anything else is malformed.
  mutating func expect(_ byte: UInt8, or expected: @autoclosure () -> String) throws(Problem) {
    let found = try peek()
    guard found == byte else { throw .mismatch(expected: expected(), found: ASCII.name(of: found)) }
    _ = try reader.next()
  }

  /// Enters an array or an object and returns true, or steps over an empty one and returns false.
  mutating func open(_ container: Container) throws(Problem) -> Bool {
    try expect(container.opening, or: container.name)
    guard try peek() == container.closing else { return true }
    _ = try reader.next()
    return false
  }

  /// Steps over the comma to the next value and returns true, or leaves the array or object.
  mutating func continues(_ container: Container) throws(Problem) -> Bool {
    let byte = try peek()
    guard byte == ASCII.comma || byte == container.closing else {
      throw .mismatch(
        expected: "',' or \(ASCII.name(of: container.closing))", found: ASCII.name(of: byte))
    }
    _ = try reader.next()
    return byte == ASCII.comma
  }

  /// Reads a member's name and the colon after it.
  mutating func key() throws(Problem) -> String {
    let key = try string()
    try expect(ASCII.colon, or: "':' after \"\(key)\"")
    return key
  }

  /// Reads a number.
  mutating func number() throws(Problem) -> Double {
    let first = try peek()
    token.removeAll(keepingCapacity: true)
    while let byte = try reader.peek(), Self.isPartOfNumber(byte) {
      guard token.count < Self.maxTokenLength else {
        throw .mismatch(expected: "a number", found: "more than 16 MiB of digits")
      }
      token.append(byte)
      _ = try reader.next()
    }
    guard let number = DecimalNumber.parse(token[...]) else {
      let found =
        token.isEmpty
        ? ASCII.name(of: first) : "\"" + String(decoding: token, as: UTF8.self) + "\""
      throw .mismatch(expected: "a number", found: found)
    }
    return number
  }

  /// Reads a number, or `nil` from null and from NaN, which Python writes although JSON has none.
  mutating func numberOrNull() throws(Problem) -> Double? {
    guard let byte = try peek(), byte | 0x20 == UInt8(ascii: "n") else { return try number() }
    try expectWord(byte == UInt8(ascii: "N") ? "NaN" : "null")
    return nil
  }

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    ASCII.isDigit(byte) || byte == ASCII.point || byte == ASCII.minus || byte == ASCII.plus
      || ASCII.isExponentMark(byte)
  }

  /// Reads a string and resolves its escapes.
  mutating func string() throws(Problem) -> String {
    try scanString()
    return String(decoding: token, as: UTF8.self)
  }

  /// Reads a string's bytes, escapes resolved, into `token`.
  mutating func scanString() throws(Problem) {
    try expect(ASCII.quote, or: "a string ('\"')")
    token.removeAll(keepingCapacity: true)
    while let byte = try reader.next() {
      guard token.count < Self.maxTokenLength else {
        throw .mismatch(expected: "a string of at most 16 MiB", found: "a longer one")
      }
      switch byte {
      case ASCII.quote: return
      case ASCII.backslash: try scanEscape()
      case ..<ASCII.space:
        throw .mismatch(
          expected: "'\"' at the end of the string, or an escape", found: ASCII.name(of: byte))
      default: token.append(byte)
      }
    }
    throw .mismatch(expected: "'\"' at the end of the string", found: ASCII.name(of: nil))
  }

  private mutating func scanEscape() throws(Problem) {
    let byte = try reader.next()
    switch byte {
    case ASCII.quote, ASCII.backslash, UInt8(ascii: "/"): token.append(byte ?? ASCII.space)
    case UInt8(ascii: "b"): token.append(0x08)
    case UInt8(ascii: "f"): token.append(0x0C)
    case UInt8(ascii: "n"): token.append(ASCII.lineFeed)
    case UInt8(ascii: "r"): token.append(ASCII.carriageReturn)
    case UInt8(ascii: "t"): token.append(ASCII.tab)
    case UInt8(ascii: "u"): try scanUnicodeEscape()
    default:
      throw .mismatch(
        expected: "one of \" \\ / b f n r t u after '\\'", found: ASCII.name(of: byte))
    }
  }

  /// Reads the digits after `\u`, and a second escape where the first is half of a pair.
  private mutating func scanUnicodeEscape() throws(Problem) {
    var units = [try codeUnit()]
    if UTF16.isLeadSurrogate(units[0]), try reader.peek() == ASCII.backslash {
      _ = try reader.next()
      guard try reader.peek() == UInt8(ascii: "u") else {
        token.append(contentsOf: String(decoding: units, as: UTF16.self).utf8)
        return try scanEscape()
      }
      _ = try reader.next()
      units.append(try codeUnit())
    }
    // Half of a pair on its own becomes the replacement character.
    token.append(contentsOf: String(decoding: units, as: UTF16.self).utf8)
  }

  private mutating func codeUnit() throws(Problem) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      let byte = try reader.next()
      guard let byte, let digit = Character(UnicodeScalar(byte)).hexDigitValue else {
        throw .mismatch(
          expected: "four hexadecimal digits after '\\u'", found: ASCII.name(of: byte))
      }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  /// The maximum depth of ignored values. Without a limit, a hostile file could exhaust the
  /// stack.
  private static let deepestNesting = 512

  /// Reads the next value, whatever it is, and forgets it.
  ///
  /// - Parameter depth: the number of values around it that are ignored too.
  mutating func skipValue(depth: Int = 0) throws(Problem) {
    guard depth < Self.deepestNesting else {
      throw .mismatch(
        expected: "values nested at most \(Self.deepestNesting) deep", found: "deeper ones")
    }
    switch try peek() {
    case ASCII.quote: try scanString()
    case ASCII.openBrace:
      try members { (_, scanner) throws(Problem) in try scanner.skipValue(depth: depth + 1) }
    case ASCII.openBracket:
      guard try open(.array) else { return }
      repeat {
        try skipValue(depth: depth + 1)
      } while try continues(.array)
    case UInt8(ascii: "t"): try expectWord("true")
    case UInt8(ascii: "f"): try expectWord("false")
    case UInt8(ascii: "n"), UInt8(ascii: "N"): _ = try numberOrNull()
    case let byte?
    where ASCII.isDigit(byte) || byte == ASCII.minus:
      _ = try number()
    case let byte: throw .mismatch(expected: "a JSON value", found: ASCII.name(of: byte))
    }
  }

  /// Consumes a word.
  mutating func expectWord(_ word: String) throws(Problem) {
    for letter in word.utf8 {
      let byte = try reader.next()
      guard byte == letter else {
        throw .mismatch(expected: "\"\(word)\"", found: ASCII.name(of: byte))
      }
    }
  }

  /// Reads an object that has two members with numbers; others are skipped.
  mutating func numbers(
    _ firstName: String, _ secondName: String
  ) throws(Problem) -> (Double, Double) {
    var first: Double?
    var second: Double?
    try members { (name, scanner) throws(Problem) in
      switch name {
      case firstName: first = try scanner.number()
      case secondName: second = try scanner.number()
      default: try scanner.skipValue()
      }
    }
    guard let first, let second else {
      throw .mismatch(
        expected: "an object with the members \"\(firstName)\" and \"\(secondName)\"",
        found: "an object without one of them")
    }
    return (first, second)
  }

  /// Reads an object; the body reads or skips the value of each member.
  mutating func members(
    _ read: (_ name: String, inout JSONScanner) throws(Problem) -> Void
  ) throws(Problem) {
    guard try open(.object) else { return }
    repeat {
      let name = try key()
      try read(name, &self)
    } while try continues(.object)
  }
}
