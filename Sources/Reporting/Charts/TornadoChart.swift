import Analysis
import Harness
import ScenarioModel
import Support

/// A tornado diagram: the values of a metric of one case at both ends of the span of each parameter,
/// the parameter with the widest effect on top.
struct TornadoChart {
  /// The name of the picture's file.
  let file: String
  let title: String
  private let value: Double
  private let unit: MetricUnit
  private let bars: [Swing]

  /// The parameters that a diagram shows.
  private static let maxBars = 10

  /// The diagrams of a scenario: of each modelled headline that parameters move, one of the naive
  /// strategy and one of the best, at the largest size of the first variant.
  static func charts(of scenario: ScenarioSensitivity) -> [TornadoChart] {
    scenario.headlines.flatMap { name -> [TornadoChart] in
      guard let metric = scenario.metrics.first(where: { $0.name == name }) else { return [] }
      let swings = scenario.swings.filter { $0.metric == name }
      guard let variant = swings.first?.scenarioCase.variant else { return [] }
      let size = swings.filter { $0.scenarioCase.variant == variant }.map(\.scenarioCase.size).max()
      let best = scenario.answers.first {
        $0.answer.kind == .best && $0.answer.name == name && $0.answer.variant == variant
          && $0.answer.size == size
      }?.outcome.words.first
      return [scenario.naive, best].compactMap(\.self).uniqued().compactMap { strategy in
        let bars = swings.filter {
          $0.scenarioCase.strategy == strategy && $0.scenarioCase.variant == variant
            && $0.scenarioCase.size == size
        }.sorted {
          (abs($1.high - $1.low), $0.parameter.rawValue)
            < (abs($0.high - $0.low), $1.parameter.rawValue)
        }
        guard let first = bars.first else { return nil }
        return TornadoChart(
          file: RunFolder.sensitivityPicture("\(scenario.scenario)-\(strategy)-\(name)"),
          title: "\(name) of \(strategy), \(scenario.scenario)", value: first.value,
          unit: metric.unit, bars: Array(bars.prefix(maxBars)))
      }
    }
  }

  /// The diagram that most parameters are in, and of several the last one.
  static func ofMostParameters(_ scenario: ScenarioSensitivity) -> TornadoChart? {
    charts(of: scenario).reversed().max { $0.bars.count < $1.bars.count }
  }

  // Lengths in pixels.
  private static let width = 760.0
  private static let labelWidth = 250.0
  private static let rowHeight = 26.0
  private static let top = 66.0
  private static let margin = 90.0
  /// Two colors that people with the common color blindness can tell apart (Okabe and Ito).
  private static let lowColor = ChartDrawing.Color.fixed("#56b4e9")
  private static let highColor = ChartDrawing.Color.fixed("#e69f00")

  /// The picture. The same results give the same bytes.
  var drawing: ChartDrawing {
    let numbers = bars.flatMap { [$0.low, $0.high] } + [value]
    let (low, high) = (numbers.min() ?? 0, numbers.max() ?? 1)
    let scale =
      (Self.width - Self.labelWidth - 2 * Self.margin) / max(high - low, .leastNonzeroMagnitude)
    func x(_ number: Double) -> Double { Self.labelWidth + Self.margin + (number - low) * scale }
    let height = Self.top + Double(bars.count) * Self.rowHeight + 16
    var drawing = ChartDrawing(title: title, width: Self.width, height: height)
    drawing.text(
      "as it is: \(NumberFormat.text(value, unit)); bars: each parameter alone at the low and at "
        + "the high end of its span", x: 8, y: 34)
    drawing.text("low end", x: 8, y: 54, color: Self.lowColor)
    drawing.text("high end", x: 98, y: 54, color: Self.highColor)
    for (row, bar) in bars.enumerated() {
      let y = Self.top + Double(row) * Self.rowHeight
      drawing.text(bar.parameter.rawValue, x: 8, y: y + 14)
      let ends = [(bar.low, Self.lowColor), (bar.high, Self.highColor)]
      for (end, color) in ends where end != value {
        drawing.bar(
          x: min(x(end), x(value)), y: y + 3, width: abs(x(end) - x(value)), height: 16,
          color: color)
        let isLeft = end < value
        drawing.text(
          NumberFormat.text(end, unit), x: x(end) + (isLeft ? -4 : 4), y: y + 15,
          anchor: isLeft ? .end : .start)
      }
    }
    drawing.line(.budget, from: (x(value), Self.top - 6), to: (x(value), height - 10))
    return drawing
  }
}
