import Harness
import ScenarioModel
import Support

/// One scenario of a report: its facts, configurations, thresholds and claims.
struct ScenarioSection {
  let results: ScenarioResults
  let selection: RunSelection
  let stability: AnswerStability?
  let verdict: ScenarioVerdict?

  func write(to document: inout MarkdownDocument) {
    let scenario = results.scenario
    document.heading(
      1, "\(MarkdownText.escaped(scenario.title)) (\(MarkdownText.code(scenario.name)))")
    if !scenario.source.isEmpty {
      document.paragraph("Source: \(MarkdownText.escaped(scenario.source)).")
    }
    document.list(facts)
    writeAdvice(to: &document)
    document.table(strategies)
    LimitSection(results: results).write(to: &document)
    SettingSection(results: results).write(to: &document)
    for configuration in results.configurations {
      ConfigurationSection(
        results: results, configuration: configuration, selection: selection,
        stability: stability, faults: faults
      ).write(to: &document)
    }
    ModelledParameters(results: results).write(to: &document)
    writeThresholds(to: &document)
    writeClaims(to: &document)
  }

  /// The strategies to take, each with the reasons against the simpler ones.
  private func writeAdvice(to document: inout MarkdownDocument) {
    let advice = results.advice(verdict?.recommendations ?? [])
    guard !advice.isEmpty else { return }
    document.heading(2, "The strategy to take")
    document.table(AdviceTable.table([(results, advice)], stability: stability, scope: nil))
    let criteria = results.scenario.family?.criteria ?? []
    document.paragraph(AdviceTable.legend)
    document.list(
      criteria.map {
        "\(MarkdownText.code($0.metric.name)) \($0.goalLabel) "
          + "(\(MarkdownText.escaped($0.source)))"
      })
    for advice in advice where !advice.simpler.isEmpty {
      document.paragraph(
        "Simpler strategies that are not enough for \(MarkdownText.escaped(advice.load)):")
      document.list(advice.simpler.map { MarkdownText.escaped($0) })
    }
  }

  /// The cases whose transcripts show a fault: one in a setting of the environment, the end of the
  /// app by the watchdog, or at the smallest size at which the naive strategy is not the one to take.
  private var faults: Set<Case> {
    let inSettings = results.cases.filter { $0.outcomes.contains { !$0.faults.isEmpty } }
      .map(\.scenarioCase)
    let size = verdict?.recommendations.first { $0.strategy != results.scenario.naive }?.size
    let naive = results.cases.map(\.scenarioCase).first {
      $0.strategy == results.scenario.naive && $0.size == size
    }
    let ended = results.configurations.flatMap { configuration in
      Candidates(results, in: configuration).terminated.map {
        Case(
          scenario: results.scenario.name, variant: configuration.variant,
          size: configuration.size, strategy: $0)
      }
    }
    return Set(inSettings + ended + [naive].compactMap(\.self))
  }

  private var facts: [String] {
    let own =
      results.scenario.facts.map {
        "\(MarkdownText.escaped($0.name)): \(MarkdownText.escaped($0.value))"
      }
    let sizes = Set(results.cases.map(\.scenarioCase.size)).sorted()
      .map { NumberFormat.grouped($0) }
    let meaning = MarkdownText.escaped(results.scenario.sizeLabel)
    let trials = results.scenario.trials
    let seeds = results.scenario.seeds.map { "\(MarkdownText.escaped($0.name)) \($0.seed)" }
    return own + (seeds.isEmpty ? [] : ["seeds: \(seeds.joined(separator: ", "))"]) + [
      "size\(sizes.count == 1 ? "" : "s"): \(LimitedList.all(sizes)) \(meaning)",
      trials == 0
        ? "nothing is measured: each case is replayed once"
        : "\(LimitedList.counted(trials, "trial")) of each case, each in its own process",
    ]
  }

  private var strategies: MarkdownTable {
    let descriptions = results.strategies.map { results.scenario.strategy($0) }
    // Where there is a matrix of settings, its table has the lines of reasoning.
    let hasReasonings =
      results.matrices.isEmpty && descriptions.contains { $0.reasoning != nil }
    var table = MarkdownTable(
      texts: ["Strategy", "Description"] + (hasReasonings ? ["Line of reasoning"] : []))
    for description in descriptions {
      let isNaive = description.name == results.scenario.naive
      table.append([
        MarkdownText.code(description.name) + (isNaive ? " (naive)" : ""),
        MarkdownText.escaped(description.summary),
        description.reasoning.map { MarkdownText.prose($0) } ?? "",
      ])
    }
    return table
  }

