import GRDB
import MapGeometry
import PinData

import struct Foundation.Data

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
  /// A text, which is stored as bytes where it contains a NUL character.
  fileprivate func text(_ column: Int) -> String {
    let value: DatabaseValue = self[column]
    switch value.storage {
    case .string(let text): return text
    case .blob(let data): return String(decoding: data, as: UTF8.self)
    default: return ""
    }
  }
}
