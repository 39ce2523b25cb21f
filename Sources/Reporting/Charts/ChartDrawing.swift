import Foundation
import Support

/// A chart as SVG, in a page or as a file of its own.
///
/// Colors follow the page, or the reader's system, into the dark; those of lines and bars are
/// readable on both.
package struct ChartDrawing {
  /// A short description, for people who cannot see the chart; it is also written above it.
  package let title: String
  private let width: Double
  private let height: Double
  private var elements: [String] = []

  /// The place of a text beside its point.
  enum Anchor: String {
    case start, middle, end
  }

  /// The look of a line.
  enum Rule: String {
    /// A value of an axis.
    case rule
    /// A value that others are compared with.
    case budget
  }

  /// Colors of Okabe and Ito, which readers who see few colors tell apart, dark enough for text.
  private static let colors = [
    "#0072b2", "#b34a00", "#007a5a", "#8f4a7c", "#56789a", "#8a6d00", "#5b5b5b", "#a8325a",
  ]

  /// The color of a number, such as the place of a strategy in its scenario; the same in each chart.
  static func color(_ number: Int) -> String { colors[number % colors.count] }

  /// Indicates whether a number has the color of a smaller one, and needs another look.
  private static func repeatsColor(_ number: Int) -> Bool { number >= colors.count }

  init(title: String, width: Double = 760, height: Double, titleX: Double = 8) {
    self.title = title
    self.width = width
    self.height = height
    text(title, x: titleX, y: 14)
  }

  /// The chart for a page, whose style it uses.
  package var inPage: String { svg(attributes: "", beginning: "") }

  /// The chart as a file.
  package var file: String {
    svg(
      attributes: " xmlns=\"http://www.w3.org/2000/svg\"",
      beginning: Self.style + "<rect class=\"back\" width=\"100%\" height=\"100%\"/>\n")
  }

  /// What a page's style says, for a file of its own.
  private static let style = """
    <style>text { font: 12px system-ui, sans-serif; fill: #222 } .rule { stroke: #ccc } \
    .back { fill: #fff } .budget { stroke: #a33; stroke-dasharray: 4 3 } \
    @media (prefers-color-scheme: dark) { text { fill: #ddd } .rule { stroke: #555 } \
    .back { fill: #0d1117 } }</style>

    """

  private func svg(attributes: String, beginning: String) -> String {
    "<svg\(attributes) viewBox=\"0 0 \(Int(width)) \(Int(height))\" role=\"img\" "
      + "width=\"\(Int(width))\" aria-label=\"\(HTMLText.escaped(title))\">\n\(beginning)"
      + elements.joined(separator: "\n") + "</svg>\n"
  }

  // MARK: - Elements

  /// Writes a line of text at its baseline, behind a dot of the color of a number; an empty one
  /// where the number repeats a color.
  mutating func label(_ text: String, x: Double, y: Double, number: Int) {
    self.text(
      text, x: x, y: y, color: Self.color(number), dot: Self.repeatsColor(number) ? "○" : "●")
  }

  /// Writes a line of text at its baseline.
  ///
  /// - Parameters:
  ///   - color: of a dot before the text; `nil` for none.
  ///   - dot: the dot.
  mutating func text(
    _ text: String, x: Double, y: Double, anchor: Anchor = .start, color: String? = nil,
    dot: String = "●"
  ) {
    let dot = color.map { "<tspan fill=\"\($0)\">\(dot)</tspan> " } ?? ""
    let side = anchor == .start ? "" : "text-anchor=\"\(anchor.rawValue)\" "
    elements.append(
      "<text \(side)x=\"\(Self.pixels(x))\" y=\"\(Self.pixels(y))\">\(dot)"
        + "\(HTMLText.escaped(text))</text>")
  }

  /// Draws a straight line.
  mutating func line(
    _ rule: Rule, from start: (x: Double, y: Double), to end: (x: Double, y: Double)
  ) {
    elements.append(
      "<line class=\"\(rule.rawValue)\" x1=\"\(Self.pixels(start.x))\" "
        + "x2=\"\(Self.pixels(end.x))\" y1=\"\(Self.pixels(start.y))\" "
        + "y2=\"\(Self.pixels(end.y))\"/>")
  }

  /// Draws a line through points, dashed where its number repeats a color.
  mutating func path(_ points: [(x: Double, y: Double)], number: Int) {
    let dash = Self.repeatsColor(number) ? " stroke-dasharray=\"5 3\"" : ""
    let list = points.map { "\(Self.pixels($0.x)),\(Self.pixels($0.y))" }
    elements.append(
      "<polyline fill=\"none\" stroke=\"\(Self.color(number))\" stroke-width=\"2\"\(dash) "
        + "points=\"\(list.joined(separator: " "))\"/>")
  }

  /// Draws a bar; one without a length is not drawn.
  mutating func bar(x: Double, y: Double, width: Double, height: Double, color: String) {
    guard width > 0 else { return }
    elements.append(
      "<rect x=\"\(Self.pixels(x))\" y=\"\(Self.pixels(y))\" width=\"\(Self.pixels(width))\" "
        + "height=\"\(Self.pixels(height))\" fill=\"\(color)\"/>")
  }

  /// A length with one decimal, the same text on every machine.
  private static func pixels(_ length: Double) -> String {
    let tenths = Int((length * 10).rounded())
    return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
  }
}
