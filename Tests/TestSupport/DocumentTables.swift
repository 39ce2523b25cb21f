import Foundation

/// The tables of a document that a test makes, each between two comments:
///
///     <!-- KIND REQUEST -->
///     | … |
///     <!-- end of KIND -->
///
/// With `MAPPRESSURE_RENEW_GOLDEN` in the environment they are rewritten.
package struct DocumentTables {
  /// A mistake in a document's comments.
  package struct Mistake: Error, CustomStringConvertible {
    package let description: String
  }

  private let kind: String
  private let file: URL

  package init(_ kind: String, of file: URL) {
    self.kind = kind
    self.file = file
  }

  /// Compares the tables with those that they should be, or writes these.
  ///
  /// - Parameter table: returns the lines of a table for the request in its comment.
  /// - Returns: The lines that differ.
  package func differences(_ table: (_ request: String) throws -> String) throws -> [String] {
    let text = try String(contentsOf: file, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let (start, end) = ("<!-- \(kind) ", "<!-- end of \(kind) -->")
    var rest = lines[...]
    var renewed: [Substring] = []
    var count = 0
    while let line = rest.popFirst() {
      renewed.append(line)
      guard line.hasPrefix(start), line.hasSuffix(" -->") else { continue }
      let request = String(line.dropFirst(start.count).dropLast(" -->".count))
      renewed += try table(request).split(separator: "\n")
      rest = rest.drop { $0.hasPrefix("|") }
      guard rest.first == end[...] else {
        throw Mistake(description: "expected '\(end)' after the table '\(request)'")
      }
      count += 1
    }
    guard count > 0 else {
      throw Mistake(description: "expected a line '\(start)… -->' in \(file.lastPathComponent)")
    }
    if ProcessInfo.processInfo.environment["MAPPRESSURE_RENEW_GOLDEN"] != nil {
      try Data(renewed.joined(separator: "\n").utf8).write(to: file)
      return []
    }
    let places = 0..<max(lines.count, renewed.count)
    return places.compactMap { place in
      let found = place < lines.count ? lines[place] : "nothing"
      let expected = place < renewed.count ? renewed[place] : "nothing"
      return found == expected
        ? nil : "line \(place + 1): expected '\(expected)', found '\(found)'"
    }
  }
}
