import Foundation
import Harness
import ScenarioModel

/// The charts of a scenario, in a page and beside its details.
package struct ScenarioCharts {
  /// A cost against the size.
  let sizes: LineChart?
  /// The frames' times at the largest size.
  let frameTimes: LineChart?

  /// - Parameter recording: the file of the recording of a case; `nil` if there is none.
  package init(_ scenario: ScenarioResults, recording: (CaseResult) -> [UInt8]?) {
    sizes = .costBySize(scenario)
    frameTimes = .frameTimes(scenario) { result in
      // A damaged recording is left out here; the page's replay says so.
      recording(result).flatMap { try? MapRecording(file: $0) }
    }
  }

  /// The charts of all scenarios of a run, by the scenario's name.
  package static func all(
    of results: RunResults, recording: (CaseResult) -> [UInt8]?
  ) -> [String: ScenarioCharts] {
    Dictionary(
      uniqueKeysWithValues: results.scenarios.map {
        ($0.scenario.name, ScenarioCharts($0, recording: recording))
      })
  }

  /// The charts with the names of their files.
  func files(of scenario: String) -> [(name: String, chart: LineChart)] {
    [("sizes", sizes), ("frame-times", frameTimes)].compactMap { kind, chart in
      chart.map { (RunFolder.scenarioChart(kind, of: scenario), $0) }
    }
  }
}

extension LineChart {
  /// A cost against the size on logarithmic axes; `nil` if the scenario has fewer than two sizes, or
  /// no deterministic headline that grows.
  static func costBySize(_ scenario: ScenarioResults) -> LineChart? {
    guard let variant = scenario.variants.first, scenario.sizes(of: variant).count > 1 else {
      return nil
    }
    let metrics =
      (scenario.scenario.family?.criteria.map(\.metric) ?? []) + scenario.scenario.headlines
    for metric in metrics where metric.kind.isDeterministic && metric.polarity == .lowerIsBetter {
      let lines = scenario.strategies.enumerated().compactMap { number, strategy -> Line? in
        let points = scenario.sizes(of: variant).compactMap { size -> (Double, Double)? in
          let configuration = Configuration(variant: variant, size: size)
          let value = scenario.result(of: strategy, in: configuration)?[metric: metric.name]?.number
          return value.flatMap { $0 > 0 ? (Double(size), $0) : nil }
        }
        return points.count > 1 ? Line(strategy: strategy, number: number, points: points) : nil
      }
      let points = lines.flatMap(\.points)
      guard lines.count > 1, let lowX = points.map(\.x).min(), let highX = points.map(\.x).max(),
        let lowY = points.map(\.y).min(), let highY = points.map(\.y).max(), lowX < highX
      else { continue }
      let bottom = Int(floor(log10(lowY)))
      let top = max(Int(ceil(log10(highY))), bottom + 1)
      return LineChart(
        title: "\(metric.name) (\(metric.kind.rawValue)) against \(scenario.scenario.sizeLabel), "
          + "both axes logarithmic",
        x: Axis(
          isLogarithmic: true, low: lowX, high: highX,
          ticks: Set(points.map(\.x)).sorted().map { ($0, NumberFormat.grouped(Int($0))) }),
        y: Axis(
          isLogarithmic: true, low: pow(10, Double(bottom)), high: pow(10, Double(top)),
          ticks: (bottom...top).map { power in
            let value = pow(10, Double(power))
            return (value, NumberFormat.text(value, metric.unit))
          }),
        lines: lines)
    }
    return nil
  }

  /// The fraction of frames whose modelled work is done within a time, with the budgets of screens of
  /// 60 and 120 Hz; `nil` without recordings of two strategies.
  ///
  /// - Parameter recording: the recording of a case; `nil` if there is none.
  static func frameTimes(
    _ scenario: ScenarioResults, recording: (CaseResult) -> MapRecording?
  ) -> LineChart? {
    guard let configuration = scenario.shownConfiguration else { return nil }
    let shortest = 0.01
    let lines = scenario.strategies.enumerated().compactMap { number, strategy -> Line? in
      guard let result = scenario.result(of: strategy, in: configuration),
        let work = recording(result)?.work.numbers, !work.isEmpty
      else { return nil }
      let sorted = work.map { max(Double($0) / 1_000, shortest) }.sorted()
      return Line(strategy: strategy, number: number, points: steps(sorted))
    }
    guard lines.count > 1, let high = lines.compactMap(\.points.last?.x).max(), high > shortest
    else { return nil }
    let powers = Int(floor(log10(shortest)))...max(Int(ceil(log10(high))), 2)
    return LineChart(
      title: "Share of frames by the main thread's modelled work, "
        + ConfigurationLabel.text(configuration),
      x: Axis(
        isLogarithmic: true, low: shortest, high: pow(10, Double(powers.upperBound)),
        ticks: powers.map { power in
          let value = pow(10, Double(power))
          return (value, NumberFormat.text(value * 1e6, .nanoseconds))
        }),
      y: Axis(
        isLogarithmic: false, low: 0, high: 1,
        ticks: [0, 0.25, 0.5, 0.75, 1].map { ($0, NumberFormat.text($0, .fraction)) }),
      lines: lines, marks: [(1_000 / 120, "120 Hz"), (1_000 / 60, "60 Hz")])
  }

  /// The corners of an empirical distribution function, at most 100 of them.
  private static func steps(_ sorted: [Double]) -> [(x: Double, y: Double)] {
    let count = Double(sorted.count)
    let stride = max(1, sorted.count / 100)
    var points = sorted.indices.filter { $0 % stride == 0 }
      .map { (x: sorted[$0], y: Double($0 + 1) / count) }
    if let last = sorted.last { points.append((last, 1)) }
    return points
  }
}
