import Clustering
import PinData
import Support

/// An index of places in a file: SQLite's FTS5 finds places by words, its R*Tree by coordinates.
///
/// Made by ``build(_:at:)``. Used by one thread at a time.
///
/// **Text.** Words are runs of letters and digits without regard to case and accents. Sixteen words
/// of the first 512 characters count; a text without words finds nothing. A place must have all
/// words in its name, street and number, city or category; English stop words ("in", "near", "the",
/// "me") need not match. A long enough word that no place has stands for the most frequent words
/// that are one typing error away. If no place has all words, places that have some of them are
/// found.
///
/// **Order.** A ``PlaceRanking`` has the points of a name that is the query, one that begins with it
/// or contains its words, of words in the street, the city and the category (the mean over the words
/// counts), of a place in the region, and of rare words where no place has all. With the built-in
/// profile the points are in this order, and places in the region come first; only a place outside
/// whose name is the whole query comes before a place inside that matches only by its category. The
/// search goes in this order whatever the points are. Equal places are ordered by the distance from
/// the region's centre, in steps of its size, then by prominence, then by the position in the set.
/// All computations use integers or no rounding functions, and so are the same on each machine.
///
/// **Region.** Degrees, edges included; it may cross the antimeridian or be larger than the world.
/// A region whose centre is not on earth, or with a span that is negative or not a number, is
/// ignored as a hint; if it is required, nothing is found. A place with an invalid coordinate is in
/// no region.
///
/// **Cost.** Not all places of a frequent word are read: for each kind of match, at most 256 places
/// (or the query's limit, if that is higher) are scored, the most prominent first, inside the
/// region before others.
public final class PlaceIndex {
  let path: String
  let ranking: PlaceRanking
  let database: SQLiteConnection
  let contents: IndexContents
  /// `nil` to read everything from the file for each query.
  let memory: IndexMemory?

  /// Opens an index for reading.
  ///
  /// The file must not change while it is open; another may take its name. It does not depend on
  /// the ranking.
  ///
  /// - Throws: ``PlaceSearchError/unknownFormat(path:found:)`` if the file is no place index, or
  ///   one of another version; ``PlaceSearchError/database(path:reason:)`` if it cannot be read
  ///   or is incomplete.
  public init(path: String, ranking: PlaceRanking) throws(PlaceSearchError) {
    self.path = path
    self.ranking = ranking
    memory = nil
    do {
      database = try SQLiteConnection(path, .readOnly)
      // Locks and looks for a journal once, not for each statement; other readers are let in.
      try database.execute(
        """
        PRAGMA locking_mode = EXCLUSIVE;
        PRAGMA cache_size = -32768;
        PRAGMA temp_store = MEMORY;
        PRAGMA mmap_size = 4294967296;
        """)
      contents = try IndexContents(database, path: path)
    } catch {
      throw PlaceSearchError(error, path: path)
    }
  }

  private init(_ index: PlaceIndex, ranking: PlaceRanking, memory: IndexMemory?) {
    path = index.path
    self.ranking = ranking
    database = index.database
    contents = index.contents
    self.memory = memory
  }

  /// The same index with another ranking; the file is opened once.
  public func ranked(by ranking: PlaceRanking) -> PlaceIndex {
    PlaceIndex(self, ranking: ranking, memory: memory)
  }

  /// The same index, which keeps in memory what it reads: for many queries that are not timed.
  ///
  /// Those made of it by ``ranked(by:)`` have the memory in common.
  public func remembering() -> PlaceIndex {
    PlaceIndex(self, ranking: ranking, memory: memory ?? IndexMemory())
  }

  /// Reads from the file, which never changes, so that no transaction is needed.
  func read<Value>(_ body: () throws -> Value) throws(PlaceSearchError) -> Value {
    do {
      return try body()
    } catch {
      throw PlaceSearchError(error, path: path)
    }
  }
}

extension PlaceIndex: PlaceSearching {
  /// The places that match a finished query best, best first; none if the limit is below 1.
  public func places(matching query: PlaceQuery) throws(PlaceSearchError) -> PlaceAnswer {
    try read {
      guard let collector = try collect(query, isUnfinished: false, limit: query.limit) else {
        return PlaceAnswer(places: [], examined: 0)
      }
      return PlaceAnswer(
        places: try collector.best(query.limit).map { try place(row: $0.row) },
        examined: collector.examined)
    }
  }

  private func place(row: Int) throws -> FoundPlace {
    try memory?.place(row: row) { try database.place(row: row, contents: contents) }
      ?? database.place(row: row, contents: contents)
  }

