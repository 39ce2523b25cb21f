import Clustering
import PinData
import Support

/// The part of an open index that stays in memory.
struct IndexContents {
  let tokenizer: SQLiteTokenizer
  /// The searches for categories, the shortest title first.
  let categorySearches: [CategorySearch]
  let placeCount: Int
  let termCount: UInt32
  /// The sum of the terms' frequencies.
  let termUseCount: Int
  /// By their numbers in the file.
  private(set) var classifications: [Place.Classification] = []
  /// The terms of each classification's search words, ascending.
  private(set) var classificationTerms: [[UInt32]] = []
  /// The number of places of each classification.
  private(set) var classificationCounts: [Int] = []

  init(_ database: SQLiteConnection, path: String) throws {
    let application = try database.integer("PRAGMA application_id") ?? 0
    guard application == Int64(IndexSchema.applicationID) else {
      throw PlaceSearchError.unknownFormat(
        path: path, found: "a SQLite database with application id \(application)")
    }
    let version = try database.integer("PRAGMA user_version") ?? 0
    guard version == Int64(IndexSchema.version) else {
      throw PlaceSearchError.unknownFormat(
        path: path,
        found: "a place index of version \(version) instead of \(IndexSchema.version)")
    }
    let tokenizer = try SQLiteTokenizer(database)
    self.tokenizer = tokenizer
    let searches = try PointOfInterestCategory.allCases.flatMap { category in
      try category.searchWords.map {
        try CategorySearch($0, category: category, tokenizer: tokenizer)
      }
    }
    categorySearches = searches.enumerated().sorted {
      ($0.element.title.unicodeScalars.count, $0.offset)
        < ($1.element.title.unicodeScalars.count, $1.offset)
    }.map(\.element)
    let lastPlace = try database.rows("SELECT id FROM places ORDER BY id DESC LIMIT 1")
    placeCount = try lastPlace.step() ? lastPlace.count(0) : 0
    let lastTerm = try database.rows(
      "SELECT id + 1, before + frequency FROM terms ORDER BY id DESC LIMIT 1")
    let hasTerms = try lastTerm.step()
    termCount = try hasTerms ? lastTerm.number(0) : 0
    termUseCount = try hasTerms ? lastTerm.count(1) : 0

    let known = Dictionary(
      uniqueKeysWithValues: Place.Classification.all.map { ($0.name, $0) })
    let rows = try database.rows("SELECT name, terms, places FROM classifications ORDER BY id")
    while try rows.step() {
      let name = rows.text(0)
      guard let classification = known[name] else {
        throw PlaceSearchError.unknownFormat(
          path: path, found: "places of the unknown kind '\(name)'")
      }
      classifications.append(classification)
      classificationCounts.append(try rows.count(2))
      let terms = rows.bytes(1)
      classificationTerms.append(
        stride(from: 0, to: terms.count / 4 * 4, by: 4).map { offset in
          // Little endian.
          (0..<4).reduce(0) { $0 | UInt32(terms[offset + $1]) << (8 * UInt32($1)) }
        })
    }
  }
}

extension Place.Classification {
  /// All of them, in the order of their numbers in an index.
  static let all: [Place.Classification] =
    [.address] + PointOfInterestCategory.allCases.map { .pointOfInterest($0) }
    + PhysicalFeature.allCases.map { .physicalFeature($0) }

  /// The name in the file of an index.
  var name: String {
    switch self {
    case .address: "address"
    case .pointOfInterest(let category): "pointOfInterest." + category.rawValue
    case .physicalFeature(let feature): "physicalFeature." + feature.rawValue
    }
  }

  /// The words that people type for places of the kind; none for an address.
  var searchWords: [String] {
    switch self {
    case .address: []
    case .pointOfInterest(let category): category.searchWords
    case .physicalFeature(let feature): feature.searchWords
    }
  }

  /// The tokens that a search's filters look for.
  var filterTokens: [String] {
    guard case .pointOfInterest(let category) = self else { return [IndexToken.kind(kind)] }
    return [IndexToken.kind(kind), IndexToken.category(category)]
  }
}

extension SQLiteConnection {
  /// The place in a row of an index.
  func place(row number: Int, contents: IndexContents) throws -> FoundPlace {
    let row = try rows(
      """
      SELECT position, classification, prominence, latitude, longitude, name, street, houseNumber,
        city
      FROM places WHERE id = ?
      """, number)
    guard try row.step() else {
      throw SQLiteError.corrupt("place \(number) is in an index, but not in the table")
    }
    let classification: Int = try row.number(1)
    guard contents.classifications.indices.contains(classification) else {
      throw SQLiteError.corrupt("there is no classification \(classification)")
    }
    let place = Place(
      name: row.storedText(5), classification: contents.classifications[classification],
      street: row.storedText(6), houseNumber: row.storedText(7), city: row.storedText(8),
      coordinate: Coordinate(latitude: row.degrees(3), longitude: row.degrees(4)),
      prominence: try row.number(2))
    return FoundPlace(id: try row.number(0), place: place)
  }
}

extension SQLiteStatement {
  /// A text, which is stored as bytes if it contains a NUL character.
  fileprivate func storedText(_ column: Int32) -> String {
    switch type(column) {
    case .text, .blob: text(column)
    case .integer, .real, .null: ""
    }
  }

  /// SQLite has no NaN and stores null.
  fileprivate func degrees(_ column: Int32) -> Double {
    isNull(column) ? .nan : double(column)
  }

  /// A number that an index's file must have; a damaged file may have anything.
  func number<Number: FixedWidthInteger>(_ column: Int32) throws -> Number {
    guard type(column) == .integer, let number = Number(exactly: integer(column)) else {
      throw SQLiteError.corrupt("column \(column) has no number in its range")
    }
    return number
  }

  /// A count, limited so that a sum of counts does not overflow.
  func count(_ column: Int32) throws -> Int {
    Swift.min(Swift.max(try number(column), 0), 1 << 40)
  }
}
