import Harness
import Measurement
import ScenarioModel
import Support
import Verdicts

/// One scenario of a report: what was run, what came out in each world, thresholds and claims.
struct ScenarioSection {
  let results: ScenarioResults
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
    SettingSection(results: results).write(to: &document)
    var earlier = EarlierParts()
    for world in results.configurations {
      WorldSection(results: results, world: world, selection: selection)
        .write(to: &document, earlier: &earlier)
    }
    writeThresholds(to: &document)
    writeClaims(to: &document)
  }

  private var facts: [String] {
    let own = results.scenario.facts.map {
      "\(MarkdownText.escaped($0.name)): \(MarkdownText.escaped($0.value))"
    }
    let sizes = Set(results.cases.map(\.scenarioCase.size)).sorted()
      .map { NumberFormat.grouped($0) }
    let meaning = MarkdownText.escaped(results.scenario.sizeLabel)
    let trials = results.scenario.trials
    return own + [
      "size\(sizes.count == 1 ? "" : "s"): \(WordList.and(sizes)) \(meaning)",
      "\(WordList.counted(trials, "trial")) of each case, each a process of its own",
    ]
  }

  private var strategies: MarkdownTable {
    let descriptions = results.strategies.map { results.scenario.strategy($0) }
    // Where there is a matrix of settings, the reasonings stand there with what became of them.
    let hasReasonings =
      results.matrices.isEmpty && descriptions.contains { $0.reasoning != nil }
    var table = MarkdownTable(
      texts: ["Strategy", "What it does"] + (hasReasonings ? ["Its line of reasoning"] : []))
    for description in descriptions {
      let isNaive = description.name == results.scenario.naive
      table.append([
        MarkdownText.code(description.name) + (isNaive ? " (naive)" : ""),
        MarkdownText.escaped(description.summary),
        description.reasoning.map { "“\(SettingFindings.quotable($0))”" } ?? "",
      ])
    }
    return table
  }

  private func writeThresholds(to document: inout MarkdownDocument) {
    guard let verdict, !verdict.thresholds.isEmpty || !verdict.unselectedThresholds.isEmpty else {
      return
    }
    document.heading(3, "Thresholds")
    document.table(ThresholdTable.table(verdict.thresholds, of: [results]))
    let unselected = verdict.unselectedThresholds.map {
      "\(MarkdownText.code($0.threshold.strategy)): "
        + "\(MarkdownText.escaped($0.threshold.expression)), as "
        + MarkdownText.escaped($0.reason)
    }
    guard !unselected.isEmpty else { return }
    document.paragraph("Not asked for in this run:")
    document.list(unselected)
  }

  private func writeClaims(to document: inout MarkdownDocument) {
    guard let verdict, !verdict.claims.isEmpty else { return }
    var table = MarkdownTable(texts: ["Claim", "In its author's words", "Where", "Verdict", "Why"])
    var rows = VariantRows()
    for claim in verdict.claims {
      rows.append(
        [
          MarkdownText.escaped(claim.claim.id),
          Self.words(of: claim.claim),
          "**\(claim.outcome.identifier.replacing("-", with: " "))**",
          MarkdownText.escaped(claim.explanation(metrics: results.scenario.metrics)),
        ], variant: claim.variant, size: claim.size)
    }
    let name = WorldName(results)
    var last = ""
    for row in rows.rows {
      let place = MarkdownText.escaped(name.text(row.variants, size: row.size))
      // What a claim says stands once, however many worlds it is judged in.
      let claim = row.cells[0] == last ? ["", ""] : row.cells.prefix(2)
      table.append(claim + [place] + row.cells.dropFirst(2))
      last = row.cells[0]
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

/// Thresholds with their verdicts as a table.
enum ThresholdTable {
  /// - Parameter scenarios: those that the verdicts are of.
  static func table(
    _ verdicts: [ThresholdVerdict], of scenarios: [ScenarioResults]
  ) -> MarkdownTable {
    var table = MarkdownTable([
      ("Strategy", .left), ("Threshold", .left), ("Where", .left), ("Value", .right),
      ("Bound", .right), ("Verdict", .left),
    ])
    for scenario in scenarios {
      let name = WorldName(scenario)
      var rows = VariantRows()
      for verdict in verdicts where verdict.scenario == scenario.scenario.name {
        rows.append(
          cells(of: verdict, metrics: scenario.scenario.metrics),
          variant: verdict.variant, size: verdict.size)
      }
      for row in rows.rows {
        let place = MarkdownText.escaped(name.text(row.variants, size: row.size))
        table.append(row.cells.prefix(2) + [place] + row.cells.dropFirst(2))
      }
    }
    return table
  }

  /// Everything but where it is.
  private static func cells(of verdict: ThresholdVerdict, metrics: [Metric]) -> [String] {
    [
      MarkdownText.code(verdict.threshold.strategy),
      MarkdownText.escaped(verdict.threshold.expression),
      verdict.valueText(metrics: metrics),
      verdict.boundText(metrics: metrics),
      word(verdict.outcome),
    ]
  }

  private static func word(_ outcome: ThresholdVerdict.Outcome) -> String {
    switch outcome {
    case .passed: "passed"
    case .failed: "**failed**"
    case .inconclusive(let reason):
      "**inconclusive**: " + MarkdownText.escaped(PlainText.shortened(reason, to: 300))
    case .notDecided(let reason):
      "**not decided**: " + MarkdownText.escaped(PlainText.shortened(reason, to: 300))
    }
  }
}
