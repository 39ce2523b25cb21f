/// The blocks of a Markdown document: headings, paragraphs, lists and tables.
package struct MarkdownDocument {
  private var blocks: [String] = []

  /// Creates a document without blocks.
  package init() {}

  mutating func heading(_ level: Int, _ markdown: String) {
    blocks.append(String(repeating: "#", count: level) + " " + markdown)
  }

  package mutating func paragraph(_ markdown: String) {
    if !markdown.isEmpty { blocks.append(markdown) }
  }

  mutating func list(_ points: [String]) {
    if !points.isEmpty { blocks.append(points.map { "- " + $0 }.joined(separator: "\n")) }
  }

  /// A table; one without rows is left out.
  package mutating func table(_ table: MarkdownTable) {
    if !table.isEmpty { blocks.append(table.text) }
  }

  /// A table that a reader may open.
  mutating func folded(_ title: String, _ table: MarkdownTable) {
    var part = MarkdownDocument()
    part.table(table)
    folded(title, part)
  }

  /// A part that a reader may open; one without blocks is left out.
  mutating func folded(_ title: String, _ part: MarkdownDocument) {
    guard !part.isEmpty else { return }
    blocks.append("<details>\n<summary>\(title)</summary>\n\n\(part.text)\n</details>")
  }

  mutating func append(_ part: MarkdownDocument) {
    blocks += part.blocks
  }

  var isEmpty: Bool { blocks.isEmpty }

  package var text: String { blocks.joined(separator: "\n\n") + "\n" }
}

/// A table of GitHub's Markdown. Its cells are Markdown already; data in them is escaped.
package struct MarkdownTable {
  package enum Alignment {
    case left
    case right
  }

  private let columns: [(title: String, alignment: Alignment)]
  private var rows: [[String]] = []

  package init(_ columns: [(title: String, alignment: Alignment)]) {
    self.columns = columns
  }

  /// A first column of names, and columns of numbers after it.
  init(names: String, numbers: [String]) {
    self.init([(names, .left)] + numbers.map { ($0, .right) })
  }

  package init(texts: [String]) {
    self.init(texts.map { ($0, .left) })
  }

  var isEmpty: Bool { rows.isEmpty }

  /// Adds a row; cells that are missing are empty, and surplus ones are left out.
  package mutating func append(_ cells: [String]) {
    rows.append(columns.indices.map { $0 < cells.count ? cells[$0] : "" })
  }

  var text: String {
    let rules = columns.map { $0.alignment == .left ? "---" : "---:" }
    return ([columns.map(\.title), rules] + rows)
      .map { "| " + $0.joined(separator: " | ") + " |" }
      .joined(separator: "\n")
  }
}

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

/// The reasons for missing numbers of a table: short ones in their cells, long ones below.
struct FootNotes {
  private var reasons: [String] = []
  private static let longestInCell = 40

  mutating func cell(_ reason: String) -> String {
    if reason.count <= Self.longestInCell {
      return "not available: \(MarkdownText.escaped(reason))"
    }
    if !reasons.contains(reason) { reasons.append(reason) }
    return "not available (note \((reasons.firstIndex(of: reason) ?? 0) + 1))"
  }

  var texts: [String] {
    reasons.enumerated().map { index, reason in
      "Note \(index + 1): not available: \(MarkdownText.escaped(reason))"
    }
  }
}
