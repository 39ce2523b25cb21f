import Clustering

/// The places of a CSV file: a header line, if there is one, and a record for each place.
struct CSVPlaces: PlaceTable, ~Copyable {
  /// The remedy for a quote that was left open.
  static let quoteRemedy =
    "Close the quote at the start of the field, or double it if it is part of the text."

  private var records: CSVRecords
  /// The number of fields of the header, or of the first record.
  private let columnCount: Int
  let columns: CoordinateColumns
  /// `nil` where each number has a column.
  private let pair: CoordinatePair?
  private let properties: [(property: PlaceProperty, column: Int)]
  private let nameColumn: Int?
  private let identifierColumn: Int?
  /// The columns that are properties of a pin.
  private let labelColumns: [(name: String, column: Int)]
  private var details: PlaceDetails
  /// Notes on the layout, and on the record after the last one.
  private var otherNotes: [String] = []
  /// Indicates whether a field had both numbers with the longitude first.
  private var isLongitudeFirst = false
  private var followsHeader = true
  private var brokenFieldCount = 0
  /// The first line of the first record with a line end in a field.
  private var firstBrokenLine = 0
  /// Indicates whether all records so far have decimal commas between their fields.
  private var haveAllDecimalCommas = true

  /// Reads the header.
  ///
  /// - Parameter chosen: the columns to read; `nil` looks for the usual names.
  init(
    _ reader: consuming ByteReader, path: String, chosen: CoordinateNames?, details: PlaceDetails
  ) throws(DataFileError) {
    let layout = CSVLayout(reader.buffered, chosen: chosen)
    var records = CSVRecords(reader, separator: layout.separator)
    var header: [String] = []
    let columns: CoordinateColumns
    do throws(Problem) {
      try records.skip(layout.skippedByteCount)
      if layout.skipsText {
        otherNotes.append("not read: the text above line \(records.nextLine)")
      }
      if layout.hasHeader {
        guard try records.next() else {
          throw .mismatch(expected: "CSV with a header line", found: "an empty file")
        }
        header = (0..<records.fieldCount).map {
          records.text($0).split(whereSeparator: \.isNewline).joined(separator: " ")
        }
      }
      if let found = layout.columns {
        columns = found
      } else {
        columns = try CoordinateColumns.find(in: header, chosen: chosen)
      }
    } catch {
      throw DataFileError(
        path: path, location: error.isOfContents ? records.location : nil, problem: error)
    }
    self.columns = columns
    pair = columns.isOne ? CoordinatePair(column: columns.names.latitude) : nil
    columnCount = layout.hasHeader ? records.fieldCount : layout.fieldCount
    let names = header.map { $0.lowercased() }
    properties = details.record == nil ? [] : PlaceProperty.columns(names)
    nameColumn = names.firstIndex(ofFirst: PinLabel.nameKeys)
    identifierColumn = names.firstIndex(of: PinLabel.identifierKey)
    let others = [columns.latitude, columns.longitude, nameColumn, identifierColumn]
    labelColumns = header.enumerated()
      .filter { !others.contains($0.offset) && !$0.element.isEmpty }
      .map { (name: $0.element, column: $0.offset) }
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
    if records.fieldCount == 1, !collector.isOfPlaces, try isNoRow() { return true }
    if followsHeader {
      followsHeader = false
      if haveWidths || isRule || areUnits { return true }
    }
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

  /// Indicates whether a record has the widths of columns, as "5s", "16n" and "10d" in USGS's format
  /// RDB.
  private var haveWidths: Bool {
    (0..<records.fieldCount).allSatisfy { column in
      let field = records.trimmedField(column)
      return field.count > 1 && field.dropLast().allSatisfy(ASCII.isDigit)
        && field.last.map { "sdn".utf8.contains($0) } == true
    }
  }

  /// Indicates whether a record has the units of the columns, as "degrees_north".
  private var areUnits: Bool {
    [columns.latitude, columns.longitude].allSatisfy { column in
      column < records.fieldCount
        && ["deg", "decimal deg", "°"].contains(
          where: String(decoding: records.trimmedField(column), as: UTF8.self).lowercased()
            .hasPrefix)
    }
  }

  /// Indicates whether a record is the line below a header in Markdown, as "|---|:--|".
  private var isRule: Bool {
    var hasLine = false
    for column in 0..<records.fieldCount {
      let field = records.trimmedField(column)
      guard field.allSatisfy({ $0 == ASCII.minus || $0 == ASCII.colon }) else { return false }
      if field.count > 1 { hasLine = true }
    }
    return hasLine
  }

  /// Returns whether a record of one field is a comment, a line drawn below the header, as
  /// "---+---", or a text below the table, as "Total: 6": the last one, and no number.
  private mutating func isNoRow() throws(Problem) -> Bool {
    let field = records.trimmedField(0)
    guard max(columns.latitude, columns.longitude) > 0, CoordinatePair.number(field) == nil else {
      return false
    }
    let isLine = field.allSatisfy { $0 == ASCII.minus || $0 == ASCII.plus }
    if isLine || field.first == UInt8(ascii: "#") { return true }
    let text = records.text(0)
    guard try records.isAtEnd() else { return false }
    otherNotes.append("not read: the footer \"\(text.excerpt(40))\" in line \(records.line)")
    return true
  }

  /// Notes on the records that were read.
  private var notes: [String] {
    var notes = otherNotes
    if records.isWindows1252 { notes.append("not UTF-8: read as Windows-1252") }
    if pair != nil {
      let first = isLongitudeFirst ? "longitude" : "latitude"
      notes.append("the \(first) is first in \"\(columns.names.latitude.excerpt(40))\"")
    }
    if brokenFieldCount > 0 {
      let fields =
        brokenFieldCount == 1
        ? "1 field in quotes has" : "\(brokenFieldCount) fields in quotes have"
      notes.append("\(fields) several lines; the first begins in line \(firstBrokenLine)")
    }
    if haveAllDecimalCommas, columns.parts.isEmpty {
      notes.append(
        "all coordinates and the fields after them are whole numbers: if they have decimal commas, "
          + Self.decimalCommaRemedy)
    }
    return notes
  }

  private static let decimalCommaRemedy =
    "put semicolons or tabs between the fields, or write decimal points"

  // MARK: - Whole records

  /// Refuses a record with more fields than the header: it is not known which field is the
  /// latitude. Separators at the end of a line do no harm.
  private mutating func checkLength() throws(Problem) {
    guard records.fieldCount > columnCount else { return }
    for column in columnCount..<records.fieldCount where !records.trimmedField(column).isEmpty {
      self.column = column
      throw .mismatch(
        expected: "at most \(columnCount) fields, as many as the header has",
        found: "\(records.fieldCount) fields",
        remedy: isSplit(min(columns.latitude, columns.longitude))
          ? "If the numbers have decimal commas, \(Self.decimalCommaRemedy)."
          : "Put quotes around a field that contains the separator, or name each column in the "
            + "header.")
    }
  }

  /// Returns whether a number seems to be in two fields, as "52" and "5" for 52,5.
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
        guard column >= first else { return CoordinatePair.number(records.field(column)) != nil }
        return column - first < parts.count && CoordinatePair.number(parts[column - first]) != nil
      }
      if hasBoth { return line }
    }
    return nil
  }

  // MARK: - Fields

  mutating func readDetails() -> PlaceDetails {
    if details.record != nil {
      details.removeAll()
      for (property, column) in properties {
        details.record?[property] = records.text(column)
      }
    }
    if details.label != nil {
      details.label = PinLabel(name: nameColumn.map { PinLabel.cut(records.text($0)) } ?? "")
      if let identifierColumn { details.label?.identify(records.text(identifierColumn)) }
      for (name, column) in labelColumns {
        let text = records.text(column)
        if !text.isEmpty { details.label?.properties.add(name, text: text) }
      }
    }
    return details
  }

  /// Refuses another number in a column of the same name: either could be meant.
  private mutating func check(_ columns: [Int], _ number: Double, _ name: String) throws(Problem) {
    for column in columns where column < records.fieldCount && !isMissing(column) {
      self.column = column
      let other = try self.number(column)
      guard other == number else {
        throw .mismatch(
          expected: "the same number in each column \"\(name)\"", found: "\(number) and \(other)",
          remedy: "Rename the columns, or remove the wrong one.")
      }
    }
  }

  /// The texts that tables and databases write for a missing number, in lower case.
  private static let missingValues: Set = [
    "", "nan", "null", "nil", "none", "na", "n/a", "-", "\\n", "#n/a", "#nv", "#n/d", "#n/b",
    "<na>", "(null)", "point empty",
  ]

  func isMissing(_ column: Int) -> Bool {
    guard column < records.fieldCount else { return false }
    let field = records.trimmedField(column)
    guard let first = field.first else { return true }
    // Most fields are numbers.
    guard !ASCII.isDigit(first), first != ASCII.minus || field.count == 1 else { return false }
    return field.count <= 11
      && Self.missingValues.contains(String(decoding: field, as: UTF8.self).lowercased())
  }

  mutating func coordinate() throws(Problem) -> Coordinate {
    guard let pair else { return try coordinateOfTwoColumns() }
    column = columns.latitude
    if columns.latitude < records.fieldCount,
      let found = pair.coordinate(records.field(columns.latitude))
    {
      isLongitudeFirst = found.isLongitudeFirst
      return found.coordinate
    }
    throw .mismatch(
      expected: "a latitude and a longitude, such as 52.52, 13.40", found: shown(columns.latitude))
  }

  mutating func text(_ column: Int) -> String {
    column < records.fieldCount ? records.text(column) : ""
  }

  func number(_ column: Int) throws(Problem) -> Double {
    if column < records.fieldCount, let number = CoordinatePair.number(records.field(column)) {
      return number
    }
    throw .mismatch(expected: "a number with a decimal point, such as 52.52", found: shown(column))
  }

  /// A field in a message.
  private func shown(_ column: Int) -> String {
    guard column < records.fieldCount else {
      return "a record of \(records.fieldCount) fields only"
    }
    let field = records.trimmedField(column)
    return field.isEmpty ? "an empty field" : "\"" + String(decoding: field, as: UTF8.self) + "\""
  }
}
