import GRDB
import PinData

import struct Foundation.Data

/// What an open index keeps in memory.
struct IndexContents {
  let tokenizer: WordTokenizer
  let placeCount: Int
  let termCount: UInt32
  /// The sum of the terms' frequencies.
  let termUseCount: Int
  /// By their numbers in the file.
  let classifications: [Place.Classification]
  /// The terms of each classification's search words, ascending.
  let classificationTerms: [[UInt32]]
  /// How many places each classification has.
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
    tokenizer = try WordTokenizer(database)
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
      classificationTerms.append(
        try row.withUnsafeData(atIndex: 1) { data in
          (data ?? Data()).withUnsafeBytes { bytes in
            (0..<bytes.count / 4).map {
              UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self))
            }
          }
        })
    }
    self.classifications = classifications
    self.classificationTerms = classificationTerms
    self.classificationCounts = classificationCounts
  }
}
