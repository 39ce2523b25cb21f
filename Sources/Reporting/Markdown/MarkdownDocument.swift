/// The blocks of a Markdown document: headings, paragraphs, lists and tables.
struct MarkdownDocument {
  private var blocks: [String] = []

  mutating func heading(_ level: Int, _ markdown: String) {
    blocks.append(String(repeating: "#", count: level) + " " + markdown)
  }

  mutating func paragraph(_ markdown: String) {
    if !markdown.isEmpty { blocks.append(markdown) }
  }

  mutating func list(_ points: [String]) {
    if !points.isEmpty { blocks.append(points.map { "- " + $0 }.joined(separator: "\n")) }
  }

  /// A table; one without rows is left out.
  mutating func table(_ table: MarkdownTable) {
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

  var text: String { blocks.joined(separator: "\n\n") + "\n" }
}
