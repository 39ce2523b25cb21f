import Harness
import Measurement
import Scenarios
import Verdicts

/// One scenario of a report: what was run, what came out in each world, thresholds and claims.
struct ScenarioSection {
  let results: RunResults.ScenarioResults
  let selection: RunSelection
  let verdict: ScenarioVerdict?

  func write(to document: inout MarkdownDocument) {
    let scenario = results.scenario
    document.heading(
      2, "\(MarkdownText.escaped(scenario.title)) (\(MarkdownText.code(scenario.name)))")
    if !scenario.source.isEmpty {
      document.paragraph("Source of the situation: \(MarkdownText.escaped(scenario.source)).")
    }
    document.list(facts)
    document.table(strategies)
    for world in results.worlds {
      WorldSection(results: results, world: world, selection: selection).write(to: &document)
    }
    writeThresholds(to: &document)
    writeClaims(to: &document)
  }

  private var facts: [String] {
    let own = results.workload(under: selection).facts.map {
      "\(MarkdownText.escaped($0.name)): \(MarkdownText.escaped($0.value))"
    }
    let sizes = Set(results.cases.map(\.scenarioCase.size)).sorted()
      .map { NumberFormat.grouped($0) }
    let trials = selection.trials ?? results.scenario.trials
    return own + [
      "sizes: \(sizes.joined(separator: "; "))",
      "\(WordList.counted(trials, "trial")) of each case, each a process of its own",
    ]
  }

  private var strategies: MarkdownTable {
    var table = MarkdownTable(texts: ["Strategy", "What it does"])
    let names = results.selectedStrategies
    let baseline = results.scenario.baseline
    for name in names.filter({ $0 == baseline }) + names.filter({ $0 != baseline }) {
      table.append([
        MarkdownText.code(name) + (name == baseline ? " (naive)" : ""),
        MarkdownText.escaped(results.summary(of: name)),
      ])
    }
    return table
  }

  private func writeThresholds(to document: inout MarkdownDocument) {
    guard let verdict, !verdict.thresholds.isEmpty || !verdict.unselectedThresholds.isEmpty else {
      return
    }
    document.heading(3, "Thresholds")
    document.table(
      ThresholdTable.table(verdict.thresholds, metrics: results.scenario.metrics))
    let unselected = verdict.unselectedThresholds.map {
      "\(MarkdownText.code($0.strategy)): \(MarkdownText.escaped($0.expression))"
    }
    guard !unselected.isEmpty else { return }
    document.paragraph(
      "Not asked for, because a strategy that they need was not selected in this run:")
    document.list(unselected)
  }

  private func writeClaims(to document: inout MarkdownDocument) {
    guard let verdict, !verdict.claims.isEmpty else { return }
    var table = MarkdownTable(texts: ["Claim", "In its author's words", "Where", "Verdict", "Why"])
    for claim in verdict.claims {
      let world = claim.size.map {
        WorldName.text(World(variant: claim.variant, size: $0))
      }
      table.append([
        MarkdownText.escaped(claim.claim.id),
        Self.words(of: claim.claim),
        world ?? MarkdownText.escaped(claim.variant),
        "**\(claim.outcome.word.replacing("-", with: " "))**",
        MarkdownText.escaped(claim.explanation(metrics: results.scenario.metrics)),
      ])
    }
    document.heading(3, "Claims")
    document.paragraph("What others say of this situation. A claim never decides pass or fail.")
    document.table(table)
  }

  /// What somebody said and, where it is known, who.
  private static func words(of claim: Claim) -> String {
    let words = "“\(MarkdownText.escaped(claim.says))”"
    return claim.source.isEmpty ? words : words + " (\(MarkdownText.escaped(claim.source)))"
  }
}
