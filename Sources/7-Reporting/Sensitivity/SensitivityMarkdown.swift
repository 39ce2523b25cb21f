import Answers
import Documents
import ScenarioModel

/// The report of an analysis of sensitivity in Markdown.
enum SensitivityMarkdown {
  /// The changes of an answer that its row names.
  private static let maxFlips = 3
  /// The most parameters that change no answer and are named in the table.
  private static let maxParameters = 20

  static func text(_ results: SensitivityResults) -> String {
    let people = "\(results.draws) people"
    let seeds = LimitedList.counted(results.seeds, "other seed")
    return Document {
      Heading(1, "What the answers rest on")
      Paragraph(
        """
        Each parameter was moved through the span that its evidence leaves open: alone to both \
        ends\(AnswerStability.exception(results)), and together with all others in joint \
        draws of up to \(people) (Latin hypercubes, seed \(results.seed); half of the draws of a \
        parameter lie below its value and half above it). Environments from \(seeds) were also \
        replayed. An answer holds if the strategy that was best is still within 1 % of the best, \
        or if the verdict is the same. Answers that rest on measurements of this machine are not \
        listed. To find the value at which an answer changes, the range from the profile's value \
        to the end of the span is bisected four times; only the draws find a change that is \
        undone before the end.
        """)
      Paragraph("Command: " + results.command.code)
      for scenario in results.scenarios { section(scenario, results) }
    }.text
  }

  @DocumentBuilder
  private static func section(
    _ scenario: ScenarioSensitivity, _ results: SensitivityResults
  ) -> Document {
    let shaky = scenario.answers.filter { !$0.holdsEverywhere(results) }
      .sorted { ($0.draws, $0.seeds) < ($1.draws, $1.seeds) }
    let firm = scenario.answers.filter { $0.holdsEverywhere(results) }
    let hold = firm.count == 1 ? "holds" : "hold"
    Heading(2, scenario.scenario.escaped)
    Paragraph(
      "\(LimitedList.counted(scenario.parameters.count, "parameter")) of the profile "
        + "\(scenario.profile.code), \(LimitedList.counted(scenario.evaluations, "evaluation")).")
    answers(shaky, results)
    Fold("\(LimitedList.counted(firm.count, "answer")) that \(hold) everywhere") {
      answers(firm, results)
    }
    parameters(scenario)
    for tornado in TornadoChart.charts(of: scenario) {
      Paragraph(InlineText.picture(tornado.file, caption: tornado.chart.title))
    }
    Fold("The parameters that move each metric") { dependencies(scenario) }
    Fold("The spans of the values") { spans(scenario) }
    if results.seeds > 0 { shares(scenario) }
  }

  private static func answers(
    _ answers: [AnswerSensitivity], _ results: SensitivityResults
  ) -> Table {
    Table(
      ["Answer", "As it is", .number("Draws"), .number("Seeds"), "Changes at"], of: answers
    ) { answer in
      let flips = answer.flips.prefix(maxFlips).map(text)
      let rest = answer.flips.count - flips.count
      return [
        label(answer.answer), words(answer.outcome),
        share(answer.draws, of: answer.drawCount(results)), share(answer.seeds, of: results.seeds),
        (flips + (rest > 0 ? ["\(rest) more"] : [])).joined(separator: "; "),
      ]
    }
  }

  private static func share(_ count: Int, of all: Int) -> String {
    all == 0 ? "" : NumberFormat.percent(Double(count) / Double(all))
  }

  /// The answer with its configuration.
  static func label(_ answer: Answer) -> String {
    let name = answer.name.code
    let text =
      switch answer.kind {
      case .recommendation: "the strategy to take"
      case .best: "best by \(name)"
      case .threshold: name
      case .claim: "claim \(name)"
      }
    let configuration =
      [answer.variant].filter { !$0.isEmpty }.map(\.escaped)
      + (answer.size.map { [NumberFormat.grouped($0)] } ?? [])
    return configuration.isEmpty ? text : "\(text) (\(configuration.joined(separator: ", ")))"
  }

