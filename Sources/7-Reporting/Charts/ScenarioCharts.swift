import Answers
import Documents
import Foundation
import Harness
import ScenarioModel
import Support

/// The charts of a scenario, in a page and next to its details.
package struct ScenarioCharts {
  /// The charts with the names of their kinds, in the order of a report.
  package let drawings: [(kind: String, drawing: ChartDrawing)]

  /// - Parameters:
  ///   - taken: the strategy to take at the largest size; `nil` if there is none.
  ///   - sensitivity: an analysis of the scenario's answers; `nil` if there is none.
  ///   - recording: the file of the recording of a case; `nil` if there is none.
  package init(
    _ scenario: ScenarioResults, taken: String? = nil, sensitivity: ScenarioSensitivity? = nil,
    recording: (CaseResult) -> [UInt8]?
  ) {
    func color(_ strategy: String) -> String {
      strategy == taken ? "taken" : strategy == scenario.scenario.naive ? "naive" : "other"
    }
    // A damaged recording is left out here; the page's replay says so.
    func replay(_ result: CaseResult) -> ReplayRecording? {
      recording(result).flatMap { try? ReplayRecording(file: $0) }
    }
    let charts = [
      ("sizes", LineChart.costBySize(scenario)?.drawing(color)),
      ("frame-times", LineChart.frameTimes(scenario, recording: replay)?.drawing(color)),
      ("memory", BarChart.memory(scenario, color)?.drawing),
      ("ablation", BarChart.ablation(scenario, color)?.drawing),
    ].compactMap { kind, drawing in drawing.map { (kind, $0) } }
    let tornados = sensitivity.map { TornadoChart.ofMostParameters($0, taken: taken) } ?? []
    drawings = charts + tornados.map { ("tornado-\($0.strategy)", $0.chart.drawing) }
  }

  /// The charts of all scenarios of a run, by the scenario's name.
  package static func all(
    of results: RunResults, verdict: RunVerdict, sensitivity: SensitivityResults? = nil,
    recording: (CaseResult) -> [UInt8]?
  ) -> [String: ScenarioCharts] {
    Dictionary(
      uniqueKeysWithValues: results.scenarios.map { scenario in
        let name = scenario.scenario.name
        let analysis = sensitivity?.scenarios.first { $0.scenario == name }
        let taken = verdict[name]?.recommendations.last?.strategy
        let charts = ScenarioCharts(
          scenario, taken: taken, sensitivity: analysis, recording: recording)
        return (name, charts)
      })
  }

  /// The charts with the names of their files.
  func files(of scenario: String) -> [(name: String, drawing: ChartDrawing)] {
    drawings.map { (RunFolder.scenarioChart($0.kind, of: scenario), $0.drawing) }
  }
}

extension LineChart {
  /// A cost against the size on logarithmic axes; `nil` if the scenario has fewer than two sizes, or
  /// no deterministic headline that grows.
  static func costBySize(_ scenario: ScenarioResults) -> LineChart? {
    guard let variant = scenario.variants.first else { return nil }
    let metrics =
      (scenario.scenario.family?.criteria.map(\.metric) ?? []) + scenario.scenario.headlines
    for metric in metrics where metric.kind.isDeterministic && metric.polarity == .lowerIsBetter {
      let lines = scenario.strategies.compactMap { strategy -> Line? in
        let points = scenario.sizes(of: variant).compactMap { size -> (Double, Double)? in
          let configuration = Configuration(variant: variant, size: size)
          let value = scenario.result(of: strategy, in: configuration)?[metric: metric.name]?.number
          return value.flatMap { $0 > 0 ? (Double(size), $0) : nil }
        }
        guard points.count > 1 else { return nil }
        let fit = try? PowerLawFit(exact: points.map { (size: $0.0, cost: $0.1) })
        // Any line goes through two values.
        let power = points.count > 2 ? fit?.exponent : nil
        return Line(
          strategy: strategy, points: points,
          note: power.map { String(format: ", n^%.2f", $0) } ?? "")
      }
      let points = lines.flatMap(\.points)
      guard lines.count > 1, let lowX = points.map(\.x).min(), let highX = points.map(\.x).max(),
        lowX < highX
      else { continue }
      return LineChart(
        title: "\(metric.title) (\(metric.kind.rawValue)) against \(scenario.scenario.sizeLabel)",
        note: "Both axes are logarithmic"
          + (lines.contains { !$0.note.isEmpty } ? "; n^k is fitted." : "."),
        x: Axis(
          isLogarithmic: true, low: lowX, high: highX,
          ticks: Set(points.map(\.x)).sorted().map { ($0, NumberFormat.grouped(Int($0))) }),
        y: .fitting(points.map(\.y)) { NumberFormat.text($0, metric.unit) },
        lines: lines)
    }
    return nil
  }

