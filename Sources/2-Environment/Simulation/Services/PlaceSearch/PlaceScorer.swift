import Clustering
import Platform

/// A place that was scored; the row is its number in the index, the most prominent place first.
struct Candidate {
  let row: Int
  /// More is better.
  let points: Int
  /// The distance from the region's centre in steps of its size, 0 without a region.
  let steps: Int

  /// Returns whether the candidate is shown before another.
  func precedes(_ other: Candidate) -> Bool {
    (other.points, steps, row) < (points, other.steps, other.row)
  }
}

/// Scores places against a query's words and region.
struct PlaceScorer {
  let text: QueryText
  let bounds: RegionBounds?
  /// The rarity of each required word, if a place need not have all of them.
  let rarities: [Int]?
  let contents: IndexContents
  let ranking: PlaceRanking

  /// A field of a place, the best match first.
  private enum Field: UInt64 {
    case name = 1
    case street, city, category

    func points(in ranking: PlaceRanking) -> Int {
      switch self {
      case .name: ranking.wordInName
      case .street: ranking.wordInStreet
      case .city: ranking.wordInCity
      case .category: ranking.wordInCategory
      }
    }
  }

  /// The best field of each required word: four bits for each of at most 16 words.
  private struct Matches {
    private var bits: UInt64 = 0
    /// The sum of the positions of the corrections that matched.
    var corrections = 0

    subscript(word: Int) -> Field? {
      get { Field(rawValue: bits >> UInt64(4 * word) & 15) }
      set { bits |= (newValue?.rawValue ?? 0) << UInt64(4 * word) }
    }

    /// Notes a term of a field for the words that it matches and that no better field has.
    mutating func note(_ term: UInt32, in field: Field, of words: [QueryWord]) {
      for index in words.indices where self[index] == nil {
        if let meaning = words[index].meaning(of: term) {
          self[index] = field
          corrections += meaning
        }
      }
    }
  }

  /// The score of the place with a summary; `nil` if it lacks one of the needed words, which are
  /// positions in the query's required ones.
  func score(_ summary: RawSpan, row: Int, needed: [Int]) -> Candidate? {
    var matches = Matches()
    let nameCount = match(summary, &matches)
    for index in needed where matches[index] == nil { return nil }
    var points = 0
    var rarity = 0
    var count = 0
    var isAllInName = true
    for index in text.required.indices {
      let field = matches[index]
      if field != .name { isAllInName = false }
      guard let field else { continue }
      count += 1
      points += field.points(in: ranking)
      rarity += rarities?[index] ?? 0
    }
    guard count > 0 else { return nil }
    points = isAllInName ? nameMatch(summary, nameCount: nameCount) : points / count
    points -= min(matches.corrections * ranking.rarerCorrection, ranking.maxForCorrections)
    points += rarity * ranking.rarityFactor
    guard let bounds else { return Candidate(row: row, points: points, steps: 0) }
    let coordinate = PlaceSummary.coordinate(summary)
    if bounds.contains(coordinate) { points += ranking.insideRegion }
    return Candidate(row: row, points: points, steps: bounds.steps(to: coordinate))
  }

  /// Finds the best field of each word; returns how many words the name has.
  private func match(_ summary: RawSpan, _ matches: inout Matches) -> Int {
    var field = Field.name
    var nameCount = 0
    for position in 0..<PlaceSummary.termCount(summary) {
      let term = PlaceSummary.term(summary, at: position)
      if term == PlaceSummary.separator {
        if field == .name { nameCount = position }
        field = field == .name ? .street : .city
      } else {
        matches.note(term, in: field, of: text.required)
      }
    }
    for term in contents.classificationTerms[PlaceSummary.classification(summary)] {
      matches.note(term, in: .category, of: text.required)
    }
    return nameCount
  }

  private func nameMatch(_ summary: RawSpan, nameCount: Int) -> Int {
    var best = ranking.nameContains
    for words in text.names where words.count <= nameCount {
      var begins = true
      var equals = words.count == nameCount
      for (index, word) in words.enumerated() {
        let term = PlaceSummary.term(summary, at: index)
        if word.meaning(of: term) == nil { begins = false }
        if !word.isWhole(term) { equals = false }
      }
      if equals { return PlaceRanking.nameEquals }
      if begins { best = ranking.nameBegins }
    }
    return best
  }
}

/// The weights of a search's ranking, and its tolerance of typing errors.
///
/// Points are integers, so that an order is the same on each machine.
public struct PlaceRanking: Hashable, Sendable {
  /// The points of a name that is the whole query: the unit of all other points.
  static let nameEquals = 1000

