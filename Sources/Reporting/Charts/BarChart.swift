/// A chart with a bar of one or more parts for each strategy, and its value at the end.
struct BarChart {
  /// A bar.
  struct Bar {
    let label: String
    /// The number whose color a dot before the label has, and a bar of one part.
    let number: Int
    /// The lengths of the parts, from the left, none of them negative.
    let parts: [Double]
    /// The value of the whole bar for readers.
    let value: String
  }

  let title: String
  /// The names of the parts; empty where there is one.
  var parts: [String] = []
  let bars: [Bar]
  /// Values with a labelled line across the bars.
  var marks: [(value: Double, label: String)] = []

  private static let left = 280.0
  private static let right = 660.0
  private static let rowHeight = 22.0
  /// Colors of parts are other ones than those of the first strategies.
  private static let partColors = ["#8c8c8c", "#e69f00", "#56b4e9", "#009e73"]
    .map { ChartDrawing.Color.fixed($0) }

  var drawing: ChartDrawing {
    let top = parts.isEmpty && marks.isEmpty ? 30.0 : 52.0
    var drawing = ChartDrawing(
      title: title, height: top + Double(bars.count) * Self.rowHeight + 10)
    for (place, part) in parts.enumerated() {
      drawing.text(
        part, x: 8 + Double(place) * 130, y: 36,
        color: Self.partColors[place % Self.partColors.count])
    }
    let longest = (bars.map { $0.parts.reduce(0, +) } + marks.map(\.value)).max() ?? 0
    let scale = (Self.right - Self.left) / max(longest, .leastNormalMagnitude)
    for mark in marks {
      let x = Self.left + mark.value * scale
      drawing.line(.budget, from: (x, top), to: (x, top + Double(bars.count) * Self.rowHeight))
      drawing.text(mark.label, x: x, y: top - 6, anchor: .middle)
    }
    for (row, bar) in bars.enumerated() {
      let y = top + Double(row) * Self.rowHeight
      drawing.text(bar.label, x: 8, y: y + 15, color: .strategy(bar.number))
      var x = Self.left
      for (place, part) in bar.parts.enumerated() {
        let color =
          parts.isEmpty
          ? ChartDrawing.Color.strategy(bar.number)
          : Self.partColors[place % Self.partColors.count]
        drawing.bar(x: x, y: y + 3, width: part * scale, height: 15, color: color)
        x += part * scale
      }
      drawing.text(bar.value, x: x + 5, y: y + 15)
    }
    return drawing
  }
}
