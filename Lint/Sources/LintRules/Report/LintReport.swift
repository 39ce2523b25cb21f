import Foundation

/// The findings of a check, with their rules and, if known, the costs of the mistakes: the JSON
/// that the programs exchange.
package struct LintReport: Codable, Sendable {
  /// The version of the format.
  package var version = 1
  package var result: LintResult
  /// The rules with a finding, in the order of all rules.
  package var rules: [RuleSummary]
  /// The cost of a rule's mistake, by the rule's name.
  package var costs: [String: RuleCost]?

  package init(_ result: LintResult, rules: [Rule]) {
    self.result = result
    let found = Set(result.findings.map(\.rule))
    self.rules = rules.map(\.summary).filter { found.contains($0.identifier) }
  }

  package var json: String { get throws { try sortedJSON } }

  /// The JSON on one line, without its end.
  package var line: String {
    get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
  }

  /// The findings that count under `--strict`.
  package var faults: [Finding] { result.findings.filter { $0.sureness != .note } }
}

/// The cost of a mistake, as another program states it.
package struct RuleCost: Codable, Sendable {
  /// The numbers and their evidence, or the reason why there are none.
  package var text: String
  /// The code to write in an app; `nil` if it is not known.
  package var code: String?

  package init(text: String, code: String? = nil) { (self.text, self.code) = (text, code) }
}

extension Encodable {
  /// The value as JSON that is the same each time.
  var sortedJSON: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }
  }
}
