import PinData

/// Suggests to search for a category.
struct QuerySuggestions {
  /// The most suggestions that are queries; the others are places.
  static let most = 3
  static let subtitle = "Search Nearby"

  private let tokenizer: WordTokenizer

  init(_ tokenizer: WordTokenizer) {
    self.tokenizer = tokenizer
  }

  /// The search words that begin with the query's text, the shortest first, then as the
  /// categories stand; none where the query's filters let no place of the category pass.
  func suggestions(for query: PlaceQuery) throws -> [PlaceSuggestion] {
    guard query.kinds.contains(.pointOfInterest) else { return [] }
    let considered = QueryText.considered(query.text)
    let typed = try tokenizer.words(of: considered)
    let beginning = typed.words.joined(separator: " ")
    guard !beginning.isEmpty else { return [] }
    var titles: [String] = []
    for category in PointOfInterestCategory.allCases where query.categories.includes(category) {
      for words in category.searchWords {
        let title = words.prefix(1).uppercased() + words.dropFirst()
        guard !titles.contains(title),
          try tokenizer.words(of: words).words.joined(separator: " ").hasPrefix(beginning)
        else { continue }
        titles.append(title)
      }
    }
    let shortest = titles.enumerated().sorted {
      ($0.element.unicodeScalars.count, $0.offset) < ($1.element.unicodeScalars.count, $1.offset)
    }
    return shortest.prefix(min(Self.most, query.limit)).map {
      PlaceSuggestion(title: $0.element, subtitle: Self.subtitle, place: nil)
    }
  }
}
