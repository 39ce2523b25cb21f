/// A table of inline text, for every dialect; one without rows is left out of a document.
package struct Table: Block {
  /// A column of text, or of numbers, which are aligned to the right.
  package struct Column: Hashable, Sendable, ExpressibleByStringInterpolation {
    package let title: String
    package let isNumber: Bool

    package init(_ title: String, isNumber: Bool = false) {
      self.title = title
      self.isNumber = isNumber
    }

    package init(stringLiteral title: String) {
      self.init(title)
    }

    package static func number(_ title: String) -> Column { Column(title, isNumber: true) }
  }

  package let columns: [Column]
  package private(set) var rows: [[String]]

  /// - Parameter numbers: the titles of columns of numbers behind the others.
  package init(_ columns: [Column], numbers: [String] = [], rows: [[String]] = []) {
    self.columns = columns + numbers.map { Column.number($0) }
    self.rows = rows
  }

  /// A table with a row for each item, apart from those that have none.
  package init<Items: Sequence>(
    _ columns: [Column], numbers: [String] = [], of items: Items,
    row: (Items.Element) -> [String]?
  ) {
    self.init(columns, numbers: numbers, rows: items.compactMap(row))
  }

  package var isEmpty: Bool { rows.isEmpty }

  /// Adds a row; cells that are missing are empty, and surplus ones are left out.
  package mutating func append(_ cells: [String]) {
    rows.append(cells)
  }

  package var markdown: String { rows.isEmpty ? "" : grid }

  private var grid: String {
    let rules = columns.map { $0.isNumber ? "---:" : "---" }
    let cells = rows.map { row in columns.indices.map { $0 < row.count ? row[$0] : "" } }
    return ([columns.map(\.title), rules] + cells)
      .map { "| " + $0.joined(separator: " | ") + " |" }
      .joined(separator: "\n")
  }

  /// The first rows, as many as fit into a number of bytes of Markdown, and the others.
  package func split(rows limit: Int = .max, bytes: Int) -> (shown: Table, rest: Table) {
    var left = bytes - Table(columns).grid.utf8.count
    let count = rows.prefix(limit).prefix { row in
      left -= row.reduce(3) { $0 + $1.utf8.count + 3 }
      return left >= 0
    }.count
    return (
      Table(columns, rows: Array(rows.prefix(count))),
      Table(columns, rows: Array(rows.dropFirst(count)))
    )
  }
}

extension Table {
  /// The table without columns of numbers that are all 0 or empty.
  package var withoutZeros: Table {
    let kept = columns.indices.filter { place in
      !columns[place].isNumber || rows.contains { !["", "0"].contains($0[place]) }
    }
    return Table(kept.map { columns[$0] }, rows: rows.map { row in kept.map { row[$0] } })
  }
}