  /// The candidates of a query; `nil` if nothing can be found.
  private func collect(
    _ query: PlaceQuery, isUnfinished: Bool, limit: Int
  ) throws -> PlaceCollector? {
    guard query.limit > 0, contents.placeCount > 0 else { return nil }
    let bounds = query.region.flatMap { RegionBounds($0) }
    if query.requiresRegion, query.region != nil, bounds == nil { return nil }
    let filter = PlaceFilter(
      kinds: query.kinds, categories: query.categories, contents: contents)
    guard let filter else { return nil }
    let text = try QueryText(
      query.text, isUnfinished: isUnfinished, vocabulary: Vocabulary(index: self))
    guard !text.words.isEmpty else { return nil }
    return try PlaceFinder(
      index: self, text: text, bounds: bounds, requiresRegion: query.requiresRegion,
      filter: filter, limit: limit
    ).collect()
  }
}

extension PlaceIndex {
  /// The number of candidates for each suggestion, because places of one name make one suggestion.
  private static let candidatesPerSuggestion = 4

  /// The places and queries that an unfinished query could become, best first.
  ///
  /// A word that the text ends with may be the beginning of one. Titles are distinct: of places
  /// with one name the best is suggested. Suggestions that are queries come first: the search words
  /// of categories that begin with the text and that the filters let pass.
  public func suggestions(
    for query: PlaceQuery, queryLimit: Int
  ) throws(PlaceSearchError) -> [PlaceSuggestion] {
    guard query.limit > 0 else { return [] }
    return try read {
      var suggestions = try CategorySearch.suggestions(
        for: query, limit: queryLimit, contents: contents)
      var titles = Set(suggestions.map(\.title))
      let factor = Self.candidatesPerSuggestion
      let collector = try collect(
        query, isUnfinished: true, limit: query.limit > .max / factor ? .max : query.limit * factor)
      for candidate in collector?.best(.max) ?? [] {
        if suggestions.count >= query.limit { break }
        let found = try place(row: candidate.row)
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
  /// The place's street, unless that is its name, and its city.
  var suggestionSubtitle: String {
    let address = [street, houseNumber].filter { !$0.isEmpty }.joined(separator: " ")
    // The name of an address is its street and number, in the order of its country.
    return [kind == .address ? "" : address, city].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

/// The search words of a category, which an unfinished query may become.
struct CategorySearch {
  static let subtitle = "Search Nearby"

  let category: PointOfInterestCategory
  let title: String
  /// The words as the index has them, with spaces between them.
  private let words: String

  init(_ words: String, category: PointOfInterestCategory, tokenizer: SQLiteTokenizer) throws {
    self.category = category
    title = words.prefix(1).uppercased() + words.dropFirst()
    self.words = try tokenizer.words(of: words).words.joined(separator: " ")
  }

  /// The searches that begin with the query's text, the shortest first, then in the order of the
  /// categories; none if the query's filters let no place of the category pass.
  static func suggestions(
    for query: PlaceQuery, limit: Int, contents: IndexContents
  ) throws -> [PlaceSuggestion] {
    guard limit > 0, query.kinds.contains(.pointOfInterest) else { return [] }
    let beginning = try contents.tokenizer.words(of: QueryText.considered(query.text)).words
      .joined(separator: " ")
    guard !beginning.isEmpty else { return [] }
    return contents.categorySearches
      .filter { $0.words.hasPrefix(beginning) && query.categories.includes($0.category) }
      .prefix(min(limit, query.limit))
      .map { PlaceSuggestion(title: $0.title, subtitle: subtitle, place: nil) }
  }
}

extension PlaceIndex {
  /// The addresses within a distance in metres along the sphere, to a millimetre, nearest first;
  /// of equals the more prominent first.
  ///
  /// None if the coordinate is not valid, or the distance is negative or not a number. Takes time
  /// for the addresses in a circle that holds enough of them, at most three times as wide as
  /// needed.
  public func addresses(
    near coordinate: Coordinate, within distance: Double, limit: Int
  ) throws(PlaceSearchError) -> PlaceAnswer {
    guard limit > 0, coordinate.isValid, distance >= 0 else {
      return PlaceAnswer(places: [], examined: 0)
    }
    return try read {
      var search = NearestAddresses(database: database, center: coordinate)
      let rows = try search.rows(within: distance, limit: limit)
      return PlaceAnswer(
        places: try rows.map { try place(row: $0) }, examined: search.examined)
    }
  }
}
