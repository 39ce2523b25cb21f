/// The records of a CSV file (RFC 4180), one after the other: quoted fields may hold separators,
/// doubled quotes and line ends; lines end in LF, CR LF or CR. Empty lines are skipped.
struct CSVRecords: ~Copyable {
  private var reader: ByteReader
  /// The byte between fields: comma, semicolon or tab, the most frequent one of the first line.
  let separator: UInt8
  private var bytes: [UInt8] = []
  private var fieldEnds: [Int] = []
  private var nextLine = 1

  /// The line on which the current record starts, from 1.
  private(set) var line = 1
  /// The number of fields of the current record.
  var fieldCount: Int { fieldEnds.count }

  init(path: String) throws(DataFileError.Problem) {
    reader = try ByteReader(path: path)
    separator = Self.separator(of: reader.bufferedLine())
  }

  private static func separator(of header: ArraySlice<UInt8>) -> UInt8 {
    var best = ASCII.comma
    var bestCount = 0
    for candidate in [ASCII.comma, ASCII.semicolon, ASCII.tab] {
      var isQuoted = false
      var count = 0
      for byte in header {
        if byte == ASCII.quote { isQuoted.toggle() }
        if byte == candidate, !isQuoted { count += 1 }
      }
      if count > bestCount { (best, bestCount) = (candidate, count) }
    }
    return best
  }

  /// A field of the current record, without its quotes.
  func field(_ index: Int) -> ArraySlice<UInt8> {
    bytes[(index == 0 ? 0 : fieldEnds[index - 1])..<fieldEnds[index]]
  }

  /// A field without the white space around it.
  func trimmedField(_ index: Int) -> ArraySlice<UInt8> {
    var field = field(index)
    while let byte = field.first, byte == ASCII.space || byte == ASCII.tab { field.removeFirst() }
    while let byte = field.last, byte == ASCII.space || byte == ASCII.tab { field.removeLast() }
    return field
  }

  /// Goes to the next record. Returns false after the last one.
  mutating func next() throws(DataFileError.Problem) -> Bool {
    while try reader.peek() != nil {
      try scanRecord()
      if fieldEnds.count > 1 || !bytes.isEmpty { return true }
    }
    return false
  }

  private mutating func scanRecord() throws(DataFileError.Problem) {
    line = nextLine
    bytes.removeAll(keepingCapacity: true)
    fieldEnds.removeAll(keepingCapacity: true)
    repeat {
      if try reader.peek() == ASCII.quote { try scanQuotedText() }
    } while try scanPlainText()
  }

  /// Reads to the end of the field and returns true if another one follows in the record.
  private mutating func scanPlainText() throws(DataFileError.Problem) -> Bool {
    while let byte = try reader.next() {
      switch byte {
      case separator:
        fieldEnds.append(bytes.count)
        return true
      case ASCII.lineFeed, ASCII.carriageReturn:
        fieldEnds.append(bytes.count)
        try endLine(byte)
        return false
      default:
        bytes.append(byte)
      }
    }
    fieldEnds.append(bytes.count)
    return false
  }

  /// Reads from an opening quote to the closing one, after which the field must end.
  private mutating func scanQuotedText() throws(DataFileError.Problem) {
    _ = try reader.next()
    while let byte = try reader.next() {
      if byte == ASCII.quote {
        if try reader.peek() == ASCII.quote {
          _ = try reader.next()
        } else {
          return try expectEndOfField()
        }
      } else if byte == ASCII.lineFeed || byte == ASCII.carriageReturn {
        bytes.append(byte)
        try endLine(byte)
        continue
      }
      bytes.append(byte)
    }
    throw .mismatch(
      expected: "'\"' at the end of the quoted field", found: ASCII.name(of: nil))
  }

  private mutating func expectEndOfField() throws(DataFileError.Problem) {
    switch try reader.peek() {
    case nil, separator, ASCII.lineFeed, ASCII.carriageReturn: break
    case let byte:
      throw .mismatch(
        expected: "a separator or the end of the line after the quoted field",
        found: ASCII.name(of: byte))
    }
  }

  /// Counts a line end whose first byte was consumed, and consumes the LF of a CR LF.
  private mutating func endLine(_ byte: UInt8) throws(DataFileError.Problem) {
    nextLine += 1
    if byte == ASCII.carriageReturn, try reader.peek() == ASCII.lineFeed {
      _ = try reader.next()
    }
  }
}

/// The fields of a CSV record with the coordinate.
struct CSVColumns {
  /// Names of the latitude column, in lower case; the first that a header has is taken.
  static let latitudeNames = ["latitude", "lat", "y"]
  /// Names of the longitude column, in lower case; the first that a header has is taken.
  static let longitudeNames = ["longitude", "lon", "lng", "long", "x"]

  let latitude: Int
  let longitude: Int

  /// Finds the columns by the names in the header, or returns `nil` where one is missing.
  init?(header: [String]) {
    let names = header.map { $0.lowercased() }
    func column(_ candidates: [String]) -> Int? {
      candidates.lazy.compactMap { names.firstIndex(of: $0) }.first
    }
    guard let latitude = column(Self.latitudeNames),
      let longitude = column(Self.longitudeNames)
    else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The problem with a header that lacks one of the two.
  static func missing(in header: [String]) -> DataFileError.Problem {
    .mismatch(
      expected: "a header line with a latitude column (\(latitudeNames.quotedList)) and a "
        + "longitude column (\(longitudeNames.quotedList))",
      found: header.quotedList, remedy: "Add or rename the columns.")
  }
}
