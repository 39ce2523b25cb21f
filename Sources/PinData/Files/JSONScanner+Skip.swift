extension JSONScanner {
  /// How deep ignored values may be nested. Without a limit, a hostile file could exhaust the
  /// stack.
  private static let deepestNesting = 512

  /// Reads the next value, whatever it is, and forgets it.
  mutating func skipValue() throws(ScanError) {
    try skipValue(depth: 0)
  }

  private mutating func skipValue(depth: Int) throws(ScanError) {
    guard depth < Self.deepestNesting else {
      throw ScanError.malformed(
        expected: "values nested at most \(Self.deepestNesting) deep", found: "deeper ones")
    }
    switch try peek() {
    case ASCII.quote:
      try scanString()
    case ASCII.openBrace:
      guard try open(.object) else { return }
      repeat {
        _ = try key()
        try skipValue(depth: depth + 1)
      } while try continues(.object)
    case ASCII.openBracket:
      guard try open(.array) else { return }
      repeat {
        try skipValue(depth: depth + 1)
      } while try continues(.array)
    case UInt8(ascii: "t"): try expectWord("true")
    case UInt8(ascii: "f"): try expectWord("false")
    case UInt8(ascii: "n"): try expectWord("null")
    case let byte?
    where ASCII.isDigit(byte) || byte == ASCII.minus:
      _ = try number()
    case let byte:
      throw ScanError.malformed(expected: "a JSON value", found: ASCII.name(of: byte))
    }
  }

  /// Consumes a word of lower-case letters.
  mutating func expectWord(_ word: String) throws(ScanError) {
    for letter in word.utf8 {
      let byte = try reader.next()
      guard byte == letter else {
        throw ScanError.malformed(expected: "\"\(word)\"", found: ASCII.name(of: byte))
      }
    }
  }
}
