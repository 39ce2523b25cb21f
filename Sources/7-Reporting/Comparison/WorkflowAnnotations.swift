import Documents
import Foundation
import Gate
import ScenarioModel
import Support

/// A comparison as annotations of GitHub Actions: lines for standard output.
package enum WorkflowAnnotations {
  /// GitHub shows no more of each level from one step.
  static let maximumOfLevel = 10

  /// An error for each case that makes the command fail: that got worse, does not answer, has no
  /// counterpart or lost a number. A warning for each with something undecided, or an error if that
  /// fails the command too. At most ten of each; the last one counts the rest. Each is one line.
  package static func lines(
    _ results: ComparisonResults, verdict: ComparisonVerdict, failsOnInconclusive: Bool = false
  ) -> [String] {
    let findings = ComparisonFindings(results, verdict: verdict)
    let cut = findings.failure ?? findings.open.map { "open: \($0)" }
    let own = [
      findings.complaint.map { (title: "Base and head cannot be compared", text: $0) },
      cut.map { (title: "The comparison did not finish", text: $0) },
    ].compactMap(\.self)
    let invalid = results.faults.map { (title: "Accepted change no longer valid", text: $0) }
    let ownErrors = (own + invalid).map { title, text in
      WorkflowCommand(level: .error, title: title, lines: [text, results.label])
    }
    let sections: [ComparisonFindings.Section] = [.worse, .broken, .missing, .notComparable]
    let errors =
      ownErrors + sections.flatMap { findings[$0] }.map { results.annotation(.error, $0) }
    let level: WorkflowCommand.Level = failsOnInconclusive ? .error : .warning
    let relaxed = WorkflowCommand(
      level: level, title: "Head relaxes the base's requirements",
      lines: results.relaxations.map(\.description))
    let notJudged = WorkflowCommand(
      level: level, title: "Not judged", lines: [results.notJudgedLabel].compactMap(\.self))
    let undecided =
      [relaxed, notJudged].filter { !$0.lines.isEmpty }
      + (findings[.inconclusive] + findings[.inconclusiveBase])
      .map { results.annotation(level, $0) }
    let levels = failsOnInconclusive ? [errors + undecided] : [errors, undecided]
    return levels.flatMap(limited).map(\.line)
  }

  /// The annotations of a level that GitHub shows. The last one counts the rest.
  private static func limited(_ commands: [WorkflowCommand]) -> [WorkflowCommand] {
    guard let level = commands.first?.level, commands.count > maximumOfLevel else {
      return commands
    }
    let shown = commands.prefix(maximumOfLevel - 1)
    let rest = LimitedList.counted(commands.count - shown.count, "more case")
    let note =
      "GitHub shows \(maximumOfLevel) annotations of each level per step; all of them are in "
      + ComparisonReport.markdownFile
    return shown + [WorkflowCommand(level: level, title: rest, lines: [note])]
  }
}

extension ComparisonResults {
  private static let maximumMetrics = 10
  private static let maximumTitleLength = 200

  /// The annotation of a case.
  fileprivate func annotation(
    _ level: WorkflowCommand.Level, _ entry: ComparisonFindings.Entry
  ) -> WorkflowCommand {
    let status = entry.comparison.status
    var title = status.label
    var lines = [status.reason].compactMap(\.self)
    if let outcome = entry.metrics.first?.outcome {
      let label = outcome == .regression ? "got worse" : outcome.label
      title = "\(LimitedList.counted(entry.metrics.count, "metric")) \(label)"
      let list = LimitedList.split(
        entry.metrics.map { "\($0.metric.name) \($0.summary)" },
        limit: Self.maximumMetrics, "metric", see: ComparisonReport.markdownFile)
      lines = list.shown + [list.rest.map { "and \($0)" }].compactMap(\.self)
    }
    // A cause in the repository's own files is where the change is.
    let causes = causes.filter { $0.scenarioCase == entry.scenarioCase }
    lines += causes.compactMap(\.label).map { "why: \($0)" }
    let places = causes.compactMap {
      $0.rows.first?.place?.wholeMatch(of: #/([^\/].*):(\d+)/#)?.output
    }
    let place = places.first.map { (file: String($0.1), line: Int($0.2)) }
    let again = fullCommand(repeating: entry).map { ["again: \($0)"] } ?? []
    return WorkflowCommand(
      level: level, file: place?.file ?? scenarioFiles[entry.scenarioCase.scenario],
      fileLine: place?.line,
      title: PlainText.shortened(
        PlainText.line("\(entry.scenarioCase): \(title)"), to: Self.maximumTitleLength),
      lines: lines + again)
  }
}

/// A line on standard output that GitHub Actions takes for a command: an annotation.
struct WorkflowCommand {
  enum Level: String {
    case error
    case warning
  }

  let level: Level
  /// The file that the annotation is shown at; `nil` for none.
  var file: String?
  /// The line in it; `nil` for the whole file.
  var fileLine: Int?
  let title: String
  /// The lines of the message, from data.
  let lines: [String]

  /// Escaped as GitHub's own toolkit does it (`escapeData` and `escapeProperty` of
  /// actions/toolkit, packages/core/src/command.ts).
  var line: String {
    let properties = [
      file.map { ("file", $0) }, fileLine.map { ("line", "\($0)") },
      ("title", PlainText.lines(title)),
    ]
    .compactMap(\.self)
    .map { "\($0.0)=\(Self.property($0.1))" }.joined(separator: ",")
    let message = lines.map { PlainText.line($0) }.joined(separator: "\n")
    return "::\(level.rawValue) \(properties)::\(Self.data(PlainText.lines(message)))"
  }

  private static func data(_ text: String) -> String {
    text.escapingScalars(["%": "%25", "\r": "%0D", "\n": "%0A"]) { scalar in
      // GitHub knows no escape for others, which a terminal that shows the log would obey.
      scalar.properties.generalCategory == .control ? " " : String(scalar)
    }
  }

  private static func property(_ text: String) -> String {
    data(text).escapingScalars([":": "%3A", ",": "%2C"])
  }
}

/// The Markdown that a continuous integration service shows with a job, such as the file that
/// `GITHUB_STEP_SUMMARY` names: every step adds to its end.
package enum StepSummary {
  /// Adds a text to the end of a file, which is made where there is none.
  package static func append(_ markdown: String, to file: String) throws(ReportingError) {
    guard let stream = fopen(file, "a") else {
      throw .cannotWrite(path: file, reason: String(cString: strerror(errno)))
    }
    let text = Array(markdown.utf8)
    let isWritten = fwrite(text, 1, text.count, stream) == text.count
    let reason = errno
    // What is still in the stream's buffer can fail to reach the disk when it is closed.
    let isClosed = fclose(stream) == 0
    guard isWritten, isClosed else {
      throw .cannotWrite(path: file, reason: String(cString: strerror(isWritten ? errno : reason)))
    }
  }
}
