import GRDB

extension Row {
  /// A number that an index's file must have; a damaged file may have anything.
  func number<Number: FixedWidthInteger>(_ column: Int) throws -> Number {
    guard let stored = self[column] as Int64?, let number = Number(exactly: stored) else {
      throw DatabaseError(
        resultCode: .SQLITE_CORRUPT, message: "column \(column) holds no such number")
    }
    return number
  }

  /// How many there are of something: never so many that a sum of counts overflows.
  func count(_ column: Int) throws -> Int {
    Swift.min(Swift.max(try number(column), 0), 1 << 40)
  }
}
