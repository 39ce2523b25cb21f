import PinData

/// The words of all places of a set, as numbers of terms.
struct PlaceTerms {
  /// The distinct words in the order of their bytes.
  let terms: [String]
  /// How many places have each term.
  private(set) var frequencies: [Int]
  /// The terms of each classification's search words.
  let classificationTerms: [[UInt32]]

  private var numbers: [UInt32]
  private var starts: [Int]

  /// - Parameter classifications: the number of each place's classification.
  init(_ places: [Place], classifications: [Int], tokenizer: WordTokenizer) throws {
    var collected = TermNumbers()
    var texts = TextTerms(tokenizer: tokenizer)
    var numbers: [UInt32] = []
    var starts = [0]
    starts.reserveCapacity(places.count + 1)
    for place in places {
      try texts.append(place.name, to: &numbers, in: &collected)
      numbers.append(PlaceSummary.separator)
      try texts.append(place.street, to: &numbers, in: &collected)
      try texts.append(place.houseNumber, to: &numbers, in: &collected)
      numbers.append(PlaceSummary.separator)
      try texts.append(place.city, to: &numbers, in: &collected)
      starts.append(numbers.count)
    }
    var classificationTerms: [[UInt32]] = []
    // What no place is called is an unknown word, which may be corrected.
    let used = Set(classifications)
    for (number, classification) in ClassificationTable.all.enumerated() {
      var terms: [UInt32] = []
      for words in classification.searchWords where used.contains(number) {
        try texts.append(words, to: &terms, in: &collected)
      }
      classificationTerms.append(terms)
    }

    let (terms, ranks) = collected.sorted()
    self.terms = terms
    for index in numbers.indices where numbers[index] != PlaceSummary.separator {
      numbers[index] = ranks[Int(numbers[index])]
    }
    self.numbers = numbers
    self.starts = starts
    self.classificationTerms = classificationTerms.map { terms in
      Array(Set(terms.map { ranks[Int($0)] })).sorted()
    }
    frequencies = Array(repeating: 0, count: terms.count)
  }

  /// The terms of a place, with separators, as in its summary.
  subscript(position: Int) -> ArraySlice<UInt32> {
    numbers[starts[position]..<starts[position + 1]]
  }

  /// Counts a place for each of its distinct terms.
  mutating func count(_ distinct: [UInt32]) {
    for term in distinct { frequencies[Int(term)] += 1 }
  }
}

/// The terms of texts; those of a text that comes again are remembered.
private struct TextTerms {
  let tokenizer: WordTokenizer
  private var remembered: [String: [UInt32]] = [:]

  init(tokenizer: WordTokenizer) {
    self.tokenizer = tokenizer
  }

  mutating func append(
    _ text: String, to numbers: inout [UInt32], in terms: inout TermNumbers
  ) throws {
    if text.isEmpty { return }
    if let known = remembered[text] {
      numbers.append(contentsOf: known)
      return
    }
    let found = try tokenizer.words(of: text).words.map { terms.number(of: $0) }
    // Names come once or twice, cities and streets often: what is remembered stays bounded.
    if remembered.count < 1 << 16 { remembered[text] = found }
    numbers.append(contentsOf: found)
  }
}
