import BenchmarkTables

/// One table with what it needs to be read, and what must be so for it to mean anything.
struct Section {
  let title: String
  let notes: [String]
  let table: MarkdownTable
  let checks: [Check]

  var hasPassed: Bool { checks.allSatisfy(\.hasPassed) }

  var markdown: String {
    (["## \(title)", ""] + notes.map { "- \($0)" } + ["", table.markdown])
      .joined(separator: "\n")
  }
}
