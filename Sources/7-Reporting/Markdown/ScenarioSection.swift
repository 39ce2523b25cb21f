import Answers
import Documents
import ScenarioModel
import Support

/// One scenario of a report: its facts, configurations, thresholds and claims.
struct ScenarioSection {
  let results: ScenarioResults
  let selection: RunSelection
  let stability: AnswerStability?
  let verdict: ScenarioVerdict?

  @DocumentBuilder var document: Document {
    let scenario = results.scenario
    let faultyCases = faults
    Heading(1, "\(scenario.title.escaped) (\(scenario.name.code))")
    if !scenario.source.isEmpty { Paragraph("Source: \(scenario.source.escaped).") }
    BulletList(facts)
    answers
    strategies
    results.limitSection
    results.settingSection
    for configuration in results.configurations {
      ConfigurationSection(
        results: results, configuration: configuration, selection: selection,
        stability: stability, faults: faultyCases
      ).document
    }
    results.modelledParameters
    thresholds
    claims
  }

  /// The strategies to take, each with the reasons against the simpler ones.
  @DocumentBuilder private var answers: Document {
    let all = results.advice(verdict?.recommendations ?? [])
    let demands = results.scenario.demands(of: results.variants[0])
    if !all.isEmpty {
      Heading(2, "The strategy to take")
      AdviceTable.table(all, stability: stability, scope: nil)
      for advice in all {
        let load = all.count > 1 ? "\(advice.load): " : ""
        Paragraph((load + advice.consequences.joined()).escaped)
      }
      Paragraph(AdviceTable.legend)
      BulletList(demands.map { "\($0.metric.name.code) \($0.goalLabel) (\($0.source.escaped))" })
    }
    for advice in all.filter({ !$0.refused.isEmpty }) {
      Paragraph("Strategies that are not taken for \(advice.load.escaped):")
      BulletList(advice.refused.map(\.escaped))
    }
    if let advice = all.last { advice.code }
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
        "\($0.name.escaped): \($0.value.escaped)"
      }
    let sizes = Set(results.cases.map(\.scenarioCase.size)).sorted()
      .map { NumberFormat.grouped($0) }
    let meaning = results.scenario.sizeLabel.escaped
    let trials = results.scenario.trials
    let seeds = results.scenario.seeds.map { "\($0.name.escaped) \($0.seed)" }
    return own + (seeds.isEmpty ? [] : ["seeds: \(seeds.joined(separator: ", "))"]) + [
      "size\(sizes.count == 1 ? "" : "s"): \(LimitedList.all(sizes)) \(meaning)",
      trials == 0
        ? "nothing is measured: each case is replayed once"
        : "\(LimitedList.counted(trials, "trial")) of each case, each in its own process",
    ]
  }

  private var strategies: Table {
    let descriptions = results.strategies.map { results.scenario.strategy($0) }
    // Where there is a matrix of settings, its table has the lines of reasoning.
    let hasReasonings = results.matrices.isEmpty && descriptions.contains { $0.reasoning != nil }
    return Table(
      ["Strategy", "Description"] + (hasReasonings ? ["Line of reasoning"] : []), of: descriptions
    ) { description in
      let isNaive = description.name == results.scenario.naive
      return [
        description.name.code + (isNaive ? " (naive)" : ""), description.summary.escaped,
        description.reasoning?.prose ?? "",
      ]
    }
  }

  @DocumentBuilder private var thresholds: Document {
    let judged = verdict?.thresholds ?? []
    let unselected = (verdict?.unselectedThresholds ?? []).map {
      "\($0.threshold.strategy.code): \($0.threshold.expression.escaped): \($0.reason.escaped)"
    }
    if !judged.isEmpty || !unselected.isEmpty {
      Heading(2, "Thresholds")
      ThresholdTable.table(judged, of: [results], stability: stability)
    }
    if !unselected.isEmpty {
      Paragraph("Not selected in this run:")
      BulletList(unselected)
    }
  }

  @DocumentBuilder private var claims: Document {
    let table = claimTable
    if !table.isEmpty {
      Heading(2, "Claims")
      Paragraph(
        "Statements from other sources, and hypotheses, in this project's own words. "
          + "A claim never decides pass or fail.")
      table
    }
  }

  private var claimTable: Table {
    var rows = VariantRows()
    for claim in verdict?.claims ?? [] {
      rows.append(
        [
          claim.claim.id.escaped, "\(claim.claim.says) (\(claim.claim.origin))".escaped,
          "**\(claim.label.escaped)**",
          claim.summary(metrics: results.scenario.metrics).escaped,
        ] + (stability.map { [$0.text(claim, of: results.scenario.name).escaped] } ?? []),
        variant: claim.variant, size: claim.size)
    }
    var last = ""
    return Table(
      ["Claim", "Statement", "Configuration", "Verdict", "Reason"]
        + AnswerStability.columns(stability), of: rows.cells(with: ConfigurationLabel(results))
    ) { cells in
      // Several configurations of a claim share its statement.
      let isShared = cells[0] == last
      last = cells[0]
      return isShared ? ["", ""] + cells.dropFirst(2) : cells
    }
  }
}

/// Thresholds with their verdicts as a table.
enum ThresholdTable {
  /// - Parameter scenarios: those that the verdicts are of.
  static func table(
    _ verdicts: [ThresholdVerdict], of scenarios: [ScenarioResults], stability: AnswerStability?
  ) -> Table {
    let rows = scenarios.flatMap { scenario -> [[String]] in
      var rows = VariantRows()
      for verdict in verdicts where verdict.scenario == scenario.scenario.name {
        rows.append(
          cells(of: verdict, metrics: scenario.scenario.metrics)
            + (stability.map { [$0.text(verdict).escaped] } ?? []),
          variant: verdict.variant, size: verdict.size)
      }
      return rows.cells(with: ConfigurationLabel(scenario))
    }
    return Table(
      [
        "Strategy", "Threshold", "Configuration", .number("Value"), .number("Bound"), "Verdict",
      ] + AnswerStability.columns(stability), rows: rows)
  }

  /// Every cell except for the configuration.
  private static func cells(of verdict: ThresholdVerdict, metrics: [Metric]) -> [String] {
    [
      verdict.threshold.strategy.code, verdict.threshold.expression.escaped,
      verdict.valueLabel(metrics: metrics), verdict.boundLabel(metrics: metrics),
      label(verdict.outcome),
    ]
  }

  private static func label(_ outcome: ThresholdVerdict.Outcome) -> String {
    switch outcome {
    case .passed: "passed"
    case .failed: "**failed**"
    case .inconclusive(let reason):
      "**inconclusive**: " + PlainText.shortened(reason, to: 300).escaped
    case .notDecided(let reason):
      "**not decided**: " + PlainText.shortened(reason, to: 300).escaped
    }
  }
}
