extension JSONScanner {
  /// Reads a string and resolves its escapes.
  mutating func string() throws(ScanError) -> String {
    try scanString()
    return String(decoding: token, as: UTF8.self)
  }

  /// Reads a string's bytes, escapes resolved, into `token`.
  mutating func scanString() throws(ScanError) {
    try expect(ASCII.quote, or: "a string ('\"')")
    token.removeAll(keepingCapacity: true)
    while let byte = try reader.next() {
      switch byte {
      case ASCII.quote: return
      case ASCII.backslash: try scanEscape()
      case ..<ASCII.space:
        throw ScanError.malformed(
          expected: "'\"' at the end of the string, or an escape", found: ASCII.name(of: byte))
      default: token.append(byte)
      }
    }
    throw ScanError.malformed(
      expected: "'\"' at the end of the string", found: ASCII.name(of: nil))
  }

  private mutating func scanEscape() throws(ScanError) {
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
      throw ScanError.malformed(
        expected: "one of \" \\ / b f n r t u after '\\'", found: ASCII.name(of: byte))
    }
  }

  /// Reads the digits after `\u`, and a second escape where the first is half of a pair.
  private mutating func scanUnicodeEscape() throws(ScanError) {
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

  private mutating func codeUnit() throws(ScanError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      let byte = try reader.next()
      guard let byte, let digit = Character(UnicodeScalar(byte)).hexDigitValue else {
        throw ScanError.malformed(
          expected: "four hexadecimal digits after '\\u'", found: ASCII.name(of: byte))
      }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }
}
