import Foundation
import ScenarioModel

/// A chart with one labelled line for each strategy, as SVG: in a page, or as a file of its own.
struct LineChart {
  /// A line; its color is that of the strategy's place in the scenario, the same in each chart.
  struct Line {
    let strategy: String
    let number: Int
    let points: [(x: Double, y: Double)]
  }

  /// An axis with its labelled values.
  struct Axis {
    let isLogarithmic: Bool
    let low: Double
    let high: Double
    let ticks: [(value: Double, label: String)]

    /// The place of a value, from 0 to 1.
    func position(_ value: Double) -> Double {
      isLogarithmic ? log(value / low) / log(high / low) : (value - low) / (high - low)
    }
  }

  let title: String
  let x: Axis
  let y: Axis
  let lines: [Line]
  /// Values of the horizontal axis with a line across the chart.
  var marks: [(value: Double, label: String)] = []

  private static let size = (width: 640.0, height: 300.0)
  private static let frame = (left: 76.0, top: 40.0, right: 190.0, bottom: 36.0)
  /// Colors of Okabe and Ito, which readers who see few colors tell apart, dark enough for text.
  private static let colors = [
    "#0072b2", "#b34a00", "#007a5a", "#8f4a7c", "#56789a", "#8a6d00", "#5b5b5b", "#a8325a",
  ]
  /// What a page's style says, for a file of its own.
  private static let style = """
    <style>text { font: 12px system-ui, sans-serif; fill: #222 } .rule { stroke: #ccc } \
    .budget { stroke: #a33; stroke-dasharray: 4 3 } \
    @media (prefers-color-scheme: dark) { text { fill: #ddd } .rule { stroke: #555 } }</style>
    """

  /// The chart for a page.
  var svg: String { text(namespace: "", style: "") }

  /// The chart as a file.
  var file: String {
    text(namespace: " xmlns=\"http://www.w3.org/2000/svg\"", style: Self.style + "\n")
  }

  private func text(namespace: String, style: String) -> String {
    let (width, height) = Self.size
    let name = HTMLText.escaped(title)
    let head =
      "<svg\(namespace) viewBox=\"0 0 \(Int(width)) \(Int(height))\" role=\"img\" "
      + "width=\"\(Int(width))\" aria-label=\"\(name)\">\n\(style)"
      + "<text x=\"\(Self.text(Self.frame.left))\" y=\"14\">\(name)</text>\n"
    return head + (rules + markLines + curves).joined(separator: "\n") + "</svg>\n"
  }

  private func horizontal(_ value: Double) -> Double {
    let plot = Self.size.width - Self.frame.left - Self.frame.right
    return Self.frame.left + x.position(value) * plot
  }

  private func vertical(_ value: Double) -> Double {
    let plot = Self.size.height - Self.frame.top - Self.frame.bottom
    return Self.frame.top + (1 - y.position(value)) * plot
  }

  private var rules: [String] {
    y.ticks.flatMap { tick in
      let place = vertical(tick.value)
      return [
        "<line class=\"rule\" x1=\"\(Self.text(Self.frame.left))\" "
          + "x2=\"\(Self.text(Self.size.width - Self.frame.right))\" "
          + "y1=\"\(Self.text(place))\" y2=\"\(Self.text(place))\"/>",
        "<text text-anchor=\"end\" x=\"\(Self.text(Self.frame.left - 6))\" "
          + "y=\"\(Self.text(place + 4))\">\(HTMLText.escaped(tick.label))</text>",
      ]
    }
      + x.ticks.map { tick in
        "<text text-anchor=\"middle\" x=\"\(Self.text(horizontal(tick.value)))\" "
          + "y=\"\(Self.text(Self.size.height - 12))\">\(HTMLText.escaped(tick.label))</text>"
      }
  }

  private var markLines: [String] {
    marks.enumerated().filter { x.low <= $1.value && $1.value <= x.high }.flatMap { number, mark in
      let place = Self.text(horizontal(mark.value))
      // Labels of two that are near each other stand on either side.
      let anchor = number == 0 && marks.count > 1 ? "end" : "start"
      return [
        "<line class=\"budget\" x1=\"\(place)\" x2=\"\(place)\" y1=\"\(Self.text(Self.frame.top))\" "
          + "y2=\"\(Self.text(Self.size.height - Self.frame.bottom))\"/>",
        "<text text-anchor=\"\(anchor)\" x=\"\(place)\" y=\"\(Self.text(Self.frame.top - 6))\">"
          + "\(HTMLText.escaped(mark.label))</text>",
      ]
    }
  }

  private var curves: [String] {
    var parts: [String] = []
    var labels: [(y: Double, text: String)] = []
    for line in lines {
      let color = Self.colors[line.number % Self.colors.count]
      let dash = line.number >= Self.colors.count ? " stroke-dasharray=\"5 3\"" : ""
      let path = line.points.map { point in
        "\(Self.text(horizontal(point.x))),\(Self.text(vertical(point.y)))"
      }
      parts.append(
        "<polyline fill=\"none\" stroke=\"\(color)\" stroke-width=\"2\"\(dash) "
          + "points=\"\(path.joined(separator: " "))\"/>")
      if let last = line.points.last {
        labels.append(
          (
            vertical(last.y),
            "<tspan fill=\"\(color)\">●</tspan> \(HTMLText.escaped(line.strategy))"
          ))
      }
    }
    // Labels that would lie on each other are moved down.
    var lowest = -Double.infinity
    for label in labels.sorted(by: { $0.y < $1.y }) {
      lowest = max(label.y + 4, lowest + 14)
      parts.append(
        "<text x=\"\(Self.text(Self.size.width - Self.frame.right + 8))\" "
          + "y=\"\(Self.text(lowest))\">\(label.text)</text>")
    }
    return parts
  }

  private static func text(_ value: Double) -> String { String(format: "%.1f", value) }
}
