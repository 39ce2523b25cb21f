import Foundation

/// Findings as SARIF 2.1.0 (docs.oasis-open.org), which code scanning services and editors read.
package struct SARIFReport {
  private let report: LintReport

  package init(_ report: LintReport) { self.report = report }

  package var text: String {
    let document: JSONValue = [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "version": "2.1.0",
      "runs": [
        [
          "tool": [
            "driver": [
              "name": "mappressure-lint",
              "rules": .list(rules.map(rule)),
            ]
          ],
          "columnKind": "unicodeCodePoints",
          "invocations": [
            [
              "executionSuccessful": true,
              "toolExecutionNotifications": .list(report.result.skipped.map(notification)),
            ]
          ],
          "results": .list(results),
        ]
      ],
    ]
    return document.text() + "\n"
  }

  /// The rules, with one for comments that silence nothing if there is such a finding.
  private var rules: [RuleSummary] {
    let own = RuleSummary(
      identifier: Linter.ignoreRule, title: "A comment that ignores a rule has a mistake",
      sureness: .certain, explanation: "The comment silences nothing.",
      remedy: "Name a rule and a reason, or remove the comment.", blindSpots: [])
    return report.rules
      + (report.result.findings.contains { $0.rule == own.identifier } ? [own] : [])
  }

  private func rule(_ rule: RuleSummary) -> JSONValue {
    let cost = report.costs?[rule.identifier]
    let words = [rule.explanation] + (cost?.lines ?? []) + [rule.remedy]
    let code = cost?.code.map { "\n\n```swift\n\($0)\n```" } ?? ""
    return [
      "id": .text(rule.identifier),
      "shortDescription": ["text": .text(rule.title + ".")],
      "fullDescription": ["text": .text(rule.explanation)],
      "help": [
        "text": .text(words.joined(separator: "\n")),
        "markdown": .text(words.joined(separator: "\n\n") + code),
      ],
      "defaultConfiguration": ["level": .text(rule.sureness.level)],
      "properties": ["tags": ["MapKit"], "precision": .text(rule.sureness.precision)],
    ]
  }

  private func notification(_ skipped: SkippedFile) -> JSONValue {
    [
      "level": "warning",
      "message": ["text": .text("not checked: \(skipped.reason)")],
      "locations": [["physicalLocation": ["artifactLocation": location(skipped.path)]]],
    ]
  }

  private var results: [JSONValue] {
    let indices = Dictionary(
      uniqueKeysWithValues: rules.enumerated().map { ($1.identifier, $0) })
    var occurrences: [String: Int] = [:]
    return report.result.findings.map { finding in
      // The same line at another place is another finding, and one that moved is the same.
      let line = "\(finding.rule)\n\(finding.path)\n\(finding.snippet.filter { !$0.isWhitespace })"
      let number = occurrences[line, default: 0]
      occurrences[line] = number + 1
      return [
        "ruleId": .text(finding.rule),
        "ruleIndex": indices[finding.rule].map { .number($0) },
        "level": .text(finding.sureness.level),
        "message": [
          "text": .text(finding.message.prefix(1).uppercased() + finding.message.dropFirst() + ".")
        ],
        "locations": [
          [
            "physicalLocation": [
              "artifactLocation": location(finding.path), "region": region(finding),
            ]
          ]
        ],
        "partialFingerprints": ["mappressureLine/v1": .text(Self.hash("\(line)\n\(number)"))],
      ]
    }
  }

  private func location(_ path: String) -> JSONValue {
    let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: ":"))
    let escaped = path.addingPercentEncoding(withAllowedCharacters: allowed) ?? path
    return path.hasPrefix("/")
      ? ["uri": .text("file://" + escaped)] : ["uri": .text(escaped), "uriBaseId": "%SRCROOT%"]
  }

  /// Columns of SARIF count characters, those of the findings bytes.
  private func region(_ finding: Finding) -> JSONValue {
    func column(_ bytes: Int) -> Int {
      String(decoding: finding.snippet.utf8.prefix(bytes - 1), as: UTF8.self).unicodeScalars.count
        + 1
    }
    let isOneLine = finding.endLine == finding.line
    return [
      "startLine": .number(finding.line),
      "startColumn": .number(column(finding.column)),
      "endColumn": isOneLine ? .number(column(finding.endColumn)) : nil,
      "snippet": ["text": .text(finding.snippet)],
    ]
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
  fileprivate var level: String { self == .note ? "note" : "warning" }

  fileprivate var precision: String {
    switch self {
    case .certain: "very-high"
    case .likely: "high"
    case .note: "medium"
    }
  }
}
