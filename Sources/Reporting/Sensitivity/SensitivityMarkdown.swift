import Analysis
import ScenarioModel
import Simulation

/// The report of an analysis of sensitivity in Markdown.
enum SensitivityMarkdown {
  /// The changes of an answer that its row names.
  private static let maxFlips = 3
  /// The parameters that change no answer, of which the table names the first.
  private static let maxParameters = 20

  static func text(_ results: SensitivityResults) -> String {
    var document = MarkdownDocument()
    document.heading(1, "What the answers rest on")
    let draws = LimitedList.counted(results.draws, "joint draw")
    let seeds = LimitedList.counted(results.seeds, "other seed")
    document.paragraph(
      """
      Each parameter was moved through the span that its evidence leaves open: alone to both \
      ends\(AnswerStability.exception(results)), and together with all others in \(draws) (a Latin hypercube, seed \(results.seed); half of \
      the draws of a parameter lie below its value and half above it). The environment was also \
      made from \(seeds). An answer holds where the best strategy is still the best or within 1 % \
      of it, or the verdict is the same. Answers that rest on measurements of this machine are not \
      listed. The value of a change is found by four halvings of the way from the profile's value \
      to the end of the span; a change that is undone before the end is found by the draws only.
      """)
    document.paragraph("Command: " + MarkdownText.code(results.command))
    for scenario in results.scenarios {
      document.append(section(scenario, results))
    }
    return document.text
  }

  private static func section(
    _ scenario: ScenarioSensitivity, _ results: SensitivityResults
  ) -> MarkdownDocument {
    var document = MarkdownDocument()
    document.heading(2, MarkdownText.escaped(scenario.scenario))
    document.paragraph(
      "\(LimitedList.counted(scenario.parameters.count, "parameter")) of the profile "
        + "\(MarkdownText.code(scenario.profile)), "
        + "\(LimitedList.counted(scenario.evaluations, "evaluation")).")
    let shaky = scenario.answers.filter { !$0.holdsEverywhere(results) }
      .sorted { ($0.draws, $0.seeds) < ($1.draws, $1.seeds) }
    document.table(answers(shaky, results))
    let firm = scenario.answers.filter { $0.holdsEverywhere(results) }
    document.folded(
      "\(LimitedList.counted(firm.count, "answer")) that \(firm.count == 1 ? "holds" : "hold") everywhere",
      answers(firm, results))
    document.table(parameters(scenario))
    for chart in TornadoChart.charts(of: scenario) {
      document.paragraph(MarkdownText.picture(chart.file, caption: chart.title))
    }
    document.folded("The parameters that move each metric", dependencies(scenario))
    document.folded("The spans of the values", spans(scenario))
    if results.seeds > 0 { document.append(shares(scenario)) }
    return document
  }

  private static func answers(
    _ answers: [AnswerSensitivity], _ results: SensitivityResults
  ) -> MarkdownTable {
    var table = MarkdownTable([
      ("Answer", .left), ("As it is", .left), ("Draws", .right), ("Seeds", .right),
      ("Changes at", .left),
    ])
    for answer in answers {
      let flips = answer.flips.prefix(maxFlips).map(text)
      let rest = answer.flips.count - flips.count
      table.append([
        label(answer.answer), words(answer.outcome),
        share(answer.draws, of: results.draws), share(answer.seeds, of: results.seeds),
        (flips + (rest > 0 ? ["\(rest) more"] : [])).joined(separator: "; "),
      ])
    }
    return table
  }

  private static func share(_ count: Int, of all: Int) -> String {
    all == 0 ? "" : NumberFormat.percent(Double(count) / Double(all))
  }

  /// The answer with its configuration.
  static func label(_ answer: Answer) -> String {
    let name = MarkdownText.code(answer.name)
    let text =
      switch answer.kind {
      case .recommendation: "the strategy to take"
      case .best: "best by \(name)"
      case .threshold: name
      case .claim: "claim \(name)"
      }
    let configuration =
      [answer.variant].filter { !$0.isEmpty }.map(MarkdownText.escaped)
      + (answer.size.map { [NumberFormat.grouped($0)] } ?? [])
    return configuration.isEmpty ? text : "\(text) (\(configuration.joined(separator: ", ")))"
  }

  private static func words(_ outcome: AnswerOutcome) -> String {
    outcome.words.prefix(2).map(MarkdownText.escaped).joined(separator: ", ")
      + (outcome.words.count > 2 ? ", \(outcome.words.count - 2) more" : "")
  }

  private static func text(_ flip: Flip) -> String {
    "\(MarkdownText.code(flip.parameter.rawValue)) = \(quantity(flip.value, flip.unit)) "
      + "(\(words(flip.outcome)))"
  }

