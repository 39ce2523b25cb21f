import GRDB

/// Cuts text into words exactly as the index's full-text table does: by SQLite's own `unicode61`
/// tokenizer without diacritics.
///
/// A word consists of letters and digits only, folded to lower case.
struct WordTokenizer {
  /// The words of a text in their order.
  struct Words {
    var words: [String] = []
    /// Whether the text ends with its last word, so that the word may not be finished.
    var endsInWord = false
    /// Where the last word ends, in bytes.
    fileprivate var end = 0
  }

  private let tokenizer: any FTS5Tokenizer

  init(_ database: Database) throws {
    tokenizer = try database.makeTokenizer(.unicode61(diacritics: .remove))
  }

  func words(of text: String) throws -> Words {
    var found = Words()
    var text = text
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
