import PinData

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
