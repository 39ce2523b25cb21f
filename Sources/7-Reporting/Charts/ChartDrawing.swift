/// A chart as SVG, in a page or as a file of its own.
///
/// Colors follow the page, or the reader's system, into the dark; those of lines and bars are
/// readable on both.
package struct ChartDrawing {
  /// A short description, for people who cannot see the chart; it is also its caption.
  package let title: String
  /// A further sentence of the caption; empty for none.
  var note = ""
  var width = 520.0
  let height: Double
  /// The content, by the names of the template.
  let content: TemplateValues

  /// The chart for a page, whose style it uses.
  var inPage: String { svg(isFile: false) }

  /// The chart as a file.
  package var file: String { svg(isFile: true) }

  private func svg(isFile: Bool) -> String {
    // A file has the caption in its picture.
    let head = isFile ? 40.0 : 0
    let frame: TemplateValues = [
      "isFile": .flag(isFile), "isInPage": .flag(!isFile), "title": .text(title),
      "note": .text(note), "start": .pixels(-head), "width": .pixels(width),
      "height": .pixels((height + head).rounded(.down)),
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
