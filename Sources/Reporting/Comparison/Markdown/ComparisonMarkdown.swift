import Harness
import Verdicts

/// A comparison for people, as GitHub shows Markdown: for a step's summary, or a comment.
public enum ComparisonMarkdown {
  /// A comment on GitHub takes 65,536 characters, a step's summary 1 MiB. Bytes are never fewer than
  /// characters, whatever is counted as one.
  static let mostBytes = 60_000

  /// The whole report. Pure: the same results give the same text.
  ///
  /// It is at most 60,000 bytes long; what has no room is counted, and is in `gate.json`.
  public static func text(_ results: ComparisonResults, verdict: ComparisonVerdict) -> String {
    let findings = ComparisonFindings(results, verdict: verdict)
    let rows = ComparisonRows(findings: findings, isJudged: verdict.tally.gated > 0)
    var before = ComparisonOpening(results: results, verdict: verdict).document
    rows.write(to: &before)
    CommandSection(results: results, findings: findings).write(to: &before)
    var after = MarkdownDocument()
    MethodSection(results: results).write(to: &after)
    SidesSection(results: results).write(to: &after)
    ComparisonReading(results: results).write(to: &after)
    let room = mostBytes - before.text.utf8.count - after.text.utf8.count
    var document = before
    CaseSection(results: results, bytes: room).write(to: &document)
    document.append(after)
    return document.text
  }
}
