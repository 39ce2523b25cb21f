import Clustering

/// The reason why a file of pins, places or camera frames cannot be used: which file, where in it,
/// what is wrong and what to do.
package struct DataFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A position in a file.
  package enum Location: Hashable, Sendable {
    /// A line of a file of JSON lines, from 1.
    case line(Int)
    /// A line of a CSV file and the field in it, both from 1.
    case field(line: Int, column: Int)
    /// A feature or an object in a list of a JSON file, from 0, and where in it.
    case feature(Int, at: TextPosition)
    /// A position in a JSON file, outside of the features.
    case position(TextPosition)
    /// A row of a database's table, from 1 in the order of reading, and a column of it.
    case row(Int, table: String, column: String)
  }

  /// A place in a text.
  package struct TextPosition: Hashable, Sendable {
    /// The line, from 1.
    package let line: Int
    /// The byte in the line, from 1.
    package let column: Int
    /// The number of bytes of the text before it; of a compressed file, of the unpacked text.
    package let byteOffset: Int
  }

  /// A problem of a file and what to do about it.
  package enum Problem: Error, Hashable, Sendable {
    /// The operating system refuses to open or read the file, for the given reason.
    case unreadable(reason: String)
    /// The file holds something else than expected.
    case mismatch(expected: String, found: String, remedy: String = Problem.usualRemedy)
    package static let usualRemedy = "Correct the file or create it again."
    /// The file is compressed and cannot be unpacked.
    case damagedCompression(GzipFault)
    /// SQLite cannot read the database, for the given reason.
    case database(reason: String)
    /// A database whose tables have to be chosen from.
    case tables([DatabaseTable], expected: String, remedy: String)
  }

  /// The file as it was named by the caller.
  package let path: String
  /// The position in the file, unless the file as a whole is the problem.
  package private(set) var location: Location?
  package let problem: Problem

  /// One line for people: file, position, problem and remedy.
  package var description: String {
    if let location { "\(path), \(location): \(problem)" } else { "\(path): \(problem)" }
  }
}

/// The problem of a file without its path and place, which the caller of a reader adds.
typealias Problem = DataFileError.Problem

extension DataFileError.Location: CustomStringConvertible {
  package var description: String {
    switch self {
    case .line(let line): "line \(line)"
    case .field(let line, let column): "line \(line), column \(column)"
    case .feature(let index, let position):
      "line \(position.line), column \(position.column), feature \(index) "
        + "(byte \(position.byteOffset))"
    case .position(let position):
      "line \(position.line), column \(position.column) (byte \(position.byteOffset))"
    case .row(let row, let table, let column):
      "table \"\(table.excerpt)\", row \(row), column \"\(column.excerpt)\""
    }
  }
}

extension DataFileError.Problem: CustomStringConvertible {
  /// The problem and what to do about it.
  package var description: String {
    switch self {
    case .unreadable(let reason):
      "cannot read the file: \(reason). Check the path and its permissions."
    case .mismatch(let expected, let found, let remedy):
      "expected \(expected.excerpt), found \(found.excerpt). \(remedy)"
    case .damagedCompression(let fault):
      "expected a whole gzip file, found \(fault.rawValue). Compress it or download it again."
    case .database(let reason): "SQLite cannot read the database: \(reason.excerpt)."
    case .tables(let tables, let expected, let remedy):
      "expected \(expected.excerpt), found \(tables.listing). \(remedy)"
    }
  }

  /// Indicates whether this is a mistake that has a place in the text of the file.
  var isOfContents: Bool {
    if case .mismatch = self { true } else { false }
  }

  /// The problem with a region, or `nil` for one that a map can show.
  init?(_ region: Region, remedy: String) {
    if region.isValid { return nil }
    self = .mismatch(
      expected: "a centre on the earth and a span above 0, at most 180 degrees of latitude and 360 "
        + "of longitude",
      found: "centre (\(region.center.latitude), \(region.center.longitude)), span "
        + "(\(region.span.latitudeDelta), \(region.span.longitudeDelta))",
      remedy: remedy)
  }
}

extension String {
  /// As much of a file's text as a message shows: a damaged file may have a field of any length.
  var excerpt: String { excerpt(200) }

  /// As much of the text as has at most the number of scalars: a character may have any number.
  func excerpt(_ limit: Int) -> String {
    // No scalar is shorter than a byte.
    guard utf8.count > limit, unicodeScalars.count > limit else { return self }
    return String(unicodeScalars.prefix(limit - 1)) + "…"
  }
}

extension [String] {
  /// The strings in quotes, with commas between them.
  var quotedList: String { map { "\"" + $0 + "\"" }.joined(separator: ", ") }
}
