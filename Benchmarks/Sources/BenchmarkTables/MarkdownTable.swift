/// A Markdown table whose columns are as wide as their widest cell, so that it reads well as text.
public struct MarkdownTable {
  public enum Alignment: Sendable {
    case left, right
  }

  public struct Column: Sendable {
    let title: String
    let alignment: Alignment

    public init(_ title: String, _ alignment: Alignment = .right) {
      self.title = title
      self.alignment = alignment
    }
  }

  private let columns: [Column]
  /// As many cells a row as there are columns.
  public var rows: [[String]] = []

  public init(columns: [Column]) {
    self.columns = columns
  }

  public var markdown: String {
    let widths = columns.indices.map { index in
      max(3, columns[index].title.count, rows.map { $0[index].count }.max() ?? 0)
    }
    let rule = columns.indices.map { index in
      switch columns[index].alignment {
      case .left: String(repeating: "-", count: widths[index])
      case .right: String(repeating: "-", count: widths[index] - 1) + ":"
      }
    }
    return ([columns.map(\.title), rule] + rows).map { cells in
      let padded = columns.indices.map { index in
        let space = String(repeating: " ", count: widths[index] - cells[index].count)
        return columns[index].alignment == .left ? cells[index] + space : space + cells[index]
      }
      return "| " + padded.joined(separator: " | ") + " |"
    }.joined(separator: "\n")
  }
}
