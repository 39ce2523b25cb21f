import MapGeometry

/// The places of a CSV file: a header line, and a record for each place.
struct CSVPlaces: ~Copyable {
  private let path: String
  private var records: CSVRecords
  /// Takes the properties of each place; `nil` reads none, and leaves records without a coordinate
  /// out.
  private var record: PlaceRecord?
  private let readsLabels: Bool

  init(
    _ reader: consuming ByteReader, path: String, record: PlaceRecord?, readsLabels: Bool = false
  ) {
    self.path = path
    self.record = record
    self.readsLabels = readsLabels
    records = CSVRecords(reader)
  }

  /// Hands all places to a collector. Returns the names of the columns that they are read from.
  ///
  /// - Parameter chosen: the columns to read; `nil` looks for the usual names.
  mutating func read(
    chosen: CoordinateNames?, into collector: inout some PlaceCollecting
  ) throws(DataFileError) -> CoordinateNames {
    guard try advance() else {
      throw error(.mismatch(expected: "CSV with a header line", found: "an empty file"))
    }
    let header = (0..<records.fieldCount).map { ASCII.trimmedText(records.field($0)) }
    guard let columns = CoordinateColumns(header: header, chosen: chosen) else {
      throw error(CoordinateColumns.missing(in: header, chosen: chosen), column: 0)
    }
    let properties = record == nil ? [] : PlaceProperty.columns(header: header)
    let names = readsLabels ? header.map { $0.lowercased() } : []
    let nameColumn = PinLabel.nameKeys.lazy.compactMap { names.firstIndex(of: $0) }.first
    let identifierColumn = names.firstIndex(of: PinLabel.identifierKey)
    while try advance() {
      if record == nil, isMissing(columns.latitude), isMissing(columns.longitude) {
        try leaveOut(.missingCoordinate, collector: &collector)
      } else {
        let coordinate = Coordinate(
          latitude: try number(in: columns.latitude),
          longitude: try number(in: columns.longitude))
        if let problem = DataFileError.Problem(coordinate, exchange: columns.names.exchange) {
          throw error(problem, column: columns.latitude)
        }
        if readsLabels {
          collector.take(
            PinLabel(
              identifier: identifierColumn.flatMap { PinLabel.identifier(text(in: $0)) },
              name: nameColumn.map { text(in: $0) } ?? ""))
        }
        try add(coordinate, properties, to: &collector)
      }
      collector.advance(to: records.progress)
    }
    return columns.names
  }

  private mutating func add(
    _ coordinate: Coordinate, _ properties: [(property: PlaceProperty, column: Int)],
    to collector: inout some PlaceCollecting
  ) throws(DataFileError) {
    record?.removeAll()
    for (property, column) in properties where column < records.fieldCount {
      record?[property] = ASCII.trimmedText(records.field(column))
    }
    do {
      try collector.add(coordinate, record)
    } catch {
      let column = properties.first { $0.property == error.property }?.column ?? 0
      throw self.error(error.problem, column: column)
    }
  }

  private func leaveOut(
    _ reason: PinFileSummary.LeftOutReason, collector: inout some PlaceCollecting
  ) throws(DataFileError) {
    do {
      try collector.leaveOut(reason)
    } catch {
      throw self.error(error, column: 0)
    }
  }

  /// The text of a column, without the white space around it; empty where the row is shorter.
  private func text(in column: Int) -> String {
    column < records.fieldCount ? ASCII.trimmedText(records.field(column)) : ""
  }

  private mutating func advance() throws(DataFileError) -> Bool {
    do {
      return try records.next()
    } catch {
      throw self.error(error, column: error.isOfContents ? records.fieldCount : nil)
    }
  }

  /// What tables write where they have no number, in lower case.
  private static let missingValues: Set = ["", "nan", "null", "nil", "none", "na", "n/a", "-"]

  /// Indicates whether a row has no number in a column.
  private func isMissing(_ column: Int) -> Bool {
    guard column < records.fieldCount else { return false }
    let field = records.trimmedField(column)
    return field.count <= 4
      && Self.missingValues.contains(String(decoding: field, as: UTF8.self).lowercased())
  }

  private func number(in column: Int) throws(DataFileError) -> Double {
    let found: String
    if column < records.fieldCount {
      let field = records.trimmedField(column)
      let mark = records.decimalMark(in: field)
      if let number = DecimalNumber.parse(field, decimalMark: mark) { return number }
      found =
        field.isEmpty ? "an empty field" : "\"" + String(decoding: field, as: UTF8.self) + "\""
    } else {
      found = "a record of \(records.fieldCount) fields only"
    }
    throw error(
      .mismatch(expected: "a number with a decimal point, as 52.52", found: found), column: column)
  }

  /// - Parameter column: the field of the current record, from 0; `nil` for the file as a whole.
  private func error(_ problem: DataFileError.Problem, column: Int? = nil) -> DataFileError {
    DataFileError(
      path: path, location: column.map { .field(line: records.line, column: $0 + 1) },
      problem: problem)
  }
}
