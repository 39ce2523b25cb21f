/// An angle as people write it: "34.8826 S", "48° 12' 4\"", or with the minus of typesetting.
///
/// ``DecimalNumber`` reads plain numbers, which is faster.
struct WrittenAngle {
  /// The degrees, the minutes and the seconds, as many as there are.
  private let numbers: [Double]
  private let letter: Character?
  private static let marks = "°º˚'′’\"″”:"
  /// Those of mathematics, the en dash and the wide ones.
  private static let minuses = "\u{2212}\u{2013}\u{FE63}\u{FF0D}".unicodeScalars

  /// Returns `nil` for any other text.
  init?(_ text: String) {
    // Invisible are marks of the byte order and of directions, and spaces without a width.
    let plain = text.uppercased().replacing("DEG", with: "°").unicodeScalars
      .filter { !$0.properties.isDefaultIgnorableCodePoint }
      .map { Self.minuses.contains($0) ? "-" : Character($0) }
    let letters = plain.filter(\.isLetter)
    let isMarked = !letters.isEmpty || plain.contains(where: Self.marks.contains)
    let fields = plain.split { $0.isWhitespace || $0.isLetter || Self.marks.contains($0) }
    numbers = fields.compactMap {
      DecimalNumber.parse(Array(String($0).utf8)[...], allowsComma: isMarked)
    }
    letter = letters.first
    // A letter between two numbers parts no angle.
    let ends = plain.filter { !$0.isWhitespace }
    guard numbers.count == fields.count, (1...(isMarked ? 3 : 1)).contains(numbers.count),
      letters.isEmpty
        || letters.count == 1 && [ends.first, ends.last].contains(letter)
          && "NSEW".contains(letters[0])
    else { return nil }
  }

  /// Indicates whether this is a latitude, false for a longitude; `nil` without a letter.
  var isLatitude: Bool? { letter.map { "NS".contains($0) } }

  /// The angle in degrees.
  func angle(isLatitude: Bool) throws(Problem) -> Double {
    let parts = zip([AnglePart.Kind.minutes, .seconds], numbers.dropFirst()).map { ($0, $1) }
    return try AnglePart.angle(
      numbers[0], isLatitude: isLatitude, parts: Dictionary(uniqueKeysWithValues: parts),
      letter: letter.map { String($0) })
  }
}
