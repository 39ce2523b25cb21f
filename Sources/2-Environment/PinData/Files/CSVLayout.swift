/// The first row of a CSV file and the separator of its fields, found in its first lines.
struct CSVLayout {
  /// Commas are in texts and numbers as well, and so the last of those that are equally frequent.
  private static let separators = [ASCII.semicolon, ASCII.tab, ASCII.bar, ASCII.comma]
  /// The number of lines in which the header may be, without empty ones and comments.
  private static let maxLines = 20

  private(set) var separator = ASCII.comma
  /// The number of bytes before the header, or before the first row where there is none.
  private(set) var skippedByteCount = 0
  /// Indicates whether a text is in them.
  private(set) var skipsText = false
  private(set) var hasHeader = true
  /// `nil` if the header has none, or several candidates.
  private(set) var columns: CoordinateColumns?
  /// The number of fields of that line.
  private(set) var fieldCount = 0

  /// - Parameter start: the beginning of the file.
  init(_ start: ArraySlice<UInt8>, chosen: CoordinateNames?) {
    let texts = start.split { $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn }
      .prefix(1_000).filter { !CSVRecords.trimmed($0).isEmpty }
    let named = texts.first.flatMap(Self.namedSeparator)
    let lines = Array(texts.dropFirst(named == nil ? 0 : 1))
    let titles = lines.filter { $0.first != UInt8(ascii: "#") }
    // The error shows the first line that may be a header.
    let shown = titles.first ?? lines.first ?? start.suffix(0)
    skippedByteCount = shown.startIndex - start.startIndex
    separator = named ?? Self.separators(in: shown)[0]
    let last = titles.prefix(Self.maxLines).last ?? shown
    for (index, line) in lines.enumerated() where line.startIndex <= last.startIndex {
      let rows = lines[index...].prefix(Self.maxLines + 1)
      for candidate in named.map({ [$0] }) ?? Self.separators(in: line)
      where fits(Array(rows), separator: candidate, chosen: chosen) {
        separator = candidate
        (skippedByteCount, skipsText) = (line.startIndex - start.startIndex, index > 0)
        return
      }
    }
  }

  /// Returns whether the first of some lines is a header with the columns, or a row where they are
  /// chosen by number.
  private mutating func fits(
    _ lines: [ArraySlice<UInt8>], separator: UInt8, chosen: CoordinateNames?
  ) -> Bool {
    let fields = Self.fields(of: lines[0], separator)
    let header = Self.header(lines[0], separator)
    fieldCount = fields.count
    if let chosen, let numbered = CoordinateColumns.numbered(chosen, in: header) {
      let values = [fields[numbered.latitude], fields[numbered.longitude]]
      hasHeader =
        numbered.isOne
        ? CoordinatePair(column: "").coordinate(values[0]) == nil
        : values.allSatisfy {
          !$0.isEmpty && CoordinatePair.number($0) == nil
            && WrittenAngle(ASCII.trimmedText($0)) == nil
        }
      if !hasHeader { columns = numbered }
    }
    if !hasHeader { return true }
    do throws(Problem) {
      columns = try CoordinateColumns.match(header, chosen: chosen)
    } catch {
      return true
    }
    if columns == nil, chosen == nil { columns = Self.columnOfBoth(header, lines, separator) }
    return columns != nil
  }

  /// The only column with a usual name for both numbers that has them in one of the first rows.
  private static func columnOfBoth(
    _ header: [String], _ lines: [ArraySlice<UInt8>], _ separator: UInt8
  ) -> CoordinateColumns? {
    let named = header.indices.filter { CoordinatePair.isUsual(header[$0]) }
    guard !named.isEmpty else { return nil }
    let rows = lines.dropFirst().map { fields(of: $0, separator) }
    let columns = named.filter { column in
      let pair = CoordinatePair(column: header[column])
      return rows.contains { $0.count > column && pair.coordinate($0[column]) != nil }
    }
    guard columns.count == 1, let column = columns.first else { return nil }
    let names = CoordinateNames(latitude: header[column], longitude: header[column])
    return CoordinateColumns(latitude: column, longitude: column, names: names)
  }

  // MARK: - Lines

  /// The separator in the line "sep=;" that Excel writes and reads.
  private static func namedSeparator(_ line: ArraySlice<UInt8>) -> UInt8? {
    let bytes = line.filter { $0 != ASCII.quote }
    let isNamed = String(decoding: bytes.prefix(4), as: UTF8.self).lowercased() == "sep="
    return isNamed && bytes.count == 5 ? bytes[4] : nil
  }

  /// The separators in a line, those first that part a latitude from a longitude, then the most
  /// frequent; always a comma.
  private static func separators(in line: ArraySlice<UInt8>) -> [UInt8] {
    let ranks = separators.enumerated().map { index, separator in
      let fields = header(line, separator)
      return (CoordinateColumns.numbers(in: fields).isEmpty ? 1 : 0, -fields.count, index)
    }
    return separators.indices.filter { separators[$0] == ASCII.comma || ranks[$0].1 < -1 }
      .sorted { ranks[$0] < ranks[$1] }.map { separators[$0] }
  }

  private static func header(_ line: ArraySlice<UInt8>, _ separator: UInt8) -> [String] {
    var isWindows1252 = false
    return fields(of: line, separator).map { CSVRecords.text($0, isWindows1252: &isWindows1252) }
  }

  /// The fields of a line, without a pair of quotes around them.
  ///
  /// A quote that is left open, as in a header of several lines, takes the rest of the line.
  private static func fields(
    of line: ArraySlice<UInt8>, _ separator: UInt8
  ) -> [ArraySlice<UInt8>] {
    var isQuoted = false
    let fields = line.split(omittingEmptySubsequences: false) { byte in
      if byte == ASCII.quote, !CSVRecords.quoteIsLetter(separator) { isQuoted.toggle() }
      return byte == separator && !isQuoted
    }
    return fields.map { CSVRecords.withoutQuotes(CSVRecords.trimmed($0)) }
  }
}
