import Clustering
import Support

/// Finds the candidates of one query.
///
/// Searches from the best matches to the worst, inside the region first, and stops when no better
/// match is possible.
struct PlaceFinder {
  /// The maximum number of rare words whose combinations are all searched if no place has all
  /// words.
  static let maxCombinedWords = 4

  let index: PlaceIndex
  let text: QueryText
  let bounds: RegionBounds?
  let requiresRegion: Bool
  let filter: PlaceFilter
  let limit: Int

  private typealias Condition = SearchPlan.Condition

  func collect() throws -> PlaceCollector {
    if text.isKnown {
      let collector = try collectAllWords()
      if !collector.candidates.isEmpty { return collector }
    }
    return try collectSomeWords()
  }

  /// The searched areas in their order.
  private var areas: [SearchArea] {
    guard let bounds else { return [.everywhere] }
    let region = SearchArea(bounds)
    if requiresRegion { return [region] }
    return [region, SearchArea(bounds.enlarged(by: index.ranking.neighborhoodFactor)), .everywhere]
  }

  private func collector(rarities: [Int]?) -> PlaceCollector {
    PlaceCollector(
      index: index,
      scorer: PlaceScorer(
        text: text, bounds: bounds, rarities: rarities, contents: index.contents,
        ranking: index.ranking),
      filter: filter, maxPerStream: max(PlaceCollector.candidatesPerStream, limit))
  }

  /// Returns whether all places that fulfil the conditions were scored.
  @discardableResult
  private func collect(
    _ conditions: [Condition], needed: [Int]? = nil, in area: SearchArea,
    into collector: inout PlaceCollector
  ) throws -> Bool {
    let plan = SearchPlan(
      conditions + [try area.condition(index.database), filter.condition].compactMap(\.self),
      placeCount: index.contents.placeCount, wanted: collector.maxPerStream)
    return try collector.collect(
      plan.expression, needed: needed ?? Array(text.required.indices), in: area.bounds)
  }

  // MARK: - All words

  private func collectAllWords() throws -> PlaceCollector {
    var collector = collector(rarities: nil)
    let anywhere = try conditions(text.required)
    let areas = areas
    if hasFewMatches(text.required) || !requiresRegion && expectsFewMatches {
      // The score includes the distance, so one pass over all of them is enough.
      let area = requiresRegion ? areas[0] : .everywhere
      if try collect(anywhere, in: area, into: &collector) { return collector }
    }

    let names = try nameConditions()
    // The collected ones may be only the most prominent ones.
    let sum = collector.candidates.count.addingReportingOverflow(limit)
    let wanted = sum.overflow ? .max : sum.partialValue
    for area in areas where collector.candidates.count < wanted {
      if try mayHaveMore(than: collector.maxPerStream, in: area) {
        for conditions in names + [anywhere] where collector.candidates.count < wanted {
          try collect(conditions, in: area, into: &collector)
        }
      } else if try !collect(anywhere, in: area, into: &collector) {
        // Not all were scored, so the best may be missing.
        for conditions in names { try collect(conditions, in: area, into: &collector) }
      }
    }
    if bounds != nil, !requiresRegion {
      try collect(names[0], in: .everywhere, into: &collector)
    }
    return collector
  }

  /// Returns whether an area has probably more places with all words than a number.
  private func mayHaveMore(than count: Int, in area: SearchArea) throws -> Bool {
    guard let cells = try area.condition(index.database) else { return true }
    return Double(minFrequency) * Double(cells.matches)
      > Double(count) * Double(index.contents.placeCount)
  }

  private var minFrequency: Int { text.required.map(\.frequency).min() ?? 0 }

  private func conditions(_ words: [QueryWord], mark: String = "") throws -> [Condition] {
    let vocabulary = Vocabulary(index: index)
    var texts: Set<String> = []
    return try words.filter { texts.insert($0.text).inserted }.map {
      Condition(
        expression: try vocabulary.expression(of: $0, mark: mark), matches: $0.frequency)
    }
  }

  /// The conditions of the places whose name is the query, begins with its words, or contains them.
  private func nameConditions() throws -> [[Condition]] {
    let whole = MatchExpression.any(
      of: text.names.map { words in
        .token(IndexToken.wholeName(words.map { $0.meanings.first?.text ?? $0.text }))
      })
    // Names are rarer than words; the factor is a guess.
    let name = Condition(
      expression: whole, matches: min(minFrequency, index.contents.placeCount / 1000))
    let begins = try conditions(
      Array(text.required.prefix(1)), mark: IndexToken.firstNameWord)
    let contains = try conditions(text.required, mark: IndexToken.nameWord)
    return [[name], begins + contains.dropFirst(), contains]
  }

  /// Returns whether so few places have one of the words that all can be scored.
  private func hasFewMatches(_ words: [QueryWord]) -> Bool {
    words.contains { $0.frequency <= PlaceCollector.candidatesPerStream }
  }

  /// Indicates whether few places have all words, if the words are independent of each other.
  private var expectsFewMatches: Bool {
    let all = Double(index.contents.placeCount)
    let expected = text.required.reduce(all) { $0 * (Double($1.frequency) / all) }
    return expected * 4 <= Double(PlaceCollector.candidatesPerStream)
  }

  // MARK: - Some of the words

