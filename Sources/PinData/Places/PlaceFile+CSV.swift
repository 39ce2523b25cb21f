import MapGeometry

extension PlaceFile {
  static func readCSV(path: String) throws(PlaceFileError) -> [Place] {
    var records: CSVRecords
    do {
      records = try CSVRecords(path: path)
    } catch {
      throw PlaceFileError(path: path, location: nil, problem: .format(.init(error)))
    }
    guard try advance(&records, path: path) else {
      throw PlaceFileError(path: path, location: nil, problem: .format(.emptyFile))
    }
    let header = (0..<records.fieldCount).map { text(records.field($0)) }
    guard let coordinateColumns = CSVColumns(header: header) else {
      throw PlaceFileError(
        path: path, location: .line(records.line, column: 1),
        problem: .format(.missingColumns(found: header)))
    }
    let columns = propertyColumns(header: header)
    var record = PlaceRecord()
    var places: [Place] = []
    while try advance(&records, path: path) {
      let coordinate = try coordinate(in: coordinateColumns, of: records, path: path)
      record.removeAll()
      for (property, column) in columns where column < records.fieldCount {
        record[property] = text(records.field(column))
      }
      do {
        places.append(try record.place(at: coordinate))
      } catch {
        let column = columns.first { $0.property == error.property }?.column ?? 0
        throw PlaceFileError(
          path: path, location: .line(records.line, column: column + 1), problem: error.problem)
      }
    }
    return places
  }

  /// Where the header has which property.
  private static func propertyColumns(
    header: [String]
  ) -> [(property: PlaceProperty, column: Int)] {
    let names = header.map { $0.lowercased() }
    return PlaceProperty.allCases.compactMap { property in
      let column = property.names.lazy.compactMap { names.firstIndex(of: $0) }.first
      return column.map { (property, $0) }
    }
  }

  private static func advance(
    _ records: inout CSVRecords, path: String
  ) throws(PlaceFileError) -> Bool {
    do {
      return try PinFile.advance(&records, path: path)
    } catch {
      throw PlaceFileError(error)
    }
  }

  private static func coordinate(
    in columns: CSVColumns, of records: borrowing CSVRecords, path: String
  ) throws(PlaceFileError) -> Coordinate {
    let coordinate: Coordinate
    do {
      coordinate = Coordinate(
        latitude: try PinFile.number(in: columns.latitude, of: records, path: path),
        longitude: try PinFile.number(in: columns.longitude, of: records, path: path))
    } catch {
      throw PlaceFileError(error)
    }
    if let problem = PinFileError.Problem(coordinate) {
      throw PlaceFileError(
        path: path, location: .line(records.line, column: columns.latitude + 1),
        problem: .format(problem))
    }
    return coordinate
  }

  /// The text of a value without the white space around it.
  static func text(_ bytes: ArraySlice<UInt8>) -> String {
    func isSpace(_ byte: UInt8) -> Bool { byte <= ASCII.space }
    let start = bytes.firstIndex { !isSpace($0) } ?? bytes.endIndex
    let end = bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}
