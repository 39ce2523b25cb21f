import Support

/// A table in a terminal: plain text with aligned columns. A row of two cells is a name and a remark
/// over all other columns.
extension Table {
  private static let gap = "  "

  /// The length of the longest line, without remarks.
  package var width: Int {
    let widths = plain.widths
    return widths.reduce(0, +) + Self.gap.count * (widths.count - 1)
  }

  /// The lines, cut off after a number of columns.
  package func lines(width limit: Int) -> [String] {
    let table = plain
    let widths = table.widths
    return (table.headerRows + table.rows).map { row in
      let isRemark = row.count != columns.count
      let cells = row.enumerated().map { column, cell in
        let missing = max(0, widths[min(column, widths.count - 1)] - cell.count)
        let padding = String(repeating: " ", count: missing)
        if isRemark, column > 0 { return cell }
        return columns[column].isNumber ? padding + cell : cell + padding
      }
      return PlainText.shortened(cells.joined(separator: Self.gap).trimmedAtEnd, to: limit)
    }
  }

  /// The table; where it does not fit, each row as its name and the other cells with their titles.
  package func terminalLines(width limit: Int) -> [String] {
    guard width > limit else { return isEmpty ? [] : lines(width: limit) }
    return rows.flatMap { row -> [String] in
      let cells = zip(columns, row).dropFirst().map { "\($0.title.plain) \($1.plain)" }
      return "\(row[0].plain): \(cells.joined(separator: "; "))".wrapped(to: limit, hanging: 4)
    }
  }

  /// The same table with plain text in place of inline text.
  private var plain: Table {
    Table(
      columns.map { Column($0.title.plain, isNumber: $0.isNumber) },
      rows: rows.map { row in row.map(\.plain) })
  }

  private var widths: [Int] {
    let titles = titles
    let full = rows.filter { $0.count == columns.count }
    return columns.indices.map { column in
      let cells = (column == 0 ? rows : full).compactMap { column < $0.count ? $0[column] : nil }
      return (titles[column] + cells).map(\.count).max() ?? 0
    }
  }

  // MARK: - Titles

  /// Titles up to this width take one line, whatever is below them.
  private static let titleWidth = 12
  private static let maximumTitleLines = 3

  /// The lines of each column's title.
  private var titles: [[String]] {
    let full = rows.filter { $0.count == columns.count }
    return columns.enumerated().map { index, column in
      let cells = full.map { $0[index].count }.max() ?? 0
      return Self.broken(column.title, to: max(cells, Self.titleWidth))
    }
  }

  /// The titles as rows, which end in the same line.
  private var headerRows: [[String]] {
    let titles = titles
    let height = titles.map(\.count).max() ?? 1
    return (0..<height).map { line in
      titles.map { lines in
        let index = line - (height - lines.count)
        return index >= 0 ? lines[index] : ""
      }
    }
  }

  /// A title in the minimum number of lines that fit into a width, broken after hyphens and at
  /// spaces.
  private static func broken(_ title: String, to width: Int) -> [String] {
    let pieces = title.matches(of: /[^ -]*[ -]|[^ -]+/).map { String($0.output) }
    var lines = [title]
    for count in 1...maximumTitleLines {
      lines = lines.contains { $0.count > width } || count == 1 ? evenly(pieces, in: count) : lines
    }
    return lines
  }

  /// The pieces in a number of lines, so that the longest line is as short as possible.
  private static func evenly(_ pieces: [String], in count: Int) -> [String] {
    guard count > 1, pieces.count > 1 else { return [pieces.joined()] }
    let candidates = (1..<pieces.count).map { end in
      [pieces[..<end].joined().trimmedAtEnd] + evenly(Array(pieces[end...]), in: count - 1)
    }
    func longest(_ lines: [String]) -> Int { lines.map(\.count).max() ?? 0 }
    return candidates.min { longest($0) < longest($1) } ?? [pieces.joined()]
  }
}

extension String {
  fileprivate var trimmedAtEnd: String {
    guard let last = lastIndex(where: { $0 != " " }) else { return "" }
    return String(self[...last])
  }
}
