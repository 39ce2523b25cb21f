import Clustering

/// The places of a CSV file: a header line, and a record for each place.
struct CSVPlaces: ~Copyable {
  /// What to do about a quote that was left open.
  static let quoteRemedy =
    "Close the quote at the start of the field, or double it where it is a part of the text."

  private let path: String
  private var records: CSVRecords
  /// Takes the properties of each place; `nil` reads none, and leaves records without a coordinate
  /// out.
  private var record: PlaceRecord?
  private let readsLabels: Bool
  private var brokenFieldCount = 0
  /// The first line of the first record with a line end in a field.
  private var firstBrokenLine = 0
  /// False after a record that has no decimal commas between its fields.
  private var haveAllDecimalCommas = true

  init(
    _ reader: consuming ByteReader, path: String, record: PlaceRecord?, readsLabels: Bool = false
  ) {
    self.path = path
    self.record = record
    self.readsLabels = readsLabels
    records = CSVRecords(reader)
  }

  /// Hands all places to a collector. Returns the columns that they are read from.
  ///
  /// - Parameter chosen: the columns to read; `nil` looks for the usual names.
  mutating func read(
    chosen: CoordinateNames?, into collector: inout some PlaceCollecting
  ) throws(DataFileError) -> CoordinateColumns {
    guard try advance() else {
      throw error(.mismatch(expected: "CSV with a header line", found: "an empty file"))
    }
    let header = (0..<records.fieldCount).map { ASCII.trimmedText(records.field($0)) }
    let columns = try columns(of: header, chosen: chosen)
    let properties = record == nil ? [] : PlaceProperty.columns(header: header)
    let names = readsLabels ? header.map { $0.lowercased() } : []
    let nameColumn = PinLabel.nameKeys.lazy.compactMap { names.firstIndex(of: $0) }.first
    let identifierColumn = names.firstIndex(of: PinLabel.identifierKey)
    while try advance() {
      try checkLength(header.count, columns)
      try checkQuotes(header.count, columns)
      if record == nil, isMissing(columns.latitude), isMissing(columns.longitude) {
        try leaveOut(.missingCoordinate, collector: &collector)
      } else {
        let coordinate = Coordinate(
          latitude: try number(in: columns.latitude),
          longitude: try number(in: columns.longitude))
        if let problem = DataFileError.Problem(coordinate, exchange: columns.names.exchange) {
          throw error(problem, column: columns.latitude)
        }
        if haveAllDecimalCommas {
          haveAllDecimalCommas = isSplit(columns.latitude) && isSplit(columns.longitude)
        }
        try check(columns.repeats.latitude, coordinate.latitude, columns.names.latitude)
        try check(columns.repeats.longitude, coordinate.longitude, columns.names.longitude)
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
    return columns
  }

  /// What is to be known of the records that were read.
  var notes: [String] {
    var notes: [String] = []
    if brokenFieldCount > 0 {
      let fields =
        brokenFieldCount == 1
        ? "1 field in quotes has" : "\(brokenFieldCount) fields in quotes have"
      notes.append("\(fields) several lines, the first from line \(firstBrokenLine) on")
    }
    if haveAllDecimalCommas {
      notes.append(
        "all coordinates and the fields after them are whole numbers: if they have decimal commas, "
          + Self.decimalCommaRemedy)
    }
    return notes
  }

  private static let decimalCommaRemedy =
    "put semicolons or tabs between the fields, or write decimal points"

  private func columns(
    of header: [String], chosen: CoordinateNames?
  ) throws(DataFileError) -> CoordinateColumns {
    switch CoordinateColumns.match(header, chosen: chosen) {
    case .one(let columns): return columns
    case .none: throw error(CoordinateColumns.missing(in: header, chosen: chosen), column: 0)
    case .several(let names): throw error(CoordinateColumns.several(names), column: 0)
    }
  }

  // MARK: - Whole records

  /// Refuses a record with more fields than the header: which of them is the latitude, nobody knows.
  /// Separators at the end of a line do no harm.
  private func checkLength(_ count: Int, _ columns: CoordinateColumns) throws(DataFileError) {
    guard records.fieldCount > count,
      let column = (count..<records.fieldCount).first(where: { !records.trimmedField($0).isEmpty })
    else { return }
    throw error(
      .mismatch(
        expected: "at most \(count) fields, as many as the header has",
        found: "\(records.fieldCount) fields",
        remedy: isSplit(min(columns.latitude, columns.longitude))
          ? "If the numbers have decimal commas, \(Self.decimalCommaRemedy)."
          : "Put a field that has the separator in it into quotes, or name each column in the "
            + "header."),
      column: column)
  }

  /// Indicates whether a number seems to be in two fields, as "52" and "5" for 52,5.
  private func isSplit(_ column: Int) -> Bool {
    guard records.separator == ASCII.comma, column + 1 < records.fieldCount else { return false }
    let whole = records.trimmedField(column)
    let digits = whole.first == ASCII.minus ? whole.dropFirst() : whole
    let fraction = records.trimmedField(column + 1)
    return !digits.isEmpty && !fraction.isEmpty && digits.allSatisfy(ASCII.isDigit)
      && fraction.allSatisfy(ASCII.isDigit)
  }

  /// Counts the fields in quotes with several lines, and refuses one with a record in it.
  private mutating func checkQuotes(
    _ count: Int, _ columns: CoordinateColumns
  ) throws(DataFileError) {
    for field in records.brokenFields {
      if let line = lineWithRecord(in: field, count, columns) {
        throw error(
          .mismatch(
            expected: "a field in quotes that ends before the next row",
            found: "one with the row \"\(String(decoding: line, as: UTF8.self).excerpt(80))\"",
            remedy: Self.quoteRemedy),
          column: field)
      }
      if brokenFieldCount == 0 { firstBrokenLine = records.line }
      brokenFieldCount += 1
    }
  }

  /// The first line in a field that would be a record if the field's quote was a letter: it has as
  /// many fields, and a number in both columns of the coordinate. A text has neither by chance.
  ///
  /// The field's first line continues the fields before it, and says something only if a number is
  /// in it. The last one ends at the closing quote, maybe within the record.
  private func lineWithRecord(
    in field: Int, _ count: Int, _ columns: CoordinateColumns
  ) -> ArraySlice<UInt8>? {
    let lines = records.field(field).split(omittingEmptySubsequences: false) {
      $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn
    }
    for (number, line) in lines.enumerated() {
      let first = number == 0 ? field : 0
      guard number > 0 || max(columns.latitude, columns.longitude) > field else { continue }
      let parts = line.split(separator: records.separator, omittingEmptySubsequences: false)
      guard first + parts.count >= count || number == lines.count - 1 else { continue }
      let hasBoth = [columns.latitude, columns.longitude].allSatisfy { column in
        guard column >= first else { return isNumber(records.trimmedField(column)) }
        return column - first < parts.count && isNumber(CSVRecords.trimmed(parts[column - first]))
      }
      if hasBoth { return line }
    }
    return nil
  }

  private func isNumber(_ field: ArraySlice<UInt8>) -> Bool {
    DecimalNumber.parse(field, decimalMark: records.decimalMark(in: field)) != nil
  }

  // MARK: - Fields

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

  /// Refuses another number in a column of the same name: either could be meant.
  private func check(
    _ columns: [Int], _ number: Double, _ name: String
  ) throws(DataFileError) {
    for column in columns where column < records.fieldCount && !isMissing(column) {
      let other = try self.number(in: column)
      guard other == number else {
        throw error(
          .mismatch(
            expected: "the same number in each column \"\(name)\"", found: "\(number) and \(other)",
            remedy: "Rename the columns, or remove the one that is not meant."),
          column: column)
      }
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