  /// The fraction of frames whose modelled work is done within a time, with the budgets of screens of
  /// 60 and 120 Hz; `nil` without recordings of two strategies.
  ///
  /// - Parameter recording: the recording of a case; `nil` if there is none.
  static func frameTimes(
    _ scenario: ScenarioResults, recording: (CaseResult) -> ReplayRecording?
  ) -> LineChart? {
    guard let configuration = scenario.shownConfiguration else { return nil }
    let shortest = 0.01
    let lines = scenario.strategies.compactMap { strategy -> Line? in
      guard let result = scenario.result(of: strategy, in: configuration),
        let times = recording(result)?.frameTimes, !times.isEmpty
      else { return nil }
      let sorted = times.map { max($0, shortest) }.sorted()
      let inTime = Double(sorted.count { $0 <= 1_000 / 60 }) / Double(sorted.count)
      return Line(
        strategy: strategy, points: steps(sorted),
        note: ": \(NumberFormat.text(inTime, .fraction))", labelledAt: inTime)
    }
    let all = lines.flatMap(\.points).map(\.x)
    guard lines.count > 1, let high = all.max(), high > shortest else { return nil }
    return LineChart(
      title: "Share of frames by the main thread's modelled work, "
        + ConfigurationLabel.text(configuration),
      note: "The number after a name is the share of frames on time at 60 Hz.",
      // The budgets of screens are always in it.
      x: .fitting(all + [5, 20]) { NumberFormat.text($0 * 1e6, .nanoseconds) },
      y: Axis(
        isLogarithmic: false, low: 0, high: 1,
        ticks: [0, 0.25, 0.5, 0.75, 1].map { ($0, NumberFormat.text($0, .fraction)) }),
      lines: lines, marks: [(1_000 / 120, "120 Hz"), (1_000 / 60, "60 Hz")])
  }

  /// The corners of an empirical distribution function, at most 100 of them.
  private static func steps(_ sorted: [Double]) -> [(x: Double, y: Double)] {
    let count = Double(sorted.count)
    let stride = max(1, sorted.count / 100)
    let points = sorted.indices.filter { $0 % stride == 0 }
      .map { (x: sorted[$0], y: Double($0 + 1) / count) }
    return points + sorted.suffix(1).map { (x: $0, y: 1) }
  }
}

extension ReplayRecording {
  /// The modelled milliseconds of the main thread for each frame.
  fileprivate var frameTimes: [Double] {
    // A map that is late has fewer frames than refreshes: its timeline has them.
    let frames = timeline.spans.filter { $0.track == .main && $0.name == "frame" }
    if !frames.isEmpty { return frames.map { Double(($0.end ?? $0.start) - $0.start) / 1e6 } }
    return (map?.work.totals ?? []).map { Double($0) / 1_000 }
  }
}

extension BarChart {
  /// The parts of the largest memory footprint; `nil` for a scenario without a map.
  static func memory(_ scenario: ScenarioResults, _ color: (String) -> String) -> BarChart? {
    guard let configuration = scenario.shownConfiguration else { return nil }
    let rows = scenario.strategies.compactMap { strategy -> Row? in
      let result = scenario.result(of: strategy, in: configuration)
      let bytes = [
        "modelled-footprint", "footprint-spike", "annotation-footprint", "view-footprint",
        "index-footprint",
      ].compactMap { result?[metric: $0]?.number }
      guard bytes.count == 5 else { return nil }
      var bars: [Bar] = []
      for (place, part) in [bytes[0] - bytes[1], bytes[2], bytes[3], bytes[4]].enumerated() {
        let start = bars.last?.end ?? 0
        bars.append(
          Bar(
            start: start, end: start + part, color: "part\(place)",
            text: place == 3 ? NumberFormat.text(bytes[0], .bytes) : ""))
      }
      return Row(label: strategy, color: color(strategy), bars: bars)
    }
    let parts = ["app and map", "annotations", "views", "indexes"]
    return rows.count > 1
      ? BarChart(
        title: "Largest memory footprint (modelled), " + ConfigurationLabel.text(configuration),
        legend: parts.enumerated().map { ($1, "part\($0)") }, rows: rows) : nil
  }

  /// The effect of each setting alone, and left out; `nil` for a scenario without an ablation.
  static func ablation(_ scenario: ScenarioResults, _ color: (String) -> String) -> BarChart? {
    guard let configuration = scenario.shownConfiguration,
      let ablation = AblationResults(scenario, in: configuration, selection: RunSelection()),
      let metric = ablation.ablation.metrics.first
    else { return nil }
    func value(_ result: CaseResult?) -> Double? { result?[metric: metric.name]?.number }
    let rows = ablation.rows.compactMap { row -> Row? in
      guard let value = value(row.result) else { return nil }
      let (look, text) = (color(row.strategy), NumberFormat.text(value, metric.unit))
      return Row(
        label: row.role.label, bars: [Bar(start: 0, end: max(0, value), color: look, text: text)])
    }
    let marks = ablation.rows.filter { $0.role == .base || $0.role == .full }.compactMap { row in
      value(row.result).map { Mark(value: $0, label: row.role.label) }
    }
    return rows.count > 1
      ? BarChart(
        title: "\(metric.name) (\(metric.kind.rawValue)) with each setting, "
          + ConfigurationLabel.text(configuration), rows: rows, marks: marks) : nil
  }
}
