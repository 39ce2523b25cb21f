import MapGeometry

extension PinFile {
  static func readCSV(path: String) throws(PinFileError) -> [Coordinate] {
    var records: CSVRecords
    do {
      records = try CSVRecords(path: path)
    } catch {
      throw PinFileError(path: path, location: nil, problem: .init(error))
    }
    guard try advance(&records, path: path) else {
      throw PinFileError(path: path, location: nil, problem: .emptyFile)
    }
    let header = (0..<records.fieldCount).map {
      String(decoding: records.trimmedField($0), as: UTF8.self)
    }
    guard let columns = CSVColumns(header: header) else {
      throw PinFileError(
        path: path, location: .line(records.line, column: 1),
        problem: .missingColumns(found: header))
    }
    var coordinates: [Coordinate] = []
    while try advance(&records, path: path) {
      let coordinate = Coordinate(
        latitude: try number(in: columns.latitude, of: records, path: path),
        longitude: try number(in: columns.longitude, of: records, path: path))
      if let problem = PinFileError.Problem(coordinate) {
        throw PinFileError(
          path: path, location: .line(records.line, column: columns.latitude + 1), problem: problem)
      }
      coordinates.append(coordinate)
    }
    return coordinates
  }

  static func advance(
    _ records: inout CSVRecords, path: String
  ) throws(PinFileError) -> Bool {
    do {
      return try records.next()
    } catch {
      throw PinFileError(
        path: path, location: .line(records.line, column: records.fieldCount + 1),
        problem: .init(error))
    }
  }

  static func number(
    in column: Int, of records: borrowing CSVRecords, path: String
  ) throws(PinFileError) -> Double {
    let found: String
    if column < records.fieldCount {
      let field = records.trimmedField(column)
      if let number = DecimalNumber.parse(field) { return number }
      found =
        field.isEmpty ? "an empty field" : "\"" + String(decoding: field, as: UTF8.self) + "\""
    } else {
      found = "a record of \(records.fieldCount) fields only"
    }
    throw PinFileError(
      path: path, location: .line(records.line, column: column + 1),
      problem: .malformed(expected: "a number with a decimal point, as 52.52", found: found))
  }
}
