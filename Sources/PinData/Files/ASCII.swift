/// The bytes that text formats give a meaning to.
enum ASCII {
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  static let comma = UInt8(ascii: ",")
  static let colon = UInt8(ascii: ":")
  static let semicolon = UInt8(ascii: ";")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
  static let minus = UInt8(ascii: "-")
  static let plus = UInt8(ascii: "+")
  static let point = UInt8(ascii: ".")
  static let zero = UInt8(ascii: "0")
  static let nine = UInt8(ascii: "9")

  static func isDigit(_ byte: UInt8) -> Bool {
    byte >= zero && byte <= nine
  }

  static func isExponentMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E")
  }

  /// How an error message names a byte, or the file's end.
  static func name(of byte: UInt8?) -> String {
    guard let byte else { return "the end of the file" }
    if byte == lineFeed || byte == carriageReturn { return "the end of the line" }
    guard byte > space, byte < 0x7F else { return "byte 0x" + String(byte, radix: 16) }
    return "'" + String(UnicodeScalar(byte)) + "'"
  }
}
