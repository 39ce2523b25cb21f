import Foundation

/// The records of a CSV file (RFC 4180), one after the other: quoted fields may hold separators,
/// doubled quotes and up to 100 lines; lines end in LF, CR LF or CR. Empty lines are skipped, and so
/// are blanks before a field.
///
/// Between tabs or bars a quote is a letter: programs that write them for databases do not quote,
/// and texts begin with quotes. A pair around a whole field, which spreadsheets write, is removed.
struct CSVRecords: ~Copyable {
  private var reader: ByteReader
  /// The byte between fields.
  let separator: UInt8
  private let quoteIsLetter: Bool
  private var bytes: [UInt8] = []
  private var fieldEnds: [Int] = []
  /// The line after the last record that was read.
  private(set) var nextLine = 1
  /// The maximum number of lines in a quoted field: a quote that was left open takes all rows up to
  /// the next one.
  private static let maxQuotedLines = 100

  /// The line on which the current record starts, from 1.
  private(set) var line = 1
  /// The fields of the current record that hold line ends.
  private(set) var brokenFields: [Int] = []
  /// Indicates whether a text was in another encoding than UTF-8.
  private(set) var isWindows1252 = false
  /// The number of fields of the current record.
  var fieldCount: Int { fieldEnds.count }
  /// The field that is being read, from 0, for an error; `nil` before the first record.
  var column: Int?
  /// The place of that field.
  var location: DataFileError.Location? { column.map { .field(line: line, column: $0 + 1) } }

  init(_ reader: consuming ByteReader, separator: UInt8) {
    self.reader = reader
    self.separator = separator
    quoteIsLetter = Self.quoteIsLetter(separator)
  }

  static func quoteIsLetter(_ separator: UInt8) -> Bool {
    separator == ASCII.tab || separator == ASCII.bar
  }

  var progress: PinFileProgress { reader.progress }

  /// A field of the current record, without its quotes.
  @inline(__always)
  func field(_ index: Int) -> ArraySlice<UInt8> {
    let field = bytes[(index == 0 ? 0 : fieldEnds[index - 1])..<fieldEnds[index]]
    return quoteIsLetter ? Self.withoutQuotes(Self.trimmed(field)) : field
  }

  /// The field without a pair of quotes around it.
  static func withoutQuotes(_ field: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let isQuoted = field.count > 1 && field.first == ASCII.quote && field.last == ASCII.quote
    return isQuoted ? field.dropFirst().dropLast() : field
  }

  /// The text of bytes without the white space around it: in UTF-8, else in Windows-1252.
  static func text(_ bytes: ArraySlice<UInt8>, isWindows1252: inout Bool) -> String {
    let text = ASCII.trimmedText(bytes)
    guard text.unicodeScalars.contains("\u{FFFD}"), String(bytes: bytes, encoding: .utf8) == nil,
      let other = String(bytes: trimmed(bytes), encoding: .windowsCP1252)
    else { return text }
    isWindows1252 = true
    return other
  }

  /// The text of a field of the current record; empty where the record is shorter.
  mutating func text(_ index: Int) -> String {
    index < fieldCount ? Self.text(field(index), isWindows1252: &isWindows1252) : ""
  }

  /// A field without the white space around it.
  func trimmedField(_ index: Int) -> ArraySlice<UInt8> { Self.trimmed(field(index)) }

