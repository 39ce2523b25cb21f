/// All rules, for people and for programs.
package struct RuleDocument {
  private let rules: [RuleSummary]

  package init(_ rules: [Rule] = Rule.all) { self.rules = rules.map(\.summary) }

  package var json: String { get throws { try rules.sortedJSON } }

  /// A section for each rule.
  package var markdown: String { rules.map(section).joined(separator: "\n") }

  private func section(_ rule: RuleSummary) -> String {
    var text = "### \(rule.identifier)\n\n\(rule.title). \(rule.explanation)\n\n"
    text += "\(rule.remedy)\n\n"
    var facts = ["Sureness: \(rule.sureness.rawValue)"]
    if let source = rule.source {
      facts.append("Source: `\(source.document)`, line \(source.line)")
    }
    if let cost = rule.cost {
      facts.append(
        "Cost: `\(cost.metric)` of `\(cost.naive)` in the scenario `\(cost.scenario)`; its answer is what to do instead"
      )
    }
    facts += rule.blindSpots.map { "Limit: \($0)" }
    return text + facts.map { "- \($0)\n" }.joined()
  }
}
