import Harness
import ScenarioModel
import Sensitivity
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

  // Lengths in pixels.
  private static let width = 760.0
  private static let labelWidth = 250.0
  private static let rowHeight = 26.0
  private static let top = 66.0
  private static let margin = 90.0

  /// The picture. The same results give the same bytes.
  var svg: String {
    let numbers = bars.flatMap { [$0.low, $0.high] } + [value]
    let (low, high) = (numbers.min() ?? 0, numbers.max() ?? 1)
    let scale =
      (Self.width - Self.labelWidth - 2 * Self.margin) / max(high - low, .leastNonzeroMagnitude)
    func x(_ number: Double) -> Double { Self.labelWidth + Self.margin + (number - low) * scale }
    let height = Self.top + Double(bars.count) * Self.rowHeight + 16
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(Int(Self.width))\" "
        + "height=\"\(Int(height))\" viewBox=\"0 0 \(Int(Self.width)) \(Int(height))\" "
        + "font-family=\"sans-serif\" font-size=\"12\">",
      "<title>\(Self.escaped(title))</title>",
      "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>",
      Self.text(12, 22, title, "font-size=\"14\" font-weight=\"bold\""),
      Self.text(
        12, 42,
        "as it is: \(NumberFormat.text(value, unit)); bars: each parameter alone at the "
          + "low and at the high end of its span", ""),
      "<rect x=\"\(Int(Self.width) - 170)\" y=\"12\" width=\"10\" height=\"10\" "
        + "fill=\"\(Self.lowColor)\"/>",
      Self.text(Self.width - 154, 21, "low end", ""),
      "<rect x=\"\(Int(Self.width) - 90)\" y=\"12\" width=\"10\" height=\"10\" "
        + "fill=\"\(Self.highColor)\"/>",
      Self.text(Self.width - 74, 21, "high end", ""),
    ]
    for (row, bar) in bars.enumerated() {
      let y = Self.top + Double(row) * Self.rowHeight
      lines.append(Self.text(12, y + 14, bar.parameter.rawValue, ""))
      let ends = [(bar.low, Self.lowColor), (bar.high, Self.highColor)]
      for (end, color) in ends where end != value {
        lines.append(
          "<rect x=\"\(Self.pixels(min(x(end), x(value))))\" y=\"\(Self.pixels(y + 3))\" "
            + "width=\"\(Self.pixels(abs(x(end) - x(value))))\" height=\"16\" fill=\"\(color)\"/>")
        let isLeft = end < value
        lines.append(
          Self.text(
            x(end) + (isLeft ? -4 : 4), y + 15, NumberFormat.text(end, unit),
            "fill=\"#444444\" text-anchor=\"\(isLeft ? "end" : "start")\""))
      }
    }
    lines.append(
      "<line x1=\"\(Self.pixels(x(value)))\" y1=\"\(Int(Self.top) - 6)\" "
        + "x2=\"\(Self.pixels(x(value)))\" y2=\"\(Int(height) - 10)\" stroke=\"#222222\"/>")
    return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  /// Two colors that people with the common color blindness can tell apart (Okabe and Ito).
  private static let lowColor = "#56b4e9"
  private static let highColor = "#e69f00"

  private static func text(_ x: Double, _ y: Double, _ text: String, _ style: String) -> String {
    "<text x=\"\(pixels(x))\" y=\"\(pixels(y))\" \(style)>\(escaped(text))</text>"
  }

  /// A length with one decimal, the same text on every machine.
  private static func pixels(_ length: Double) -> String {
    let tenths = Int((length * 10).rounded())
    return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
  }

  private static func escaped(_ text: String) -> String {
    PlainText.line(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
  }
}
