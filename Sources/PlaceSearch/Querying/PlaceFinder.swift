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
