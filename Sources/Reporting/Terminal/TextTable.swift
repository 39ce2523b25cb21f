/// A table of plain text with aligned columns.
struct TextTable {
  private static let gap = "  "

  private let header: [String]
  private var rows: [[String]] = []

  init(header: [String]) {
    self.header = header
  }

  /// Adds a row; cells that are missing are empty, and the last one may be longer than its column.
  mutating func append(_ cells: [String]) {
    rows.append(cells)
  }

  /// How long the longest line is, remarks aside.
  var width: Int {
    widths.reduce(0, +) + Self.gap.count * (widths.count - 1)
  }

  private var widths: [Int] {
    let full = [header] + rows.filter { $0.count == header.count }
    let names = ([header] + rows).map { $0.first?.count ?? 0 }.max() ?? 0
    return header.indices.map { column in
      column == 0 ? names : full.map { $0[column].count }.max() ?? 0
    }
  }

  /// The lines; the first column is aligned to the left, the others to the right. A row of two
  /// cells is a name and a remark over all other columns.
  func lines(width limit: Int) -> [String] {
    let widths = widths
    return ([header] + rows).map { row in
      let isRemark = row.count != header.count
      let cells = row.enumerated().map { column, cell in
        let missing = max(0, widths[min(column, widths.count - 1)] - cell.count)
        let padding = String(repeating: " ", count: missing)
        return column == 0 ? cell + padding : isRemark ? cell : padding + cell
      }
      let line = cells.joined(separator: Self.gap)
      return PlainText.shortened(line.trimmedAtEnd, to: limit)
    }
  }
}

extension String {
  fileprivate var trimmedAtEnd: String {
    guard let last = lastIndex(where: { $0 != " " }) else { return "" }
    return String(self[...last])
  }
}
