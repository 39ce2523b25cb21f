import Answers
import Documents
import Harness
import ScenarioModel
import Support

/// A tornado diagram: the values of a metric of one case at both ends of the span of each
/// parameter, the one with the widest effect on top.
struct TornadoChart {
  let metric: String
  let strategy: String
  /// The name of its file in the folder of an analysis.
  let file: String
  let chart: BarChart

  /// The parameters that a diagram shows.
  private static let maxRows = 10

  /// The diagrams of a scenario: of each modelled headline that parameters move, one of the naive
  /// strategy and one of the strategy to take, or else of the best one, at the largest size of the
  /// first variant.
  static func charts(of scenario: ScenarioSensitivity, taken: String? = nil) -> [TornadoChart] {
    scenario.headlines.flatMap { name -> [TornadoChart] in
      guard let metric = scenario.metrics.first(where: { $0.name == name }) else { return [] }
      let swings = scenario.swings.filter { $0.metric == name }
      let variant = swings.first?.scenarioCase.variant
      let ofVariant = swings.filter { $0.scenarioCase.variant == variant }
      let size = ofVariant.map(\.scenarioCase.size).max()
      let ofSize = ofVariant.filter { $0.scenarioCase.size == size }
      let best = scenario.answers.first {
        $0.answer.kind == .best && $0.answer.name == name && $0.answer.variant == variant
          && $0.answer.size == size
      }?.outcome.words.first
      return [scenario.naive, taken ?? best].compactMap(\.self).uniqued().compactMap { strategy in
        let own = ofSize.filter { $0.scenarioCase.strategy == strategy }
        guard let value = own.first?.value else { return nil }
        let title = "\(name) of \(strategy), \(scenario.scenario)"
        return TornadoChart(
          metric: name, strategy: strategy,
          file: RunFolder.sensitivityPicture("\(scenario.scenario)-\(strategy)-\(name)"),
          chart: chart(title, own, around: value, metric.unit))
      }
    }
  }

  private static func chart(
    _ title: String, _ swings: [Swing], around value: Double, _ unit: MetricUnit
  ) -> BarChart {
    let widest = swings.sorted {
      (abs($1.high - $1.low), $0.parameter.rawValue)
        < (abs($0.high - $0.low), $1.parameter.rawValue)
    }.prefix(maxRows)
    return BarChart(
      title: title,
      note: "\(NumberFormat.text(value, unit)) as profiled; bars: one parameter at its span's ends",
      legend: [("low end", "part2"), ("high end", "part1")],
      rows: widest.map { swing in
        let ends = [(swing.low, "part2"), (swing.high, "part1")].filter { $0.0 != value }
        return BarChart.Row(
          label: swing.parameter.rawValue,
          bars: ends.map { end, color in
            // Of two ends on one side the nearer one has no space for its number.
            let isNearer = ends.contains {
              ($0.0 - value) * (end - value) > 0 && abs($0.0 - value) > abs(end - value)
            }
            let text = isNearer ? "" : NumberFormat.text(end, unit)
            return BarChart.Bar(start: value, end: end, color: color, text: text)
          })
      },
      marks: [BarChart.Mark(value: value)], axis: (80, 440))
  }

  /// The diagrams of the metric that most parameters move, and of several the last one.
  static func ofMostParameters(_ scenario: ScenarioSensitivity, taken: String?) -> [TornadoChart] {
    let charts = Self.charts(of: scenario, taken: taken)
    let widest = charts.reversed().max { $0.chart.rows.count < $1.chart.rows.count }
    return charts.filter { $0.metric == widest?.metric }
  }
}
