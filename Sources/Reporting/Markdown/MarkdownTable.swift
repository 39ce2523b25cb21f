/// A table of GitHub's Markdown. Its cells are Markdown already; data in them is escaped.
struct MarkdownTable {
  enum Alignment {
    case left
    case right
  }

  private let columns: [(title: String, alignment: Alignment)]
  private var rows: [[String]] = []

  init(_ columns: [(title: String, alignment: Alignment)]) {
    self.columns = columns
  }

  /// A first column of names, and columns of numbers after it.
  init(names: String, numbers: [String]) {
    self.init([(names, .left)] + numbers.map { ($0, .right) })
  }

  init(texts: [String]) {
    self.init(texts.map { ($0, .left) })
  }

  var isEmpty: Bool { rows.isEmpty }

  /// Adds a row; cells that are missing are empty, and surplus ones are left out.
  mutating func append(_ cells: [String]) {
    rows.append(columns.indices.map { $0 < cells.count ? cells[$0] : "" })
  }

  var text: String {
    let rules = columns.map { $0.alignment == .left ? "---" : "---:" }
    return ([columns.map(\.title), rules] + rows)
      .map { "| " + $0.joined(separator: " | ") + " |" }
      .joined(separator: "\n")
  }
}
