import Support

/// A table of plain text with aligned columns.
package struct TextTable {
  private static let gap = "  "

  private let header: [String]
  private var rows: [[String]] = []

  package init(header: [String]) {
    self.header = header
  }

  /// Adds a row; cells that are missing are empty, and the last one may be longer than its column.
  package mutating func append(_ cells: [String]) {
    rows.append(cells)
  }

  /// The length of the longest line, without remarks.
  var width: Int {
    widths.reduce(0, +) + Self.gap.count * (widths.count - 1)
  }

  private var widths: [Int] {
    let titles = titles
    let full = rows.filter { $0.count == header.count }
    return header.indices.map { column in
      let cells = (column == 0 ? rows : full).compactMap { column < $0.count ? $0[column] : nil }
      return (titles[column] + cells).map(\.count).max() ?? 0
    }
  }

  /// The lines; the first column is aligned to the left, the others to the right. A row of two
  /// cells is a name and a remark over all other columns.
  package func lines(width limit: Int) -> [String] {
    let widths = widths
    return (headerRows + rows).map { row in
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

  // MARK: - Titles

  /// Titles up to this width take one line, whatever is below them.
  private static let titleWidth = 12
  private static let maximumTitleLines = 3

  /// The lines of each column's title.
  private var titles: [[String]] {
    let full = rows.filter { $0.count == header.count }
    return header.enumerated().map { column, title in
      let cells = full.map { $0[column].count }.max() ?? 0
      return Self.broken(title, to: max(cells, Self.titleWidth))
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
    var pieces: [String] = []
    var piece = ""
    for character in title {
      piece.append(character)
      if character == "-" || character == " " {
        pieces.append(piece)
        piece = ""
      }
    }
    pieces.append(piece)
    var lines = [title]
    for count in 1...maximumTitleLines {
      lines = lines.contains { $0.count > width } || count == 1 ? evenly(pieces, in: count) : lines
    }
    return lines
  }

  /// The pieces in a number of lines, the longest of which is as short as possible.
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
