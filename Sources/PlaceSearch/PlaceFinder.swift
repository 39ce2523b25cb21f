import GRDB
import MapGeometry
import PinData

/// Finds the candidates of one query.
///
/// Looks from the best matches to the worse, inside the region first, and stops as soon as nothing
/// better can come.
struct PlaceFinder {
  /// Around a region that is a hint, the region this many times as large is looked at before the
  /// world.
  static let neighbourhood = 5.0
  /// Where nothing matches all words, all combinations of so many of the rarest are looked for.
  static let mostCombined = 4

  let database: Database
  let contents: IndexContents
  let vocabulary: Vocabulary
  let text: QueryText
  let bounds: RegionBounds?
  let requiresRegion: Bool
  let filter: PlaceFilter
  let limit: Int

  /// Where is looked, in this order.
  private var areas: [SearchArea] {
    guard let bounds else { return [.world] }
    let region = SearchArea(bounds)
    if requiresRegion { return [region] }
    return [region, SearchArea(bounds.enlarged(by: Self.neighbourhood)), .world]
  }

  func collect() throws -> PlaceCollector {
    if text.isKnown {
      let collector = try collectAllWords()
      if !collector.candidates.isEmpty { return collector }
    }
    return try collectSomeWords()
  }
}

extension PlaceFinder {
  private typealias Condition = SearchPlan.Condition

  private func collectAllWords() throws -> PlaceCollector {
    var collector = collector(rarities: nil)
    let anywhere = try conditions(text.required)
    if hasFewMatches(text.required) || !requiresRegion && expectsFewMatches {
      // Nearness is in the score: one look at all of them will do.
      let area = requiresRegion ? areas[0] : .world
      if try collect(anywhere, in: area, into: &collector) { return collector }
    }

    let names = try nameConditions()
    // Those that are here may be the best known ones only.
    let sum = collector.candidates.count.addingReportingOverflow(limit)
    let wanted = sum.overflow ? .max : sum.partialValue
    for area in areas where collector.candidates.count < wanted {
      if try mayHaveMore(than: collector.most, of: text.required, in: area) {
        for conditions in names + [anywhere] where collector.candidates.count < wanted {
          try collect(conditions, in: area, into: &collector)
        }
      } else if try !collect(anywhere, in: area, into: &collector) {
        // Not all were scored, so the best may be missing.
        for conditions in names { try collect(conditions, in: area, into: &collector) }
      }
    }
    if bounds != nil, !requiresRegion { try collect(names[0], in: .world, into: &collector) }
    return collector
  }

  /// Whether an area has probably more places with the words than some number.
  private func mayHaveMore(
    than count: Int, of words: [QueryWord], in area: SearchArea
  ) throws -> Bool {
    guard let cells = try area.condition(database) else { return true }
    let rarest = words.map(\.frequency).min() ?? 0
    return Double(rarest) * Double(cells.matches) > Double(count) * Double(contents.placeCount)
  }

  private func conditions(_ words: [QueryWord], mark: String = "") throws -> [Condition] {
    var texts: Set<String> = []
    return try words.filter { texts.insert($0.text).inserted }.map { word in
      Condition(
        expression: .word(try vocabulary.patterns(of: word), mark: mark), matches: word.frequency)
    }
  }

  /// What the places have whose name is the query, begins with its words, or contains them.
  private func nameConditions() throws -> [[Condition]] {
    let whole = MatchExpression.any(
      of: text.names.map { words in
        .token(IndexToken.wholeName(words.map { $0.meanings.first?.text ?? $0.text }))
      })
    let rarest = text.required.map(\.frequency).min() ?? 0
    // Names are rarer than words; a guess.
    let names = Condition(expression: whole, matches: min(rarest, contents.placeCount / 1000))
    let begins = try conditions(
      Array(text.required.prefix(1)), mark: IndexToken.firstNameWord)
    let contains = try conditions(text.required, mark: IndexToken.nameWord)
    return [[names], begins + contains.dropFirst(), contains]
  }

  /// Returns whether all places that fulfil the conditions were scored.
  @discardableResult
  private func collect(
    _ conditions: [Condition], needed: RequiredWords? = nil, in area: SearchArea,
    into collector: inout PlaceCollector
  ) throws -> Bool {
    var conditions = conditions
    if let cells = try area.condition(database) { conditions.append(cells) }
    if let condition = filter.condition { conditions.append(condition) }
    let plan = SearchPlan(
      conditions, placeCount: contents.placeCount, wanted: collector.most)
    return try collector.collect(
      plan.expression, needed: needed ?? RequiredWords(first: text.required.count),
      in: area.bounds)
  }

  /// Whether so few places have one of the words that all can be scored.
  private func hasFewMatches(_ words: [QueryWord]) -> Bool {
    words.contains { $0.frequency <= PlaceCollector.candidatesPerStream }
  }

  /// Whether few places have all words, as far as one word says nothing about another.
  private var expectsFewMatches: Bool {
    let all = Double(contents.placeCount)
    let expected = text.required.reduce(all) { $0 * (Double($1.frequency) / all) }
    return expected * 4 <= Double(PlaceCollector.candidatesPerStream)
  }

  private func collector(rarities: [Int]?) -> PlaceCollector {
    PlaceCollector(
      database: database,
      scorer: PlaceScorer(text: text, bounds: bounds, rarities: rarities, contents: contents),
      filter: filter, limit: limit)
  }
}

