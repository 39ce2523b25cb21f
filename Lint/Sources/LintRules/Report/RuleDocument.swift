/// All rules, for people and for programs.
package struct RuleDocument {
  private let rules: [RuleSummary]

  package init(_ rules: [Rule] = Rule.all) { self.rules = rules.map(\.summary) }

  package var json: String { get throws { try rules.sortedJSON } }

  /// A table; the rest of a rule is what `explain` prints.
  package var markdown: String {
    "| rule | the mistake | sureness | cost in | source |\n|---|---|---|---|---|\n"
      + rules.map { rule in
        let source = rule.source.map { "\($0.document), line \($0.line)" } ?? ""
        return "| `\(rule.identifier)` | \(rule.title) | \(rule.sureness.rawValue) | "
          + "\(rule.cost?.scenario ?? "not measured") | \(source) |\n"
      }.joined()
  }
}
