import Foundation

/// The findings of a check, with their rules and, if known, the costs of the mistakes: the JSON
/// that the programs exchange.
package struct LintReport: Codable, Sendable {
  /// The version of the format.
  package var version = 2
  package var result: LintResult
  /// The rules with a finding, in the order of all rules.
  package var rules: [RuleSummary]
  /// The strategies that are a mistake by some rule, so that none of them is advised.
  package var mistakes = Set(Rule.all.compactMap(\.summary.cost?.naive)).sorted()
  /// The cost of a rule's mistake, by the rule's name.
  package var costs: [String: RuleCost]?

  package init(_ result: LintResult, rules: [Rule]) {
    self.result = result
    let found = Set(result.findings.map(\.rule))
    self.rules = rules.map(\.summary).filter { found.contains($0.identifier) }
  }

  /// A report without findings, to ask what a rule's mistake costs.
  package init(explaining rule: Rule) {
    result = LintResult()
    rules = [rule.summary]
  }

  package var json: String { get throws { try sortedJSON } }

  /// The JSON on one line, without its end.
  package var line: String {
    get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
  }

  /// The findings that count under `--strict`.
  package var faults: [Finding] { result.findings.filter { $0.severity != .note } }

  /// Indicates whether a check fails, with `--strict` for warnings too.
  package func fails(isStrict: Bool) -> Bool {
    result.findings.contains { $0.severity == .error || isStrict && $0.severity == .warning }
  }

  /// Adds costs. A warning whose mistake costs nothing in the replay is a note.
  package mutating func add(_ costs: [String: RuleCost]) {
    self.costs = costs
    for index in result.findings.indices
    where result.findings[index].severity == .warning
      && costs[result.findings[index].rule]?.isFree ?? false
    {
      result.findings[index].severity = .note
    }
  }
}

/// The cost of a mistake, as another program states it.
package struct RuleCost: Codable, Sendable {
  /// The numbers and their evidence, or the reason why there are none.
  package var text: String
  /// The answer of the scenario: what to do instead, and how sure that is.
  package var answer: String?
  /// The code to write in an app; `nil` if it is not known.
  package var code: String?
  /// Indicates whether the replay finds no cost.
  package var isFree: Bool?

  package init(
    text: String, answer: String? = nil, code: String? = nil, isFree: Bool? = nil
  ) {
    (self.text, self.answer, self.code, self.isFree) = (text, answer, code, isFree)
  }
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