extension PlaceFinder {
  /// Places with some of the words, the rarest combinations first.
  private func collectSomeWords() throws -> PlaceCollector {
    let rarities = text.required.map {
      $0.isKnown ? Points.rarity(frequency: $0.frequency, of: contents.placeCount) : 0
    }
    var collector = collector(rarities: rarities)
    let rarest = text.required.indices.filter { text.required[$0].isKnown }
      .sorted { (rarities[$1], $0) < (rarities[$0], $1) }.prefix(Self.mostCombined)

    var areas = areas
    // Rarity counts more than nearness.
    if !requiresRegion, bounds != nil { areas.remove(at: 1) }
    for combination in combinations(worths: rarest.map { rarities[$0] })
    // No place has all words: that was looked for before, or one of them is unknown.
    where combination.count < text.required.count {
      let positions = combination.map { rarest[$0] }
      let words = positions.map { text.required[$0] }
      let needed = RequiredWords(positions)
      let conditions = try conditions(words)
      for area in hasFewMatches(words) && !requiresRegion ? [.world] : areas
      where collector.candidates.count < limit {
        try collect(conditions, needed: needed, in: area, into: &collector)
      }
      if collector.candidates.count >= limit { break }
    }
    return collector
  }

  /// All sets of words but the empty one, those that are worth more together first.
  private func combinations(worths: [Int]) -> [[Int]] {
    // A bit each.
    let sets = (0..<1 << worths.count).dropFirst().map { bits in
      worths.indices.filter { bits >> $0 & 1 == 1 }
    }
    let sums = sets.map { $0.reduce(0) { $0 + worths[$1] } }
    return sets.indices.sorted { (sums[$1], $0) < (sums[$0], $1) }.map { sets[$0] }
  }
}

/// A part of the world in which is looked, or all of it.
final class SearchArea {
  static var world: SearchArea { SearchArea(nil) }

  /// `nil` is the world, with the places off the earth.
  let bounds: RegionBounds?
  private var known: SearchPlan.Condition??

  init(_ bounds: RegionBounds?) {
    self.bounds = bounds
  }

  /// That a place lies in one of the cells around the area, and about how many do; `nil` where
  /// the cells do not tell places apart. Counted once.
  func condition(_ database: Database) throws -> SearchPlan.Condition? {
    if let known { return known }
    let condition = try bounds.flatMap { try Self.condition($0, database) }
    known = .some(condition)
    return condition
  }

  private static func condition(
    _ bounds: RegionBounds, _ database: Database
  ) throws -> SearchPlan.Condition? {
    let cells = GridCell.covering(bounds)
    guard let level = cells.first?.level, let expression = MatchExpression.cells(cells) else {
      return nil
    }
    return SearchPlan.Condition(
      expression: expression,
      matches: try placeCount(of: cells, level: level, database), isArea: true)
  }

  /// About how many places lie in cells of one level.
  private static func placeCount(
    of cells: [GridCell], level: Int, _ database: Database
  ) throws -> Int {
    let counted = min(level, GridCell.finestCounted)
    var parents: [GridCell] = []
    for cell in cells.map({ $0.parent(level: counted) }) where !parents.contains(cell) {
      parents.append(cell)
    }
    let statement = try database.cachedStatement(
      sql: #"SELECT places FROM cells WHERE level = ? AND row = ? AND "column" = ?"#)
    let places = try parents.reduce(0) { sum, cell in
      let row = try Row.fetchOne(statement, arguments: [cell.level, cell.row, cell.column])
      return sum + (try row?.count(0) ?? 0)
    }
    if counted == level { return places }
    // Places crowd where people look.
    let crowding = 4
    let share = Double(cells.count * crowding) / Double(parents.count << (2 * (level - counted)))
    return share < 1 ? Int(Double(places) * share) : places
  }
}

/// Which conditions FTS5 intersects, and which are left to the look at each place.
///
/// FTS5 steps through most of a long list of places to intersect it with a short one; looking at
/// the few places of the short one may cost less. Each place that FTS5 finds is checked for the
/// words, the area and the filters anyway; what is not checked again are the marks of words in
/// names, so that a plan decides about time, and about how many places of a stream are scored.
struct SearchPlan {
  /// Something that places must have, and about how many have it.
  struct Condition {
    let expression: MatchExpression
    let matches: Int
    /// Whether it says where the places lie.
    var isArea = false
  }

  /// A look at a place takes as long as so many steps through a list, as measured: some 3
  /// microseconds and 20 nanoseconds.
  private static let stepsPerLook = 150.0

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
    var most = Double(ascending.first?.matches ?? 0)
    var found = most
    for condition in ascending.dropFirst() {
      let matches = Double(max(condition.matches, 1))
      let share = min(matches / all, 1)
      let looks = min(most, Double(wanted) / share)
      let part = min(Double(wanted) / max(found * share, 1), 1)
      if part * (matches + found) < looks * Self.stepsPerLook {
        chosen.append(condition)
        found *= share
        // The two words of a city and the area it is in may leave all that the first one finds;
        // words beyond these go together less.
        if chosen.count(where: { !$0.isArea }) > 2 { most *= share.squareRoot() }
      }
    }
    expression = .all(of: chosen.map(\.expression))
  }
}
