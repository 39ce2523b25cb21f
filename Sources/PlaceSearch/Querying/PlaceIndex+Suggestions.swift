import PinData

extension PlaceIndex {
  /// Candidates are gathered for so many times the limit, because places of one name make one
  /// suggestion.
  private static let candidatesPerSuggestion = 4

  /// What an unfinished query could become, best first.
  ///
  /// A word that the text ends with may be the beginning of one. Titles are distinct: of places with
  /// one name the best is suggested. At most three suggestions are queries, and come first: the
  /// search words of categories that begin with the text and that the filters let pass.
  public func suggestions(
    for query: PlaceQuery, includesQueries: Bool
  ) throws(PlaceSearchError) -> [PlaceSuggestion] {
    guard query.limit > 0 else { return [] }
    return try read { database, contents in
      var suggestions: [PlaceSuggestion] = []
      if includesQueries {
        suggestions = try QuerySuggestions(contents.tokenizer).suggestions(for: query)
      }
      var titles = Set(suggestions.map(\.title))
      let candidateLimit = query.limit.multipliedReportingOverflow(by: Self.candidatesPerSuggestion)
      let collector = try collect(
        query, isUnfinished: true,
        candidateLimit: candidateLimit.overflow ? .max : candidateLimit.partialValue, database,
        contents)
      for candidate in collector?.best(.max) ?? [] {
        if suggestions.count >= query.limit { break }
        let found = try database.place(row: candidate.row, contents: contents)
        guard titles.insert(found.place.name).inserted else { continue }
        suggestions.append(
          PlaceSuggestion(
            title: found.place.name, subtitle: found.place.suggestionSubtitle, place: found))
      }
      return suggestions
    }
  }
}

extension Place {
  /// Where the place is: its street, unless that is its name, and its city.
  var suggestionSubtitle: String {
    var parts: [String] = []
    let address = [street, houseNumber].filter { !$0.isEmpty }.joined(separator: " ")
    // The name of an address is its street and number, in the order of its country.
    if kind != .address, !address.isEmpty { parts.append(address) }
    if !city.isEmpty { parts.append(city) }
    return parts.joined(separator: ", ")
  }
}
