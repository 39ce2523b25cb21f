import GRDB
import PinData
import Support

/// Cuts text into words exactly as the index's full-text table does: by SQLite's own `unicode61`
/// tokenizer without diacritics.
///
/// A word consists of letters and digits only, folded to lower case.
struct WordTokenizer {
  /// The words of a text in their order.
  struct Words {
    var words: [String] = []
    /// True if the text ends with its last word, so that the word may not be finished.
    var endsInWord = false
    /// The end of the last word, in bytes.
    fileprivate var end = 0
  }

  private let tokenizer: any FTS5Tokenizer

  init(_ database: Database) throws {
    tokenizer = try database.makeTokenizer(.unicode61(diacritics: .remove))
  }

  func words(of text: String) throws -> Words {
    var found = Words()
    var text = text
    // The tokenizer calls back before it returns: `found` and the text's bytes outlive every call,
    // and each word has `count` bytes until its call returns.
    let (code, length) = text.withUTF8 { bytes -> (CInt, Int) in
      let code = withUnsafeMutablePointer(to: &found) { found in
        bytes.withMemoryRebound(to: CChar.self) { characters in
          tokenizer.tokenize(
            context: UnsafeMutableRawPointer(found), tokenization: .document,
            pText: characters.baseAddress, nText: CInt(clamping: characters.count)
          ) { context, _, word, count, _, end in
            guard let context, let word else { return 0 }
            let found = context.assumingMemoryBound(to: Words.self)
            let bytes = UnsafeRawBufferPointer(start: word, count: Int(count))
            found.pointee.words.append(String(decoding: bytes, as: UTF8.self))
            found.pointee.end = Int(end)
            return 0
          }
        }
      }
      return (code, bytes.count)
    }
    guard code == 0 else {
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: "tokenizer failed")
    }
    found.endsInWord = !found.words.isEmpty && found.end == length
    return found
  }
}

/// The tokens of a place in the full-text table, in addition to its words.
///
/// Each begins with a mark. The table's tokenizer takes the marks for parts of a word;
/// ``WordTokenizer`` takes them for gaps, so that no text can contain such a token.
enum IndexToken {
  /// The marks, for the tokenizer's `tokenchars`.
  static let marks = "=^+#@"

  /// The mark of a word that the place's name contains.
  static let nameWord = "+"
  /// The mark of the word that the place's name begins with.
  static let firstNameWord = "^"

  /// The token of a whole name, by a 64-bit hash of its words.
  static func wholeName(_ words: some Sequence<String>) -> String {
    var hash = FowlerNollVoHash()
    for word in words { hash.combine(word) }
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
