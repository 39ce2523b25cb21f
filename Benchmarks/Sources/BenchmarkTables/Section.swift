/// One table with what it needs to be read, and what must be so for it to mean anything.
public struct Section {
  private let title: String
  private let notes: [String]
  private let table: MarkdownTable
  public let checks: [Check]

  public init(title: String, notes: [String], table: MarkdownTable, checks: [Check]) {
    self.title = title
    self.notes = notes
    self.table = table
    self.checks = checks
  }

  public var hasPassed: Bool { checks.allSatisfy(\.hasPassed) }

  public var markdown: String {
    (["## \(title)", ""] + notes.map { "- \($0)" } + ["", table.markdown])
      .joined(separator: "\n")
  }
}
