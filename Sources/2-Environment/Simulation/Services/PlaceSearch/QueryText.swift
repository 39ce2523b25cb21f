import Support

/// The words of a query's text.
struct QueryText {
  /// Words beyond these do not count.
  static let maxWords = 16
  /// Characters (Unicode scalars) beyond these do not count.
  static let maxCharacters = 512

  /// English words that say nothing about a place: a query's stop words need not match.
  private static let stopWords: Set<String> = [
    "a", "an", "and", "around", "at", "by", "close", "for", "from", "in", "me", "my", "near",
    "nearby", "of", "on", "or", "the", "to", "with",
  ]

  /// All words in their order.
  let words: [QueryWord]
  /// The words that places must have: all but the stop words, or all if there are only stop words.
  let required: [QueryWord]
  /// The names that are the whole query: with its stop words or without them.
  let names: [[QueryWord]]

  /// - Parameter isUnfinished: whether a word that the text ends with may be the beginning of one.
  init(_ text: String, isUnfinished: Bool, vocabulary: Vocabulary) throws {
    let considered = Self.considered(text)
    let found = try vocabulary.index.contents.tokenizer.words(of: considered)
    // A word that the text ends with may not be finished.
    let endsInWord = found.end == considered.utf8.count
    var words: [QueryWord] = []
    var required: [QueryWord] = []
    for (index, text) in found.words.prefix(Self.maxWords).enumerated() {
      let isBeginning = isUnfinished && endsInWord && index == found.words.count - 1
      let word = try vocabulary.word(text, isBeginning: isBeginning)
      words.append(word)
      if isBeginning || !Self.stopWords.contains(text) { required.append(word) }
    }
    self.words = words
    self.required = required.isEmpty ? words : required
    names = self.required.count == words.count ? [words] : [words, required]
  }

  /// The part of a text that counts.
  static func considered(_ text: String) -> String {
    String(text.unicodeScalars.prefix(maxCharacters))
  }

  /// Indicates whether the index knows all words that places must have.
  var isKnown: Bool { required.allSatisfy(\.isKnown) }
}

/// A word of a query, and the words of the index that it means.
struct QueryWord {
  /// Words of the index that the query's word means.
  struct Meaning {
    /// The numbers of the terms.
    var terms: Range<UInt32>
    /// The term, or the beginning of the terms.
    var text: String
    /// Indicates whether all terms that begin with the text are meant.
    var isPrefix: Bool
    /// The term that is the whole text, if there is one.
    var whole: UInt32?
  }

  let text: String
  /// The best first: the word itself, or the corrections of a word that the index does not know.
  /// None if the word and its neighbours are unknown.
  let meanings: [Meaning]
  /// The maximum number of places with the word: the sum over its meanings. A place may have
  /// several.
  let frequency: Int

  var isKnown: Bool { !meanings.isEmpty }

  /// Returns whether a term is one of the meanings, from its first letter to its last.
  func isWhole(_ term: UInt32) -> Bool {
    meanings.contains { $0.whole == term }
  }

  /// The position of the first meaning that a term has.
  func meaning(of term: UInt32) -> Int? {
    meanings.firstIndex { $0.terms.contains(term) }
  }
}

extension QueryWord.Meaning {
  /// One term of the index.
  init(term: UInt32, text: String) {
    self.init(terms: term..<term + 1, text: text, isPrefix: false, whole: term)
  }
}
