import Documents
import Gate
import ScenarioModel

/// The report of a bisect: the first commit in which a number is worse, and the judged commits.
package enum BisectReport {
  /// The file of the report in Markdown.
  package static let markdownFile = "bisect.md"
  /// The file of the results in JSON, from which a bisect is continued.
  package static let documentFile = "bisect.json"

  /// Writes both files into a folder, which is made where there is none.
  ///
  /// - Parameter command: the command that continues the bisect.
  package static func write(
    _ results: BisectResults, continuing command: String, to folder: String
  ) throws(ReportingError) {
    let files = [
      (markdownFile, document(results, continuing: command).text),
      (documentFile, try json(results)),
    ]
    try ComparisonFolder.make(
      folder, marks: [(markdownFile, opening), (documentFile, "\"between\" : [")])
    try ReportFile.write(files, to: folder)
  }

  /// The text of `bisect.json`: ``Gate/BisectResults`` with one more key, `verdict`.
  package static func json(_ results: BisectResults) throws(ReportingError) -> String {
    let verdict = JSONFields(fields: [
      "status": results.suspects.count == 1 ? "found" : results.exitCode.comparisonIdentifier,
      "summary": summary(of: results), "commits": results.suspects.map(\.hash),
    ])
    return try SortedJSON.text(
      of: JSONFields(results, fields: ["verdict": verdict]), named: documentFile)
  }

  /// The result in one line.
  private static func summary(of results: BisectResults) -> String {
    guard let ends = results.ends else { return "UNFINISHED: GOOD and BAD are not compared yet" }
    guard let followed = results.followed else {
      let verdict = ComparisonVerdict(ends, metric: results.metric)
      let start = results.metric.map { "\($0) did not get worse: " } ?? "nothing got worse: "
      return (verdict.exitCode == .pass ? start : "no number to follow: ")
        + verdict.headline(ends)
    }
    let suspects = results.suspects
    let start = "\(followed.verdict.metric.name) of \(followed.scenarioCase) is worse from"
    if suspects.count == 1 { return "FOUND: \(start) \(suspects[0].name) on" }
    return "\(results.next == nil ? "INCONCLUSIVE" : "UNFINISHED"): \(start) one of "
      + "\(LimitedList.counted(suspects.count, "commit")) on"
  }

  /// The line of the last comparison: `[3/7] 0123456789ab "Subject": worse (+10.2 %)`.
  package static func progress(of results: BisectResults) -> String {
    guard let step = results.steps.last,
      let commit = results.commits.first(where: { $0.hash == step.commit })
    else { return summary(of: results) }
    let count = results.steps.count
    let detail = step.reason ?? step.verdict?.effect.map { ChangeFormat.text($0) }
    return "[\(count)/\(count + results.search.stepsLeft)] \(commit.name) \"\(commit.subject)\": "
      + step.outcome.rawValue + (detail.map { " (\($0))" } ?? "")
  }

  // MARK: - The document

  private static let opening = "MapPressure searched for the first commit with a worse number"

  /// The report for people.
  ///
  /// - Parameter command: the command that continues an unfinished bisect.
  package static func document(_ results: BisectResults, continuing command: String) -> Document {
    Document {
      Heading(2, ComparisonCell.text(summary(of: results)))
      Paragraph(
        "\(opening) than in \(results.good.code), among the "
          + "\(LimitedList.counted(results.commits.count, "commit")) from there to "
          + "\(results.bad.hash.code).")
      Paragraph(results.exitCode == .interrupted ? "To continue: \(command.code)" : "")
      Table(["Commit", "Date", "Author", "Subject"], of: results.suspects) { commit in
        results.next != nil
          ? nil
          : [commit.hash.code]
            + [commit.date, commit.author, commit.subject].map { ComparisonCell.text($0) }
      }
      Table(["Judged commit", "Subject", "Verdict", "Compared with GOOD"], of: results.commits) {
        commit in
        results.steps.first { $0.commit == commit.hash }.map { step in
          [
            commit.name.code, ComparisonCell.text(commit.subject), step.outcome.rawValue,
            ComparisonCell.text(step.verdict?.summary ?? step.reason ?? ""),
          ]
        }
      }
      if let ends = results.ends {
        let worse = ComparisonFindings(ends, verdict: ComparisonVerdict(ends))[.worse]
        let parts = ComparisonCell.table(of: worse).split(rows: 25, bytes: .max)
        Paragraph(worse.isEmpty ? "" : "What is worse in the last commit:")
        parts.shown
        Paragraph(
          LimitedList.rest(parts.rest.rows.count, "number", see: documentFile.code) ?? "")
        BulletList(ends.notices.map { "**Warning**: \(ComparisonCell.text($0))" })
      }
    }
  }
}
