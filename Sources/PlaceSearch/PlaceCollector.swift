import GRDB
import MapGeometry
import PinData

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

/// Which places a query's filters let pass.
struct PlaceFilter {
  /// By the number of the classification.
  private let allowed: [Bool]
  /// `nil` where all places pass.
  let condition: SearchPlan.Condition?

  /// `nil` where no place can pass.
  init?(kinds: Place.Kinds, categories: CategoryFilter, contents: IndexContents) {
    allowed = contents.classifications.map { classification in
      switch classification {
      case .address: kinds.contains(.address)
      case .pointOfInterest(let category):
        kinds.contains(.pointOfInterest) && categories.includes(category)
      case .physicalFeature: kinds.contains(.physicalFeature)
      }
    }
    let places = zip(allowed, contents.classificationCounts).reduce(0) {
      $0 + ($1.0 ? $1.1 : 0)
    }
    guard places > 0 else { return nil }
    if places == contents.placeCount {
      condition = nil
    } else {
      condition = MatchExpression.filter(kinds: kinds, categories: categories).map {
        SearchPlan.Condition(expression: $0, matches: places)
      }
    }
  }

  /// Whether a summary is long enough and of a classification that there is.
  func knows(_ summary: UnsafeRawBufferPointer) -> Bool {
    summary.count >= PlaceSummary.headerSize
      && allowed.indices.contains(PlaceSummary.classification(summary))
  }

  /// Whether places of a classification pass.
  func allows(_ classification: Int) -> Bool {
    allowed[classification]
  }
}

/// An expression in FTS5's query language; every token in it stands between quotes.
struct MatchExpression {
  let text: String

  private init(_ text: String) {
    self.text = text
  }

  static func token(_ token: String, isPrefix: Bool = false) -> MatchExpression {
    // No token has a quote in it; if one had, it would stay one token.
    let doubled = token.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"")
    let quoted = "\"\(doubled)\""
    return MatchExpression(isPrefix ? quoted + " *" : quoted)
  }

  static func all(of parts: [MatchExpression]) -> MatchExpression {
    MatchExpression(parts.map { "(\($0.text))" }.joined(separator: " AND "))
  }

  static func any(of parts: [MatchExpression]) -> MatchExpression {
    if parts.count == 1 { return parts[0] }
    return MatchExpression(parts.map { "(\($0.text))" }.joined(separator: " OR "))
  }

  func excluding(_ other: MatchExpression) -> MatchExpression {
    MatchExpression("(\(text)) NOT (\(other.text))")
  }

  /// The places that have a word, or its marked token.
  static func word(_ patterns: [WordPattern], mark: String = "") -> MatchExpression {
    any(of: patterns.map { token(mark + $0.text, isPrefix: $0.isPrefix) })
  }

  /// The places in some cells; `nil` without cells.
  static func cells(_ cells: [GridCell]) -> MatchExpression? {
    cells.isEmpty ? nil : any(of: cells.map { token(IndexToken.cell($0)) })
  }
}

extension MatchExpression {
  /// What a query's filters let pass; `nil` where that is nothing.
  static func filter(kinds: Place.Kinds, categories: CategoryFilter) -> MatchExpression? {
    var parts: [MatchExpression] = []
    for kind in [Place.Kinds.address, .physicalFeature] where kinds.contains(kind) {
      parts.append(token(IndexToken.kind(kind)))
    }
    if kinds.contains(.pointOfInterest) {
      let all = token(IndexToken.kind(.pointOfInterest))
      switch categories {
      case .all: parts.append(all)
      case .including(let included):
        parts += sortedTokens(of: included)
      case .excluding(let excluded):
        parts.append(
          excluded.isEmpty ? all : all.excluding(any(of: sortedTokens(of: excluded))))
      }
    }
    return parts.isEmpty ? nil : any(of: parts)
  }

  /// In one order, unlike a set's.
  private static func sortedTokens(
    of categories: Set<PointOfInterestCategory>
  ) -> [MatchExpression] {
    categories.map { IndexToken.category($0) }.sorted().map { token($0) }
  }
}
