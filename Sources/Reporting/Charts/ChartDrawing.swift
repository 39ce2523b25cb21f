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

  /// The color of an element.
  enum Color {
    /// That of a number, such as the place of a strategy in its scenario; the same in each chart.
    case strategy(Int)
    /// One that is readable on light and on dark.
    case fixed(String)

    /// The attributes of an element whose property has the color.
    fileprivate func attributes(_ property: String) -> String {
      switch self {
      case .strategy(let number):
        let place = number % ChartDrawing.colors.count
        let light = ChartDrawing.colors[place].light
        return "class=\"s\(place)\" color=\"\(light)\" \(property)=\"currentColor\""
      case .fixed(let color): return "\(property)=\"\(color)\""
      }
    }
  }

  /// Colors after Okabe and Ito, on light and on dark. Readers who see few colors tell four that
  /// follow each other apart; groups of four differ by their dashes.
  private static let colors: [(light: String, dark: String)] = [
    ("#0072b2", "#56b4e9"), ("#b34a00", "#f0a15e"), ("#007a5a", "#2fbf9b"),
    ("#8f4a7c", "#d79ac5"), ("#56789a", "#9ab6d3"), ("#8a6d00", "#d9b93b"),
    ("#5b5b5b", "#b8b8b8"), ("#a8325a", "#f08aa8"), ("#00838f", "#4dd0e1"),
    ("#c2185b", "#f48fb1"), ("#33691e", "#aed581"), ("#4527a0", "#b39ddb"),
  ]

  /// The count of the colors: a number repeats the color of one that is so much smaller.
  static var colorCount: Int { colors.count }

  /// The dashes of a number's line: none, long and short ones for four numbers each.
  private static func dash(_ number: Int) -> String {
    ["", " stroke-dasharray=\"7 3\"", " stroke-dasharray=\"2 2\""][number / 4 % 3]
  }

  /// The rules of a style that give the classes of numbers their colors on light and on dark.
  static var style: String {
    func rules(_ color: ((light: String, dark: String)) -> String) -> String {
      colors.enumerated().map { ".s\($0.offset) { color: \(color($0.element)) }" }
        .joined(separator: " ")
    }
    return rules(\.light) + "\n@media screen and (prefers-color-scheme: dark) { "
      + rules(\.dark) + " }\n"
  }

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
      beginning: "<style>" + Self.fileStyle + Self.style
        + "</style>\n<rect class=\"back\" width=\"100%\" height=\"100%\"/>\n")
  }

  /// What a page's style says, for a file of its own.
  private static let fileStyle = """
    text { font: 12px system-ui, sans-serif; fill: #222 } .rule { stroke: #ccc } \
    .back { fill: #fff } .budget { stroke: #a33; stroke-dasharray: 4 3 } \
    @media screen and (prefers-color-scheme: dark) { text { fill: #ddd } .rule { stroke: #555 } \
    .back { fill: #0d1117 } }

    """

  private func svg(attributes: String, beginning: String) -> String {
    "<svg\(attributes) viewBox=\"0 0 \(Int(width)) \(Int(height))\" role=\"img\" "
      + "width=\"\(Int(width))\" aria-label=\"\(HTMLText.escaped(title))\">\n\(beginning)"
      + elements.joined(separator: "\n") + "</svg>\n"
  }

  // MARK: - Elements

  /// Writes a line of text at its baseline, behind a piece of the line of a number.
  mutating func label(_ text: String, x: Double, y: Double, number: Int) {
    elements.append(
      "<line \(Color.strategy(number).attributes("stroke")) stroke-width=\"2\"\(Self.dash(number)) "
        + "x1=\"\(Self.pixels(x))\" x2=\"\(Self.pixels(x + 18))\" y1=\"\(Self.pixels(y - 4))\" "
        + "y2=\"\(Self.pixels(y - 4))\"/>")
    self.text(text, x: x + 24, y: y)
  }

  /// Writes a line of text at its baseline.
  ///
  /// - Parameter color: of a dot before the text; `nil` for none.
  mutating func text(
    _ text: String, x: Double, y: Double, anchor: Anchor = .start, color: Color? = nil
  ) {
    let dot = color.map { "<tspan \($0.attributes("fill"))>●</tspan> " } ?? ""
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

  /// Draws a line through points with the color and the dashes of a number.
  mutating func path(_ points: [(x: Double, y: Double)], number: Int) {
    let list = points.map { "\(Self.pixels($0.x)),\(Self.pixels($0.y))" }
    let color = Color.strategy(number).attributes("stroke")
    elements.append(
      "<polyline fill=\"none\" \(color) stroke-width=\"2\"\(Self.dash(number)) "
        + "points=\"\(list.joined(separator: " "))\"/>")
  }

  /// Draws a bar; one without a length is not drawn.
  mutating func bar(x: Double, y: Double, width: Double, height: Double, color: Color) {
    guard width > 0 else { return }
    elements.append(
      "<rect x=\"\(Self.pixels(x))\" y=\"\(Self.pixels(y))\" width=\"\(Self.pixels(width))\" "
        + "height=\"\(Self.pixels(height))\" \(color.attributes("fill"))/>")
  }

  /// A length with one decimal, the same text on every machine.
  private static func pixels(_ length: Double) -> String {
    let tenths = Int((length * 10).rounded())
    return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
  }
}
