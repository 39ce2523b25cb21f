/// Findings as lines that Xcode, editors and CI systems read, and a section for each rule.
package struct TextReport {
  private let report: LintReport
  private static let width = 100

  package init(_ report: LintReport) { self.report = report }

  /// A line for each finding, with its fix where there is one.
  package var findings: String {
    report.result.findings.map { finding in
      let kind = finding.severity.rawValue
      let diff =
        finding.diff.map { (finding.isSuggestion ? "a suggestion:\n" : "") + plainCode($0) + "\n" }
        ?? ""
      return onOneLine(
        "\(finding.path):\(finding.line):\(finding.column): \(kind): \(finding.message) "
          + "[\(finding.rule)]") + "\n" + diff
    }.joined()
  }

  /// Each rule with its meaning, its cost and the code to write; then the numbers of the check.
  package var sections: String {
    (report.rules.map(section) + [summary]).joined(separator: "\n")
  }

  /// A rule alone, with the ways to change or silence it.
  package func explanation(of rule: RuleSummary) -> String {
    let name = rule.identifier
    return "\(name): \(rule.sureness.rawValue)\n" + body(of: rule)
      + paragraph("Silence: ", "// mappressure:ignore \(name) the reason")
      + paragraph(
        "Severity: ",
        "{\"rules\": {\"\(name)\": \"off\"}} in \(LintConfiguration.fileName); or note, warning, error"
      )
  }

  private func section(_ rule: RuleSummary) -> String {
    let count = report.result.findings.count { $0.rule == rule.identifier }
    return "\(rule.identifier): \(counted(count, "finding")), \(rule.sureness.rawValue)\n"
      + body(of: rule)
  }

  private func body(of rule: RuleSummary) -> String {
    var text = paragraph("", rule.title + ". " + rule.explanation)
    let cost = report.costs?[rule.identifier]
    if report.costs != nil, rule.cost == nil {
      text += paragraph("Cost: ", "not measured: no scenario replays this mistake.")
    }
    if let cost { text += paragraph("Cost: ", cost.text) }
    text += paragraph("Instead: ", rule.remedy)
    if let answer = cost?.answer { text += paragraph("Answer: ", answer) }
    if let code = cost?.code {
      text +=
        "\n"
        + plainCode(code).split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "\n" : "    \($0)\n" }.joined() + "\n"
    }
    for blindSpot in rule.blindSpots { text += paragraph("Limit: ", blindSpot) }
    if let source = rule.source {
      text += paragraph("Source: ", "\(source.document), line \(source.line)")
    }
    return text
  }

  /// `3 findings in 120 files with 34,210 lines`, and what was not checked.
  private var summary: String {
    let result = report.result
    let notes = result.findings.count - report.faults.count
    var text =
      "\(counted(report.faults.count, "finding"))"
      + (notes == 0 ? "" : " and \(counted(notes, "note"))")
      + " in \(counted(result.files, "file")) with \(counted(result.lines, "line"))\n"
    if result.known > 0 {
      text += "\(counted(result.known, "finding")) of the baseline not shown\n"
    }
    if result.gone > 0 {
      text +=
        "\(counted(result.gone, "finding")) of the baseline not found any more; write it again\n"
    }
    for skipped in result.skipped.prefix(20) {
      text += onOneLine("\(skipped.outcome): \(skipped.path): \(skipped.reason)") + "\n"
    }
    if result.skipped.count > 20 {
      text += "not checked: \(counted(result.skipped.count - 20, "more path"))\n"
    }
    return text
  }

  /// Words below each other, behind two blanks.
  private func paragraph(_ label: String, _ words: String) -> String {
    var lines = ["  "]
    for word in (label + onOneLine(words)).split(separator: " ") {
      if lines[lines.count - 1].count + word.count >= Self.width { lines.append("  ") }
      let line = lines[lines.count - 1]
      lines[lines.count - 1] = line + (line.count > 2 ? " " : "") + word
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// A number with its noun: `1 file`, `2,310 lines`.
package func counted(_ count: Int, _ noun: String) -> String {
  var digits = String(count)
  for place in stride(from: digits.count - 3, to: 0, by: -3) {
    digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
  }
  return "\(digits) \(noun)\(count == 1 ? "" : "s")"
}

/// A text from a project in one line, plain to a terminal and to the service that keeps a job's log.
func onOneLine(_ text: String) -> String {
  PlainText.lines(text).replacing("\n", with: " ")
}

/// Code, which may be indented by tabs, in lines that are plain to both.
private func plainCode(_ text: String) -> String { PlainText.lines(text, keeping: "\t") }
