import Answers
import Documents
import ScenarioModel
import Support

/// The end of a run in a terminal: the faults by setting, a small table for each configuration, the
/// failed thresholds, and the verdict.
package enum SummaryTable {
  /// The number of columns of an output that is no terminal, such as a file.
  package static let standardWidth = 100
  /// The minimum number of columns: those of a name and a number.
  package static let minimumWidth = 40
  /// The maximum length of a line of an output that is no terminal.
  package static let maximumLineLength = 240

  /// The text, with a line feed between its lines and none at its end.
  ///
  /// - Parameters:
  ///   - sensitivity: an analysis of the run's answers; `nil` if there is none.
  ///   - isVerbose: true for the tables of all scenarios; otherwise a run of several scenarios has
  ///     one line for each.
  ///   - width: the columns of the terminal, `nil` for an output that is none; no line of a table is
  ///     longer, but for a terminal of fewer than ``minimumWidth``. Columns that do not fit are named below their table.
  package static func text(
    _ results: RunResults, verdict: RunVerdict, sensitivity: SensitivityResults? = nil,
    isVerbose: Bool = false, width columns: Int? = standardWidth
  ) -> String {
    let width = max(columns ?? standardWidth, minimumWidth)
    let lineLength = columns == nil ? maximumLineLength : width
    let advice = answers(
      results, verdict: verdict, sensitivity: sensitivity, width: lineLength)
    // Of one scenario the answer comes first, and its code last; of several the answers are last.
    let only = results.scenarios.count == 1 ? results.scenarios.first : nil
    let answer = only.flatMap { verdict.advice(on: $0).last }
    let hasTables = isVerbose || only != nil || advice.isEmpty
    let tables =
      hasTables ? results.scenarios.flatMap { tableLines(of: $0, verdict, width: width) } : []
    var lines =
      answer.map { advice + $0.consequences + [""] + tables + $0.refusals } ?? tables + advice
    if !advice.isEmpty {
      let profile = results.profiles.first.map {
        "* modelled with the profile \(PlainText.line($0.name)): not a device measurement"
      }
      let sureness = sensitivity == nil ? "how sure: not analysed; run 'sensitivity --run'" : nil
      let code = answer?.app.map { app in
        "In your app: \(app.sentence.prose.plain)"
          + (app.code.isEmpty ? "" : " The code is on the page.")
      }
      let notes: [String?] = [
        hasTables ? nil : profile, sureness, StatementText.tally(of: results, verdict: verdict),
        hasTables ? nil : loadNote(results.cases), code,
      ]
      lines += notes.compactMap(\.self) + [""]
    }
    lines += FailureList.lines(results, verdict: verdict)
    lines += [verdict.judgement, state(of: results, verdict)].compactMap(\.self)
    let wrapped = lines.map { PlainText.shortened($0, to: max(width, maximumLineLength)) }
      .flatMap { $0.wrapped(to: lineLength) }
    // A word from data that now begins a line could be a command to a service.
    return PlainText.lines(wrapped.joined(separator: "\n"))
  }

  /// The last line: the state of the answer, or of how many answers; the verdict where there is none.
  private static func state(of results: RunResults, _ verdict: RunVerdict) -> String? {
    let all = results.scenarios.compactMap { verdict.advice(on: $0).last }
    guard let first = all.first else { return verdict.judgement == nil ? verdict.headline : nil }
    guard all.count > 1 else { return PlainText.line("Answer: \(first.sentence)") }
    let counts = all.map(\.recommendation.state).tally.map { state, count in
      "\(state.display.label.lowercased()) \(count)"
    }
    return "Answers: \(counts.joined(separator: ", "))"
  }

  /// The answers alone: a line for each scenario.
  package static func answers(
    _ results: RunResults, verdict: RunVerdict, sensitivity: SensitivityResults?, width: Int?
  ) -> [String] {
    AdviceList.lines(
      results, verdict: verdict,
      stability: sensitivity.map { AnswerStability($0, of: results) },
      width: width ?? maximumLineLength)
  }

  /// The lines of the tables of all configurations.
  package static func tables(
    of results: RunResults, verdict: RunVerdict, width: Int
  ) -> [String] {
    let width = max(width, minimumWidth)
    return results.scenarios.flatMap { tableLines(of: $0, verdict, width: width) }
      .flatMap { $0.wrapped(to: width) }
  }

  private static func tableLines(
    of scenario: ScenarioResults, _ verdict: RunVerdict, width: Int
  ) -> [String] {
    // Marks are those of the answer, as on the page.
    SettingTable.lines(of: scenario, width: width)
      + lines(
        of: scenario, verdict[scenario.scenario.name]?.recommendations ?? [], width: width)
  }

  /// A table for each configuration; equal ones of several variants are one.
  private static func lines(
    of scenario: ScenarioResults, _ recommendations: [Recommendation], width: Int
  ) -> [String] {
    var tables = VariantRows()
    for configuration in scenario.configurations {
      tables.append(
        lines(
          of: configuration, in: scenario,
          recommendations.first { $0.size == configuration.size }, width: width),
        variant: configuration.variant,
        size: configuration.size)
    }
    let name = PlainText.line(scenario.scenario.name)
    let trials =
      scenario.scenario.trials == 0
      ? "not measured" : LimitedList.counted(scenario.scenario.trials, "trial")
    return tables.rows.flatMap { table in
      let variants = table.variants.filter { !$0.isEmpty }.map { PlainText.line($0) }
      let variant = variants.isEmpty ? "" : " [\(variants.joined(separator: ", "))]"
      let size = NumberFormat.grouped(table.size ?? 0)
      return ["\(name)\(variant), size \(size), \(trials)"] + table.cells + [""]
    }
  }

  private static func lines(
    of configuration: Configuration, in scenario: ScenarioResults,
    _ recommendation: Recommendation?, width: Int
  ) -> [String] {
    let cases = scenario.cases(in: configuration).filter { $0.status == .completed }
    // What a strategy misses comes first: it must not be among the columns that do not fit.
    let missed = scenario.scenario.demands(of: configuration.variant).map(\.metric).filter {
      metric in
      cases.contains { scenario.reaches(metric, $0, recommendation) == false }
    }
    let columns = scenario.scenario.columns
    let wanted =
      (columns.filter(missed.contains) + missed
      + columns.filter { !missed.contains($0) }).uniqued()
    // A column that is cut off at the terminal's edge would read as another number.
    let table = { (count: Int) in
      self.table(
        of: (columns.filter(wanted.prefix(count).contains) + wanted.prefix(count)).uniqued(),
        configuration: configuration, in: scenario, recommendation)
    }
    let count = (1...max(1, wanted.count)).reversed().first { table($0).width <= width } ?? 0
    return table(count).lines(width: width)
      + notes(on: Array(wanted.prefix(count)), of: wanted, in: configuration, of: scenario)
  }

  private static func table(
    of metrics: [Metric], configuration: Configuration, in scenario: ScenarioResults,
    _ recommendation: Recommendation?
  ) -> Table {
    let cases = scenario.cases(in: configuration)
    let columns = metrics.map { metric -> [Case: String] in
      let found = cases.filter { $0.status == .completed }.compactMap { result in
        result[metric: metric.name]?.summary.map { (result, $0.median) }
      }
      let marks = found.map { result, _ in
        scenario.reaches(metric, result, recommendation).map { $0 ? "✓" : "✕" } ?? ""
      }
      let rest = marks.allSatisfy(\.isEmpty) ? "" : " "
      let texts = NumberFormat.column(found.map { $0.1 }, metric.unit)
      return Dictionary(
        zip(found, zip(texts, marks)).map { found, text in
          (found.0.scenarioCase, text.0 + (text.1.isEmpty ? rest : text.1))
        }
      ) { first, _ in first }
    }
    return Table(
      ["strategy"], numbers: metrics.map { $0.name + $0.kindMark },
      of: cases
    ) { result in
      let name = result.scenarioCase.strategy.escaped
      guard result.status == .completed else { return [name, result.status.description.escaped] }
      return [name] + columns.map { $0[result.scenarioCase] ?? "n/a" }
    }
  }

  /// A line on the cases in which the machine was busy; `nil` if there are none.
  static func loadNote(_ cases: [CaseResult]) -> String? {
    let busy = cases.filter { $0.load?.isBusy ?? false }
    guard let load = busy.compactMap(\.load).max(by: { ($0.waiting ?? 0) < ($1.waiting ?? 0) })
    else { return nil }
    return "the machine was busy in \(LimitedList.counted(busy.count, "case")) (\(load.label)): "
      + "times measured then are too long"
  }

  private static func notes(
    on metrics: [Metric], of columns: [Metric], in configuration: Configuration,
    of scenario: ScenarioResults
  ) -> [String] {
    var notes: [String] = []
    // Without a screen a frame is not what a reader would think.
    let frameTimes: [Metric] = [.frameTimeP50, .frameTimeP95, .frameTimeP99, .frameTimeMax]
    if scenario.scenario.refresh(of: configuration.variant) == nil,
      !frameTimes.allSatisfy({ !metrics.contains($0) })
    {
      notes.append("frame: \(PlainText.line(scenario.scenario.frameLabel))")
    }
    let surplus = columns.dropFirst(metrics.count).map(\.name)
    if !surplus.isEmpty {
      notes.append("not shown: \(LimitedList.all(surplus)); see the report")
    }
    if metrics.contains(where: { $0.kind == .modelled }),
      let profile = scenario.scenario.profile(of: configuration.variant)
    {
      notes.append("* modelled with the profile \(profile.name): not a device measurement")
      if metrics.contains(where: { $0.kind != .modelled }) {
        notes.append("† measured on this machine; no sign: counted")
      }
    }
    let demands = scenario.scenario.demands(of: configuration.variant)
    let wanted = metrics.compactMap { metric in
      demands.first { $0.metric == metric }.map { "\(metric.name) \($0.goalLabel)" }
    }
    if !wanted.isEmpty { notes.append("wanted (✓, ✕): \(LimitedList.all(wanted))") }
    if let note = loadNote(scenario.cases(in: configuration)) { notes.append(note) }
    for metric in metrics {
      let reasons = scenario.cases(in: configuration).filter { $0.status == .completed }
        .compactMap { $0[metric: metric.name]?.missingReason }
      if let reason = reasons.first {
        notes.append("n/a: \(metric.name) is not available: \(PlainText.line(reason))")
      }
    }
    return notes
  }
}

extension Metric {
  /// The sign behind the name of a metric in a terminal: `*` modelled, `†` measured, none counted.
  var kindMark: String {
    switch kind {
    case .modelled: "*"
    case .measured: "†"
    case .counted: ""
    }
  }
}