  /// Bytes without the white space around them.
  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var field = bytes
    while let byte = field.first, byte == ASCII.space || byte == ASCII.tab { field.removeFirst() }
    while let byte = field.last, byte == ASCII.space || byte == ASCII.tab { field.removeLast() }
    return field
  }

  /// Skips a number of bytes, whatever is in them.
  mutating func skip(_ count: Int) throws(Problem) {
    let end = reader.offset + count
    while reader.offset < end, let byte = try reader.next() {
      if byte == ASCII.lineFeed || byte == ASCII.carriageReturn { try endLine(byte) }
    }
  }

  /// Returns whether nothing follows but empty lines, which are skipped.
  mutating func isAtEnd() throws(Problem) -> Bool {
    while let byte = try reader.peek(), byte == ASCII.lineFeed || byte == ASCII.carriageReturn {
      _ = try reader.next()
      try endLine(byte)
    }
    return try reader.peek() == nil
  }

  /// Goes to the next record. Returns false after the last one.
  mutating func next() throws(Problem) -> Bool {
    do throws(Problem) {
      while try reader.peek() != nil {
        try scanRecord()
        if fieldEnds.count > 1 || !bytes.isEmpty {
          column = 0
          return true
        }
      }
      return false
    } catch {
      column = fieldCount
      throw error
    }
  }

  /// The maximum length of a record, in bytes. Without a limit, a small compressed file could
  /// exhaust the memory.
  private static let maxLength = 16 << 20
  /// The maximum number of its fields, four times that of a spreadsheet.
  private static let maxFieldCount = 1 << 16

  private mutating func append(_ byte: UInt8) throws(Problem) {
    guard bytes.count < Self.maxLength else {
      throw .mismatch(expected: "a record of at most 16 MiB", found: "a longer one")
    }
    bytes.append(byte)
  }

  private mutating func endField() throws(Problem) {
    guard fieldEnds.count < Self.maxFieldCount else {
      throw .mismatch(expected: "a record of at most \(Self.maxFieldCount) fields", found: "more")
    }
    fieldEnds.append(bytes.count)
  }

  private mutating func scanRecord() throws(Problem) {
    line = nextLine
    bytes.removeAll(keepingCapacity: true)
    fieldEnds.removeAll(keepingCapacity: true)
    brokenFields.removeAll(keepingCapacity: true)
    repeat {
      guard !quoteIsLetter else { continue }
      let isAfterBlank = try skipBlanks()
      guard try reader.peek() == ASCII.quote else { continue }
      try scanQuotedText()
      // After a blank, what follows the text in quotes is a part of the field.
      if !isAfterBlank { try expectEndOfField() }
    } while try scanPlainText()
  }

  /// Reads to the end of the field and returns true if another one follows in the record.
  private mutating func scanPlainText() throws(Problem) -> Bool {
    while let byte = try reader.next() {
      switch byte {
      case separator:
        try endField()
        return true
      case ASCII.lineFeed, ASCII.carriageReturn:
        try endField()
        try endLine(byte)
        return false
      default: try append(byte)
      }
    }
    try endField()
    return false
  }

  /// Skips blanks, and returns true if there are any.
  private mutating func skipBlanks() throws(Problem) -> Bool {
    guard try reader.peek() == ASCII.space else { return false }
    while try reader.peek() == ASCII.space { _ = try reader.next() }
    return true
  }

  /// Reads from an opening quote to the closing one.
  private mutating func scanQuotedText() throws(Problem) {
    let firstLine = nextLine
    _ = try reader.next()
    while let byte = try reader.next() {
      if byte == ASCII.quote {
        if try reader.peek() == ASCII.quote {
          _ = try reader.next()
        } else {
          return
        }
      } else if byte == ASCII.lineFeed || byte == ASCII.carriageReturn {
        try append(byte)
        try endLine(byte)
        if brokenFields.last != fieldEnds.count { brokenFields.append(fieldEnds.count) }
        guard nextLine - firstLine < Self.maxQuotedLines else {
          throw .mismatch(
            expected: "at most \(Self.maxQuotedLines) lines in a field in quotes",
            found: "more, from line \(firstLine) on", remedy: CSVPlaces.quoteRemedy)
        }
        continue
      }
      try append(byte)
    }
    throw .mismatch(expected: "'\"' at the end of the quoted field", found: ASCII.name(of: nil))
  }

  private mutating func expectEndOfField() throws(Problem) {
    _ = try skipBlanks()
    switch try reader.peek() {
    case nil, separator, ASCII.lineFeed, ASCII.carriageReturn: break
    case let byte:
      let isEscaped = bytes.last == ASCII.backslash
      throw .mismatch(
        expected: "a separator or the end of the line after the quoted field",
        found: isEscaped ? "a quote after a backslash" : ASCII.name(of: byte),
        remedy: isEscaped
          ? "In CSV a quote in a text is doubled: sed 's/\\\\\"/\"\"/g' FILE > NEW.csv"
          : Problem.usualRemedy)
    }
  }

  /// Counts a line end whose first byte was consumed, and consumes the LF of a CR LF.
  private mutating func endLine(_ byte: UInt8) throws(Problem) {
    nextLine += 1
    if byte == ASCII.carriageReturn, try reader.peek() == ASCII.lineFeed { _ = try reader.next() }
  }
}
