import MapGeometry
import PinData

/// Scores places against a query's words and region.
struct PlaceScorer {
  let text: QueryText
  let bounds: RegionBounds?
  /// The rarity of each required word where a place need not have all of them.
  let rarities: [Int]?
  let contents: IndexContents

  /// Where a word of the query was found, the best field first.
  private enum Field: Int {
    case name, street, city, category, none

    var points: Int {
      switch self {
      case .name: Points.wordInName
      case .street: Points.wordInStreet
      case .city: Points.wordInCity
      case .category: Points.wordInCategory
      case .none: 0
      }
    }
  }

  /// The score of the place with a summary; `nil` where it lacks a needed word.
  func score(
    _ summary: UnsafeRawBufferPointer, row: Int, needed: RequiredWords
  ) -> Candidate? {
    guard let match = match(summary, needed: needed) else { return nil }
    var points = match
    var steps = 0
    if let bounds {
      let coordinate = PlaceSummary.coordinate(summary)
      if bounds.contains(coordinate) { points += Points.insideRegion }
      steps = bounds.steps(to: coordinate)
    }
    return Candidate(row: row, points: points, steps: steps)
  }

  private func match(_ summary: UnsafeRawBufferPointer, needed: RequiredWords) -> Int? {
    withUnsafeTemporaryAllocation(of: Field.self, capacity: QueryText.mostWords) { fields in
      let words = text.required
      let found = UnsafeMutableBufferPointer(rebasing: fields.prefix(words.count))
      found.initialize(repeating: .none)
      var corrections = 0
      let nameCount = find(words, in: summary, fields: found, corrections: &corrections)

      var points = 0
      var rarity = 0
      var count = 0
      var isAllInName = true
      for index in words.indices {
        if found[index] != .name { isAllInName = false }
        if found[index] == .none {
          if needed.contains(index) { return nil }
        } else {
          count += 1
          points += found[index].points
          rarity += rarities?[index] ?? 0
        }
      }
      guard count > 0 else { return nil }
      points = isAllInName ? nameMatch(summary, nameCount: nameCount) : points / count
      points -= min(corrections * Points.rarerCorrection, Points.mostForCorrections)
      return rarity * Points.rarityFactor + points
    }
  }

  /// Notes the best field of each word; returns how many words the name has.
  private func find(
    _ words: [QueryWord], in summary: UnsafeRawBufferPointer,
    fields: UnsafeMutableBufferPointer<Field>, corrections: inout Int
  ) -> Int {
    var field = Field.name
    var nameCount = 0
    for position in 0..<PlaceSummary.termCount(summary) {
      let term = PlaceSummary.term(summary, at: position)
      if term == PlaceSummary.separator {
        if field == .name { nameCount = position }
        field = field == .name ? .street : .city
        continue
      }
      note(term, in: field, words, fields: fields, corrections: &corrections)
    }
    for term in contents.classificationTerms[PlaceSummary.classification(summary)] {
      note(term, in: .category, words, fields: fields, corrections: &corrections)
    }
    return nameCount
  }

  private func note(
    _ term: UInt32, in field: Field, _ words: [QueryWord],
    fields: UnsafeMutableBufferPointer<Field>, corrections: inout Int
  ) {
    for index in words.indices where fields[index] == .none {
      if let meaning = words[index].meaning(of: term) {
        fields[index] = field
        corrections += meaning
      }
    }
  }

  private func nameMatch(_ summary: UnsafeRawBufferPointer, nameCount: Int) -> Int {
    var best = Points.nameContains
    for words in text.names where words.count <= nameCount {
      var begins = true
      var equals = words.count == nameCount
      for (index, word) in words.enumerated() {
        let term = PlaceSummary.term(summary, at: index)
        if word.meaning(of: term) == nil { begins = false }
        if !word.isWhole(term) { equals = false }
      }
      if equals { return Points.nameEquals }
      if begins { best = Points.nameBegins }
    }
    return best
  }
}

/// What matches are worth. Integers, so that an order is the same on each machine.
enum Points {
  static let nameEquals = 1000
  static let nameBegins = 900
  static let nameContains = 800
  /// Of a word, where not all words are in the name: the mean over the words counts.
  static let wordInName = 700
  static let wordInStreet = 500
  static let wordInCity = 300
  static let wordInCategory = 200

  /// Makes a place inside of the region better than one outside: of two, only a name that is the
  /// whole query outside beats a place inside of which nothing but the category matches.
  static let insideRegion = 720

  /// Off for each more frequent correction of a misspelt word.
  static let rarerCorrection = 10
  static let mostForCorrections = 90

  /// A word's rarity counts more than all else where places match some of the words only.
  static let rarityFactor = 2000

  /// How rare a word is: 16 times the logarithm to the base 2 of the share of places that do not
  /// need it, piecewise linear between the powers of two, so that no logarithm is taken.
  static func rarity(frequency: Int, of count: Int) -> Int {
    let ratio = (count << 8) / max(frequency, 1)
    guard ratio >= 256 else { return 1 }
    let exponent = Int.bitWidth - 1 - ratio.leadingZeroBitCount
    let fraction = (ratio >> (exponent - 4)) & 15
    // Common words are worth a little too.
    return 1 + (exponent - 8) * 16 + fraction
  }
}

/// A place that was scored; the row is its number in the index, the best known place first.
struct Candidate {
  let row: Int
  /// More is better.
  let points: Int
  /// How far it is from the region's centre, 0 without a region.
  let steps: Int

  /// Whether the candidate is shown before another.
  func precedes(_ other: Candidate) -> Bool {
    (other.points, steps, row) < (points, other.steps, other.row)
  }
}

/// What a search scores of a place: where it is, what it is, and the numbers of its words.
///
/// In bytes, little endian: the coordinate's two 64-bit numbers, the classification's 16-bit
/// number, then 32-bit numbers: the name's terms, a separator, the street's and house number's, a
/// separator, the city's. The category's words come from the classification.
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

  static func coordinate(_ bytes: UnsafeRawBufferPointer) -> Coordinate {
    Coordinate(
      latitude: Double(bitPattern: load(bytes, at: 0)),
      longitude: Double(bitPattern: load(bytes, at: 8)))
  }

  static func classification(_ bytes: UnsafeRawBufferPointer) -> Int {
    Int(load(bytes, at: 16) as UInt16)
  }

  static func termCount(_ bytes: UnsafeRawBufferPointer) -> Int {
    (bytes.count - headerSize) / 4
  }

  static func term(_ bytes: UnsafeRawBufferPointer, at index: Int) -> UInt32 {
    load(bytes, at: headerSize + 4 * index)
  }

  private static func append<Number: FixedWidthInteger>(_ number: Number, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  private static func load<Number: FixedWidthInteger & BitwiseCopyable>(
    _ bytes: UnsafeRawBufferPointer, at offset: Int
  ) -> Number {
    Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
  }
}
