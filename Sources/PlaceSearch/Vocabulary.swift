import GRDB

/// The words that the places of an index have.
struct Vocabulary {
  /// The most corrections of a misspelt word.
  static let mostCorrections = 8
  /// A beginning that at most so many words have is looked for as those words: FTS5 would merge
  /// what it knows of all of them first.
  static let mostCompletions = 16

  let database: Database
  let contents: IndexContents

  /// What a query's word stands for.
  func word(_ text: String, isBeginning: Bool) throws -> QueryWord {
    let found = isBeginning ? try terms(beginningWith: text) : try term(text)
    if let found {
      return QueryWord(text: text, meanings: [found.meaning], frequency: found.frequency)
    }
    let corrections = Spelling.isCorrected(text) ? try corrections(of: text) : []
    return QueryWord(
      text: text, meanings: corrections.map(\.meaning),
      frequency: corrections.reduce(0) { $0 + $1.frequency })
  }

  /// Words of the index, and at most how many places have one of them.
  private typealias KnownWords = (meaning: QueryWord.Meaning, frequency: Int)

  private func term(_ text: String) throws -> KnownWords? {
    let statement = try database.cachedStatement(
      sql: "SELECT id, frequency FROM terms WHERE term = ?")
    guard let row = try Row.fetchOne(statement, arguments: [text]) else { return nil }
    return (QueryWord.Meaning(term: try row.number(0), text: text), try row.count(1))
  }

  private func terms(beginningWith text: String) throws -> KnownWords? {
    let statement = try database.cachedStatement(
      sql: "SELECT id, term, before FROM terms WHERE term >= ? ORDER BY term LIMIT 1")
    guard let first = try Row.fetchOne(statement, arguments: [text]) else { return nil }
    // No word has Unicode's last character, which is none.
    let next = try Row.fetchOne(statement, arguments: [text + "\u{10FFFF}"])
    let start: UInt32 = try first.number(0)
    let end = try next?.number(0) ?? contents.termCount
    guard start < end else { return nil }
    let terms = start..<end
    let whole = first[1] as String? == text ? start : nil
    let frequency = try (next?.count(2) ?? contents.termUseCount) - first.count(2)
    return (
      QueryWord.Meaning(terms: terms, text: text, isPrefix: true, whole: whole), frequency
    )
  }

  /// The known words one typing error away, the most frequent first.
  private func corrections(of text: String) throws -> [KnownWords] {
    let statement = try database.cachedStatement(
      sql: """
        SELECT terms.id, terms.term, terms.frequency
        FROM misspellings JOIN terms ON terms.id = misspellings.term WHERE misspellings.key = ?
        """)
    var found: [(id: UInt32, term: String, frequency: Int)] = []
    for key in Spelling.keys(of: text) {
      let rows = try Row.fetchCursor(statement, arguments: [key])
      while let row = try rows.next() {
        let id: UInt32 = try row.number(0)
        let term = row[1] as String? ?? ""
        // Two words that lack different letters of a third are further apart.
        guard Spelling.areOneErrorApart(text, term), !found.contains(where: { $0.id == id })
        else { continue }
        found.append((id, term, try row.count(2)))
      }
    }
    found.sort { ($1.frequency, $0.id) < ($0.frequency, $1.id) }
    return found.prefix(Self.mostCorrections).map {
      (QueryWord.Meaning(term: $0.id, text: $0.term), $0.frequency)
    }
  }

  /// The words to look for in the full-text table for a meaning.
  func patterns(of meaning: QueryWord.Meaning) throws -> [WordPattern] {
    guard meaning.isPrefix, meaning.terms.count <= Self.mostCompletions,
      meaning.text.unicodeScalars.count > IndexSchema.longestIndexedPrefix
    else { return [WordPattern(text: meaning.text, isPrefix: meaning.isPrefix)] }
    let statement = try database.cachedStatement(
      sql: "SELECT term FROM terms WHERE id BETWEEN ? AND ? ORDER BY id")
    return try String.fetchAll(
      statement, arguments: [meaning.terms.lowerBound, meaning.terms.upperBound - 1]
    ).map { WordPattern(text: $0, isPrefix: false) }
  }

  /// The words to look for in the full-text table for a query's word.
  func patterns(of word: QueryWord) throws -> [WordPattern] {
    try word.meanings.flatMap { try patterns(of: $0) }
  }
}

/// A word to look for in the full-text table, or the beginning of words.
struct WordPattern {
  let text: String
  let isPrefix: Bool
}

/// Which words are one typing error apart: an insertion, an omission, a substitution or a
/// transposition of neighbours.
///
/// Two such words have a word in common among themselves and what remains of them without one
/// letter (Garbe, SymSpell), which an index can look up.
enum Spelling {
  /// The fewest letters of a word that is corrected.
  static let shortestCorrected = 4
  /// The fewest letters of a word that is offered as a correction.
  static let shortestOffered = shortestCorrected - 1
  /// The most letters of both.
  static let longest = 32

  /// Whether a word may be offered as a correction: one of 3 to 32 letters and no digit.
  static func isOffered(_ word: String) -> Bool {
    (shortestOffered...longest).contains(word.unicodeScalars.count) && !hasDigit(word)
  }

  /// Whether a word may be corrected: one of 4 to 32 letters and no digit.
  static func isCorrected(_ word: String) -> Bool {
    (shortestCorrected...longest).contains(word.unicodeScalars.count) && !hasDigit(word)
  }

  private static func hasDigit(_ word: String) -> Bool {
    word.utf8.contains { (0x30...0x39).contains($0) }
  }

  /// The hashes of the word and of what remains of it without one letter; ascending, each once.
  static func keys(of word: String) -> [Int64] {
    let letters = Array(word.unicodeScalars)
    var keys = [key(of: letters[...], and: [])]
    for index in letters.indices {
      keys.append(key(of: letters[..<index], and: letters[(index + 1)...]))
    }
    keys.sort()
    return keys.enumerated().filter { $0.offset == 0 || keys[$0.offset - 1] != $0.element }
      .map(\.element)
  }

  private static func key(
    of start: ArraySlice<Unicode.Scalar>, and end: ArraySlice<Unicode.Scalar>
  ) -> Int64 {
    var hash = FNV1a()
    for letter in start { hash.add(letter.utf8) }
    for letter in end { hash.add(letter.utf8) }
    return Int64(bitPattern: hash.value)
  }

  /// Whether exactly one typing error lies between two words.
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
