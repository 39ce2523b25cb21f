import Documents
import Testing

/// The tables and headings of a report as a reader of Markdown sees them, apart from the code under
/// test.
struct MarkdownReader {
  struct Table {
    /// The nearest heading above the table.
    let heading: String
    let header: [String]
    let rows: [[String]]

    /// The cell in the row whose first cell begins with a text, under a column's title.
    func cell(_ row: String, _ column: String) -> String? {
      guard let index = header.firstIndex(of: column) else { return nil }
      return rows.first { $0.first?.hasPrefix(row) ?? false }?[index]
    }
  }

  struct Malformed: Error {
    let line: String
  }

  let headings: [String]
  let tables: [Table]

  /// Throws where a table's rows have different numbers of cells, or no rule under the header.
  init(_ text: String) throws {
    var headings: [String] = []
    var tables: [Table] = []
    var block: [[String]] = []
    let lines: [Substring] = text.split(separator: "\n", omittingEmptySubsequences: false)
    for line in lines + [""] {
      if line.hasPrefix("|") {
        block.append(Self.cells(line))
        continue
      }
      if !block.isEmpty {
        guard block.count > 2, block[1].allSatisfy({ ["---", "---:"].contains($0) }),
          block.allSatisfy({ $0.count == block[0].count })
        else { throw Malformed(line: "\(block)") }
        tables.append(
          Table(heading: headings.last ?? "", header: block[0], rows: Array(block.dropFirst(2))))
        block = []
      }
      if line.hasPrefix("#") { headings.append(String(line)) }
    }
    self.headings = headings
    self.tables = tables
  }

  /// The first table under a heading.
  func table(_ heading: String) throws -> Table {
    try #require(tables.first { $0.heading == heading }, "\(heading)")
  }

  /// The cells between bars that no backslash escapes.
  private static func cells(_ line: Substring) -> [String] {
    var cells: [String] = []
    var cell = ""
    var isEscaped = false
    for character in line.dropFirst() {
      if character == "|", !isEscaped {
        cells.append(trimmed(cell))
        cell = ""
      } else {
        cell.append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    // What follows the last bar would be a cell as well.
    return cell.isEmpty ? cells : cells + [cell]
  }

  private static func trimmed(_ text: String) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
