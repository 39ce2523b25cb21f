import MapGeometry
import PinData

/// Scores places against a query's words and region.
struct PlaceScorer {
  let text: QueryText
  let bounds: RegionBounds?
  /// The rarity of each required word where a place need not have all of them.
  let rarities: [Int]?
  let contents: IndexContents

  /// Where a word of the query was found, the best field first.
  private enum Field: Int {
    case name, street, city, category, none

    var points: Int {
      switch self {
      case .name: Points.wordInName
      case .street: Points.wordInStreet
      case .city: Points.wordInCity
      case .category: Points.wordInCategory
      case .none: 0
      }
    }
  }

  /// The score of the place with a summary; `nil` where it lacks a needed word.
  func score(
    _ summary: UnsafeRawBufferPointer, row: Int, needed: RequiredWords
  ) -> Candidate? {
    guard let match = match(summary, needed: needed) else { return nil }
    var points = match
    var steps = 0
    if let bounds {
      let coordinate = PlaceSummary.coordinate(summary)
      if bounds.contains(coordinate) { points += Points.insideRegion }
      steps = bounds.steps(to: coordinate)
    }
    return Candidate(row: row, points: points, steps: steps)
  }

  private func match(_ summary: UnsafeRawBufferPointer, needed: RequiredWords) -> Int? {
    withUnsafeTemporaryAllocation(of: Field.self, capacity: QueryText.mostWords) { fields in
      let words = text.required
      let found = UnsafeMutableBufferPointer(rebasing: fields.prefix(words.count))
      found.initialize(repeating: .none)
      var corrections = 0
      let nameCount = find(words, in: summary, fields: found, corrections: &corrections)

      var points = 0
      var rarity = 0
      var count = 0
      var isAllInName = true
      for index in words.indices {
        if found[index] != .name { isAllInName = false }
        if found[index] == .none {
          if needed.contains(index) { return nil }
        } else {
          count += 1
          points += found[index].points
          rarity += rarities?[index] ?? 0
        }
      }
      guard count > 0 else { return nil }
      points = isAllInName ? nameMatch(summary, nameCount: nameCount) : points / count
      points -= min(corrections * Points.rarerCorrection, Points.mostForCorrections)
      return rarity * Points.rarityFactor + points
    }
  }

  /// Notes the best field of each word; returns how many words the name has.
  private func find(
    _ words: [QueryWord], in summary: UnsafeRawBufferPointer,
    fields: UnsafeMutableBufferPointer<Field>, corrections: inout Int
  ) -> Int {
    var field = Field.name
    var nameCount = 0
    for position in 0..<PlaceSummary.termCount(summary) {
      let term = PlaceSummary.term(summary, at: position)
      if term == PlaceSummary.separator {
        if field == .name { nameCount = position }
        field = field == .name ? .street : .city
        continue
      }
      note(term, in: field, words, fields: fields, corrections: &corrections)
    }
    for term in contents.classificationTerms[PlaceSummary.classification(summary)] {
      note(term, in: .category, words, fields: fields, corrections: &corrections)
    }
    return nameCount
  }

  private func note(
    _ term: UInt32, in field: Field, _ words: [QueryWord],
    fields: UnsafeMutableBufferPointer<Field>, corrections: inout Int
  ) {
    for index in words.indices where fields[index] == .none {
      if let meaning = words[index].meaning(of: term) {
        fields[index] = field
        corrections += meaning
      }
    }
  }

  private func nameMatch(_ summary: UnsafeRawBufferPointer, nameCount: Int) -> Int {
    var best = Points.nameContains
    for words in text.names where words.count <= nameCount {
      var begins = true
      var equals = words.count == nameCount
      for (index, word) in words.enumerated() {
        let term = PlaceSummary.term(summary, at: index)
        if word.meaning(of: term) == nil { begins = false }
        if !word.isWhole(term) { equals = false }
      }
      if equals { return Points.nameEquals }
      if begins { best = Points.nameBegins }
    }
    return best
  }
}
