import Scenarios
import Verdicts

/// The commands that repeat what got worse or could not be decided.
struct CommandSection {
  private static let mostBytes = 5_000

  let results: ComparisonResults
  let findings: ComparisonFindings

  func write(to document: inout MarkdownDocument) {
    var cases: [Case] = []
    var seen: Set<Case> = []
    let all =
      findings.regressions.map(\.scenarioCase) + findings.faultyCases.map(\.scenarioCase)
      + findings.unmatchedCases.map(\.scenarioCase) + findings.missing.map(\.scenarioCase)
      + findings.inconclusive.map(\.scenarioCase)
    for scenarioCase in all where seen.insert(scenarioCase).inserted {
      cases.append(scenarioCase)
    }
    var left = Self.mostBytes
    var points: [String] = []
    for scenarioCase in cases {
      let command = PlainText.line("mappressure \(results.command(repeating: scenarioCase))")
      let point = MarkdownText.code(command)
      left -= point.utf8.count + 3
      guard left >= 0 else { break }
      points.append(point)
    }
    var part = MarkdownDocument()
    part.list(points)
    part.leftOut(cases.count - points.count, "command")
    document.folded("Commands that compare these cases again", part)
  }
}
