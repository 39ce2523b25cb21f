import GRDB
import MapGeometry
import PinData

extension PlaceIndex: PlaceSearching {
  /// The places that match a finished query best, best first; none where the limit is below 1.
  public func places(matching query: PlaceQuery) throws(PlaceSearchError) -> PlaceAnswer {
    try read { database, contents in
      let collector = try collect(
        query, isUnfinished: false, candidateLimit: query.limit, database, contents)
      guard let collector else { return PlaceAnswer(places: [], examined: 0) }
      let places = try collector.best(query.limit).map {
        try database.place(row: $0.row, contents: contents)
      }
      return PlaceAnswer(places: places, examined: collector.examined)
    }
  }

  /// The candidates of a query; `nil` where nothing can be found.
  func collect(
    _ query: PlaceQuery, isUnfinished: Bool, candidateLimit: Int, _ database: Database,
    _ contents: IndexContents
  ) throws -> PlaceCollector? {
    guard query.limit > 0, contents.placeCount > 0 else { return nil }
    let bounds = query.region.flatMap { RegionBounds($0) }
    if query.requiresRegion, query.region != nil, bounds == nil { return nil }
    let filter = PlaceFilter(
      kinds: query.kinds, categories: query.categories, contents: contents)
    guard let filter else { return nil }
    let vocabulary = Vocabulary(database: database, contents: contents)
    let text = try QueryText(
      query.text, isUnfinished: isUnfinished, tokenizer: contents.tokenizer,
      vocabulary: vocabulary)
    guard !text.words.isEmpty else { return nil }
    return try PlaceFinder(
      database: database, contents: contents, vocabulary: vocabulary, text: text, bounds: bounds,
      requiresRegion: query.requiresRegion, filter: filter, limit: candidateLimit
    ).collect()
  }
}
