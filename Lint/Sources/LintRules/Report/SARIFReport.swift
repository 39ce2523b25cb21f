import Foundation

/// Findings as SARIF 2.1.0 (docs.oasis-open.org), which code scanning services and editors read.
package struct SARIFReport {
  private let report: LintReport

  package init(_ report: LintReport) { self.report = report }

  package var text: String {
    get throws {
      let data = try JSONSerialization.data(
        withJSONObject: document, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
      return String(decoding: data, as: UTF8.self) + "\n"
    }
  }

  /// The version of the product: a test compares it.
  package static let version = "0.3.0"

  private var document: [String: Any] {
    let driver: [String: Any] = [
      "name": "mappressure-lint", "semanticVersion": Self.version,
      "rules": rules.map(rule),
    ]
    let invocation: [String: Any] = [
      "executionSuccessful": true,
      "toolExecutionNotifications": report.result.skipped.map(notification),
    ]
    let run: [String: Any] = [
      "tool": ["driver": driver], "columnKind": "unicodeCodePoints", "invocations": [invocation],
      "results": results,
    ]
    return [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": [run],
    ]
  }

  /// The rules, with one for comments that silence nothing if there is such a finding.
  private var rules: [RuleSummary] {
    let own = RuleSummary(
      identifier: Linter.ignoreRule, title: "A 'mappressure:ignore' comment has a mistake",
      sureness: .certain, explanation: "The comment silences nothing.",
      remedy: "Name a rule and a reason, or remove the comment.", blindSpots: [])
    return report.rules
      + (report.result.findings.contains { $0.rule == own.identifier } ? [own] : [])
  }

  private func rule(_ rule: RuleSummary) -> [String: Any] {
    let cost = report.costs?[rule.identifier]
    let words = [rule.explanation] + (cost.map { [$0.text] } ?? []) + [rule.remedy]
    let code = cost?.code.map { "\n\n```swift\n\($0)\n```" } ?? ""
    return [
      "id": rule.identifier,
      "shortDescription": ["text": rule.title + "."],
      "fullDescription": ["text": rule.explanation],
      "help": [
        "text": words.joined(separator: "\n"),
        "markdown": words.joined(separator: "\n\n") + code,
      ],
      "defaultConfiguration": ["level": rule.sureness.severity.rawValue],
      "properties": ["tags": ["MapKit"], "precision": rule.sureness.precision] as [String: Any],
    ]
  }

  private func notification(_ skipped: SkippedFile) -> [String: Any] {
    [
      "level": "warning",
      "message": ["text": "\(skipped.outcome): \(skipped.reason)"],
      "locations": [["physicalLocation": ["artifactLocation": location(skipped.path)]]],
    ]
  }

  private var results: [[String: Any]] {
    let indices = Dictionary(
      uniqueKeysWithValues: rules.enumerated().map { ($1.identifier, $0) })
    var occurrences: [String: Int] = [:]
    return report.result.findings.map { finding in
      // An equal line at another place is another finding; a line that moved is the same finding.
      let line = "\(finding.rule)\n\(finding.path)\n\(finding.snippet.filter { !$0.isWhitespace })"
      let number = occurrences[line, default: 0]
      occurrences[line] = number + 1
      var result: [String: Any] = [
        "ruleId": finding.rule,
        "ruleIndex": indices[finding.rule] ?? -1,
        "level": finding.severity.rawValue,
        "message": [
          "text": "\(finding.message.prefix(1).uppercased())\(finding.message.dropFirst())."
        ],
        "locations": [
          [
            "physicalLocation": [
              "artifactLocation": location(finding.path), "region": region(finding),
            ]
          ]
        ],
        "partialFingerprints": ["mappressureLine/v1": Self.hash("\(line)\n\(number)")],
      ]
      if !finding.edits.isEmpty { result["fixes"] = [fix(finding)] }
      return result
    }
  }

  /// Edits of bytes, which SARIF calls regions of a binary file.
  private func fix(_ finding: Finding) -> [String: Any] {
    let replacements = finding.edits.map { edit in
      [
        "deletedRegion": ["byteOffset": edit.start, "byteLength": edit.end - edit.start],
        "insertedContent": ["text": edit.replacement],
      ] as [String: Any]
    }
    return [
      "description": ["text": finding.isSuggestion ? "A suggestion to look at." : "A safe fix."],
      "artifactChanges": [
        ["artifactLocation": location(finding.path), "replacements": replacements]
      ],
    ]
  }

  private func location(_ path: String) -> [String: Any] {
    let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: ":"))
    let escaped = path.addingPercentEncoding(withAllowedCharacters: allowed) ?? path
    return path.hasPrefix("/")
      ? ["uri": "file://" + escaped] : ["uri": escaped, "uriBaseId": "%SRCROOT%"]
  }

  /// Columns of SARIF count characters; columns of findings count bytes.
  private func region(_ finding: Finding) -> [String: Any] {
    func column(_ bytes: Int) -> Int {
      String(decoding: finding.snippet.utf8.prefix(bytes - 1), as: UTF8.self).unicodeScalars.count
        + 1
    }
    var region: [String: Any] = [
      "startLine": finding.line, "startColumn": column(finding.column),
      "snippet": ["text": finding.snippet],
    ]
    if finding.endLine == finding.line { region["endColumn"] = column(finding.endColumn) }
    return region
  }

  /// FNV-1a with 64 bits: the same in each process.
  private static func hash(_ text: String) -> String {
    let value = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return String(value, radix: 16)
  }
}

extension Sureness {
  fileprivate var precision: String {
    switch self {
    case .certain: "very-high"
    case .likely: "high"
    case .note: "medium"
    }
  }
}
