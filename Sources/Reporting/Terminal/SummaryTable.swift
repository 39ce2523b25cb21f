import Analysis
import Harness
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
    let advice = AdviceList.lines(
      results, verdict: verdict,
      stability: sensitivity.map { AnswerStability($0, of: results) }, width: lineLength)
    // Of one scenario the answer comes first, and its code last; of several the answers are last.
    let only = results.scenarios.count == 1 ? results.scenarios.first : nil
    let answer = only.flatMap { scenario in
      scenario.advice(verdict[scenario.scenario.name]?.recommendations ?? []).last
        .map { AnswerText($0, of: scenario) }
    }
    let hasTables = isVerbose || only != nil || advice.isEmpty
    let tables =
      hasTables ? results.scenarios.flatMap { tableLines(of: $0, width: width) } : []
    var lines = answer.map { advice + $0.consequence + [""] + tables } ?? tables + advice
    if !advice.isEmpty {
      let profile = results.profiles.first.map {
        "* modelled with the profile \(PlainText.line($0.name)): not a device measurement"
      }
      let sureness = sensitivity == nil ? "how sure: not analysed; 'sensitivity --run' does" : nil
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
    lines.append(verdict.headline)
    let wrapped = lines.map { PlainText.shortened($0, to: max(width, maximumLineLength)) }
      .flatMap { $0.wrapped(to: lineLength) }
    // A word from data that now begins a line could be a command to a service.
    return PlainText.lines(wrapped.joined(separator: "\n"))
  }

  /// The lines of the tables of all configurations.
  package static func tables(of results: RunResults, width: Int) -> [String] {
    let width = max(width, minimumWidth)
    return results.scenarios.flatMap { tableLines(of: $0, width: width) }
      .flatMap { $0.wrapped(to: width) }
  }

  private static func tableLines(of scenario: ScenarioResults, width: Int) -> [String] {
    SettingTable.lines(of: scenario, width: width) + lines(of: scenario, width: width)
  }

  /// A table for each configuration; equal ones of several variants are one.
  private static func lines(of scenario: ScenarioResults, width: Int) -> [String] {
    var tables = VariantRows()
    for configuration in scenario.configurations {
      tables.append(
        lines(of: configuration, in: scenario, width: width), variant: configuration.variant,
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
    of configuration: Configuration, in scenario: ScenarioResults, width: Int
  ) -> [String] {
    let wanted = scenario.scenario.columns
    // A column that is cut off at the terminal's edge would read as another number.
    let metrics =
      (1...max(1, wanted.count)).reversed().map { Array(wanted.prefix($0)) }
      .first { table(of: $0, configuration: configuration, in: scenario).width <= width } ?? []
    return table(of: metrics, configuration: configuration, in: scenario).lines(width: width)
      + notes(on: metrics, of: wanted, in: configuration, of: scenario)
  }

  private static func table(
    of metrics: [Metric], configuration: Configuration, in scenario: ScenarioResults
  ) -> Table {
    let cases = scenario.cases(in: configuration)
    let columns = metrics.map { metric -> [Case: String] in
      let medians = cases.filter { $0.status == .completed }.compactMap { result in
        result[metric: metric.name]?.summary.map { (result.scenarioCase, $0.median) }
      }
      let texts = NumberFormat.column(medians.map { $0.1 }, metric.unit)
      return Dictionary(zip(medians.map { $0.0 }, texts)) { first, _ in first }
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
      + "their measured times are too long"
  }

  private static func notes(
    on metrics: [Metric], of wanted: [Metric], in configuration: Configuration,
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
    let surplus = wanted.dropFirst(metrics.count).map(\.name)
    if !surplus.isEmpty {
      notes.append("not shown: \(LimitedList.all(surplus)); see the report")
    }
    if metrics.contains(where: { $0.kind == .modelled }),
      let profile = scenario.scenario.profile(of: configuration.variant)
    {
      notes.append("* modelled with the profile \(profile.name): not a device measurement")
      if metrics.contains(where: { $0.kind != .modelled }) {
        notes.append("† measured on this machine; without a sign counted")
      }
    }
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

/// The thresholds that do not hold, in a terminal.
enum FailureList {
  /// A line for each threshold, one for several variants where it is the same, and an empty line.
  static func lines(_ results: RunResults, verdict: RunVerdict) -> [String] {
    let lines = results.scenarios.flatMap { scenario in
      let thresholds = verdict[scenario.scenario.name]?.thresholds ?? []
      return self.lines(thresholds.filter { $0.outcome != .passed }, of: scenario)
    }
    return lines.isEmpty ? [] : lines + [""]
  }

  private static func lines(
    _ verdicts: [ThresholdVerdict], of scenario: ScenarioResults
  ) -> [String] {
    var rows = VariantRows()
    for verdict in verdicts {
      rows.append(
        [
          verdict.outcome.identifier, verdict.threshold.strategy,
          "\(verdict.threshold.expression): \(found(verdict, in: scenario))",
        ], variant: verdict.variant, size: verdict.size)
    }
    return rows.rows.map { row in
      let variants = row.variants.filter { !$0.isEmpty }.joined(separator: ", ")
      let place = [
        scenario.scenario.name, variants.isEmpty ? nil : "[\(variants)]", row.size.map(String.init),
      ]
      let names = place.compactMap(\.self) + [row.cells[1]]
      return PlainText.line("\(row.cells[0]): \(names.joined(separator: " ")): \(row.cells[2])")
    }
  }

  private static func found(_ verdict: ThresholdVerdict, in scenario: ScenarioResults) -> String {
    if case .notDecided(let reason) = verdict.outcome { return reason }
    let metrics = scenario.scenario.metrics
    let numbers =
      "found \(verdict.valueLabel(metrics: metrics)), bound \(verdict.boundLabel(metrics: metrics))"
    return verdict.outcome.reason.map { "\(numbers); \($0)" } ?? numbers
  }
}

/// The faults of each strategy of a scenario in a terminal: the number of settings of each variant,
/// or the faults in each setting where there is one variant only.
enum SettingTable {
  /// A table for each size that differs, and an empty line after each; nothing for a scenario
  /// without settings.
  ///
  /// - Parameter width: the columns of the terminal.
  static func lines(of scenario: ScenarioResults, width: Int) -> [String] {
    scenario.matrices.flatMap { matrix, sizes in
      let numbers = LimitedList.all(sizes.map { NumberFormat.grouped($0) })
      let content =
        matrix.variants.count > 1
        ? "faults, and in how many of \(LimitedList.counted(matrix.settings.count, "setting"))"
        : "faults in each setting"
      let title =
        "\(PlainText.line(scenario.scenario.name)), size\(sizes.count == 1 ? "" : "s") \(numbers): "
        + content
      let columns = columns(of: matrix)
      let table = Table(
        ["strategy"], numbers: columns.map(\.title.escaped), of: matrix.strategies
      ) { strategy in
        [strategy.escaped] + columns.map { cell(strategy, $0.places, of: matrix).escaped }
      }
      return [title] + table.terminalLines(width: width) + [""]
    }
  }

  private typealias Column = (title: String, places: [SettingMatrix.Place])

  private static func columns(of matrix: SettingMatrix) -> [Column] {
    matrix.variants.count > 1
      ? matrix.variants.map { variant in
        (PlainText.line(variant), matrix.places.filter { $0.variant == variant })
      }
      : matrix.places.map { (PlainText.line($0.setting), [$0]) }
  }

  private static func cell(
    _ strategy: String, _ places: [SettingMatrix.Place], of matrix: SettingMatrix
  ) -> String {
    let known = places.filter { matrix.places(of: strategy).contains($0) }
    guard !known.isEmpty else {
      return places.contains { matrix[strategy, $0] == .noResult } ? "no result" : ""
    }
    let isOne = matrix.variants.count == 1
    let faults =
      isOne
      ? known.flatMap { matrix.faults(strategy, $0) }.map { "\($0.name) \($0.extent)" }
      : matrix.faultPlaces(of: strategy, in: known)
        .map { "\($0.fault) \(NumberFormat.grouped($0.places.count))" }
    // An extent may hold a comma; a count does not.
    return faults.isEmpty ? "-" : faults.joined(separator: isOne ? "; " : ", ")
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
