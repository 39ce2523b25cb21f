/// A chart as SVG, in a page or as a file of its own.
///
/// Colors follow the page, or the reader's system, into the dark; those of lines and bars are
/// readable on both.
package struct ChartDrawing {
  /// A short description, for people who cannot see the chart; it is also written above it.
  package let title: String
  let height: Double
  /// What is in it, by the names of the template.
  let content: TemplateValues

  /// The count of the colors: a number repeats the color of one that is so much smaller.
  static let colorCount = 12

  /// The color of a number, such as the place of a strategy in its scenario, as a class of the style:
  /// the same in each chart. A line of the number has the color's dashes, too.
  static func color(_ number: Int) -> String { "s\(number % colorCount)" }

  /// The chart for a page, whose style it uses.
  package var inPage: String { svg(isFile: false) }

  /// The chart as a file.
  package var file: String { svg(isFile: true) }

  private func svg(isFile: Bool) -> String {
    let frame: TemplateValues = [
      "isFile": .flag(isFile), "title": .text(title), "height": .pixels(height.rounded(.down)),
      "style": .html(String(decoding: PackageResources.charts_css, as: UTF8.self)),
    ]
    return Template.chart.text(frame.merging(content) { _, inner in inner })
  }
}

extension TemplateValue {
  /// A length with one decimal, the same text on every machine.
  static func pixels(_ length: Double) -> TemplateValue {
    let tenths = Int((length * 10).rounded())
    return .text(tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(Double(tenths) / 10)")
  }
}
