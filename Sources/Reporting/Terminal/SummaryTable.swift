import Harness
import Measurement
import ScenarioModel
import Support
import Verdicts

/// What a run ends with in a terminal: where strategies go wrong, a small table for each world,
/// what failed, and the verdict.
public enum SummaryTable {
  /// The columns of what is not a terminal, such as a file.
  public static let standardWidth = 100
  /// Narrower tables would have no room for a name and a number.
  public static let leastWidth = 40
  /// Sentences are left to the terminal to break; nobody reads longer ones.
  private static let longestSentence = 240

  /// The text, with a line feed between its lines and none at its end.
  ///
  /// - Parameter width: the columns of the terminal; no line of a table is longer, but for a terminal
  ///   of fewer than ``leastWidth``. Columns without room are named below their table instead.
  public static func text(
    _ results: RunResults, verdict: RunVerdict, width: Int = standardWidth
  ) -> String {
    let width = max(width, leastWidth)
    var lines: [String] = []
    for scenario in results.scenarios {
      lines += SettingTable.lines(of: scenario, width: width)
      lines += self.lines(of: scenario, selection: results.selection, width: width)
    }
    lines += FailureList.lines(results, verdict: verdict)
    lines.append(verdict.headline)
    return lines.map { PlainText.shortened($0, to: max(width, longestSentence)) }
      .joined(separator: "\n")
  }

  /// A table for each world; one for several variants where it is the same.
  private static func lines(
    of scenario: ScenarioResults, selection: RunSelection, width: Int
  ) -> [String] {
    var tables = VariantRows()
    for world in scenario.configurations {
      tables.append(
        lines(of: world, in: scenario, width: width), variant: world.variant, size: world.size)
    }
    let name = PlainText.line(scenario.scenario.name)
    let trials = WordList.counted(selection.trials ?? scenario.scenario.trials, "trial")
    return tables.rows.flatMap { table in
      let variants = table.variants.filter { !$0.isEmpty }.map { PlainText.line($0) }
      let variant = variants.isEmpty ? "" : " [\(variants.joined(separator: ", "))]"
      let size = NumberFormat.grouped(table.size ?? 0)
      return ["\(name)\(variant), size \(size), \(trials)"] + table.cells + [""]
    }
  }

  private static func lines(
    of world: Configuration, in scenario: ScenarioResults, width: Int
  ) -> [String] {
    let wanted = scenario.scenario.columns
    // A column that is cut off at the terminal's edge would read as another number.
    let metrics =
      (1...max(1, wanted.count)).reversed().map { Array(wanted.prefix($0)) }
      .first { table(of: $0, world: world, in: scenario).width <= width } ?? []
    return table(of: metrics, world: world, in: scenario).lines(width: width)
      + notes(on: metrics, of: wanted, in: world, of: scenario)
  }

  private static func table(
    of metrics: [Metric], world: Configuration, in scenario: ScenarioResults
  ) -> TextTable {
    let main = metrics.first { $0.name == "frame-time-p99" } ?? metrics.first
    var header = ["strategy"]
    for metric in metrics {
      header.append(metric.kind == .modelled ? metric.name + "*" : metric.name)
      if metric == main { header.append("to naive") }
    }
    var table = TextTable(header: header)
    let naive = scenario.naive(in: world)
    for result in scenario.cases(in: world) {
      let name = PlainText.line(result.scenarioCase.strategy)
      guard result.status == .completed else {
        table.append([name, PlainText.line(result.status.description)])
        continue
      }
      var cells = [name]
      for metric in metrics {
        let value = result[metric: metric.name]
        cells.append(
          value?.summary.map { NumberFormat.text($0.median, metric.unit) } ?? "n/a")
        if metric == main {
          let ratio = value?.ratio(to: naive?[metric: metric.name])
          cells.append(ratio.map { NumberFormat.ratio($0) } ?? "n/a")
        }
      }
      table.append(cells)
    }
    return table
  }

  private static func notes(
    on metrics: [Metric], of wanted: [Metric], in world: Configuration,
    of scenario: ScenarioResults
  ) -> [String] {
    var notes: [String] = []
    // Where there is no screen, a frame is something else than a reader would think.
    if scenario.scenario.refresh == nil,
      metrics.contains(where: { $0.name.hasPrefix("frame-time-") })
    {
      notes.append("frame: \(PlainText.line(scenario.scenario.frameLabel))")
    }
    let surplus = wanted.dropFirst(metrics.count).map(\.name)
    if !surplus.isEmpty {
      notes.append("no room for \(WordList.and(surplus)): see the report")
    }
    if metrics.contains(where: { $0.kind == .modelled }),
      let profile = scenario.scenario.profile
    {
      notes.append("* modelled with the profile \(profile.name): not a device measurement")
    }
    let busy = scenario.cases(in: world).filter { $0.load?.isBusy ?? false }
    if let load = busy.compactMap(\.load).max(by: { ($0.waiting ?? 0) < ($1.waiting ?? 0) }) {
      notes.append(
        "the machine was busy in \(WordList.counted(busy.count, "case")) (\(load.text)): measured "
          + "times are too long there")
    }
    for metric in metrics {
      let reasons = scenario.cases(in: world).filter { $0.status == .completed }
        .compactMap { $0[metric: metric.name]?.missingReason }
      if let reason = reasons.first {
        notes.append("n/a: \(metric.name) is not available: \(PlainText.line(reason))")
      }
    }
    return notes
  }
}

/// The thresholds that were not kept, in a terminal.
enum FailureList {
  /// A line for each, one for several variants where it says the same, and an empty one after them.
  static func lines(_ results: RunResults, verdict: RunVerdict) -> [String] {
    let lines = results.scenarios.flatMap { scenario in
      let open =
        verdict.scenarios.first { $0.scenario == scenario.scenario.name }?.thresholds
        .filter { $0.outcome != .passed } ?? []
      return self.lines(open, of: scenario)
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
      let words = place.compactMap(\.self) + [row.cells[1]]
      return PlainText.line(
        "\(row.cells[0]): \(words.joined(separator: " ")): \(row.cells[2])")
    }
  }

  private static func found(
    _ verdict: ThresholdVerdict, in scenario: ScenarioResults
  ) -> String {
    if case .notDecided(let reason) = verdict.outcome { return reason }
    let metrics = scenario.scenario.metrics
    let numbers =
      "found \(verdict.valueText(metrics: metrics)), bound \(verdict.boundText(metrics: metrics))"
    return verdict.outcome.reason.map { "\(numbers); \($0)" } ?? numbers
  }
}
