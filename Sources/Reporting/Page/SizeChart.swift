import Foundation
import ScenarioModel

/// A chart of a cost against the size, on logarithmic axes, with one line for each strategy.
struct SizeChart {
  private struct Line {
    let strategy: String
    let points: [(size: Double, value: Double)]
  }

  private let metric: Metric
  private let sizeLabel: String
  private let lines: [Line]

  /// `nil` if the scenario has fewer than two sizes, or no deterministic headline that grows.
  init?(_ scenario: ScenarioResults) {
    guard let variant = scenario.variants.first, scenario.sizes(of: variant).count > 1 else {
      return nil
    }
    let metrics =
      (scenario.scenario.family?.criteria.map(\.metric) ?? []) + scenario.scenario.headlines
    for metric in metrics where metric.kind.isDeterministic && metric.polarity == .lowerIsBetter {
      let lines = scenario.strategies.compactMap { strategy -> Line? in
        let points = scenario.sizes(of: variant).compactMap { size -> (Double, Double)? in
          let configuration = Configuration(variant: variant, size: size)
          let value = scenario.result(of: strategy, in: configuration)?[metric: metric.name]?.number
          return value.flatMap { $0 > 0 ? (Double(size), $0) : nil }
        }
        return points.count > 1 ? Line(strategy: strategy, points: points) : nil
      }
      guard lines.count > 1 else { continue }
      self.metric = metric
      sizeLabel = scenario.scenario.sizeLabel
      self.lines = lines
      return
    }
    return nil
  }

  private static let size = (width: 640.0, height: 300.0)
  private static let frame = (left: 76.0, top: 24.0, right: 190.0, bottom: 36.0)
  /// Colours of Okabe and Ito, which readers who see few colours tell apart, dark enough for text.
  private static let colors = [
    "#0072b2", "#b34a00", "#007a5a", "#8f4a7c", "#56789a", "#8a6d00", "#5b5b5b", "#a8325a",
  ]

  var svg: String {
    let points = lines.flatMap(\.points)
    guard let lowX = points.map(\.size).min(), let highX = points.map(\.size).max(),
      let lowY = points.map(\.value).min(), let highY = points.map(\.value).max(), lowX < highX
    else { return "" }
    let (bottom, top) = (floor(log10(lowY)), max(ceil(log10(highY)), floor(log10(lowY)) + 1))
    let (width, height) = Self.size
    let plotWidth = width - Self.frame.left - Self.frame.right
    let plotHeight = height - Self.frame.top - Self.frame.bottom
    func x(_ value: Double) -> Double {
      Self.frame.left + log(value / lowX) / log(highX / lowX) * plotWidth
    }
    func y(_ value: Double) -> Double {
      Self.frame.top + (top - log10(value)) / (top - bottom) * plotHeight
    }
    let title =
      "\(metric.name) (\(metric.kind.rawValue)) against \(sizeLabel), both axes logarithmic"
    var parts = [
      "<svg viewBox=\"0 0 \(Int(width)) \(Int(height))\" role=\"img\" width=\"\(Int(width))\" "
        + "aria-label=\"\(HTMLText.escaped(title))\">",
      "<text x=\"\(Self.frame.left)\" y=\"14\">\(HTMLText.escaped(title))</text>",
    ]
    for power in Int(bottom)...Int(top) {
      let value = pow(10, Double(power))
      parts.append(
        "<line class=\"rule\" x1=\"\(Self.frame.left)\" x2=\"\(width - Self.frame.right)\" "
          + "y1=\"\(Self.text(y(value)))\" y2=\"\(Self.text(y(value)))\"/>")
      parts.append(
        "<text text-anchor=\"end\" x=\"\(Self.frame.left - 6)\" y=\"\(Self.text(y(value) + 4))\">"
          + "\(HTMLText.escaped(NumberFormat.text(value, metric.unit)))</text>")
    }
    for size in Set(points.map(\.size)).sorted() {
      parts.append(
        "<text text-anchor=\"middle\" x=\"\(Self.text(x(size)))\" y=\"\(height - 12)\">"
          + "\(NumberFormat.grouped(Int(size)))</text>")
    }
    var labels: [(y: Double, text: String)] = []
    for (index, line) in lines.enumerated() {
      let color = Self.colors[index % Self.colors.count]
      let path = line.points.map { "\(Self.text(x($0.size))),\(Self.text(y($0.value)))" }
      let dash = index >= Self.colors.count ? " stroke-dasharray=\"5 3\"" : ""
      parts.append(
        "<polyline fill=\"none\" stroke=\"\(color)\" stroke-width=\"2\"\(dash) "
          + "points=\"\(path.joined(separator: " "))\"/>")
      if let last = line.points.last {
        labels.append(
          (
            y(last.value),
            "<tspan fill=\"\(color)\">●</tspan> "
              + HTMLText.escaped(line.strategy)
          ))
      }
    }
    // Labels that would lie on each other are moved down.
    var lowest = -Double.infinity
    for label in labels.sorted(by: { $0.y < $1.y }) {
      lowest = max(label.y + 4, lowest + 14)
      parts.append(
        "<text x=\"\(width - Self.frame.right + 8)\" y=\"\(Self.text(lowest))\">\(label.text)</text>"
      )
    }
    return parts.joined(separator: "\n") + "</svg>\n"
  }

  private static func text(_ value: Double) -> String { String(format: "%.1f", value) }
}
