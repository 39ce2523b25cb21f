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
