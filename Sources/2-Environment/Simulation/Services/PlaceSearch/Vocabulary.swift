import Support

/// The words that the places of an index have.
struct Vocabulary {
  /// A beginning that at most this many words have is looked up as those words: FTS5 would first
  /// merge the places of all of them.
  static let maxCompletions = 16

  let index: PlaceIndex

  private var database: SQLiteConnection { index.database }

  /// A query's word with its meanings in the index.
  func word(_ text: String, isBeginning: Bool) throws -> QueryWord {
    let found = isBeginning ? try terms(beginningWith: text) : try term(text)
    if let found {
      return QueryWord(text: text, meanings: [found.meaning], frequency: found.frequency)
    }
    let isCorrected =
      Spelling.isOffered(text) && text.unicodeScalars.count >= index.ranking.minCorrectedLength
    let corrections = isCorrected ? try corrections(of: text) : []
    return QueryWord(
      text: text, meanings: corrections.map(\.meaning),
      frequency: corrections.reduce(0) { $0 + $1.frequency })
  }

  /// Words of the index, and at most how many places have one of them.
  private typealias KnownWords = (meaning: QueryWord.Meaning, frequency: Int)

  private func term(_ text: String) throws -> KnownWords? {
    let row = try database.rows("SELECT id, frequency FROM terms WHERE term = ?", text)
    guard try row.step() else { return nil }
    return (QueryWord.Meaning(term: try row.number(0), text: text), try row.count(1))
  }

  private func terms(beginningWith text: String) throws -> KnownWords? {
    guard let first = try firstTerm(from: text) else { return nil }
    // No word has Unicode's last code point, which is not a character.
    let next = try firstTerm(from: text + "\u{10FFFF}")
    let end = next?.id ?? index.contents.termCount
    guard first.id < end else { return nil }
    let terms = first.id..<end
    let whole = first.term == text ? first.id : nil
    let frequency = (next?.before ?? index.contents.termUseCount) - first.before
    return (
      QueryWord.Meaning(terms: terms, text: text, isPrefix: true, whole: whole), frequency
    )
  }

  /// The first word that is not before a text, and the sum of the frequencies before it.
  private func firstTerm(
    from text: String
  ) throws -> (id: UInt32, term: String, before: Int)? {
    let row = try database.rows(
      "SELECT id, term, before FROM terms WHERE term >= ? ORDER BY term LIMIT 1", text)
    guard try row.step() else { return nil }
    return (try row.number(0), row.text(1), try row.count(2))
  }

  /// The known words one typing error away, the most frequent first.
  private func corrections(of text: String) throws -> [KnownWords] {
    let rows = try database.statement(
      """
      SELECT terms.id, terms.term, terms.frequency
      FROM misspellings JOIN terms ON terms.id = misspellings.term WHERE misspellings.key = ?
      """)
    var found: [(id: UInt32, term: String, frequency: Int)] = []
    for key in Spelling.keys(of: text) {
      try rows.start(key)
      while try rows.step() {
        let id: UInt32 = try rows.number(0)
        let term = rows.text(1)
        // Two words that lack different letters of a third are further apart.
        guard Spelling.areOneErrorApart(text, term), !found.contains(where: { $0.id == id })
        else { continue }
        found.append((id, term, try rows.count(2)))
      }
    }
    found.sort { ($1.frequency, $0.id) < ($0.frequency, $1.id) }
    return found.prefix(index.ranking.maxCorrections).map {
      (QueryWord.Meaning(term: $0.id, text: $0.term), $0.frequency)
    }
  }

  /// The places that have a query's word, or its marked token.
  func expression(of word: QueryWord, mark: String = "") throws -> MatchExpression {
    .any(
      of: try word.meanings.flatMap { meaning in
        try terms(toLookUp: meaning).map {
          .token(mark + $0.text, isPrefix: $0.isPrefix)
        }
      })
  }

  private func terms(
    toLookUp meaning: QueryWord.Meaning
  ) throws -> [(text: String, isPrefix: Bool)] {
    guard meaning.isPrefix, meaning.terms.count <= Self.maxCompletions,
      meaning.text.unicodeScalars.count > IndexSchema.longestIndexedPrefix
    else { return [(meaning.text, meaning.isPrefix)] }
    let rows = try database.rows(
      "SELECT term FROM terms WHERE id BETWEEN ? AND ? ORDER BY id", meaning.terms.lowerBound,
      meaning.terms.upperBound - 1)
    var terms: [(text: String, isPrefix: Bool)] = []
    while try rows.step() { terms.append((rows.text(0), false)) }
    return terms
  }
}

/// Typing errors: an insertion, an omission, a substitution or a transposition of neighbours.
///
/// Of two words one error apart, the words and their rests without one letter have a text in common
/// (Garbe, SymSpell), which an index can look up.
enum Spelling {
  /// The maximum number of letters of a word that is corrected or offered as a correction.
  static let maxLength = 32

  /// Returns whether a word may be offered as a correction, and be corrected if it is long enough:
  /// one of at most 32 letters and no digit.
  ///
  /// The index has short words too, so that it is the same whichever words are corrected.
  static func isOffered(_ word: String) -> Bool {
    word.unicodeScalars.count <= maxLength
      && !word.utf8.contains { (0x30...0x39).contains($0) }
  }

  /// The hashes of the word and of the rest of it without one letter; ascending, each once.
  static func keys(of word: String) -> [Int64] {
    let letters = word.unicodeScalars
    var keys: Set<Int64> = [key(of: word)]
    for index in letters.indices {
      var rest = letters
      rest.remove(at: index)
      keys.insert(key(of: String(rest)))
    }
    return keys.sorted()
  }

  private static func key(of text: String) -> Int64 {
    Int64(bitPattern: IndexHash.of(CollectionOfOne(text)))
  }

  /// Returns whether exactly one typing error lies between two words.
  static func areOneErrorApart(_ first: String, _ second: String) -> Bool {
    var shorter = Array(first.unicodeScalars)[...]
    var longer = Array(second.unicodeScalars)[...]
    if shorter.count > longer.count { swap(&shorter, &longer) }
    while let letter = shorter.first, letter == longer.first {
      shorter.removeFirst()
      longer.removeFirst()
    }
    while let letter = shorter.last, letter == longer.last {
      shorter.removeLast()
      longer.removeLast()
    }
    switch (shorter.count, longer.count) {
    case (0, 1), (1, 1): return true
    case (2, 2): return shorter.first == longer.last && shorter.last == longer.first
    default: return false
    }
  }
}
