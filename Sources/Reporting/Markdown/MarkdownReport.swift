import Harness
import Measurement
import Scenarios
import Verdicts

/// A run's report for people, as GitHub shows Markdown.
public enum MarkdownReport {
  /// The whole report. Pure: the same results give the same text.
  public static func text(_ results: RunResults, verdict: RunVerdict) -> String {
    var document = MarkdownDocument()
    SummarySection(results: results, verdict: verdict).write(to: &document)
    ProvenanceSection(results: results).write(to: &document)
    for scenario in results.scenarios {
      ScenarioSection(
        results: scenario, selection: results.selection,
        verdict: verdict.scenarios.first { $0.scenario == scenario.scenario.name }
      ).write(to: &document)
    }
    ReadingSection(results: results).write(to: &document)
    return document.text
  }
}

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

  /// Tables that a reader may open.
  mutating func folded(_ title: String, _ table: MarkdownTable) {
    guard !table.isEmpty else { return }
    blocks.append("<details>\n<summary>\(title)</summary>\n\n\(table.text)\n\n</details>")
  }

  var text: String { blocks.joined(separator: "\n\n") + "\n" }
}
