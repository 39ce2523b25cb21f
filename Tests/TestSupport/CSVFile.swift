/// A table as RFC 4180 has it, read by other code than wrote it.
package struct CSVFile {
  package struct Malformed: Error {}

  package let columns: [String]
  /// Each record's fields by their column.
  package let records: [[String: String]]

  package init(_ text: String) throws {
    var rows = try Self.rows(text)
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

  private static func rows(_ text: String) throws -> [[String]] {
    var rows: [[String]] = []
    var row: [String] = []
    var field = String.UnicodeScalarView()
    var isQuoted = false
    var scalars = text.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\"" where isQuoted && scalars.first == "\"":
        field.append("\"")
        scalars.removeFirst()
      case "\"" where isQuoted:
        isQuoted = false
        guard let next = scalars.first, next == "," || next == "\n" else { throw Malformed() }
      case _ where isQuoted: field.append(scalar)
      case "\"":
        guard field.isEmpty else { throw Malformed() }
        isQuoted = true
      case ",", "\n":
        row.append(String(field))
        field = String.UnicodeScalarView()
        if scalar == "\n" {
          rows.append(row)
          row = []
        }
      default: field.append(scalar)
      }
    }
    guard !isQuoted, row.isEmpty, field.isEmpty else { throw Malformed() }
    return rows
  }
}