  private(set) var nameBegins = 0
  private(set) var nameContains = 0
  // Of a word, where not all words are in the name: the mean over the words counts.
  private(set) var wordInName = 0
  private(set) var wordInStreet = 0
  private(set) var wordInCity = 0
  private(set) var wordInCategory = 0
  /// The points of a place inside of the region.
  private(set) var insideRegion = 0
  /// The deduction for each more frequent correction of a misspelt word, and its maximum.
  private(set) var rarerCorrection = 0
  private(set) var maxForCorrections = 0
  /// The points of a word's rarity if places match only some of the words.
  private(set) var rarityFactor = 0
  /// Around a region that is a hint, the region enlarged by this factor is searched before the
  /// whole earth.
  private(set) var neighborhoodFactor = 1.0
  /// The minimum number of letters of a word that is corrected.
  private(set) var minCorrectedLength = 0
  /// The maximum number of corrections of a misspelt word.
  private(set) var maxCorrections = 0

  /// The ranking of a platform profile.
  ///
  /// - Precondition: the profile provides the group of a search's ranking.
  public init(profile: PlatformProfile) {
    func whole(_ name: ProfileParameter.Name) -> Int { Int(profile[name].rounded()) }
    nameBegins = whole(.rankNameBeginning)
    nameContains = whole(.rankWordsInName)
    wordInName = whole(.rankWordInName)
    wordInStreet = whole(.rankWordInStreet)
    wordInCity = whole(.rankWordInCity)
    wordInCategory = whole(.rankWordInCategory)
    insideRegion = whole(.rankInsideRegion)
    rarerCorrection = whole(.rankRarerCorrection)
    maxForCorrections = whole(.rankCorrectionLimit)
    rarityFactor = whole(.rankRarity)
    neighborhoodFactor = profile[.searchNeighborhood]
    minCorrectedLength = whole(.correctionMinLength)
    maxCorrections = whole(.correctionCount)
  }

  /// No points: the ranking of an index that is asked for addresses only, which are ordered by
  /// distance.
  public static let none = PlaceRanking()

  private init() {}

  /// The rarity of a word: 16 times the logarithm to the base 2 of the number of places for each
  /// that has it, piecewise linear between the powers of two, so that no logarithm is taken.
  static func rarity(frequency: Int, of count: Int) -> Int {
    let ratio = (count << 8) / max(frequency, 1)
    guard ratio >= 256 else { return 1 }
    let exponent = Int.bitWidth - 1 - ratio.leadingZeroBitCount
    let fraction = (ratio >> (exponent - 4)) & 15
    // Common words are worth a little too.
    return 1 + (exponent - 8) * 16 + fraction
  }
}

/// The part of a place that a search scores: its coordinate, its classification and its words.
///
/// In bytes, little endian: the coordinate's two 64-bit numbers, the classification's 16-bit
/// number, then 32-bit numbers: the name's terms, a separator, the street's and house number's, a
/// separator, the city's. The category's words come from the classification. Bytes of an index's
/// file may be damaged: a span checks its bounds at each access, in release builds too, and
/// ``PlaceFilter/allows(_:)`` checks the header first.
enum PlaceSummary {
  static let separator = UInt32.max
  static let headerSize = 18

  static func bytes(
    coordinate: Coordinate, classification: Int, terms: some Sequence<UInt32>
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(headerSize + 4 * terms.underestimatedCount)
    append(coordinate.latitude.bitPattern, to: &bytes)
    append(coordinate.longitude.bitPattern, to: &bytes)
    append(UInt16(classification), to: &bytes)
    for term in terms { append(term, to: &bytes) }
    return bytes
  }

  private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  static func coordinate(_ bytes: RawSpan) -> Coordinate {
    Coordinate(
      latitude: Double(bitPattern: number(bytes, at: 0)),
      longitude: Double(bitPattern: number(bytes, at: 8)))
  }

  static func classification(_ bytes: RawSpan) -> Int {
    Int(number(bytes, at: 16) as UInt16)
  }

  static func termCount(_ bytes: RawSpan) -> Int {
    (bytes.byteCount - headerSize) / 4
  }

  static func term(_ bytes: RawSpan, at index: Int) -> UInt32 {
    number(bytes, at: headerSize + 4 * index)
  }

  @inline(__always)
  private static func number<Number: FixedWidthInteger & BitwiseCopyable>(
    _ bytes: RawSpan, at offset: Int
  ) -> Number {
    Number(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: Number.self))
  }
}