  /// Places with some of the words, the rarest combinations first.
  private func collectSomeWords() throws -> PlaceCollector {
    let rarities = text.required.map {
      $0.isKnown ? PlaceRanking.rarity(frequency: $0.frequency, of: index.contents.placeCount) : 0
    }
    var collector = collector(rarities: rarities)
    let rarest = text.required.indices.filter { text.required[$0].isKnown }
      .sorted { (rarities[$1], $0) < (rarities[$0], $1) }.prefix(Self.maxCombinedWords)

    var areas = areas
    // Rarity counts more than nearness.
    if !requiresRegion, bounds != nil { areas.remove(at: 1) }
    // All sets of words but the empty one, a bit for each word; the rarest together first.
    let sets = (1..<1 << rarest.count).map { bits in
      rarest.indices.filter { bits >> $0 & 1 == 1 }.map { rarest[$0] }
    }
    let sums = sets.map { $0.reduce(0) { $0 + rarities[$1] } }
    for number in sets.indices.sorted(by: { (sums[$1], $0) < (sums[$0], $1) })
    // No place has all words: that was searched before, or one of them is unknown.
    where sets[number].count < text.required.count {
      let words = sets[number].map { text.required[$0] }
      let conditions = try conditions(words)
      for area in hasFewMatches(words) && !requiresRegion ? [.everywhere] : areas
      where collector.candidates.count < limit {
        try collect(conditions, needed: sets[number], in: area, into: &collector)
      }
      if collector.candidates.count >= limit { break }
    }
    return collector
  }
}

/// A part of the earth that is searched, or all of it.
final class SearchArea {
  static var everywhere: SearchArea { SearchArea(nil) }

  /// `nil` is everywhere, with the places off the earth.
  let bounds: RegionBounds?
  private var known: SearchPlan.Condition??

  init(_ bounds: RegionBounds?) {
    self.bounds = bounds
  }

  /// The condition that a place lies in one of the cells around the area; `nil` if the area takes
  /// too many cells. Counted once.
  func condition(_ database: SQLiteConnection) throws -> SearchPlan.Condition? {
    if let known { return known }
    let cells = bounds.map { GridCell.covering($0) } ?? []
    let condition =
      cells.isEmpty
      ? nil
      : SearchPlan.Condition(
        expression: .any(of: cells.map { .token(IndexToken.cell($0)) }),
        matches: try Self.placeCount(of: cells, database), isArea: true)
    known = .some(condition)
    return condition
  }

  /// About how many places lie in cells of one level.
  private static func placeCount(of cells: [GridCell], _ database: SQLiteConnection) throws -> Int {
    let level = cells[0].level
    let countedLevel = min(level, GridCell.finestCounted)
    var parents: [GridCell] = []
    for cell in cells.map({ $0.parent(level: countedLevel) }) where !parents.contains(cell) {
      parents.append(cell)
    }
    let row = try database.statement(
      #"SELECT places FROM cells WHERE level = ? AND row = ? AND "column" = ?"#)
    var places = 0
    for cell in parents {
      try row.start(cell.level, cell.row, cell.column)
      if try row.step() { places += try row.count(0) }
    }
    if countedLevel == level { return places }
    // Places crowd where people look.
    let crowding = 4
    let share =
      Double(cells.count * crowding) / Double(parents.count << (2 * (level - countedLevel)))
    return share < 1 ? Int(Double(places) * share) : places
  }
}

/// The choice between conditions that FTS5 intersects and those that are checked place by place.
///
/// FTS5 steps through most of a long list of places to intersect it with a short one; checking the
/// few places of the short one may cost less. Each place that FTS5 finds is checked for the words,
/// the area and the filters anyway; only the marks of words in names are not checked again. A plan
/// decides about time, and about how many places of a stream are scored.
struct SearchPlan {
  /// A property that places must have, and about how many have it.
  struct Condition {
    let expression: MatchExpression
    let matches: Int
    /// Indicates whether it says where the places lie.
    var isArea = false
  }

  /// The time to check a place, in steps through a list, as measured: some 3 microseconds and 20
  /// nanoseconds.
  private static let stepsPerCheck = 150.0

  let expression: MatchExpression

  /// - Parameters:
  ///   - conditions: at least one.
  ///   - placeCount: of the index.
  ///   - wanted: after how many places that fulfil all conditions the search ends.
  init(_ conditions: [Condition], placeCount: Int, wanted: Int) {
    let ascending = conditions.enumerated()
      .sorted { ($0.element.matches, $0.offset) < ($1.element.matches, $1.offset) }
      .map(\.element)
    var chosen = ascending.prefix(1)
    let all = Double(max(placeCount, 1))
    // How many places the chosen conditions find at most, and how many if none says anything
    // about another.
    var maxFound = Double(ascending.first?.matches ?? 0)
    var found = maxFound
    for condition in ascending.dropFirst() {
      let matches = Double(max(condition.matches, 1))
      let share = min(matches / all, 1)
      let checks = min(maxFound, Double(wanted) / share)
      let part = min(Double(wanted) / max(found * share, 1), 1)
      if part * (matches + found) < checks * Self.stepsPerCheck {
        chosen.append(condition)
        found *= share
        // The two words of a city and the area it is in may leave all that the first one finds;
        // words beyond these go together less.
        if chosen.count(where: { !$0.isArea }) > 2 { maxFound *= share.squareRoot() }
      }
    }
    expression = .all(of: chosen.map(\.expression))
  }
}
