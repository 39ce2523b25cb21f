import PinData

/// The tokens of a place in the full-text table, in addition to its words.
///
/// Each begins with a mark. The table's tokenizer takes the marks for parts of a word;
/// `SQLiteTokenizer` takes them for gaps, so that no text can contain such a token.
enum IndexToken {
  /// The marks, for the tokenizer's `tokenchars`.
  static let marks = "=^+#@"

  /// The mark of a word that the place's name contains.
  static let nameWord = "+"
  /// The mark of the word that the place's name begins with.
  static let firstNameWord = "^"

  /// The token of a whole name, by a 64-bit hash of its words.
  static func wholeName(_ words: some Sequence<String>) -> String {
    "=" + String(IndexHash.of(words), radix: 36)
  }

  static func kind(_ kind: Place.Kinds) -> String {
    "@" + String(kind.rawValue)
  }

  static func category(_ category: PointOfInterestCategory) -> String {
    "@" + category.rawValue.lowercased()
  }

  static func cell(_ cell: GridCell) -> String {
    "#" + String(cell.level, radix: 36) + String(cell.row << cell.level | cell.column, radix: 36)
  }
}
