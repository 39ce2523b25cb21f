import PinData
import Support

/// The words of all places of a set, as numbers of terms.
struct PlaceTerms {
  /// The distinct words in the order of their bytes.
  let terms: [String]
  /// The terms of each classification's search words, ascending.
  let classificationTerms: [[UInt32]]

  private let numbers: [UInt32]
  private let starts: [Int]

  /// - Parameter classifications: the number of each place's classification.
  init(_ places: [Place], classifications: [Int], tokenizer: SQLiteTokenizer) throws {
    var texts = TextTerms(tokenizer: tokenizer)
    var numbers: [UInt32] = []
    var starts = [0]
    starts.reserveCapacity(places.count + 1)
    for place in places {
      try texts.append(place.name, to: &numbers)
      numbers.append(PlaceSummary.separator)
      try texts.append(place.street, to: &numbers)
      try texts.append(place.houseNumber, to: &numbers)
      numbers.append(PlaceSummary.separator)
      try texts.append(place.city, to: &numbers)
      starts.append(numbers.count)
    }
    // The words of a classification without places are unknown words, which may be corrected.
    let used = Set(classifications)
    let classificationTerms = try Place.Classification.all.enumerated().map {
      var terms: [UInt32] = []
      for words in $1.searchWords where used.contains($0) { try texts.append(words, to: &terms) }
      return terms
    }

    let (terms, ranks) = texts.sorted()
    self.terms = terms
    self.numbers = numbers.map { $0 == PlaceSummary.separator ? $0 : ranks[Int($0)] }
    self.starts = starts
    self.classificationTerms = classificationTerms.map { terms in
      Set(terms.map { ranks[Int($0)] }).sorted()
    }
  }

  /// The terms of a place, with separators, as in its summary.
  subscript(position: Int) -> ArraySlice<UInt32> {
    numbers[starts[position]..<starts[position + 1]]
  }
}

/// The distinct words of texts, numbered as they come.
private struct TextTerms {
  let tokenizer: SQLiteTokenizer
  var terms: [String] = []
  var numbersByTerm: [String: UInt32] = [:]
  /// The terms of texts that may come again.
  var remembered: [String: [UInt32]] = [:]

  mutating func append(_ text: String, to numbers: inout [UInt32]) throws {
    if text.isEmpty { return }
    if let known = remembered[text] {
      numbers += known
      return
    }
    let found = try tokenizer.words(of: text).words.map { number(of: $0) }
    // Names come once or twice, cities and streets often: the memory stays bounded.
    if remembered.count < 1 << 16 { remembered[text] = found }
    numbers += found
  }

  private mutating func number(of term: String) -> UInt32 {
    if let number = numbersByTerm[term] { return number }
    let number = UInt32(terms.count)
    terms.append(term)
    numbersByTerm[term] = number
    return number
  }

  /// The terms in the order of their UTF-8 bytes, which is SQLite's, and each number's rank in it.
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

/// The text of a place for the full-text table.
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
    for term in (numbers + searchTerms).sorted()
    where term != PlaceSummary.separator && term != distinctTerms.last {
      distinctTerms.append(term)
      append(vocabulary[Int(term)])
    }
    let name = numbers.prefix { $0 != PlaceSummary.separator }.map { vocabulary[Int($0)] }
    for word in name { append(IndexToken.nameWord, word) }
    if let first = name.first {
      append(IndexToken.firstNameWord, first)
      append(IndexToken.wholeName(name))
    }
    for token in place.classification.filterTokens { append(token) }
    guard place.coordinate.isValid else { return }
    for level in GridCell.levels {
      append(IndexToken.cell(GridCell(level: level, containing: place.coordinate)))
    }
  }

  private mutating func append(_ parts: String...) {
    if !text.isEmpty { text += " " }
    for part in parts { text += part }
  }
}
