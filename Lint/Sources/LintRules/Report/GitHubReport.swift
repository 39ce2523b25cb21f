/// Findings as commands of GitHub Actions, which shows them at the lines of a pull request.
package struct GitHubReport {
  private let report: LintReport

  package init(_ report: LintReport) { self.report = report }

  /// The commands, warnings before notices; GitHub shows the first ten of each kind per step.
  package var text: String {
    let findings = report.faults + report.result.findings.filter { $0.severity == .note }
    return findings.map { finding in
      let level = finding.severity == .note ? "notice" : finding.severity.rawValue
      var message = finding.message
      if let cost = report.costs?[finding.rule]?.text { message += "\n" + cost }
      if let rule = report.rules.first(where: { $0.identifier == finding.rule }) {
        message += "\n" + rule.remedy
      }
      let properties = [
        "file=\(Self.property(finding.path))", "line=\(finding.line)", "endLine=\(finding.endLine)",
        "col=\(finding.column)", "title=\(Self.property(finding.rule))",
      ].joined(separator: ",")
      return "::\(level) \(properties)::\(Self.data(message))\n"
    }.joined()
  }

  // Escaped as `escapeData` and `escapeProperty` of actions/toolkit, packages/core/src/command.ts.
  private static func data(_ text: String) -> String {
    escaped(
      PlainText.block(text), ["%": "%25", "\r": "%0D", "\n": "%0A", "\t": " "])
  }

  private static func property(_ text: String) -> String {
    escaped(data(text), [":": "%3A", ",": "%2C"])
  }

  private static func escaped(_ text: String, _ escapes: [Unicode.Scalar: String]) -> String {
    text.unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
  }
}
