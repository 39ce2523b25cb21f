import Clustering
import GRDB
import PinData

import struct Foundation.Data

/// The part of an open index that stays in memory.
struct IndexContents {
  let tokenizer: WordTokenizer
  /// The searches for categories, the shortest title first.
  let categorySearches: [CategorySearch]
  let placeCount: Int
  let termCount: UInt32
  /// The sum of the terms' frequencies.
  let termUseCount: Int
  /// By their numbers in the file.
  let classifications: [Place.Classification]
  /// The terms of each classification's search words, ascending.
  let classificationTerms: [[UInt32]]
  /// The number of places of each classification.
  let classificationCounts: [Int]

  init(_ database: Database, path: String) throws {
    let application = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    guard application == IndexSchema.applicationID else {
      throw PlaceSearchError.unknownFormat(
        path: path, found: "a SQLite database with application id \(application)")
    }
    let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    guard version == IndexSchema.version else {
      throw PlaceSearchError.unknownFormat(
        path: path,
        found: "a place index of version \(version) instead of \(IndexSchema.version)")
    }
    let tokenizer = try WordTokenizer(database)
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
    placeCount =
      try Row.fetchOne(
        database, sql: "SELECT id FROM places ORDER BY id DESC LIMIT 1")?.count(0) ?? 0
    let lastTerm = try Row.fetchOne(
      database, sql: "SELECT id + 1, before + frequency FROM terms ORDER BY id DESC LIMIT 1")
    termCount = try lastTerm?.number(0) ?? 0
    termUseCount = try lastTerm?.count(1) ?? 0

    let known = Dictionary(
      uniqueKeysWithValues: ClassificationTable.all.map { ($0.name, $0) })
    var classifications: [Place.Classification] = []
    var classificationTerms: [[UInt32]] = []
    var classificationCounts: [Int] = []
    let rows = try Row.fetchCursor(
      database, sql: "SELECT name, terms, places FROM classifications ORDER BY id")
    while let row = try rows.next() {
      let name = row[0] as String? ?? ""
      guard let classification = known[name] else {
        throw PlaceSearchError.unknownFormat(
          path: path, found: "places of the unknown kind '\(name)'")
      }
      classifications.append(classification)
      classificationCounts.append(try row.count(2))
      let terms = row[1] as Data? ?? Data()
      classificationTerms.append(
        stride(from: 0, to: terms.count / 4 * 4, by: 4).map { offset in
          // Little endian.
          (0..<4).reduce(0) {
            $0 | UInt32(terms[terms.startIndex + offset + $1]) << (8 * UInt32($1))
          }
        })
    }
    self.classifications = classifications
    self.classificationTerms = classificationTerms
    self.classificationCounts = classificationCounts
  }
}

/// The numbers of the classifications in an index.
enum ClassificationTable {
  static let all: [Place.Classification] =
    [.address] + PointOfInterestCategory.allCases.map { .pointOfInterest($0) }
    + PhysicalFeature.allCases.map { .physicalFeature($0) }
}

extension Place.Classification {
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

extension Database {
  /// The place in a row of an index.
  func place(row: Int, contents: IndexContents) throws -> FoundPlace {
    let statement = try cachedStatement(
      sql: """
        SELECT position, classification, prominence, latitude, longitude, name, street,
          houseNumber, city
        FROM places WHERE id = ?
        """)
    guard let row = try Row.fetchOne(statement, arguments: [row]) else {
      throw DatabaseError(
        resultCode: .SQLITE_CORRUPT, message: "place \(row) is found but not there")
    }
    let classification: Int = try row.number(1)
    guard contents.classifications.indices.contains(classification) else {
      throw DatabaseError(
        resultCode: .SQLITE_CORRUPT, message: "there is no classification \(classification)")
    }
    let place = Place(
      name: row.text(5), classification: contents.classifications[classification],
      street: row.text(6), houseNumber: row.text(7), city: row.text(8),
      // SQLite has no NaN and stores NULL.
      coordinate: Coordinate(
        latitude: row[3] as Double? ?? .nan, longitude: row[4] as Double? ?? .nan),
      prominence: try row.number(2))
    return FoundPlace(id: try row.number(0), place: place)
  }
}

extension Row {
  /// A text, which is stored as bytes if it contains a NUL character.
  fileprivate func text(_ column: Int) -> String {
    let value: DatabaseValue = self[column]
    switch value.storage {
    case .string(let text): return text
    case .blob(let data): return String(decoding: data, as: UTF8.self)
    default: return ""
    }
  }
}

extension Row {
  /// A number that an index's file must have; a damaged file may have anything.
  func number<Number: FixedWidthInteger>(_ column: Int) throws -> Number {
    guard let stored = self[column] as Int64?, let number = Number(exactly: stored) else {
      throw DatabaseError(
        resultCode: .SQLITE_CORRUPT, message: "column \(column) holds no such number")
    }
    return number
  }

  /// A count, limited so that a sum of counts does not overflow.
  func count(_ column: Int) throws -> Int {
    Swift.min(Swift.max(try number(column), 0), 1 << 40)
  }
}
