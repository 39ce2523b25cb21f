/// A word of a query, and the words of the index that it stands for.
struct QueryWord {
  /// Words of the index that the query's word stands for.
  struct Meaning {
    /// The numbers of the terms.
    var terms: Range<UInt32>
    /// The term, or the beginning of the terms.
    var text: String
    /// Whether all terms that begin with the text are meant.
    var isPrefix: Bool
    /// The term that is the whole text, if there is one.
    var whole: UInt32?
  }

  let text: String
  /// The best first: the word itself, or the corrections of a word that the index does not know.
  /// None where the word and its neighbours are unknown.
  let meanings: [Meaning]
  /// At most how many places have the word: the sum over the meanings, which a place may be in
  /// more than once.
  let frequency: Int

  var isKnown: Bool { !meanings.isEmpty }

  /// Whether a term is one of the meanings, from its first letter to its last.
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
