import Foundation

/// A table as RFC 4180 has it, read by other code than wrote it.
package struct CSVFile {
  package struct Malformed: Error {}

  package let columns: [String]
  /// Each record's fields by their column.
  package let records: [[String: String]]

  package init(_ text: String) throws {
    var rows = Self.rows(text)
    guard !rows.isEmpty else { throw Malformed() }
    let columns = rows.removeFirst()
    guard rows.allSatisfy({ $0.count == columns.count }) else { throw Malformed() }
    self.columns = columns
    records = rows.map { Dictionary(uniqueKeysWithValues: zip(columns, $0)) }
  }

  /// The records whose numbers must be the same on every run.
  package var deterministic: [[String: String]] {
    records.filter { $0["kind"] == "counted" || $0["kind"] == "modelled" }
  }

  private static func rows(_ text: String) -> [[String]] {
    var rows: [[String]] = []
    var row: [String] = []
    var field = ""
    var isQuoted = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"":
        // A doubled quote ends and begins again; the quote itself is text.
        if !isQuoted, !field.isEmpty { field.unicodeScalars.append(scalar) }
        isQuoted.toggle()
      case "," where !isQuoted:
        row.append(field)
        field = ""
      case "\n" where !isQuoted:
        rows.append(row + [field])
        row = []
        field = ""
      default: field.unicodeScalars.append(scalar)
      }
    }
    return rows
  }
}
