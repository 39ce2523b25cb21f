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

/// The distinct words of a place set while they are collected, numbered as they come.
struct TermNumbers {
  private(set) var terms: [String] = []
  private var numbers: [String: UInt32] = [:]

  mutating func number(of term: String) -> UInt32 {
    if let number = numbers[term] { return number }
    let number = UInt32(terms.count)
    terms.append(term)
    numbers[term] = number
    return number
  }

  /// The terms in the order of their UTF-8 bytes, which is SQLite's, and the place that each
  /// number has in it.
  func sorted() -> (terms: [String], ranks: [UInt32]) {
    // String's own order is Unicode's canonical one.
    let order = terms.indices.sorted {
      terms[$0].utf8.lexicographicallyPrecedes(terms[$1].utf8)
    }
    var ranks = [UInt32](repeating: 0, count: terms.count)
    for (rank, number) in order.enumerated() { ranks[number] = UInt32(rank) }
    return (order.map { terms[$0] }, ranks)
  }
}

/// What the full-text table is given of a place.
struct PlaceDocument {
  private(set) var text = ""
  /// The numbers of the place's words, each once, ascending.
  private(set) var distinctTerms: [UInt32] = []

  /// - Parameters:
  ///   - numbers: the terms of the place's texts, with separators.
  ///   - searchTerms: the terms of its classification.
  mutating func fill(
    with place: Place, terms numbers: ArraySlice<UInt32>, searchTerms: [UInt32],
    vocabulary: [String]
  ) {
    text.removeAll(keepingCapacity: true)
    distinctTerms.removeAll(keepingCapacity: true)
    distinctTerms += numbers.filter { $0 != PlaceSummary.separator }
    distinctTerms += searchTerms
    distinctTerms.sort()
    removeNeighboursThatAreEqual()
    for term in distinctTerms { append(vocabulary[Int(term)]) }

    let name = numbers.prefix { $0 != PlaceSummary.separator }.map { vocabulary[Int($0)] }
    for word in name { append(word, mark: IndexToken.nameWord) }
    if let first = name.first {
      append(first, mark: IndexToken.firstNameWord)
      append(IndexToken.wholeName(name))
    }
    for token in place.classification.filterTokens { append(token) }
    guard place.coordinate.isValid else { return }
    for level in GridCell.levels {
      append(IndexToken.cell(GridCell(level: level, containing: place.coordinate)))
    }
  }

  private mutating func append(_ word: String, mark: String = "") {
    if !text.isEmpty { text += " " }
    text += mark
    text += word
  }

  private mutating func removeNeighboursThatAreEqual() {
    var kept = 0
    for index in distinctTerms.indices
    where index == 0 || distinctTerms[index] != distinctTerms[kept - 1] {
      distinctTerms[kept] = distinctTerms[index]
      kept += 1
    }
    distinctTerms.removeSubrange(kept...)
  }
}