  private static func quantity(_ value: Double, _ unit: ProfileParameter.Unit) -> String {
    NumberFormat.plain(value) + (unit.symbol.isEmpty ? "" : " " + unit.symbol)
  }

  private static func parameters(_ scenario: ScenarioSensitivity) -> MarkdownTable {
    var table = MarkdownTable([
      ("Parameter", .left), ("Value", .right), ("Span", .left), ("Confidence", .left),
      ("Answers changed", .right), ("Values moved", .right),
    ])
    let moving = scenario.parameters.filter { $0.flips > 0 || $0.moved > 0 }
    for entry in moving.prefix(maxParameters) {
      let parameter = entry.parameter
      table.append([
        MarkdownText.code(parameter.name.rawValue), quantity(parameter.value, parameter.unit),
        "\(NumberFormat.plain(parameter.low)) to \(NumberFormat.plain(parameter.high))",
        parameter.confidence.rawValue, "\(entry.flips)", "\(entry.moved)",
      ])
    }
    let rest = moving.count - maxParameters
    if rest > 0 { table.append(["\(rest) more, which change fewer"]) }
    return table
  }

  private static func dependencies(_ scenario: ScenarioSensitivity) -> MarkdownTable {
    var table = MarkdownTable(texts: ["Metric", "Kind", "Moved by"])
    for entry in scenario.dependencies {
      let names = entry.parameters.map { MarkdownText.code($0.rawValue) }
      table.append([
        MarkdownText.code(entry.metric), entry.kind.rawValue,
        names.isEmpty ? "nothing" : names.joined(separator: ", "),
      ])
    }
    return table
  }

  /// The shares over the seeds of the environment, and the selections that those of selections rest
  /// on.
  private static func shares(_ scenario: ScenarioSensitivity) -> MarkdownDocument {
    var document = MarkdownDocument()
    var table = MarkdownTable([
      ("Case", .left), ("Share", .left), ("As it is", .right), ("Mean of the seeds", .right),
      ("95 % interval of the mean", .left), ("Lowest to highest", .left),
    ])
    for metric in scenario.metrics where metric.unit == .fraction {
      for span in scenario.spans where span.metric == metric.name {
        guard let seeds = span.seeds else { continue }
        table.append([
          label(span.scenarioCase), MarkdownText.code(metric.name),
          NumberFormat.text(span.value, metric.unit), NumberFormat.text(seeds.mean, metric.unit),
          seeds.interval.map { range($0, metric.unit) } ?? "",
          range([seeds.low, seeds.high], metric.unit),
        ])
      }
    }
    document.folded("The shares over the seeds", table)
    let selections = scenario.metrics.first { $0.role == .selections }?.name
    let counts = scenario.spans.filter { $0.metric == selections }.compactMap(\.seeds)
      .map { $0.mean * Double($0.count) }
    if let low = counts.min(), let high = counts.max(), high > 0 {
      let (low, high) = (NumberFormat.grouped(Int(low)), NumberFormat.grouped(Int(high)))
      document.paragraph(
        "With all seeds, the numbers of a case about selections rest on "
          + (low == high ? "\(low)" : "\(low) to \(high)") + " taps that selected a pin.")
    }
    return document
  }

  /// The case without its scenario.
  private static func label(_ scenarioCase: Case) -> String {
    let configuration = Configuration(variant: scenarioCase.variant, size: scenarioCase.size)
    return "\(MarkdownText.escaped(scenarioCase.strategy)), "
      + MarkdownText.escaped(ConfigurationLabel.text(configuration))
  }

  private static func range(_ ends: [Double], _ unit: MetricUnit) -> String {
    guard let low = ends.first, let high = ends.last else { return "" }
    return low == high
      ? NumberFormat.text(low, unit)
      : "\(NumberFormat.text(low, unit)) to \(NumberFormat.text(high, unit))"
  }

  private static func spans(_ scenario: ScenarioSensitivity) -> MarkdownTable {
    var table = MarkdownTable([
      ("Case", .left), ("Metric", .left), ("Value", .right), ("90 % of the draws", .left),
      ("All seeds", .left),
    ])
    let units = Dictionary(
      scenario.metrics.map { ($0.name, $0.unit) }, uniquingKeysWith: { first, _ in first })
    for span in scenario.spans {
      guard let unit = units[span.metric], scenario.headlines.contains(span.metric) else {
        continue
      }
      let seeds = span.seeds.flatMap { $0.isOnly(span.value) ? nil : [$0.low, $0.high] }
      table.append([
        label(span.scenarioCase), MarkdownText.code(span.metric),
        NumberFormat.text(span.value, unit), span.draws.map { range($0, unit) } ?? "the same",
        seeds.map { range($0, unit) } ?? "the same",
      ])
    }
    return table
  }
}
