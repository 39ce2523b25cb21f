import Support
import Verdicts

/// The beginning of the report: the verdict, the two sides, and warnings.
struct ComparisonOpening {
  private static let mostWarnings = 10
  private static let longestName = 160
  private static let longestText = 400

  let results: ComparisonResults
  let verdict: ComparisonVerdict

  var document: MarkdownDocument {
    var document = MarkdownDocument()
    document.heading(2, Self.text(verdict.headline(results), to: Self.longestText))
    document.paragraph(
      "MapPressure compared base \(Self.text(results.base.name, to: Self.longestName)) with "
        + "head \(Self.text(results.head.name, to: Self.longestName)): \(results.kind.words). "
        + MarkdownText.escaped(verdict.tally.text.capitalizedAtStart) + "."
        + (TimedSummary(results).map { " " + MarkdownText.escaped($0.text) + "." } ?? "")
        + (RatioSummary(results).map { " " + MarkdownText.escaped($0.text) + "." } ?? ""))
    var warnings = results.warnings.prefix(Self.mostWarnings).map {
      "**Warning**: \(Self.text($0, to: Self.longestText))"
    }
    if results.warnings.count > warnings.count {
      let rest = WordList.counted(results.warnings.count - warnings.count, "more warning")
      warnings.append("\(rest): see `\(ComparisonReport.documentFile)`")
    }
    document.list(warnings)
    return document
  }

  private static func text(_ text: String, to limit: Int) -> String {
    MarkdownText.escaped(PlainText.shortened(PlainText.line(text), to: limit))
  }
}

extension String {
  fileprivate var capitalizedAtStart: String { prefix(1).uppercased() + dropFirst() }
}
