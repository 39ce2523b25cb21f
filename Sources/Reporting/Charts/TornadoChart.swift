import Analysis
import Harness
import ScenarioModel
import Support

/// Tornado diagrams: the values of a metric of one case at both ends of the span of each parameter,
/// the parameter with the widest effect on top.
enum TornadoChart {
  /// The parameters that a diagram shows.
  private static let maxRows = 10

  /// The diagrams of a scenario with the names of their files: of each modelled headline that
  /// parameters move, one of the naive strategy and one of the best, at the largest size of the first
  /// variant.
  static func charts(of scenario: ScenarioSensitivity) -> [(file: String, chart: BarChart)] {
    scenario.headlines.flatMap { name -> [(file: String, chart: BarChart)] in
      guard let metric = scenario.metrics.first(where: { $0.name == name }) else { return [] }
      let swings = scenario.swings.filter { $0.metric == name }
      guard let variant = swings.first?.scenarioCase.variant else { return [] }
      let ofVariant = swings.filter { $0.scenarioCase.variant == variant }
      let size = ofVariant.map(\.scenarioCase.size).max()
      let best = scenario.answers.first {
        $0.answer.kind == .best && $0.answer.name == name && $0.answer.variant == variant
          && $0.answer.size == size
      }?.outcome.words.first
      return [scenario.naive, best].compactMap(\.self).uniqued().compactMap { strategy in
        let own = ofVariant.filter {
          $0.scenarioCase.strategy == strategy && $0.scenarioCase.size == size
        }
        guard let value = own.first?.value else { return nil }
        let title = "\(name) of \(strategy), \(scenario.scenario)"
        return (
          file: RunFolder.sensitivityPicture("\(scenario.scenario)-\(strategy)-\(name)"),
          chart: chart(title, own, around: value, metric.unit)
        )
      }
    }
  }

  private static func chart(
    _ title: String, _ swings: [Swing], around value: Double, _ unit: MetricUnit
  ) -> BarChart {
    let (low, high) = ("part2", "part1")
    let widest = swings.sorted {
      (abs($1.high - $1.low), $0.parameter.rawValue)
        < (abs($0.high - $0.low), $1.parameter.rawValue)
    }.prefix(maxRows)
    return BarChart(
      title: title,
      note: "as it is: \(NumberFormat.text(value, unit)); bars: each parameter alone at the low "
        + "and at the high end of its span",
      legend: [("low end", low), ("high end", high)],
      rows: widest.map { swing in
        let ends = [(swing.low, low), (swing.high, high)].filter { $0.0 != value }
        return BarChart.Row(
          label: swing.parameter.rawValue,
          bars: ends.map { end, color in
            BarChart.Bar(start: value, end: end, color: color, text: NumberFormat.text(end, unit))
          })
      },
      marks: [BarChart.Mark(value: value)], axis: (340, 670))
  }

  /// The diagram that most parameters are in, and of several the last one.
  static func ofMostParameters(_ scenario: ScenarioSensitivity) -> BarChart? {
    charts(of: scenario).map(\.chart).reversed().max { $0.rows.count < $1.rows.count }
  }
}
