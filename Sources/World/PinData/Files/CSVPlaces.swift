import Clustering

/// The places of a CSV file: a header line, and a record for each place.
struct CSVPlaces: PlaceTable, ~Copyable {
  /// What to do about a quote that was left open.
  static let quoteRemedy =
    "Close the quote at the start of the field, or double it where it is a part of the text."

  private var records: CSVRecords
  /// The number of fields of the header.
  private let columnCount: Int
  let columns: CoordinateColumns
  private let properties: [(property: PlaceProperty, column: Int)]
  private let nameColumn: Int?
  private let identifierColumn: Int?
  /// The columns that are properties of a pin.
  private let labelColumns: [(name: String, column: Int)]
  private var details: PlaceDetails
  private var brokenFieldCount = 0
  /// The first line of the first record with a line end in a field.
  private var firstBrokenLine = 0
  /// False after a record that has no decimal commas between its fields.
  private var haveAllDecimalCommas = true

  /// Reads the header.
  ///
  /// - Parameter chosen: the columns to read; `nil` looks for the usual names.
  init(
    _ reader: consuming ByteReader, path: String, chosen: CoordinateNames?, details: PlaceDetails
  ) throws(DataFileError) {
    var records = CSVRecords(reader)
    do throws(Problem) {
      guard try records.next() else {
        throw .mismatch(expected: "CSV with a header line", found: "an empty file")
      }
      let header = records.texts
      columns = try CoordinateColumns.find(in: header, chosen: chosen)
      let names = header.map { $0.lowercased() }
      properties = details.record == nil ? [] : PlaceProperty.columns(names)
      nameColumn = details.label == nil ? nil : names.firstIndex(ofFirst: PinLabel.nameKeys)
      identifierColumn = details.label == nil ? nil : names.firstIndex(of: PinLabel.identifierKey)
      let others = [columns.latitude, columns.longitude, nameColumn, identifierColumn]
      labelColumns =
        details.label == nil
        ? []
        : header.enumerated().filter { !others.contains($0.offset) && !$0.element.isEmpty }
          .map { (name: $0.element, column: $0.offset) }
    } catch {
      throw DataFileError(
        path: path, location: error.isOfContents ? records.location : nil, problem: error)
    }
    columnCount = records.fieldCount
    self.details = details
    self.records = records
  }

  var progress: PinFileProgress { records.progress }
  var source: DataFile.Source {
    DataFile.Source(format: .csv, taken: [columns.taken], notes: columns.notes + notes)
  }
  var column: Int? {
    get { records.column }
    set { records.column = newValue }
  }

  func location(of property: PlaceProperty?) -> DataFileError.Location? {
    guard let column = properties.first(where: { $0.property == property })?.column else {
      return records.location
    }
    return .field(line: records.line, column: column + 1)
  }

  mutating func next(into collector: inout PinCollector) throws(Problem) -> Bool {
    guard try records.next() else { return false }
    try checkLength()
    try checkQuotes()
    guard let coordinate = try addRow(to: &collector) else { return true }
    if haveAllDecimalCommas {
      haveAllDecimalCommas = isSplit(columns.latitude) && isSplit(columns.longitude)
    }
    if columns.haveRepeats {
      try check(columns.repeats.latitude, coordinate.latitude, columns.names.latitude)
      try check(columns.repeats.longitude, coordinate.longitude, columns.names.longitude)
    }
    return true
  }

  /// What is to be known of the records that were read.
  private var notes: [String] {
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

  // MARK: - Whole records

  /// Refuses a record with more fields than the header: which of them is the latitude, nobody knows.
  /// Separators at the end of a line do no harm.
  private mutating func checkLength() throws(Problem) {
    guard records.fieldCount > columnCount else { return }
    for column in columnCount..<records.fieldCount where !records.trimmedField(column).isEmpty {
      self.column = column
      throw .mismatch(
        expected: "at most \(columnCount) fields, as many as the header has",
        found: "\(records.fieldCount) fields",
        remedy: isSplit(min(columns.latitude, columns.longitude))
          ? "If the numbers have decimal commas, \(Self.decimalCommaRemedy)."
          : "Put a field that has the separator in it into quotes, or name each column in the "
            + "header.")
    }
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
  private mutating func checkQuotes() throws(Problem) {
    for field in records.brokenFields {
      if let line = lineWithRecord(in: field) {
        column = field
        throw .mismatch(
          expected: "a field in quotes that ends before the next row",
          found: "one with the row \"\(String(decoding: line, as: UTF8.self).excerpt(80))\"",
          remedy: Self.quoteRemedy)
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
  private func lineWithRecord(in field: Int) -> ArraySlice<UInt8>? {
    let lines = records.field(field).split(omittingEmptySubsequences: false) {
      $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn
    }
    for (number, line) in lines.enumerated() {
      let first = number == 0 ? field : 0
      guard number > 0 || max(columns.latitude, columns.longitude) > field else { continue }
      let parts = line.split(separator: records.separator, omittingEmptySubsequences: false)
      guard first + parts.count >= columnCount || number == lines.count - 1 else { continue }
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

  mutating func readDetails() -> PlaceDetails {
    if details.record != nil {
      details.removeAll()
      for (property, column) in properties {
        let text = text(in: column)
        details.record?[property] = text
      }
    }
    if details.label != nil {
      details.label = PinLabel(
        identifier: identifierColumn.flatMap { PinLabel.identifier(text(in: $0)) },
        name: nameColumn.map { PinLabel.cut(text(in: $0)) } ?? "")
      for (name, column) in labelColumns {
        let text = text(in: column)
        if !text.isEmpty { details.label?.properties.add(name, text: text) }
      }
    }
    return details
  }

  /// The text of a column, without the white space around it; empty where the row is shorter.
  private func text(in column: Int) -> String {
    column < records.fieldCount ? ASCII.trimmedText(records.field(column)) : ""
  }

  /// Refuses another number in a column of the same name: either could be meant.
  private mutating func check(_ columns: [Int], _ number: Double, _ name: String) throws(Problem) {
    for column in columns where column < records.fieldCount && !isMissing(column) {
      self.column = column
      let other = try self.number(column)
      guard other == number else {
        throw .mismatch(
          expected: "the same number in each column \"\(name)\"", found: "\(number) and \(other)",
          remedy: "Rename the columns, or remove the one that is not meant.")
      }
    }
  }

  /// What tables write where they have no number, in lower case.
  private static let missingValues: Set = ["", "nan", "null", "nil", "none", "na", "n/a", "-"]

  func isMissing(_ column: Int) -> Bool {
    guard column < records.fieldCount else { return false }
    let field = records.trimmedField(column)
    return field.count <= 4
      && Self.missingValues.contains(String(decoding: field, as: UTF8.self).lowercased())
  }

  func number(_ column: Int) throws(Problem) -> Double {
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
    throw .mismatch(expected: "a number with a decimal point, as 52.52", found: found)
  }
}
