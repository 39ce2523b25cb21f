/// Rows of a Markdown table of which only so many fit.
struct LimitedTable {
  private let columns: [(title: String, alignment: MarkdownTable.Alignment)]
  private(set) var rest: ArraySlice<[String]>

  init(
    _ columns: [(title: String, alignment: MarkdownTable.Alignment)], rows: [[String]]
  ) {
    self.columns = columns
    rest = rows[...]
  }

  /// The next rows as a table, as many as fit into so many bytes; they are no longer in the rest.
  mutating func next(rows: Int = .max, bytes: Int) -> MarkdownTable {
    var table = MarkdownTable(columns)
    var left = bytes - table.text.utf8.count
    var count = 0
    while count < rows, let row = rest.first {
      left -= row.reduce(3) { $0 + $1.utf8.count + 3 }
      guard left >= 0 else { break }
      table.append(row)
      rest.removeFirst()
      count += 1
    }
    return table
  }
}
