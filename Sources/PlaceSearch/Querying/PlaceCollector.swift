import GRDB
import MapGeometry

/// Gathers scored candidates, each place once.
struct PlaceCollector {
  /// A stream of places, in descending prominence, is left after so many that were scored, or
  /// after the query's limit where that is more.
  static let candidatesPerStream = 256

  let database: Database
  let scorer: PlaceScorer
  let filter: PlaceFilter
  /// How many candidates of a stream are enough.
  let most: Int
  private(set) var candidates: [Candidate] = []
  private(set) var examined = 0
  private var seen: Set<Int> = []

  init(database: Database, scorer: PlaceScorer, filter: PlaceFilter, limit: Int) {
    self.database = database
    self.scorer = scorer
    self.filter = filter
    most = max(Self.candidatesPerStream, limit)
  }

  /// Scores the places that an expression finds, if they are inside of bounds, pass the filter and
  /// have the needed words; returns whether these are all.
  @discardableResult
  mutating func collect(
    _ expression: MatchExpression, needed: RequiredWords, in bounds: RegionBounds?
  ) throws -> Bool {
    let statement = try database.cachedStatement(
      sql: """
        SELECT places.id, places.summary FROM words CROSS JOIN places ON places.id = words.rowid
        WHERE words MATCH ? ORDER BY words.rowid
        """)
    var collected = 0
    let rows = try Row.fetchCursor(statement, arguments: [expression.text])
    while let row = try rows.next() {
      if collected == most { return false }
      let id: Int = try row.number(0)
      if seen.contains(id) {
        collected += 1
        continue
      }
      let isCandidate = try row.withUnsafeData(atIndex: 1) { data in
        guard let data else { return false }
        return try data.withUnsafeBytes { summary in
          guard filter.knows(summary) else {
            throw DatabaseError(
              resultCode: .SQLITE_CORRUPT, message: "the summary of place \(id) is damaged")
          }
          if let bounds, !bounds.contains(PlaceSummary.coordinate(summary)) { return false }
          guard filter.allows(PlaceSummary.classification(summary)) else { return false }
          examined += 1
          guard let candidate = scorer.score(summary, row: id, needed: needed) else {
            return false
          }
          candidates.append(candidate)
          return true
        }
      }
      if isCandidate {
        seen.insert(id)
        collected += 1
      }
    }
    return true
  }

  /// The best candidates, best first.
  func best(_ count: Int) -> ArraySlice<Candidate> {
    candidates.sorted { $0.precedes($1) }.prefix(count)
  }
}
