/// Reads decimal numbers from bytes, rounded correctly.
enum DecimalNumber {
  /// Returns the number that the bytes spell, or `nil` where they spell none.
  ///
  /// The usual coordinate takes the fast path: digits that fit a double's 53 bits, divided by a
  /// power of ten that a double holds exactly, give the correctly rounded result (Clinger, 1990).
  /// Everything else, "nan" and "inf" included, is left to the standard library.
  ///
  /// - Parameter allowsComma: true if a comma may be before the fraction, too, as spreadsheets of many
  ///   countries write it.
  static func parse(_ bytes: ArraySlice<UInt8>, allowsComma: Bool = false) -> Double? {
    var digits: UInt64 = 0
    var digitCount = 0
    var fractionDigitCount = 0
    var hasPoint = false
    var index = bytes.startIndex
    let isNegative = bytes.first == ASCII.minus
    if isNegative { index += 1 }
    while index < bytes.endIndex {
      let byte = bytes[index]
      if ASCII.isDigit(byte) {
        // 19 digits always fit 64 bits; the limit below excludes longer numbers.
        if digitCount < 19 { digits = digits * 10 + UInt64(byte - ASCII.zero) }
        digitCount += 1
        if hasPoint { fractionDigitCount += 1 }
      } else if !hasPoint, byte == ASCII.point || allowsComma && byte == ASCII.comma {
        hasPoint = true
      } else {
        return standardLibraryValue(bytes, allowsComma)
      }
      index += 1
    }
    guard digitCount > 0, digitCount <= 19, digits <= 1 << 53,
      fractionDigitCount < exactPowersOfTen.count
    else {
      return standardLibraryValue(bytes, allowsComma)
    }
    let magnitude = Double(digits) / exactPowersOfTen[fractionDigitCount]
    return isNegative ? -magnitude : magnitude
  }

  private static func standardLibraryValue(
    _ bytes: ArraySlice<UInt8>, _ allowsComma: Bool
  ) -> Double? {
    // The standard library reads "0x30".
    guard !bytes.contains(where: { $0 | 0x20 == UInt8(ascii: "x") }) else { return nil }
    // Both would group the digits.
    guard !allowsComma || !bytes.contains(ASCII.comma) || !bytes.contains(ASCII.point) else {
      return nil
    }
    let text = bytes.map { allowsComma && $0 == ASCII.comma ? ASCII.point : $0 }
    return Double(String(decoding: text, as: UTF8.self))
  }

  /// The powers of ten that a double holds exactly.
  private static let exactPowersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