  private func writeThresholds(to document: inout MarkdownDocument) {
    guard let verdict, !verdict.thresholds.isEmpty || !verdict.unselectedThresholds.isEmpty else {
      return
    }
    document.heading(2, "Thresholds")
    document.table(
      ThresholdTable.table(verdict.thresholds, of: [results], stability: stability))
    let unselected = verdict.unselectedThresholds.map {
      "\(MarkdownText.code($0.threshold.strategy)): "
        + "\(MarkdownText.escaped($0.threshold.expression)): "
        + MarkdownText.escaped($0.reason)
    }
    guard !unselected.isEmpty else { return }
    document.paragraph("Not selected in this run:")
    document.list(unselected)
  }

  private func writeClaims(to document: inout MarkdownDocument) {
    guard let verdict, !verdict.claims.isEmpty else { return }
    var table = MarkdownTable(
      texts: ["Claim", "Statement", "Configuration", "Verdict", "Reason"]
        + (stability == nil ? [] : [AnswerStability.column]))
    var rows = VariantRows()
    for claim in verdict.claims {
      rows.append(
        [
          MarkdownText.escaped(claim.claim.id),
          MarkdownText.escaped("\(claim.claim.says) (\(claim.claim.origin))"),
          "**\(MarkdownText.escaped(claim.label))**",
          MarkdownText.escaped(claim.summary(metrics: results.scenario.metrics)),
        ]
          + (stability.map {
            [MarkdownText.escaped($0.text(claim, of: results.scenario.name))]
          } ?? []), variant: claim.variant, size: claim.size)
    }
    let label = ConfigurationLabel(results)
    var last = ""
    for row in rows.rows {
      let place = MarkdownText.escaped(label.text(row.variants, size: row.size))
      // Several configurations of a claim share its statement.
      let claim = row.cells[0] == last ? ["", ""] : row.cells.prefix(2)
      table.append(claim + [place] + row.cells.dropFirst(2))
      last = row.cells[0]
    }
    document.heading(2, "Claims")
    document.paragraph(
      "Statements of others and hypotheses, in this project's own words. "
        + "A claim never decides pass or fail.")
    document.table(table)
  }
}

/// Thresholds with their verdicts as a table.
enum ThresholdTable {
  /// - Parameter scenarios: those that the verdicts are of.
  static func table(
    _ verdicts: [ThresholdVerdict], of scenarios: [ScenarioResults], stability: AnswerStability?
  ) -> MarkdownTable {
    var table = MarkdownTable(
      [
        ("Strategy", .left), ("Threshold", .left), ("Configuration", .left), ("Value", .right),
        ("Bound", .right), ("Verdict", .left),
      ] + (stability == nil ? [] : [(AnswerStability.column, .left)]))
    for scenario in scenarios {
      let label = ConfigurationLabel(scenario)
      var rows = VariantRows()
      for verdict in verdicts where verdict.scenario == scenario.scenario.name {
        rows.append(
          cells(of: verdict, metrics: scenario.scenario.metrics)
            + (stability.map { [MarkdownText.escaped($0.text(verdict))] } ?? []),
          variant: verdict.variant, size: verdict.size)
      }
      for row in rows.rows {
        let place = MarkdownText.escaped(label.text(row.variants, size: row.size))
        table.append(row.cells.prefix(2) + [place] + row.cells.dropFirst(2))
      }
    }
    return table
  }

  /// Every cell except for the configuration.
  private static func cells(of verdict: ThresholdVerdict, metrics: [Metric]) -> [String] {
    [
      MarkdownText.code(verdict.threshold.strategy),
      MarkdownText.escaped(verdict.threshold.expression),
      verdict.valueLabel(metrics: metrics),
      verdict.boundLabel(metrics: metrics),
      label(verdict.outcome),
    ]
  }

  private static func label(_ outcome: ThresholdVerdict.Outcome) -> String {
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