  private static func words(_ outcome: AnswerOutcome) -> String {
    outcome.words.prefix(2).map(\.escaped).joined(separator: ", ")
      + (outcome.words.count > 2 ? ", \(outcome.words.count - 2) more" : "")
  }

  private static func text(_ flip: Flip) -> String {
    "\(flip.parameter.rawValue.code) = \(NumberFormat.quantity(flip.value, flip.unit)) "
      + "(\(words(flip.outcome)))"
  }

  private static func parameters(_ scenario: ScenarioSensitivity) -> Table {
    let moving = scenario.parameters.filter { $0.flips > 0 || $0.moved > 0 }
    let rest = moving.count - maxParameters
    var table = Table(
      [
        "Parameter", .number("Value"), "Span", "Confidence", .number("Answers changed"),
        .number("Values moved"),
      ], of: moving.prefix(maxParameters)
    ) { entry in
      entry.parameter.cells + ["\(entry.flips)", "\(entry.moved)"]
    }
    if rest > 0 { table.append(["\(rest) more, which change fewer answers"]) }
    return table
  }

  private static func dependencies(_ scenario: ScenarioSensitivity) -> Table {
    Table(["Metric", "Kind", "Moved by"], of: scenario.dependencies) { entry in
      let names = entry.parameters.map(\.rawValue.code)
      return [
        entry.metric.code, entry.kind.rawValue,
        names.isEmpty ? "nothing" : names.joined(separator: ", "),
      ]
    }
  }

  /// The shares over the seeds of the environment, and the selections that those of selections rest
  /// on.
  @DocumentBuilder
  private static func shares(_ scenario: ScenarioSensitivity) -> Document {
    let selections = scenario.metrics.first { $0.role == .selections }?.name
    let counts = scenario.spans.filter { $0.metric == selections }.compactMap(\.seeds)
      .map { $0.mean * Double($0.count) }
    Fold("The shares over the seeds") {
      Table(
        [
          "Case", "Share", .number("As it is"), .number("Mean of the seeds"),
          "95 % interval of the mean", "Lowest to highest",
        ], of: scenario.shares
      ) { span in
        guard let seeds = span.seeds else { return nil }
        return [
          label(span.scenarioCase), span.metric.code, NumberFormat.text(span.value, .fraction),
          NumberFormat.text(seeds.mean, .fraction),
          seeds.interval.map { range($0, .fraction) } ?? "",
          range([seeds.low, seeds.high], .fraction),
        ]
      }
    }
    if let low = counts.min(), let high = counts.max(), high > 0 {
      let ends = [low, high].map { NumberFormat.grouped(Int($0)) }.uniqued()
      Paragraph(
        "With all seeds, a case's numbers about selections rest on "
          + "\(ends.joined(separator: " to ")) taps that selected a pin.")
    }
  }

  /// The case without its scenario.
  private static func label(_ scenarioCase: Case) -> String {
    let configuration = ConfigurationLabel.text(scenarioCase.configuration).escaped
    return "\(scenarioCase.strategy.escaped), \(configuration)"
  }

  private static func range(_ ends: [Double], _ unit: MetricUnit) -> String {
    guard let low = ends.first, let high = ends.last else { return "" }
    return low == high
      ? NumberFormat.text(low, unit)
      : "\(NumberFormat.text(low, unit)) to \(NumberFormat.text(high, unit))"
  }

  private static func spans(_ scenario: ScenarioSensitivity) -> Table {
    Table(
      ["Case", "Metric", .number("Value"), "90 % of the draws", "All seeds"], of: scenario.spans
    ) { span in
      guard scenario.headlines.contains(span.metric),
        let unit = scenario.metrics.first(where: { $0.name == span.metric })?.unit
      else { return nil }
      let seeds = span.seeds.flatMap { $0.isOnly(span.value) ? nil : [$0.low, $0.high] }
      return [
        label(span.scenarioCase), span.metric.code,
        NumberFormat.text(span.value, unit), span.draws.map { range($0, unit) } ?? "the same",
        seeds.map { range($0, unit) } ?? "the same",
      ]
    }
  }
}
