import Harness
import Measurement
import Scenarios
import Verdicts

/// What a run ends with in a terminal: a small table for each world, what failed, and the verdict.
public enum SummaryTable {
  /// No line is longer.
  public static let width = 120

  /// The text, with a line feed between its lines and none at its end.
  public static func text(_ results: RunResults, verdict: RunVerdict) -> String {
    var lines: [String] = []
    for scenario in results.scenarios {
      for world in scenario.worlds {
        lines += self.lines(of: world, in: scenario, selection: results.selection) + [""]
      }
    }
    lines += failureLines(results, verdict: verdict)
    lines.append(verdict.headline)
    return lines.map { PlainText.shortened($0, to: width) }.joined(separator: "\n")
  }

  private static func lines(
    of world: World, in scenario: RunResults.ScenarioResults, selection: RunSelection
  ) -> [String] {
    let wanted = scenario.scenario.family.terminalColumns
    // A column that is cut off at the terminal's edge would read as another number.
    let metrics =
      (1...max(1, wanted.count)).reversed().map { Array(wanted.prefix($0)) }
      .first { table(of: $0, world: world, in: scenario).width <= width } ?? []
    let trials = WordList.counted(selection.trials ?? scenario.scenario.trials, "trial")
    let name = PlainText.line(scenario.scenario.name)
    let variant = world.variant.isEmpty ? "" : " [\(PlainText.line(world.variant))]"
    return ["\(name)\(variant), size \(NumberFormat.grouped(world.size)), \(trials)"]
      + table(of: metrics, world: world, in: scenario).lines(width: width)
      + notes(on: metrics, of: wanted, in: world, of: scenario)
  }

  private static func table(
    of metrics: [Metric], world: World, in scenario: RunResults.ScenarioResults
  ) -> TextTable {
    let main = metrics.first { $0.name == "frame-time-p99" } ?? metrics.first
    var header = ["strategy"]
    for metric in metrics {
      header.append(title(of: metric))
      if metric == main { header.append(ratioTitle(of: metric)) }
    }
    var table = TextTable(header: header)
    let baseline = scenario.baseline(in: world)
    for result in scenario.baselineFirst(in: world) {
      let name = PlainText.line(result.scenarioCase.strategy)
      guard result.status == .completed else {
        table.append([name, PlainText.line(result.status.description)])
        continue
      }
      var cells = [name]
      for metric in metrics {
        let value = result[metric: metric.name]
        cells.append(
          value?.finiteSummary.map { NumberFormat.text($0.median, metric.unit) } ?? "n/a")
        if metric == main {
          let ratio = value?.ratio(to: baseline?[metric: metric.name])
          cells.append(ratio.map { NumberFormat.ratio($0) } ?? "n/a")
        }
      }
      table.append(cells)
    }
    return table
  }

  private static func notes(
    on metrics: [Metric], of wanted: [Metric], in world: World,
    of scenario: RunResults.ScenarioResults
  ) -> [String] {
    var notes: [String] = []
    // Where there is no screen, a frame is something else than a reader would think.
    if scenario.scenario.workload.refresh == nil,
      metrics.contains(where: { $0.name.hasPrefix("frame-time-") })
    {
      notes.append("frame: \(PlainText.line(scenario.scenario.family.frameMeaning))")
    }
    let surplus = wanted.dropFirst(metrics.count).map(\.name)
    if !surplus.isEmpty {
      notes.append("no room for \(WordList.and(surplus)): see the report")
    }
    if metrics.contains(where: { $0.kind == .modelled }),
      let profile = scenario.scenario.workload.profile
    {
      notes.append("* modelled with the profile \(profile.name): not a device measurement")
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

  private static func failureLines(_ results: RunResults, verdict: RunVerdict) -> [String] {
    var lines: [String] = []
    for scenario in results.scenarios {
      let open =
        verdict.scenarios.first { $0.scenario == scenario.scenario.name }?.thresholds
        .filter { $0.outcome != .passed } ?? []
      for verdict in open {
        let unit =
          scenario.scenario.metrics.first { $0.name == verdict.threshold.metric }?.unit ?? .count
        let value = verdict.value.map { NumberFormat.text($0, unit) } ?? "not available"
        let bound = verdict.bound.map { NumberFormat.text($0, unit) } ?? "not available"
        let found = verdict.outcome.reason ?? "found \(value), bound \(bound)"
        lines.append(
          PlainText.line(
            "\(verdict.outcome.word): \(verdict.scenarioCase): \(verdict.threshold.expression): "
              + found))
      }
    }
    return lines.isEmpty ? [] : lines + [""]
  }

  private static func ratioTitle(of metric: Metric) -> String {
    metric.name == "frame-time-p99" ? "p99/naive" : "to naive"
  }

  /// A column's title: short for the metrics that most tables have; an asterisk marks modelled
  /// ones.
  private static func title(of metric: Metric) -> String {
    let short =
      switch metric.name {
      case "frame-time-p50": "frame p50"
      case "frame-time-p99": "frame p99"
      case "frame-time-max": "frame max"
      case "peak-live-bytes": "peak live"
      case "views-live-max": "views live"
      case "pins-represented": "pins kept"
      case "hitch-time-ratio": "hitches"
      case "search-time-total": "engine time"
      case "precision-at-10": "precision"
      case "ndcg-at-10": "nDCG"
      case "wanted-found": "found"
      case "empty-answers": "empty"
      case "requests-sent": "requests"
      case "requests-throttled": "throttled"
      case "stale-answers-shown": "stale"
      case "search-duration-p50": "duration p50"
      case "rows-labelled-rightly": "labelled"
      case "time-to-label-p95": "label p95"
      case "hang-time-max": "longest hang"
      default: metric.name
      }
    return metric.kind == .modelled ? short + "*" : short
  }
}
