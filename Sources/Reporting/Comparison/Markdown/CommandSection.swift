import Support
import Verdicts

/// The commands that repeat what got worse or could not be decided.
struct CommandSection {
  private static let mostBytes = 5_000

  let results: ComparisonResults
  let findings: ComparisonFindings

  func write(to document: inout MarkdownDocument) {
    var commands: [String] = []
    var seen: Set<String> = []
    for command in all.compactMap(\.self) where seen.insert(command).inserted {
      commands.append(command)
    }
    var left = Self.mostBytes
    var points: [String] = []
    for command in commands {
      let point = MarkdownText.code(PlainText.line("mappressure \(command)"))
      left -= point.utf8.count + 3
      guard left >= 0 else { break }
      points.append(point)
    }
    var part = MarkdownDocument()
    part.list(points)
    part.leftOut(commands.count - points.count, "command")
    document.folded("Commands that compare these cases again", part)
  }

  /// One for each case, `nil` where only the base has it.
  private var all: [String?] {
    var all: [String?] = findings.regressions.map { results.command(repeating: $0.scenarioCase) }
    all += (findings.faultyCases + findings.unmatchedCases).map { results.command(repeating: $0) }
    all += (findings.missing + findings.inconclusive).map {
      results.command(repeating: $0.scenarioCase)
    }
    return all + findings.unjudgedCases.map { results.command(repeating: $0) }
  }
}
