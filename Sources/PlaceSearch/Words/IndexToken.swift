import PinData

/// What the full-text table knows of a place beside its plain words.
///
/// Each is a token that begins with a mark. The table's tokenizer takes the marks for parts of a
/// word; ``WordTokenizer`` takes them for gaps, so that no text can contain such a token.
enum IndexToken {
  /// The marks, for the tokenizer's `tokenchars`.
  static let marks = "=^+#@"

  /// The mark of a word that the place's name contains.
  static let nameWord = "+"
  /// The mark of the word that the place's name begins with.
  static let firstNameWord = "^"

  /// The token of a whole name, by the 64-bit FNV-1a hash of its words.
  static func wholeName(_ words: some Sequence<String>) -> String {
    var hash = FNV1a()
    for word in words {
      hash.add(word.utf8)
      hash.add(CollectionOfOne(0x20))
    }
    return "=" + String(hash.value, radix: 36)
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
