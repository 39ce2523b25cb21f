/// The words of a query's text.
struct QueryText {
  /// Words beyond these do not count.
  static let mostWords = 16
  /// Characters (Unicode scalars) beyond these do not count.
  static let mostCharacters = 512

  /// All words in their order.
  let words: [QueryWord]
  /// The words that places must have: all but the stop words, or all where there are only such.
  let required: [QueryWord]
  /// What a name may be that is the whole query: with its stop words or without them.
  let names: [[QueryWord]]

  /// - Parameter isUnfinished: whether a word that the text ends with may be the beginning of one.
  init(
    _ text: String, isUnfinished: Bool, tokenizer: WordTokenizer, vocabulary: Vocabulary
  ) throws {
    let found = try tokenizer.words(of: Self.considered(text))
    var words: [QueryWord] = []
    var required: [QueryWord] = []
    for (index, text) in found.words.prefix(Self.mostWords).enumerated() {
      let isBeginning = isUnfinished && found.endsInWord && index == found.words.count - 1
      let word = try vocabulary.word(text, isBeginning: isBeginning)
      words.append(word)
      if isBeginning || !StopWords.words.contains(text) { required.append(word) }
    }
    self.words = words
    self.required = required.isEmpty ? words : required
    names = self.required.count == words.count ? [words] : [words, required]
  }

  /// The part of a text that counts.
  static func considered(_ text: String) -> String {
    String(text.unicodeScalars.prefix(mostCharacters))
  }

  /// Whether the index knows all words that places must have.
  var isKnown: Bool { required.allSatisfy(\.isKnown) }
}
