import Clustering
import PinData
import Support

/// Gathers scored candidates, each place once.
struct PlaceCollector {
  /// The maximum number of candidates of a stream of places in descending prominence; if the
  /// query's limit is higher, that limit is used.
  static let candidatesPerStream = 256

  let index: PlaceIndex
  let scorer: PlaceScorer
  let filter: PlaceFilter
  let maxPerStream: Int
  private(set) var candidates: [Candidate] = []
  private(set) var examined = 0
  private(set) var seen: Set<Int> = []

  /// Scores the places that an expression finds, if they are inside of bounds, pass the filter and
  /// have the needed words; returns whether these are all.
  mutating func collect(
    _ expression: MatchExpression, needed: [Int], in bounds: RegionBounds?
  ) throws -> Bool {
    var collected = 0
    if let memory = index.memory {
      return try memory.forEachRow(
        matching: expression, atFirst: maxPerStream + 1, index.database
      ) { id, summary in
        if collected == maxPerStream { return false }
        if try collect(id, summary, needed: needed, in: bounds) { collected += 1 }
        return true
      }
    }
    let rows = try index.database.rows(
      """
      SELECT places.id, places.summary FROM words CROSS JOIN places ON places.id = words.rowid
      WHERE words MATCH ? ORDER BY words.rowid
      """, expression.text)
    while try rows.step() {
      if collected == maxPerStream { return false }
      let id: Int = try rows.number(0)
      let isCollected = try rows.withBytes(1) {
        try collect(id, $0, needed: needed, in: bounds)
      }
      if isCollected { collected += 1 }
    }
    return true
  }

  /// Scores a place; returns whether it is a candidate, now or before.
  private mutating func collect(
    _ id: Int, _ summary: RawSpan, needed: [Int], in bounds: RegionBounds?
  ) throws -> Bool {
    if seen.contains(id) { return true }
    guard let isAllowed = filter.allows(summary) else {
      throw SQLiteError.corrupt("the summary of place \(id) is damaged")
    }
    if let bounds, !bounds.contains(PlaceSummary.coordinate(summary)) { return false }
    guard isAllowed else { return false }
    examined += 1
    guard let candidate = scorer.score(summary, row: id, needed: needed) else { return false }
    candidates.append(candidate)
    seen.insert(id)
    return true
  }

  /// The best candidates, best first.
  func best(_ count: Int) -> ArraySlice<Candidate> {
    candidates.sorted { $0.precedes($1) }.prefix(count)
  }
}

/// The kinds and categories of places that a query finds.
struct PlaceFilter {
  /// By the number of the classification.
  private let allowed: [Bool]
  /// `nil` if all places pass.
  let condition: SearchPlan.Condition?

  /// `nil` if no place can pass.
  init?(kinds: Place.Kinds, categories: CategoryFilter, contents: IndexContents) {
    allowed = contents.classifications.map { classification in
      if case .pointOfInterest(let category) = classification, !categories.includes(category) {
        return false
      }
      return kinds.contains(classification.kind)
    }
    let places = zip(allowed, contents.classificationCounts).reduce(0) {
      $0 + ($1.0 ? $1.1 : 0)
    }
    guard places > 0 else { return nil }
    condition =
      places == contents.placeCount
      ? nil
      : MatchExpression.filter(kinds: kinds, categories: categories).map {
        SearchPlan.Condition(expression: $0, matches: places)
      }
  }

  /// Returns whether the place with a summary passes; `nil` if the summary is too short or its
  /// classification does not exist.
  func allows(_ summary: RawSpan) -> Bool? {
    guard summary.byteCount >= PlaceSummary.headerSize else { return nil }
    let classification = PlaceSummary.classification(summary)
    return allowed.indices.contains(classification) ? allowed[classification] : nil
  }
}

/// An expression in FTS5's query language; every token in it stands between quotes.
struct MatchExpression {
  let text: String

  static func token(_ token: String, isPrefix: Bool = false) -> MatchExpression {
    // No token has a quote in it; if one had, it would stay one token.
    let doubled = token.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"")
    return MatchExpression(text: "\"\(doubled)\"" + (isPrefix ? " *" : ""))
  }

  static func all(of parts: [MatchExpression]) -> MatchExpression {
    MatchExpression(text: parts.map { "(\($0.text))" }.joined(separator: " AND "))
  }

  static func any(of parts: [MatchExpression]) -> MatchExpression {
    if parts.count == 1 { return parts[0] }
    return MatchExpression(text: parts.map { "(\($0.text))" }.joined(separator: " OR "))
  }

  /// The places that pass a query's filters; `nil` if there are none.
  static func filter(kinds: Place.Kinds, categories: CategoryFilter) -> MatchExpression? {
    var parts: [MatchExpression] = []
    for kind in [Place.Kinds.address, .physicalFeature] where kinds.contains(kind) {
      parts.append(token(IndexToken.kind(kind)))
    }
    if kinds.contains(.pointOfInterest) {
      let all = token(IndexToken.kind(.pointOfInterest))
      switch categories {
      case .including(let included): parts += tokens(of: included)
      case .excluding(let excluded) where !excluded.isEmpty:
        let others = any(of: tokens(of: excluded))
        parts.append(MatchExpression(text: "(\(all.text)) NOT (\(others.text))"))
      case .all, .excluding: parts.append(all)
      }
    }
    return parts.isEmpty ? nil : any(of: parts)
  }

  /// In one order, unlike a set's.
  private static func tokens(of categories: Set<PointOfInterestCategory>) -> [MatchExpression] {
    categories.map { IndexToken.category($0) }.sorted().map { token($0) }
  }
}
